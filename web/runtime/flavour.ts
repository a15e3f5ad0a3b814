/** The folder names of the engine's builds, fastest last. */
export type EngineFlavour = "wasm" | "wasm-relaxed";

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

/**
 * Picks the fastest engine this browser runs.
 * @throws Error when the browser has no Wasm SIMD at all, in words for the reader.
 */
export function pickFlavour(): EngineFlavour {
  if (knows([...zeroVector, ...zeroVector, ...relaxedSwizzle])) return "wasm-relaxed";
  if (knows([...zeroVector, ...popcnt])) return "wasm";
  throw new Error(
    "This browser cannot run the cells: it lacks WebAssembly SIMD. Any Chrome or Edge since 91, Firefox since 89 or Safari since 16.4 has it. The page itself stays readable.",
  );
}
