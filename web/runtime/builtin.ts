import type { PyodideAPI } from "pyodide";

/** The parts of CPython's C API and of Emscripten's module that builtins need; Pyodide exports both, without types. */
interface PythonModule {
  HEAPF64: Float64Array;
  HEAPU32: Uint32Array;
  HEAPU8: Uint8Array;
  addFunction(body: (...words: number[]) => number, signature: string): number;
  _malloc(bytes: number): number;
  _PyCFunction_NewEx(definition: number, self: number, module: number): number;
  _PyDescr_NewMethod(type: number, definition: number): number;
  _PyErr_Occurred(): number;
  _PyFloat_AsDouble(object: number): number;
  _PyFloat_FromDouble(value: number): number;
  _PyImport_AddModule(name: number): number;
  _PyObject_CallOneArg(callable: number, argument: number): number;
  _PyObject_SetAttr(object: number, name: number, value: number): number;
  _PyObject_SetAttrString(object: number, name: number, value: number): number;
  _PyType_GenericAlloc(type: number, items: number): number;
  _Py_DecRef(object: number): void;
  _Py_IncRef(object: number): void;
  _Py_GetConstantBorrowed(constant: number): number;
}

const METH_NOARGS = 0x04;
const METH_FASTCALL = 0x80;
const PY_CONSTANT_NONE = 0;

/** What is behind the builtins. None of it may throw: an exception would unwind through the interpreter. */
export interface Door {
  /** Where a row's slots are written; asked for each call, since a heap moves when it grows. */
  heap(): Float64Array;
  readonly start: number;
  /** Sends the `count` slots that were written; gives the engine's number, negative on an error. */
  send(count: number): number;
  /** The number of an error that did not come from the engine, which is then asked for its text. */
  refuse(text: string): number;
  readonly capacity: number;
}

/** How objects of one class lie in memory, and what raises their library's errors. */
interface Layout {
  handle: number;
  others: number[];
  fail: number;
}

/**
 * Puts three builtins into Python's module `_sconce_call`:
 *
 * - `call(code, *slots)` sends a row and returns the engine's number as a float;
 * - `create(cls, code, *slots)` does so for an op that returns one tensor, and returns it as a new object of `cls`, its handle in the first
 *   slot that `adopt` was told of and None in the others; an error ends in a call of `fail(number)`, which raises;
 * - `adopt(cls, size, fail, *names)` learns where objects of `cls`, `size` bytes long, keep the attributes `names`. The first class adopted
 *   is the base of all others: its objects hand their handles back when they die, with the next row.
 *
 * A Python call of a JavaScript function goes through a proxy that converts each argument; a C function pointer in Python's own table costs
 * a third of that. An object made here is cheaper than one that Python code makes and fills, and a finalizer here than one in Python; nor
 * can Stop strike between the engine's answer and the object that owns it.
 *
 * Returns a function that tells how many handles wait to be handed back.
 */
export function openDoor(pyodide: PyodideAPI, door: Door): () => number {
  const python = (pyodide as unknown as { _module: PythonModule })._module;
  let words = python.HEAPU32;
  let doubles = python.HEAPF64;
  const refresh = (): void => {
    if (words.length === 0) {
      words = python.HEAPU32;
      doubles = python.HEAPF64;
    }
  };

  // A float's value lies at a fixed place behind its type; ints and whatever else has __float__ go through the C API.
  const sample = python._PyFloat_FromDouble(1.5);
  const floatType = words[(sample + 4) >> 2];
  if (doubles[(sample + 8) >> 3] !== 1.5) throw new Error("Python keeps its floats where they are not expected");
  python._Py_DecRef(sample);
  const none = python._Py_GetConstantBorrowed(PY_CONSTANT_NONE);

  const dead: number[] = [];

  /** Sends the objects at `first` and on as a row; NaN where one of them is no number, with Python's error set. */
  function send(first: number, given: number): number {
    const heap = door.heap();
    let at = door.start;
    const end = at + door.capacity;
    if (given + 2 > door.capacity) {
      return door.refuse(`a call of ${given + 2} slots does not fit the ${door.capacity} that a row has`);
    }
    for (let i = 0; i < given; i++) {
      const object = words[(first >> 2) + i];
      if (words[(object + 4) >> 2] === floatType) {
        heap[at++] = doubles[(object + 8) >> 3];
      } else {
        const value = python._PyFloat_AsDouble(object);
        if (value === -1 && python._PyErr_Occurred() !== 0) return Number.NaN;
        heap[at++] = value;
      }
      if (i === 0) heap[at++] = given - 1;
    }
    const count = at++;
    const buried = Math.min(dead.length, end - at);
    for (let i = 0; i < buried; i++) heap[at++] = dead.pop() as number;
    heap[count] = buried;
    return door.send(at - door.start);
  }

  const layouts = new Map<number, Layout>();
  let base = 0;
  let handleOffset = 0;

  function call(_self: number, first: number, given: number): number {
    refresh();
    const status = send(first, given);
    return Number.isNaN(status) ? 0 : python._PyFloat_FromDouble(status);
  }

  function create(_self: number, first: number, given: number): number {
    refresh();
    const cls = words[first >> 2];
    const layout = layouts.get(cls) as Layout;
    const status = send(first + 4, given - 1);
    if (!(status > 0)) {
      if (Number.isNaN(status)) return 0;
      const number = python._PyFloat_FromDouble(status);
      const result = python._PyObject_CallOneArg(layout.fail, number);
      python._Py_DecRef(number);
      return result;
    }
    const handle = python._PyFloat_FromDouble(status);
    const object = python._PyType_GenericAlloc(cls, 0);
    refresh();
    if (object === 0) {
      dead.push(status);
      return 0;
    }
    words[(object + layout.handle) >> 2] = handle;
    for (const offset of layout.others) words[(object + offset) >> 2] = none;
    return object;
  }

  function bury(self: number): number {
    refresh();
    const handle = words[(self + handleOffset) >> 2];
    if (handle !== 0) dead.push(doubles[(handle + 8) >> 3]);
    return none;
  }

  function adopt(_self: number, first: number, given: number): number {
    refresh();
    const [cls, size, fail, ...names] = words.slice(first >> 2, (first >> 2) + given);
    const end = python._PyFloat_AsDouble(size);
    const object = python._PyType_GenericAlloc(cls, 0);
    const mark = python._PyFloat_FromDouble(0);
    const offsets: number[] = [];
    for (const name of names) {
      if (python._PyObject_SetAttr(object, name, mark) !== 0) return 0;
      refresh();
      for (let offset = 8; offset < end; offset += 4) {
        if (words[(object + offset) >> 2] === mark && !offsets.includes(offset)) {
          offsets.push(offset);
          break;
        }
      }
    }
    python._Py_DecRef(mark);
    const [handle, ...others] = offsets;
    python._Py_IncRef(fail);
    layouts.set(cls, { handle, others, fail });
    if (base === 0 || base === cls) {
      base = cls;
      handleOffset = handle;
      const method = python._PyDescr_NewMethod(cls, define("__del__", bury, "iii", METH_NOARGS));
      python._PyObject_SetAttrString(cls, cString("__del__"), method);
      python._Py_DecRef(method);
    }
    // Its handle is still the mark, 0: the engine takes that for none.
    python._Py_DecRef(object);
    return none;
  }

  // These live as long as Python.
  function cString(text: string): number {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const pointer = python._malloc(bytes.length);
    python.HEAPU8.set(bytes, pointer);
    return pointer;
  }
  function define(name: string, body: (...words: number[]) => number, signature: string, flags: number): number {
    const definition = python._malloc(16);
    const pointer = python.addFunction(body, signature);
    python.HEAPU32.set([cString(name), pointer, flags, 0], definition >> 2);
    return definition;
  }
  const module = python._PyImport_AddModule(cString("_sconce_call"));
  for (const [name, body] of Object.entries({ call, create, adopt })) {
    const made = python._PyCFunction_NewEx(define(name, body, "iiii", METH_FASTCALL), 0, 0);
    python._PyObject_SetAttrString(module, cString(name), made);
    python._Py_DecRef(made);
  }
  return () => dead.length;
}
