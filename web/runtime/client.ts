import type { CellOutcome, StreamName } from "./boot.ts";
import type { FromWorker, StopChannel, ToWorker } from "./messages.ts";

const stopPatienceMs = 2000;

export type RuntimeState =
  | { name: "idle" }
  /** Fetching, then (all bytes there) bringing Python up. */
  | { name: "loading"; loaded: number; total: number }
  | { name: "ready" }
  | { name: "running" }
  | { name: "stopping" };

/** How a run ended. `lost` and `unstarted` carry words for the reader: what happened and what to do. */
export type RunOutcome = CellOutcome | { status: "lost" | "unstarted"; message: string };

export interface RunEvents {
  /** The run left the queue; `count` is its `[n]`. */
  started(count: number): void;
  output(stream: StreamName, text: string): void;
  /** More was printed than is shown. */
  cut(limit: number): void;
}

interface Run {
  id: number;
  source: string;
  events: RunEvents;
  end(outcome: RunOutcome): void;
}

interface ActiveRun extends Run {
  stop: { channel: StopChannel; pull(): void; release(): void };
}

function makeStop(): ActiveRun["stop"] {
  if (globalThis.crossOriginIsolated) {
    const flag = new SharedArrayBuffer(4);
    return { channel: { kind: "shared", flag }, pull: () => Atomics.store(new Int32Array(flag), 0, 1), release() {} };
  }
  const url = URL.createObjectURL(new Blob(["1"]));
  const revoke = () => URL.revokeObjectURL(url);
  return { channel: { kind: "url", url }, pull: revoke, release: revoke };
}

/** A worker must come from the page's own origin; a script that a page takes from elsewhere goes through a tiny blob. */
function makeWorker(url: URL): Worker {
  if (url.origin === globalThis.location.origin) return new Worker(url, { type: "module" });
  const shim = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" }));
  return new Worker(shim, { type: "module" });
}

/**
 * The page's one Python: starts it when first needed, runs cells one after another in one namespace, stops and
 * replaces it. Knows nothing of how a page looks.
 */
export class RuntimeClient {
  readonly #workerUrl: URL;
  readonly #listeners = new Set<(state: RuntimeState) => void>();
  readonly #restartListeners = new Set<() => void>();
  #worker: Worker | null = null;
  #ready = false;
  #state: RuntimeState = { name: "idle" };
  #queue: Run[] = [];
  #active: ActiveRun | null = null;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  #count = 0;

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl;
  }

  get state(): RuntimeState {
    return this.#state;
  }

  onState(listener: (state: RuntimeState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called whenever the variables are gone: counters and "has run" marks hold no longer. */
  onRestart(listener: () => void): () => void {
    this.#restartListeners.add(listener);
    return () => this.#restartListeners.delete(listener);
  }

  /** Begins the download, nothing more: for a reader who may be about to press Run. */
  prepare(): void {
    if (this.#worker === null) this.#send({ type: "prepare" });
  }

  /** Puts a cell in the queue. The promise never rejects: whatever happens is an outcome. */
  run(source: string, events: RunEvents): Promise<RunOutcome> {
    return new Promise((end) => {
      this.#lastId += 1;
      this.#queue.push({ id: this.#lastId, source, events, end });
      this.#next();
    });
  }

  /** Stops the running cell, keeping the variables, and drops what waits behind it. */
  stop(): void {
    this.#drop("Stopped before it ran.");
    const active = this.#active;
    if (active === null || this.#state.name === "stopping") return;
    active.stop.pull();
    this.#send({ type: "stop", id: active.id });
    this.#setState({ name: "stopping" });
    this.#stopTimer = setTimeout(
      () =>
        this.#lose(
          "The cell did not stop within two seconds, so Python was restarted. The variables are gone: run the cells above again.",
        ),
      stopPatienceMs,
    );
  }

  /** Replaces Python with a fresh one. */
  restart(): void {
    this.#drop("Python was restarted before this cell ran.");
    if (this.#active !== null) {
      this.#lose("Python was restarted while this cell ran.");
    } else if (this.#worker !== null) {
      this.#discard();
      this.#send({ type: "start" });
    }
  }

  /** Ends Python for good; the page it served is gone. */
  dispose(): void {
    this.#drop("The page was left.");
    this.#discard();
    this.#end({ status: "lost", message: "The page was left." });
  }

  #setState(state: RuntimeState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #drop(message: string): void {
    const dropped = this.#queue;
    this.#queue = [];
    for (const run of dropped) run.end({ status: "unstarted", message });
  }

  #send(message: ToWorker): void {
    if (this.#worker === null) {
      const worker = makeWorker(this.#workerUrl);
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
      worker.onerror = (event) => {
        const reason = event.message ? ` (${event.message})` : "";
        this.#fail(`Python could not be started${reason}. Check the connection and press Run again.`);
      };
      this.#worker = worker;
      this.#setState({ name: "loading", loaded: 0, total: 0 });
    }
    this.#worker.postMessage(message);
  }

  #discard(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#count = 0;
    this.#setState({ name: "idle" });
    for (const listener of this.#restartListeners) listener();
  }

  #next(): void {
    if (this.#active !== null || this.#queue.length === 0) return;
    if (!this.#ready) {
      this.#send({ type: "start" });
      return;
    }
    const run = this.#queue.shift() as Run;
    const stop = makeStop();
    this.#active = { ...run, stop };
    this.#count += 1;
    run.events.started(this.#count);
    this.#setState({ name: "running" });
    this.#send({ type: "run", id: run.id, count: this.#count, source: run.source, stop: stop.channel });
  }

  #end(outcome: RunOutcome): void {
    clearTimeout(this.#stopTimer);
    const active = this.#active;
    this.#active = null;
    active?.stop.release();
    active?.end(outcome);
  }

  /** The running cell and the worker with it are gone; a fresh worker starts at once, so that the next Run is quick. */
  #lose(message: string): void {
    if (this.#active === null) return;
    this.#discard();
    this.#end({ status: "lost", message });
    this.#send({ type: "start" });
  }

  #fail(message: string): void {
    const busy = this.#active !== null;
    this.#discard();
    if (busy) this.#end({ status: "lost", message });
    this.#drop(message);
  }

  #receive(message: FromWorker): void {
    const active = this.#active;
    const current = active !== null && "id" in message && message.id === active.id;
    switch (message.type) {
      case "download":
        if (!this.#ready && this.#state.name === "loading") {
          this.#setState({ name: "loading", loaded: message.loaded, total: message.total });
        }
        break;
      case "ready":
        this.#ready = true;
        this.#setState({ name: "ready" });
        this.#next();
        break;
      case "failed":
        this.#fail(message.message);
        break;
      case "output":
        if (current) active.events.output(message.stream, message.text);
        break;
      case "cut":
        if (current) active.events.cut(message.limit);
        break;
      case "done":
        if (current) {
          this.#end(message.outcome);
          this.#setState({ name: "ready" });
          this.#next();
        }
        break;
      case "lost":
        if (current) {
          this.#lose(
            `Python broke down (${message.message}) and was restarted. The variables are gone: run the cells above again.`,
          );
        }
        break;
    }
  }
}
