import type { StreamName } from "./boot.ts";

const postEveryMs = 30;

export interface OutputSink {
  text(stream: StreamName, text: string): void;
  cut(limit: number): void;
}

/** Between Python and the page: gathers what comes in quick succession, and ends a flood. */
export class OutputGate {
  readonly #sink: OutputSink;
  readonly #limit: number;
  #pending: { stream: StreamName; text: string }[] = [];
  #sent = 0;
  #posted = 0;

  /** @param limit characters a run may print. */
  constructor(sink: OutputSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
  }

  write(stream: StreamName, text: string): void {
    const room = this.#limit - this.#sent;
    if (room < 0) return;
    this.#sent += text.length;
    const last = this.#pending.at(-1);
    const kept = text.length > room ? text.slice(0, room) : text;
    if (last?.stream === stream) last.text += kept;
    else this.#pending.push({ stream, text: kept });
    if (this.#sent > this.#limit) {
      this.flush();
      this.#sink.cut(this.#limit);
    } else if (performance.now() - this.#posted >= postEveryMs) {
      this.flush();
    }
  }

  flush(): void {
    this.#posted = performance.now();
    for (const { stream, text } of this.#pending) this.#sink.text(stream, text);
    this.#pending = [];
  }
}
