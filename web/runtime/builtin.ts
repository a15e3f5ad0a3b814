import type { PyodideAPI } from "pyodide";
import { PythonMemory } from "./python-memory.ts";
import { type Form, QuickCalls, undecided } from "./quick.ts";
import { type Door, Row } from "./row.ts";

const METH_NOARGS = 0x04;
const METH_FASTCALL = 0x80;
const SLOT_FINALIZE = 80;
/** Within how many bytes of a type its slots lie. */
const TYPE_BYTES = 256;

/** How objects of one class lie in memory, and what raises their library's errors. */
interface Layout {
  handle: number;
  /** Where an object keeps what two arrays of one shape and dtype have in common. */
  facts: number[];
  others: number[];
  fail: number;
}

/**
 * Puts builtins into Python's module `_sconce_call`:
 *
 * - `call(code, *slots)` sends a row and returns the engine's number as a float;
 * - `create(cls, code, *slots)` does so for an op that returns one tensor, and returns it as a new object of `cls`, its handle in the first
 *   slot that `adopt` was told of and None in the others; an error ends in a call of `fail(number)`, which raises;
 * - `adopt(cls, size, fail, facts, *names)` learns where objects of `cls`, `size` bytes long, keep the attributes `names`: the handle,
 *   then as many `facts` that arrays of one shape and dtype have in common, then others. The first class adopted is the base of all others: its objects hand their handles back when they die, with the next row;
 * - `quicken(function, cls, finish, doubts, code, positional, names, *steps)` makes calls of one form skip the function's body (`quick.ts`), and
 *   `slacken()` undoes all of that. A call gives a new object of `cls` where `finish` is None, its first argument where it is True, the
 *   number in the row where it is False, else what `finish` makes of the engine's number.
 *
 * A Python call of a JavaScript function goes through a proxy that converts each argument; a C function pointer in Python's own table costs
 * a third of that. An object made here is cheaper than one that Python code makes and fills, and a finalizer here than one in Python; nor
 * can Stop strike between the engine's answer and the object that owns it.
 *
 * Returns a function that tells how many handles wait to be handed back.
 */
export function openDoor(pyodide: PyodideAPI, door: Door): () => number {
  const memory = new PythonMemory(pyodide);
  const { python, none } = memory;
  const row = new Row(door);
  const layouts = new Map<number, Layout>();
  let base = 0;
  let handleOffset = 0;

  /** Sends the objects at `first` and on as a row; NaN where one of them is no number, with Python's error set. */
  function send(first: number, given: number): number {
    if (given + 2 > door.capacity) {
      return door.refuse(`a call of ${given + 2} slots does not fit the ${door.capacity} that a row has`);
    }
    for (let i = 0; i < given; i++) {
      const object = memory.word(first + 4 * i);
      let value: number;
      if (memory.type(object) === memory.floatType) {
        value = memory.float(object);
      } else {
        value = python._PyFloat_AsDouble(object);
        if (value === -1 && python._PyErr_Occurred() !== 0) return Number.NaN;
      }
      if (i === 0) row.begin(value);
      else row.put(value);
    }
    return row.send();
  }

  function call(_self: number, first: number, given: number): number {
    memory.refresh();
    const status = send(first, given);
    return Number.isNaN(status) ? 0 : python._PyFloat_FromDouble(status);
  }

  function create(_self: number, first: number, given: number): number {
    memory.refresh();
    const status = send(first + 4, given - 1);
    return Number.isNaN(status) ? 0 : made(memory.word(first), status);
  }

  /** A new object for the engine's positive number; what `fail` returns for another, which is 0. */
  function made(cls: number, status: number): number {
    const layout = layouts.get(cls) as Layout;
    if (!(status > 0)) return told(layout.fail, status);
    const handle = python._PyFloat_FromDouble(status);
    const object = python._PyType_GenericAlloc(cls, 0);
    memory.refresh();
    if (object === 0) {
      row.dead.push(status);
      return 0;
    }
    memory.words[(object + layout.handle) >>> 2] = handle;
    for (const offset of layout.others) memory.words[(object + offset) >>> 2] = none;
    return object;
  }

  function shareFacts(cls: number, from: number, to: number): void {
    for (const offset of (layouts.get(cls) as Layout).facts) {
      const fact = memory.word(from + offset);
      python._Py_IncRef(fact);
      memory.words[(to + offset) >>> 2] = fact;
    }
  }

  /** What a Python callable returns for the engine's number. */
  function told(callable: number, status: number): number {
    const number = python._PyFloat_FromDouble(status);
    const result = python._PyObject_CallOneArg(callable, number);
    python._Py_DecRef(number);
    return result;
  }

  /** The Python number that the engine left in the row, by its kind. */
  function scalar(): number {
    const heap = door.heap();
    const [kind, value, low] = [heap[door.start], heap[door.start + 1], heap[door.start + 2]];
    switch (kind) {
      case 1:
        return value === 0 ? memory.false : memory.true;
      case 2:
        return python._PyLong_FromDouble(value);
      case 3:
        return python._PyFloat_FromDouble(value);
      case 4:
        return python._PyLong_FromLongLong((BigInt(value) << 32n) | BigInt(low));
      default:
        return python._PyComplex_FromDoubles(value, low);
    }
  }

  const LIKE_FIRST = 16;

  function answer({ cls, finish, doubts }: Form, self: number): number {
    const status = row.send();
    if (doubts !== 0) {
      const notes = door.heap()[door.start];
      if (status < 0 || (notes & doubts) !== 0) {
        if (status > 0) row.dead.push(status);
        return undecided;
      }
      const object = made(cls, status);
      if (object !== 0 && (notes & LIKE_FIRST) !== 0) shareFacts(cls, self, object);
      return object;
    }
    if (finish === none) return made(cls, status);
    if (status < 0) return told((layouts.get(cls) as Layout).fail, status);
    if (finish === memory.false) return scalar();
    if (finish !== memory.true) return told(finish, status);
    python._Py_IncRef(self);
    return self;
  }
  const quick = new QuickCalls(memory, row, answer);

  function quicken(_self: number, first: number, given: number): number {
    memory.refresh();
    quick.add(Array.from({ length: given }, (_, i) => memory.word(first + 4 * i)));
    return none;
  }

  function slacken(): number {
    quick.clear();
    return none;
  }

  function bury(self: number): number {
    memory.refresh();
    const handle = memory.word(self + handleOffset);
    if (handle !== 0) row.dead.push(memory.float(handle));
    return none;
  }

  const finalizer = python.addFunction((self: number) => {
    bury(self);
    return 0;
  }, "vi");

  /** Puts the finalizer where Python's own would look up and call `__del__`, which says the same. */
  function shortenFinalizer(cls: number): void {
    const found = python._PyType_GetSlot(cls, SLOT_FINALIZE);
    const slots = Array.from({ length: TYPE_BYTES / 4 }, (_, i) => cls + 4 * i).filter(
      (at) => memory.word(at) === found,
    );
    if (slots.length === 1) memory.words[slots[0] >>> 2] = finalizer;
  }

  function adopt(_self: number, first: number, given: number): number {
    memory.refresh();
    const [cls, size, fail, facts, ...names] = memory.words.slice(first >>> 2, (first >>> 2) + given);
    const end = python._PyFloat_AsDouble(size);
    const object = python._PyType_GenericAlloc(cls, 0);
    const mark = python._PyFloat_FromDouble(0);
    const offsets: number[] = [];
    for (const name of names) {
      if (python._PyObject_SetAttr(object, name, mark) !== 0) return 0;
      memory.refresh();
      for (let offset = 8; offset < end; offset += 4) {
        if (memory.word(object + offset) === mark && !offsets.includes(offset)) {
          offsets.push(offset);
          break;
        }
      }
    }
    python._Py_DecRef(mark);
    const [handle, ...others] = offsets;
    python._Py_IncRef(fail);
    layouts.set(cls, { handle, facts: others.slice(0, memory.float(facts)), others, fail });
    if (base === 0 || base === cls) {
      base = cls;
      handleOffset = handle;
      quick.locate(handle);
      const method = python._PyDescr_NewMethod(cls, define("__del__", bury, "iii", METH_NOARGS));
      python._PyObject_SetAttrString(cls, cString("__del__"), method);
      python._Py_DecRef(method);
    }
    shortenFinalizer(cls);
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
    python.HEAPU32.set([cString(name), pointer, flags, 0], definition >>> 2);
    return definition;
  }
  const module = python._PyImport_AddModule(cString("_sconce_call"));
  for (const [name, body] of Object.entries({ call, create, adopt, quicken, slacken })) {
    const made = python._PyCFunction_NewEx(define(name, body, "iiii", METH_FASTCALL), 0, 0);
    python._PyObject_SetAttrString(module, cString(name), made);
    python._Py_DecRef(made);
  }
  return () => row.dead.length;
}
