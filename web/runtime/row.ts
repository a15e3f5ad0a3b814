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

/** A row as `engine/bindings/README.md` has it, written slot by slot. One that was begun and never sent leaves no trace. */
export class Row {
  /** The handles of arrays that have died; each row takes along as many as it has room for. */
  readonly dead: number[] = [];
  private readonly door: Door;
  private slots: Float64Array = new Float64Array();
  private at = 0;

  constructor(door: Door) {
    this.door = door;
  }

  begin(code: number): void {
    this.slots = this.door.heap();
    this.slots[this.door.start] = code;
    this.at = this.door.start + 2;
  }

  put(value: number): void {
    this.slots[this.at++] = value;
  }

  /** Whether `count` further slots and the number of dead handles go in. */
  fits(count: number): boolean {
    return this.at + count < this.door.start + this.door.capacity;
  }

  send(): number {
    const { slots, door, dead } = this;
    const end = door.start + door.capacity;
    slots[door.start + 1] = this.at - door.start - 2;
    const count = this.at++;
    const buried = Math.min(dead.length, end - this.at);
    for (let i = 0; i < buried; i++) slots[this.at++] = dead.pop() as number;
    slots[count] = buried;
    return door.send(this.at - door.start);
  }
}
