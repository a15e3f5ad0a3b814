/**
 * A memory snapshot as it travels: Pyodide's own head of it, and of memory only the stretches in which it differs from that of an instance that
 * has not run yet.
 *
 * All of it is words. At its start: the hash of the fresh instance's constants, which tells whether this browser makes the same; how many
 * words they are; how many of them differ from instance to instance (secrets, clocks) and count as zero; where the fresh instance's heap begins;
 * how many stretches there are; and how long Pyodide's head is. Then come Pyodide's head, the places of the words that vary, and of each stretch
 * its first word and the word after its last; then the stretches.
 */
const hash = 0;
const knownCount = 1;
const variedCount = 2;
const heapStart = 3;
const stretchCount = 4;
const lengthOfHead = 5;
const startOfHead = 6;

/** Constants end where nothing is for as long as this; variables follow, whose first values may depend on the day. */
const gapWords = 1 << 14;

/** A fresh instance's variables have no hole of this size, and nor has its heap. Between them lies the stack, which is far larger. */
const holeWords = 1 << 16;

/** Stretches this close together are one: a table of many short ones takes longer to go through than it saves. */
const joinWords = 1 << 8;

/** Where Pyodide's snapshot says how long its own head is, in bytes; memory follows it. */
const bytesOfHead = 1;

const asWords = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);

/** The end of what is in use from the word at `start` on, which comes before a hole. */
function usedUpTo(words: Uint32Array, start: number, hole: number): number {
  let end = start;
  for (let i = start; i < words.length && i - end < hole; i++) if (words[i] !== 0) end = i + 1;
  return end;
}

function hashWords(words: Uint32Array): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) value = Math.imul(value ^ words[i], 0x01000193);
  return value >>> 0;
}

/** The stretches in which `memory` is not as a fresh instance is once `restoreMemory` has cleared it, as pairs of bounds. */
function differences(memory: Uint32Array, known: Uint32Array): number[] {
  const bounds: number[] = [];
  for (let i = 0; i < memory.length; i++) {
    if (memory[i] === (known[i] ?? 0)) continue;
    if (bounds.length > 0 && i - bounds[bounds.length - 1] < joinWords) bounds[bounds.length - 1] = i + 1;
    else bounds.push(i, i + 1);
  }
  return bounds;
}

/** @param fresh,other the memories of two instances that have not run yet. */
export function packSnapshot(snapshot: Uint8Array, fresh: Uint8Array, other: Uint8Array): Uint8Array {
  const all = asWords(snapshot);
  const head = all.subarray(0, all[bytesOfHead] / 4);
  const memory = all.subarray(head.length);
  const words = asWords(fresh);
  const known = words.slice(0, usedUpTo(words, 0, gapWords));
  const varied = [...known.keys()].filter((i) => known[i] !== asWords(other)[i]);
  for (const i of varied) known[i] = 0;
  const variables = usedUpTo(words, known.length, holeWords);
  const heap = words.findIndex((word, i) => i >= variables && word !== 0);
  const bounds = differences(memory, known);
  const counts = [hashWords(known), known.length, varied.length, heap, bounds.length / 2, head.length];
  const parts: ArrayLike<number>[] = [counts, head, varied, bounds];
  for (let i = 0; i < bounds.length; i += 2) parts.push(memory.subarray(bounds[i], bounds[i + 1]));
  const packed = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return new Uint8Array(packed.buffer);
}

/** Pyodide's head of the snapshot, or nothing while `arrived`, the beginning of a packed one, is too short. */
export function snapshotHead(arrived: Uint8Array): Uint8Array | undefined {
  if (arrived.length < startOfHead * 4) return undefined;
  const end = (startOfHead + asWords(arrived)[lengthOfHead]) * 4;
  return arrived.length < end ? undefined : arrived.subarray(startOfHead * 4, end);
}

/**
 * Makes of `fresh`, the memory of an instance that has not run yet, the memory that was saved.
 * @throws Error when this instance's memory is not that of the build's browser.
 */
export function restoreMemory(packed: Uint8Array, fresh: Uint8Array): void {
  const words = asWords(packed);
  const memory = asWords(fresh);
  const known = memory.subarray(0, words[knownCount]);
  let at = startOfHead + words[lengthOfHead];
  for (const i of words.subarray(at, at + words[variedCount])) known[i] = 0;
  if (hashWords(known) !== words[hash]) throw new Error("Python's constants are not those of the snapshot");
  for (const start of [known.length, words[heapStart]]) memory.fill(0, start, usedUpTo(memory, start, holeWords));
  at += words[variedCount];
  const bounds = words.subarray(at, at + 2 * words[stretchCount]);
  at += bounds.length;
  for (let i = 0; i < bounds.length; i += 2) {
    const length = bounds[i + 1] - bounds[i];
    memory.set(words.subarray(at, at + length), bounds[i]);
    at += length;
  }
}
