import { html, LitElement, type TemplateResult, unsafeCSS } from "lit";
import styles from "./styles/filter.css";

interface Entry {
  row: HTMLElement;
  text: string;
}

/**
 * `<sconce-filter>`: a box over tables of names, which leaves the rows whose name and status hold every word typed.
 *
 * Its children are the whole for a reader without JavaScript: sections, each with a heading and a table of rows that begin with
 * a name in a `<dfn>` and a status. Rows and sections are hidden and shown, never made or moved.
 */
export class SconceFilter extends LitElement {
  static override styles = unsafeCSS(styles);
  static override properties = { found: { state: true } };

  declare found: number | null;

  #sections: { section: HTMLElement; entries: Entry[] }[] = [];
  #total = 0;

  constructor() {
    super();
    this.found = null;
  }

  /** Read when first needed: a page has thousands of rows. */
  #read(): void {
    if (this.#total > 0) return;
    this.#sections = Array.from(this.querySelectorAll<HTMLElement>("section"), (section) => {
      const owner = section.querySelector("h2")?.textContent ?? "";
      const entries = Array.from(section.querySelectorAll<HTMLElement>("tbody tr"), (row) => {
        const name = row.querySelector("dfn")?.textContent ?? "";
        return { row, text: `${owner}.${name} ${row.children[1]?.textContent ?? ""}`.toLowerCase() };
      });
      this.#total += entries.length;
      return { section, entries };
    });
  }

  #filter(typed: string): void {
    this.#read();
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { section, entries } of this.#sections) {
      let shown = 0;
      for (const { row, text } of entries) {
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) shown += 1;
      }
      section.hidden = shown === 0;
      found += shown;
    }
    this.found = words.length === 0 ? null : found;
    // What was found stands under the box, however far the page was scrolled and however short it has become.
    this.classList.toggle("filtered", words.length > 0);
    if (words.length > 0) this.scrollIntoView({ block: "start" });
  }

  #key(event: KeyboardEvent): void {
    const box = event.target as HTMLInputElement;
    if (event.key !== "Escape" || box.value === "") return;
    box.value = "";
    this.#filter("");
  }

  override render(): TemplateResult {
    const said = this.found === null ? "" : `${this.found} of ${this.#total} names`;
    return html`
      <div class="bar" role="search">
        <label for="box">Filter names</label>
        <input id="box" type="search" autocomplete="off" autocapitalize="off" spellcheck="false"
          placeholder="conv, Tensor.sum, differs"
          @input=${(event: InputEvent) => this.#filter((event.target as HTMLInputElement).value)}
          @keydown=${this.#key} />
        <span role="status">${said}</span>
      </div>
      <slot></slot>
      <p ?hidden=${this.found !== 0}>No name here holds that. The error of a missing name tells the nearest that is there.</p>
    `;
  }
}
