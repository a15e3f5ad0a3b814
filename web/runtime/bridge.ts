import type { PyodideAPI } from "pyodide";
import type { PyBuffer } from "pyodide/ffi";
import { openDoor } from "./builtin.ts";

/** What the engine's Embind module offers; `engine/bindings/README.md` describes each part. */
export interface EngineModule {
  HEAPF64: Float64Array;
  wasmMemory: WebAssembly.Memory;
  schema(): string;
  _sconce_call(): number;
  row_pointer(): number;
  row_capacity(): number;
  last_error(): string;
  stats(): string;
  reset(): void;
  data_pointer(handle: number): number;
  data_bytes(handle: number): number;
  grad_fn_name(handle: number): string;
  grad_graph(handle: number): string;
  set_poll(stop: () => boolean): void;
}

/** What Python's `sconce_face.attach` is given. */
export interface Bridge {
  /** Says where in Python's memory results go: a row of `length` float64 slots at `address`. */
  attach(address: number, length: number): void;
  /** How many handles of dead arrays wait for the next row. */
  waiting(): number;
  last_error(): string;
  schema(): string;
  stats(): string;
  reset(): void;
  grad_fn_name(handle: number): string;
  grad_graph(handle: number): string;
  upload(handle: number, source: PyBuffer): void;
  download(handle: number, target: PyBuffer): void;
}

enum ResultLayout {
  nothing,
  value,
  scalar,
  counted,
}

function resultLayout(returns: string): ResultLayout {
  if (returns === "()" || returns === "Tensor") return ResultLayout.nothing;
  if (returns === "Scalar") return ResultLayout.scalar;
  if (returns.startsWith("(") || returns.endsWith("[]")) return ResultLayout.counted;
  return ResultLayout.value;
}

/**
 * How the results of each operation lie in a row. It follows from the engine's schema, a text so long that the build reads it instead of every
 * page.
 */
export function resultLayouts(engine: EngineModule): Uint8Array {
  return Uint8Array.from(JSON.parse(engine.schema()) as { returns: string }[], (op) => resultLayout(op.returns));
}

/** Pyodide's heap is not in its public types, yet results must cross without an object per call. */
interface PyodideHeap {
  HEAPF64: Float64Array;
}

const INTERNAL_ERROR = -13;

/**
 * Joins Python to the engine: the module `_sconce_call` for calls, the returned object for everything else. Both heaps live in separate
 * Wasm memories, so slots are copied one by one; either memory may grow during a call, which detaches the views on it.
 */
export function createBridge(engine: EngineModule, pyodide: PyodideAPI, layouts: Uint8Array): Bridge {
  const pythonModule = (pyodide as unknown as { _module: PyodideHeap })._module;
  const row = engine.row_pointer() / 8;
  const capacity = engine.row_capacity();
  const call = engine._sconce_call;
  let engineHeap = engine.HEAPF64;
  let pythonHeap = pythonModule.HEAPF64;
  let base = 0;
  let length = 0;

  function attach(address: number, slots: number): void {
    base = address / 8;
    length = slots;
  }

  function copyResults(op: number): void {
    if (engineHeap.length === 0) engineHeap = engine.HEAPF64;
    let count = 0;
    switch (layouts[op]) {
      case ResultLayout.value:
        count = 1;
        break;
      case ResultLayout.scalar:
        count = 3;
        break;
      case ResultLayout.counted:
        count = 1 + engineHeap[row];
        break;
    }
    if (count > length) {
      throw new RangeError(`a result of ${count} slots does not fit Python's row of ${length}`);
    }
    for (let i = 0; i < count; i++) pythonHeap[base + i] = engineHeap[row + i];
  }

  /** What went wrong on the way, where it was not the engine that failed. */
  let failure = "";

  function refuse(text: string): number {
    failure = `engine: ${text}`;
    return INTERNAL_ERROR;
  }

  function heap(): Float64Array {
    if (engineHeap.length === 0) engineHeap = engine.HEAPF64;
    return engineHeap;
  }

  function send(): number {
    try {
      const op = engineHeap[row] >> 3;
      const status = call();
      if (status === 0) {
        if (pythonHeap.length === 0) pythonHeap = pythonModule.HEAPF64;
        copyResults(op);
      }
      return status;
    } catch (error) {
      return refuse((error as Error).message);
    }
  }

  function lastError(): string {
    const text = failure || engine.last_error();
    failure = "";
    return text;
  }

  const waiting = openDoor(pyodide, { heap, start: row, capacity, send, refuse });

  /** The bytes of a contiguous tensor, as a view that is good until the engine's memory next grows. */
  function tensorBytes(handle: number): Uint8Array {
    const pointer = engine.data_pointer(handle);
    const size = engine.data_bytes(handle);
    if (pointer === 0 && size > 0) throw new Error("engine: only a contiguous tensor has its bytes in one piece");
    return new Uint8Array(engine.wasmMemory.buffer, pointer, size);
  }

  function withBytes(handle: number, buffer: PyBuffer, copy: (tensor: Uint8Array, python: Uint8Array) => void): void {
    const view = buffer.getBuffer("u8");
    try {
      const tensor = tensorBytes(handle);
      const python = view.data as Uint8Array;
      if (tensor.length !== python.length) {
        throw new RangeError(`engine: a tensor of ${tensor.length} bytes and a buffer of ${python.length} bytes`);
      }
      copy(tensor, python);
    } finally {
      view.release();
    }
  }

  return {
    attach,
    waiting,
    last_error: lastError,
    schema: () => engine.schema(),
    stats: () => engine.stats(),
    reset: () => engine.reset(),
    grad_fn_name: (handle) => engine.grad_fn_name(handle),
    grad_graph: (handle) => engine.grad_graph(handle),
    upload: (handle, source) => withBytes(handle, source, (tensor, python) => tensor.set(python)),
    download: (handle, target) => withBytes(handle, target, (tensor, python) => python.set(tensor)),
  };
}
