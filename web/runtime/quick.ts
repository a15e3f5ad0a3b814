import type { PythonMemory } from "./python-memory.ts";
import type { Row } from "./row.ts";

/** How an argument becomes slots; `sconce_face/quick.py` has the same list. */
enum Reader {
  /** No argument: its number is a constant. */
  constant,
  /** Any argument of the step's type, which writes nothing. */
  nothing,
  /** The handle of an array. */
  array,
  /** An array or a number, and which of them. */
  operand,
  /** An int, a float or a bool. */
  number,
  /** A tuple or list of ints, and its length. */
  ints,
  /** This argument and all that follow by position, as `ints`. */
  rest,
  /** A tuple or list of arrays, and its length. */
  arrays,
  /** What stands between the brackets of x[...]: ints, slices, None and Ellipsis. */
  index,
}

interface Step {
  reader: Reader;
  /** The exact type that the argument must have; 0 where the reader says enough. */
  type: number;
  /** The argument's place, or the constant. */
  number: number;
}

/** One form of call: the arguments it has, and the row they become. */
export interface Form {
  code: number;
  /** How many arguments go by position; with a step `rest`, the least number. */
  positional: number;
  open: boolean;
  /** The names of those that go by keyword, as the call has them. */
  names: number[];
  steps: Step[];
  /** The class of arrays, and what Python object the engine's number becomes. */
  cls: number;
  finish: number;
  /** With which notes on the result (`engine/bindings/README.md`) the body has to look into the call; the others are not asked for. */
  doubts: number;
}

interface Quickened {
  forms: Form[];
  body(callable: number, first: number, given: number, names: number): number;
  bodyPointer: number;
}

/** In the place of an object: the function's body has to do the call. */
export const undecided = -1;
const WATCHED = 4;
/** What a function is called with beyond this many forms goes through its body. */
const MOST_FORMS = 8;
const VECTORCALL_COUNT = 0x7fffffff;

/**
 * Calls of Python functions that need none of their Python. Where the arguments have a form that the function was given, they are written
 * as a row and sent; otherwise the function's own body runs. To `inspect` and all others the function stays what it was: only its
 * vectorcall pointer is another.
 */
export class QuickCalls {
  private readonly memory: PythonMemory;
  private readonly row: Row;
  private readonly vectorcall: number;
  private readonly quickened = new Map<number, Quickened>();
  private handleOffset = 0;

  /** `answer` sends the row and turns the engine's number into a Python object; `self` is the first argument. */
  constructor(memory: PythonMemory, row: Row, answer: (form: Form, self: number) => number) {
    this.memory = memory;
    this.row = row;
    this.vectorcall = memory.python.addFunction((callable, first, given, names) => {
      memory.refresh();
      const { forms, body } = this.quickened.get(callable) as Quickened;
      for (const form of forms) {
        if (this.write(form, first, given & VECTORCALL_COUNT, names)) {
          const result = answer(form, memory.word(first));
          if (result !== undecided) return result;
          break;
        }
      }
      return body(callable, first, given, names);
    }, "iiiii");
  }

  /** Says where an array's handle lies. */
  locate(handleOffset: number): void {
    this.handleOffset = handleOffset;
  }

  /** Takes `function, cls, finish, doubts, code, positional, names` and three words a step: reader, type or None, number. */
  add([callable, cls, finish, doubts, code, positional, names, ...words]: number[]): void {
    const { memory, quickened } = this;
    const { python } = memory;
    let found = quickened.get(callable);
    if (found === undefined) {
      const bodyPointer = python._PyVectorcall_Function(callable);
      found = { forms: [], body: python.wasmTable.get(bodyPointer), bodyPointer };
      quickened.set(callable, found);
      python._PyFunction_SetVectorcall(callable, this.vectorcall);
    }
    if (found.forms.length === MOST_FORMS) return;
    const steps: Step[] = [];
    for (let i = 0; i < words.length; i += 3) {
      const type = words[i + 1] === memory.none ? 0 : words[i + 1];
      steps.push({ reader: memory.float(words[i]), type, number: memory.float(words[i + 2]) });
    }
    found.forms.push({
      code: memory.float(code) + (memory.float(doubts) === 0 ? 0 : WATCHED),
      doubts: memory.float(doubts),
      positional: memory.float(positional),
      open: steps.some(({ reader }) => reader === Reader.rest),
      names: Array.from({ length: memory.length(names) }, (_, i) => memory.item(names, i)),
      steps,
      cls,
      finish,
    });
  }

  /** Lets every function run its own body again. */
  clear(): void {
    for (const [callable, { bodyPointer }] of this.quickened) {
      this.memory.python._PyFunction_SetVectorcall(callable, bodyPointer);
    }
    this.quickened.clear();
  }

  /** Writes the row of a call; false where the arguments are of another form. */
  private write(form: Form, first: number, positional: number, names: number): boolean {
    const { memory, row } = this;
    if (form.open ? positional < form.positional : positional !== form.positional) return false;
    if ((names === 0 ? 0 : memory.length(names)) !== form.names.length) return false;
    for (let i = 0; i < form.names.length; i++) if (memory.item(names, i) !== form.names[i]) return false;
    row.begin(form.code);
    for (const { reader, type, number } of form.steps) {
      if (reader === Reader.constant) {
        row.put(number);
      } else if (reader === Reader.rest) {
        row.put(positional - number);
        for (let i = number; i < positional; i++) if (!this.putInt(memory.word(first + 4 * i))) return false;
      } else {
        const object = memory.word(first + 4 * number);
        if ((type !== 0 && memory.type(object) !== type) || !this.put(reader, form.cls, object)) return false;
      }
    }
    return true;
  }

  private put(reader: Reader, cls: number, object: number): boolean {
    switch (reader) {
      case Reader.array:
        return this.putArray(cls, object);
      case Reader.operand:
        return this.putOperand(cls, object);
      case Reader.number:
        return this.putNumber(object);
      case Reader.index:
        return this.putIndex(object);
      case Reader.nothing:
        return true;
      default:
        return this.putItems(reader, cls, object);
    }
  }

  private putArray(cls: number, object: number): boolean {
    const { memory } = this;
    const type = memory.type(object);
    if (type !== cls && memory.python._PyType_IsSubtype(type, cls) === 0) return false;
    this.row.put(memory.float(memory.word(object + this.handleOffset)));
    return true;
  }

  private putInt(object: number): boolean {
    const { memory } = this;
    const value = memory.type(object) === memory.intType ? memory.int(object) : Number.NaN;
    this.row.put(value);
    return !Number.isNaN(value);
  }

  private putNumber(object: number): boolean {
    const { memory, row } = this;
    if (memory.type(object) === memory.floatType) row.put(memory.float(object));
    else if (object === memory.true) row.put(1);
    else if (object === memory.false) row.put(0);
    else return this.putInt(object);
    return true;
  }

  private putOperand(cls: number, object: number): boolean {
    const { memory, row } = this;
    const type = memory.type(object);
    if (type === memory.floatType) row.put(3);
    else if (type === memory.intType) row.put(2);
    else if (object === memory.true || object === memory.false) row.put(1);
    else {
      row.put(0);
      return this.putArray(cls, object);
    }
    return this.putNumber(object);
  }

  private putItems(reader: Reader, cls: number, object: number): boolean {
    const { memory, row } = this;
    const count = memory.length(object);
    if (!row.fits(count + 1)) return false;
    row.put(count);
    for (let i = 0; i < count; i++) {
      const item = memory.item(object, i);
      if (!(reader === Reader.ints ? this.putInt(item) : this.putArray(cls, item))) return false;
    }
    return true;
  }

  private putIndex(object: number): boolean {
    const { memory, row } = this;
    if (memory.type(object) !== memory.tupleType) {
      row.put(1);
      return this.putIndexItem(object);
    }
    const count = memory.length(object);
    if (!row.fits(4 * count + 1)) return false;
    row.put(count);
    for (let i = 0; i < count; i++) if (!this.putIndexItem(memory.item(object, i))) return false;
    return true;
  }

  private putIndexItem(item: number): boolean {
    const { memory, row } = this;
    const type = memory.type(item);
    if (type === memory.sliceType) {
      row.put(1);
      const step = memory.part(item, 2);
      for (let i = 0; i < 3; i++) if (!this.putBound(memory.part(item, i))) return false;
      return step === memory.none || memory.int(step) > 0;
    }
    if (type === memory.intType) {
      row.put(0);
      if (!this.putInt(item)) return false;
    } else {
      if (item !== memory.none && item !== memory.ellipsis) return false;
      row.put(item === memory.none ? 2 : 3);
      row.put(0);
    }
    row.put(0);
    row.put(0);
    return true;
  }

  private putBound(bound: number): boolean {
    if (bound !== this.memory.none) return this.putInt(bound);
    this.row.put(Number.NaN);
    return true;
  }
}
