import type { PyodideAPI } from "pyodide";

/** The parts of CPython's C API and of Emscripten's module that a builtin needs; Pyodide exports both, without types. */
interface PythonModule {
  HEAPF64: Float64Array;
  HEAPU32: Uint32Array;
  HEAPU8: Uint8Array;
  addFunction(body: (...words: number[]) => number, signature: string): number;
  _malloc(bytes: number): number;
  _PyCFunction_NewEx(definition: number, self: number, module: number): number;
  _PyFloat_AsDouble(object: number): number;
  _PyErr_Occurred(): number;
  _PyFloat_FromDouble(value: number): number;
  _PyImport_AddModule(name: number): number;
  _PyObject_SetAttrString(object: number, name: number, value: number): number;
  _Py_DecRef(object: number): void;
}

/** Copies the call's arguments into `target` from `start` on; false where one is no number, which the caller then hears of. */
export type ReadArguments = (target: Float64Array, start: number) => boolean;

const METH_FASTCALL = 0x80;

/**
 * Makes `body` the builtin function `name` of the Python module `module`. It takes numbers by position and returns a float, and it
 * must not throw: an exception would unwind through the interpreter.
 *
 * A Python call of a JavaScript function goes through a proxy, and one with many arguments converts each of them; as a C function
 * pointer in Python's own table it costs a third of that.
 */
export function defineBuiltin(
  pyodide: PyodideAPI,
  module: string,
  name: string,
  body: (read: ReadArguments, count: number) => number,
): void {
  const python = (pyodide as unknown as { _module: PythonModule })._module;
  // Both live as long as the function, which lives as long as Python.
  const cString = (text: string): number => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const pointer = python._malloc(bytes.length);
    python.HEAPU8.set(bytes, pointer);
    return pointer;
  };

  // A float's value lies at a fixed place behind its type; ints and whatever else has __float__ go through the C API.
  const sample = python._PyFloat_FromDouble(1.5);
  const floatType = python.HEAPU32[(sample + 4) >> 2];
  if (python.HEAPF64[(sample + 8) >> 3] !== 1.5) throw new Error("Python keeps its floats where they are not expected");
  python._Py_DecRef(sample);

  let words = python.HEAPU32;
  let doubles = python.HEAPF64;
  let first = 0;
  let given = 0;
  let failed = false;
  const read: ReadArguments = (target, start) => {
    for (let i = 0; i < given; i++) {
      const object = words[first + i];
      if (words[(object + 4) >> 2] === floatType) {
        target[start + i] = doubles[(object + 8) >> 3];
      } else {
        target[start + i] = python._PyFloat_AsDouble(object);
        if (target[start + i] === -1 && python._PyErr_Occurred() !== 0) {
          failed = true;
          return false;
        }
      }
    }
    return true;
  };
  const pointer = python.addFunction((_self, args, count) => {
    if (words.length === 0) {
      words = python.HEAPU32;
      doubles = python.HEAPF64;
    }
    first = args >> 2;
    given = count;
    failed = false;
    const result = body(read, count);
    return failed ? 0 : python._PyFloat_FromDouble(result);
  }, "iiii");
  const definition = python._malloc(16);
  python.HEAPU32.set([cString(name), pointer, METH_FASTCALL, 0], definition >> 2);
  const builtin = python._PyCFunction_NewEx(definition, 0, 0);
  python._PyObject_SetAttrString(python._PyImport_AddModule(cString(module)), cString(name), builtin);
  python._Py_DecRef(builtin);
}
