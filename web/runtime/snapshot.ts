/**
 * A memory snapshot without what every Python of this build has in its memory anyway: the words of a fresh instance's static data are taken
 * out by exclusive or, which also puts them back.
 *
 * Before the snapshot stand, as words: the hash of those static words, which tells whether this browser makes the same; how many they are; how
 * many of them differ from instance to instance (secrets, clocks) and count as zero; and where these are.
 */
const hash = 0;
const knownCount = 1;
const variedCount = 2;
const headWords = 3;

/** Static data ends where nothing is for as long as this; the stack and the heap follow. */
const gapWords = 1 << 14;

/** Where Pyodide's snapshot says how long its own head is, in bytes; memory follows it. */
const lengthOfHead = 1;

const asWords = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);

function staticEnd(words: Uint32Array): number {
  let last = 0;
  for (let i = 0; i < words.length && i - last < gapWords; i++) if (words[i] !== 0) last = i;
  return last + 1;
}

function hashWords(words: Uint32Array): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) value = Math.imul(value ^ words[i], 0x01000193);
  return value >>> 0;
}

function combine(snapshot: Uint32Array, known: Uint32Array): void {
  const start = snapshot[lengthOfHead] / 4;
  for (let i = 0; i < known.length; i++) snapshot[start + i] ^= known[i];
}

/** @param fresh,other the memories of two instances that have not run yet. */
export function packSnapshot(snapshot: Uint8Array, fresh: Uint8Array, other: Uint8Array): Uint8Array {
  const words = asWords(fresh);
  const known = words.slice(0, staticEnd(words));
  const varied = [...known.keys()].filter((i) => known[i] !== asWords(other)[i]);
  for (const i of varied) known[i] = 0;
  const head = [hashWords(known), known.length, varied.length, ...varied];
  const packed = new Uint8Array(head.length * 4 + snapshot.length);
  asWords(packed).set(head);
  packed.set(snapshot, head.length * 4);
  combine(asWords(packed).subarray(head.length), known);
  return packed;
}

/** The part of `packed` that will be the snapshot, in place. */
export function packedPart(packed: ArrayBuffer): Uint8Array {
  const head = new Uint32Array(packed, 0, headWords);
  return new Uint8Array(packed, (headWords + head[variedCount]) * 4);
}

/**
 * Makes `packedPart` the snapshot. What varies in `fresh`, the memory of an instance that has not run yet, is overwritten.
 * @throws Error when this instance's memory is not that of the build's browser.
 */
export function unpackSnapshot(packed: ArrayBuffer, fresh: Uint8Array): void {
  const head = new Uint32Array(packed, 0, headWords);
  const known = asWords(fresh).subarray(0, head[knownCount]);
  for (const i of new Uint32Array(packed, headWords * 4, head[variedCount])) known[i] = 0;
  if (hashWords(known) !== head[hash]) throw new Error("Python's static data is not that of the snapshot");
  combine(asWords(packedPart(packed)), known);
}
