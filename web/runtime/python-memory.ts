import type { PyodideAPI } from "pyodide";

/** The parts of CPython's C API and of Emscripten's module that builtins need; Pyodide exports both, without types. */
export interface PythonModule {
  HEAPF64: Float64Array;
  HEAPU32: Uint32Array;
  HEAPU8: Uint8Array;
  readonly wasmTable: { get(pointer: number): (...words: number[]) => number };
  addFunction(body: (...words: number[]) => number, signature: string): number;
  _malloc(bytes: number): number;
  _PyCFunction_NewEx(definition: number, self: number, module: number): number;
  _PyComplex_FromDoubles(real: number, imag: number): number;
  _PyDescr_NewMethod(type: number, definition: number): number;
  _PyErr_Occurred(): number;
  _PyFloat_AsDouble(object: number): number;
  _PyFloat_FromDouble(value: number): number;
  _PyFunction_SetVectorcall(callable: number, vectorcall: number): void;
  _PyImport_AddModule(name: number): number;
  _PyList_AsTuple(list: number): number;
  _PyList_Append(list: number, item: number): number;
  _PyList_New(length: number): number;
  _PyLong_FromDouble(value: number): number;
  _PyLong_FromLongLong(value: bigint): number;
  _PyObject_CallOneArg(callable: number, argument: number): number;
  _PyObject_SetAttr(object: number, name: number, value: number): number;
  _PyObject_SetAttrString(object: number, name: number, value: number): number;
  _PySlice_New(start: number, stop: number, step: number): number;
  _PyType_GenericAlloc(type: number, items: number): number;
  _PyType_GetSlot(type: number, slot: number): number;
  _PyType_IsSubtype(type: number, base: number): number;
  _PyVectorcall_Function(callable: number): number;
  _Py_DecRef(object: number): void;
  _Py_IncRef(object: number): void;
  _Py_GetConstantBorrowed(constant: number): number;
}

const TYPE = 4;
const VALUE = 8;
const SIZE = 8;
const LIST_ITEMS = 12;
const SLICE_PARTS = 8;

/**
 * Python's objects as they lie in its memory. Reading a number or a tuple's items where they lie costs a fraction of asking the C API for
 * them; what is assumed of the layout is checked when this is made.
 */
export class PythonMemory {
  readonly python: PythonModule;
  words: Uint32Array;
  doubles: Float64Array;
  readonly none: number;
  readonly false: number;
  readonly true: number;
  readonly ellipsis: number;
  readonly floatType: number;
  readonly intType: number;
  readonly tupleType: number;
  readonly listType: number;
  readonly sliceType: number;
  private readonly tupleItems: number;

  constructor(pyodide: PyodideAPI) {
    const python = (pyodide as unknown as { _module: PythonModule })._module;
    this.python = python;
    this.words = python.HEAPU32;
    this.doubles = python.HEAPF64;
    [this.none, this.false, this.true, this.ellipsis] = [0, 1, 2, 3].map((which) =>
      python._Py_GetConstantBorrowed(which),
    );

    const float = python._PyFloat_FromDouble(1.5);
    const int = python._PyLong_FromDouble(-54321);
    const list = python._PyList_New(0);
    python._PyList_Append(list, int);
    python._PyList_Append(list, float);
    const tuple = python._PyList_AsTuple(list);
    const slice = python._PySlice_New(int, float, 0);
    this.refresh();
    const samples = [float, int, tuple, list, slice];
    [this.floatType, this.intType, this.tupleType, this.listType, this.sliceType] = samples.map((o) => this.type(o));
    this.tupleItems = [12, 16].find((offset) => this.words[(tuple + offset) >>> 2] === int) ?? 0;
    const items = [list, tuple].flatMap((o) => [this.length(o), this.item(o, 0), this.item(o, 1)]);
    const parts = [0, 1, 2].map((i) => this.part(slice, i));
    if (
      `${[...items, ...parts]}` !== `${[2, int, float, 2, int, float, int, float, this.none]}` ||
      this.float(float) !== 1.5 ||
      this.int(int) !== -54321
    ) {
      throw new Error("Python keeps its objects where they are not expected");
    }
    for (const object of samples) python._Py_DecRef(object);
  }

  /** Takes the views anew; to be called first where Python's memory may have grown. */
  refresh(): void {
    if (this.words.length === 0) {
      this.words = this.python.HEAPU32;
      this.doubles = this.python.HEAPF64;
    }
  }

  word(address: number): number {
    return this.words[address >>> 2];
  }

  type(object: number): number {
    return this.words[(object + TYPE) >>> 2];
  }

  /** The value of a float. */
  float(object: number): number {
    return this.doubles[(object + VALUE) >>> 3];
  }

  /** The value of an int of one digit, 30 bits; NaN for others. */
  int(object: number): number {
    const tag = this.words[(object + VALUE) >>> 2];
    return tag < 16 ? (1 - (tag & 3)) * this.words[(object + VALUE + 4) >>> 2] : Number.NaN;
  }

  /** How many items a tuple or list has. */
  length(object: number): number {
    return this.words[(object + SIZE) >>> 2];
  }

  /** An item of a tuple, one of a subclass too, or of a list. */
  item(object: number, i: number): number {
    const first =
      this.type(object) === this.listType ? this.words[(object + LIST_ITEMS) >>> 2] : object + this.tupleItems;
    return this.words[(first >>> 2) + i];
  }

  /** A slice's start, stop or step. */
  part(slice: number, i: number): number {
    return this.words[((slice + SLICE_PARTS) >>> 2) + i];
  }
}
