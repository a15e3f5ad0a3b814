import type { CellOutcome, StreamName } from "./boot.ts";

/** How a run learns that the reader pressed Stop; `interrupt.ts` says why there are two. */
export type StopChannel = { kind: "url"; url: string } | { kind: "shared"; flag: SharedArrayBuffer };

/** All that the page may say to its worker. A restart is no message: the worker is replaced. */
export type ToWorker =
  | { type: "prepare" }
  | { type: "start" }
  | { type: "run"; id: number; count: number; source: string; stop: StopChannel }
  | { type: "stop"; id: number };

/** All that a worker may say to its page. */
export type FromWorker =
  /** Bytes as they arrive, unpacked; the total is known from the build. */
  | { type: "download"; loaded: number; total: number }
  | { type: "ready" }
  /** Python could not start; a new worker may fare better. */
  | { type: "failed"; message: string }
  | { type: "output"; id: number; stream: StreamName; text: string }
  /** The run printed more than a page can show; the rest is dropped. */
  | { type: "cut"; id: number; limit: number }
  | { type: "done"; id: number; outcome: CellOutcome }
  /** The interpreter itself broke during a run, so this worker is of no more use. */
  | { type: "lost"; id: number; message: string };
