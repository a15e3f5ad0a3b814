import type { StopChannel } from "./messages.ts";

const checkEveryMs = 100;
const sigint = 2;

/**
 * Reads the page's wish to stop while this worker is busy and can take no message.
 *
 * Where the page is isolated both sides share memory. Anywhere else the page makes a `blob:` URL and revokes it to stop:
 * a synchronous request for it then fails. That needs no header, no service worker and no stack switching.
 */
function reader(channel: StopChannel): () => boolean {
  if (channel.kind === "shared") {
    const flag = new Int32Array(channel.flag);
    return () => Atomics.load(flag, 0) !== 0;
  }
  // A site's policy may forbid such requests. Then all fail and say nothing about Stop: the page falls back on replacing the worker.
  let forbidden = false;
  return () => {
    if (forbidden || exists(channel.url)) return false;
    forbidden = !requestsWork();
    return !forbidden;
  };
}

function exists(url: string): boolean {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  try {
    request.send();
    return true;
  } catch {
    return false;
  }
}

function requestsWork(): boolean {
  const url = URL.createObjectURL(new Blob(["1"]));
  const work = exists(url);
  URL.revokeObjectURL(url);
  return work;
}

/**
 * Pyodide's interrupt buffer, as an object: Python reads element 0 every few instructions, raises KeyboardInterrupt when
 * it is 2, and writes 0 to say that it has seen it. The getter keeps the real check to one every 100 ms.
 */
export class Interrupt {
  readonly #tick: () => void;
  #read: (() => boolean) | null = null;
  #checked = 0;
  #wanted = false;
  #seen = false;

  /** @param tick called as often as the real check: a busy worker's only chance to do something else now and then. */
  constructor(tick: () => void) {
    this.#tick = tick;
  }

  arm(channel: StopChannel): void {
    this.#read = reader(channel);
    this.#checked = performance.now();
    this.#wanted = false;
    this.#seen = false;
  }

  disarm(): void {
    this.#read = null;
  }

  /** Does something in Python that a stop must not hit. */
  without<T>(action: () => T): T {
    const read = this.#read;
    this.#read = null;
    try {
      return action();
    } finally {
      this.#read = read;
    }
  }

  /** For the engine's long loops. A stop told here is not told to Python again. */
  poll(): boolean {
    const stop = this.#stop();
    if (stop) this.#seen = true;
    return stop;
  }

  #stop(): boolean {
    if (this.#read === null || this.#seen) return false;
    const now = performance.now();
    if (!this.#wanted && now - this.#checked >= checkEveryMs) {
      this.#checked = now;
      this.#tick();
      this.#wanted = this.#read();
    }
    return this.#wanted;
  }

  get 0(): number {
    return this.#stop() ? sigint : 0;
  }

  set 0(value: number) {
    if (value === 0 && this.#wanted) this.#seen = true;
  }
}
