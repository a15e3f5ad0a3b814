// What one thread of this machine can do at most: the arithmetic of a workload as chains of multiply-adds in registers, no memory touched.

const leb = (n) => {
  const bytes = [];
  do {
    bytes.push((n & 127) | (n > 127 ? 128 : 0));
    n >>>= 7;
  } while (n > 0);
  return bytes;
};
const sized = (bytes) => [...leb(bytes.length), ...bytes];
const section = (id, ...parts) => [id, ...sized([1, ...parts.flat()])];

const [i32, f32, v128] = [0x7f, 0x7d, 0x7b];
const get = (local) => [0x20, ...leb(local)];
const set = (local) => [0x21, ...leb(local)];
const simd = (code) => [0xfd, ...leb(code)];
const f32Constant = (value) => [0x43, ...new Uint8Array(new Float32Array([value]).buffer)];

/** As many as 16 registers hold beside the two factors, and more than a multiplier's depth needs. */
const chains = 12;
const unrolled = 4;
/** Floating-point operations of one turn of the loop. */
const turnFlops = 2 * 4 * chains * unrolled;

/** A module with `run(turns) -> f32`; `multiplyAdd` is the code of accumulator * x + y. */
function moduleOf(multiplyAdd) {
  const [turns, x, y, first] = [0, 1, 2, 3];
  const all = Array.from({ length: chains }, (_, i) => first + i);
  const splat = (value, local) => [...f32Constant(value), ...simd(0x13), ...set(local)];
  const body = [
    ...splat(0.5, x),
    ...splat(0.25, y),
    ...[0x03, 0x40],
    ...Array(unrolled)
      .fill(all.flatMap((chain) => [...multiplyAdd(chain, x, y), ...set(chain)]))
      .flat(),
    ...[...get(turns), 0x41, 1, 0x6b, 0x22, turns, 0x0d, 0, 0x0b],
    ...get(first),
    ...all.slice(1).flatMap((chain) => [...get(chain), ...simd(0xe4)]),
    ...simd(0x1f),
    0,
    0x0b,
  ];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [0x60, 1, i32, 1, f32]),
    ...section(3, [0]),
    ...section(7, [3, ...new TextEncoder().encode("run"), 0, 0]),
    ...section(10, sized([1, ...leb(2 + chains), v128, ...body])),
  ]);
}

const code = {
  simd128: (chain, x, y) => [...get(chain), ...get(x), ...simd(0xe6), ...get(y), ...simd(0xe4)],
  relaxed: (chain, x, y) => [...get(chain), ...get(x), ...get(y), ...simd(0x105)],
};

export async function open({ flavour }) {
  const { instance } = await WebAssembly.instantiate(moduleOf(code[flavour]));
  return {
    version: "",
    threads: 1,
    async prepare({ flops }) {
      if (!flops) return { cannot: "no multiply-adds to count" };
      const turns = Math.ceil(flops / turnFlops);
      return {
        check: null,
        async time(repeats) {
          const start = performance.now();
          for (let i = 0; i < repeats; i++) instance.exports.run(turns);
          return performance.now() - start;
        },
        free() {},
      };
    },
  };
}
