import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { OutputArea } from "../output/area.ts";
import type { RunOutcome, RuntimeState } from "../runtime/client.ts";
import type { Editor } from "./editor.ts";
import { playIcon, stopIcon } from "./icons.ts";
import { pageRuntime } from "./page-runtime.ts";
import { focusableWhenScrolling } from "./scrollable.ts";
import { cellStyles } from "./styles.ts";
import { followTheme } from "./theme.ts";

/** A pointer on its way across the page is no sign of interest. */
const hoverMs = 150;

type Phase = "still" | "waiting" | "running" | "stopping";

/**
 * `<sconce-cell>`: a piece of Python that can be read, run, changed and put back.
 *
 * Its children are the whole cell for a reader without JavaScript: a `<pre slot="code">` and, where the author shows
 * one, a `<pre slot="output">`. They are never changed. All cells of a page share one Python.
 */
export class SconceCell extends LitElement {
  static override styles = cellStyles;
  static override properties = {
    phase: { state: true },
    count: { state: true },
    status: { state: true },
    detail: { state: true },
    edited: { state: true },
    editing: { state: true },
    hasRun: { state: true },
    dark: { state: true },
  };

  declare phase: Phase;
  declare count: number | null;
  /** What is announced, and what only the eye needs: figures that change many times a second. */
  declare status: string;
  declare detail: string;
  declare edited: boolean;
  declare editing: boolean;
  declare hasRun: boolean;
  declare dark: boolean;

  #original = "";
  #text = "";
  #editor: Editor | null = null;
  #output!: OutputArea;
  #stale = false;
  #leave: (() => void)[] = [];
  #clock: ReturnType<typeof setInterval> | undefined;
  #hover: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.phase = "still";
    this.count = null;
    this.status = "";
    this.detail = "";
    this.edited = false;
    this.editing = false;
    this.hasRun = false;
    this.dark = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#readSource();
    const runtime = pageRuntime();
    this.#leave = [
      followTheme((dark) => {
        this.dark = dark;
      }),
      runtime.onState((state) => this.#follow(state)),
      runtime.onRestart(() => {
        this.count = null;
      }),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#leave) end();
    this.#stopClock();
    this.#editor?.destroy();
    this.#editor = null;
    this.editing = false;
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    this.#output = new OutputArea(this.#part("output"));
    for (const id of ["author-output", "output"]) focusableWhenScrolling(this.#part(id));
  }

  /** The code as the reader has it now. */
  get source(): string {
    return this.#text;
  }

  /** Runs this cell. Resolves to whether it ended without an error. */
  async run(): Promise<boolean> {
    if (this.phase !== "still") return false;
    this.phase = "waiting";
    this.#stale = true;
    this.#follow(pageRuntime().state);
    const outcome = await pageRuntime().run(this.#text, {
      started: (count) => this.#begin(count),
      output: (stream, text) => this.#fresh.stream(stream, text),
      cut: (limit) =>
        this.#fresh.note(`Output is cut here: a cell shows at most ${limit.toLocaleString("en")} characters.`),
    });
    this.#end(outcome);
    return outcome.status === "ok";
  }

  /** Runs the cells before this one, top to bottom, up to the first that fails. A folded answer stays unasked. */
  async runAbove(): Promise<void> {
    for (const cell of document.querySelectorAll<SconceCell>("sconce-cell")) {
      if (cell === this) return;
      if (cell.closest("details:not([open])")) continue;
      if (!(await cell.run())) return;
    }
  }

  /** Puts the author's code and output back. */
  reset(): void {
    this.#text = this.#original;
    this.#editor?.setText(this.#original);
    this.edited = false;
    this.#output.clear();
    this.hasRun = false;
    this.#say("");
  }

  /** A parser may connect the element before it has read the children, so this is done again when they come. */
  readonly #readSource = (): void => {
    this.#original = (this.querySelector('[slot="code"]') ?? this).textContent?.replace(/\n$/, "") ?? "";
    if (!this.edited) this.#text = this.#original;
  };

  #part(id: string): HTMLElement {
    return this.renderRoot.querySelector(`#${id}`) as HTMLElement;
  }

  #begin(count: number): void {
    this.phase = "running";
    this.count = count;
    this.#stale = true;
    this.#say("Running");
    const start = performance.now();
    this.#clock = setInterval(() => {
      this.detail = `${Math.round((performance.now() - start) / 1000)} s`;
    }, 1000);
  }

  #stopClock(): void {
    clearInterval(this.#clock);
  }

  #say(status: string, detail = ""): void {
    this.status = status;
    this.detail = detail;
  }

  /** This run's output. What an earlier run left stays in sight until there is something to put in its place. */
  get #fresh(): OutputArea {
    if (this.#stale) {
      this.#stale = false;
      this.#output.clear();
    }
    this.hasRun = true;
    return this.#output;
  }

  #end(outcome: RunOutcome): void {
    this.#stopClock();
    this.phase = "still";
    const output = this.#fresh;
    switch (outcome.status) {
      case "ok":
        if (outcome.bundle) output.value(outcome.bundle);
        this.#say(output.empty ? "Done, nothing to show" : "Done");
        break;
      case "error":
        output.error(outcome.error.text);
        this.#say("Ended with an error");
        break;
      case "interrupted":
        output.error(outcome.error.text);
        this.#say("Stopped; the variables are kept");
        break;
      default:
        output.error(outcome.message);
        this.#say("Did not finish");
    }
  }

  #follow(state: RuntimeState): void {
    if (this.phase === "waiting") {
      this.#say(...waitingText(state));
    } else if (this.phase === "running" && state.name === "stopping") {
      this.phase = "stopping";
      this.#say("Stopping");
    }
  }

  readonly #hovered = (): void => {
    this.#hover = setTimeout(() => pageRuntime().prepare(), hoverMs);
  };

  readonly #unhovered = (): void => {
    clearTimeout(this.#hover);
  };

  readonly #focused = (): void => pageRuntime().prepare();

  /** One button, so that it keeps the focus while it changes its meaning; a double click is one wish. */
  readonly #runOrStop = (event: MouseEvent): void => {
    if (event.detail > 1) return;
    if (this.phase === "still") this.run();
    else pageRuntime().stop();
  };

  readonly #restart = (): void => pageRuntime().restart();

  readonly #edit = async (event: Event): Promise<void> => {
    if (this.#editor) return;
    const still = this.#part("code");
    try {
      const { createEditor } = await import("./editor.ts");
      // By now the reader may have moved on, or another event may have brought the editor.
      if (this.#editor || !this.isConnected) return;
      if (event.type === "focus" && this.shadowRoot?.activeElement !== still) return;
      this.#editor = createEditor({
        parent: this.#part("editor"),
        root: this.shadowRoot as ShadowRoot,
        text: this.#text,
        label: `Code of ${this.#name}`,
        describedBy: "keys",
        onChange: (text) => {
          this.#text = text;
          this.edited = text !== this.#original;
        },
        onRun: () => this.run(),
      });
    } catch (error) {
      this.#say(`The editor could not be loaded (${(error as Error).message}). The cell still runs.`);
      return;
    }
    this.editing = true;
    await this.updateComplete;
    if (event instanceof MouseEvent) this.#editor.placeCaret(event.clientX, event.clientY);
    this.#editor.focus();
  };

  readonly #stillKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.shiftKey || event.ctrlKey || event.metaKey) this.run();
    else this.#edit(event);
  };

  get #name(): string {
    return `cell ${[...document.querySelectorAll("sconce-cell")].indexOf(this) + 1}`;
  }

  protected override render(): TemplateResult {
    const name = this.#name;
    const busy = this.phase !== "still";
    return html`
      <div class="sconce-scope ${this.dark ? "dark" : ""} ${busy ? "busy" : ""}" @pointerenter=${this.#hovered}
        @pointerleave=${this.#unhovered} @focusin=${this.#focused}>
        <div id="code" class="code" tabindex="0" role="group" aria-label="Code of ${name}" aria-describedby="keys"
          ?hidden=${this.editing} @focus=${this.#edit} @click=${this.#edit} @keydown=${this.#stillKey}>
          <slot name="code" @slotchange=${this.#readSource}></slot><slot @slotchange=${this.#readSource}></slot>
        </div>
        <div id="editor" class="code" ?hidden=${!this.editing}></div>
        <p id="keys" hidden>
          Shift and Enter run the cell. Tab indents once you have changed the code; Escape, then Tab, leaves it.
        </p>
        <div class="bar" role="group" aria-label="Actions of ${name}">
          <span class="count" aria-hidden="true">[${busy ? "*" : (this.count ?? " ")}]</span>
          <button type="button" class="main" ?disabled=${this.phase === "stopping"} @click=${this.#runOrStop}
            aria-label="${busy ? "Stop" : "Run"} ${name}">${busy ? stopIcon : playIcon}${busy ? "Stop" : "Run"}</button>
          <span class="more">
            <button type="button" ?disabled=${busy} @click=${this.runAbove}>Run all above</button>
            <button type="button" ?disabled=${busy || !(this.edited || this.hasRun)} @click=${this.reset}>Reset cell</button>
            <button type="button" @click=${this.#restart}>Restart</button>
          </span>
          <span class="status"><span role="status">${this.status}</span> <span aria-hidden="true">${this.detail}</span></span>
        </div>
        <div id="author-output" class="output" ?hidden=${this.hasRun}><slot name="output"></slot></div>
        <div id="output" class="output" role="log" aria-live="polite" aria-label="Output of ${name}" ?hidden=${!this.hasRun}></div>
      </div>
    `;
  }
}

/** What a waiting cell says: words, and a figure. */
function waitingText(state: RuntimeState): [status: string, detail: string] {
  switch (state.name) {
    case "loading": {
      const { loaded, total } = state;
      if (total === 0 || loaded === total) return ["Starting Python", ""];
      return ["Downloading Python", `${megabytes(loaded)} of ${megabytes(total)} MB`];
    }
    case "idle":
      return ["Starting Python", ""];
    default:
      return ["Waiting for the cell that runs now", ""];
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
