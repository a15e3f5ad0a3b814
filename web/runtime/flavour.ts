/** The folders of the engine's builds: by the instructions they use, and with threads or without. */
export type EngineFlavour = "wasm" | "wasm-relaxed" | "wasm/threads" | "wasm-relaxed/threads";

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const functionReturningV128 = [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0];

/** A module of one function, `() -> v128`, whose body is `code`; browsers refuse it unless they know the instructions. */
function knows(code: number[]): boolean {
  const body = [0, ...code, 0x0b];
  const section = [10, body.length + 2, 1, body.length, ...body];
  return WebAssembly.validate(Uint8Array.from([...header, ...functionReturningV128, ...section]));
}

const zeroVector = [0x41, 0, 0xfd, 0x0f];
const popcnt = [0xfd, 0x62];
const relaxedSwizzle = [0xfd, 0x80, 0x02];

/** Threads share memory, which a browser gives only to pages that are isolated from others (by two headers of their server). */
export const canShareMemory = (): boolean => globalThis.crossOriginIsolated === true;

/**
 * Picks the fastest engine this browser runs, among those with `threads` or those without.
 * @throws Error when the browser has no Wasm SIMD at all, in words for the reader.
 */
export function pickFlavour(threads = false): EngineFlavour {
  if (knows([...zeroVector, ...zeroVector, ...relaxedSwizzle]))
    return threads ? "wasm-relaxed/threads" : "wasm-relaxed";
  if (knows([...zeroVector, ...popcnt])) return threads ? "wasm/threads" : "wasm";
  throw new Error(
    "This browser cannot run the cells: it lacks WebAssembly SIMD. Any Chrome or Edge since 91, Firefox since 89 or Safari since 16.4 has it. The page itself stays readable.",
  );
}
