import type { StreamName } from "./boot.ts";

/** A burst of this many posts goes out at once; a lasting stream gets one post per interval. */
const burst = 50;
const postEveryMs = 30;

export interface OutputSink {
  text(stream: StreamName, text: string): void;
  cut(limit: number): void;
}

/** Between Python and the page: passes on what comes, gathers what comes too fast to be drawn, and ends a flood. */
export class OutputGate {
  readonly #sink: OutputSink;
  readonly #limit: number;
  #pending: { stream: StreamName; text: string }[] = [];
  #sent = 0;
  #credit = burst;
  #counted = performance.now();

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
    } else if (this.#mayPost()) {
      this.flush();
    }
  }

  #mayPost(): boolean {
    const now = performance.now();
    this.#credit = Math.min(burst, this.#credit + (now - this.#counted) / postEveryMs);
    this.#counted = now;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }

  flush(): void {
    for (const { stream, text } of this.#pending) this.#sink.text(stream, text);
    this.#pending = [];
  }
}
