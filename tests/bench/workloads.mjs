// What is measured: each workload is data that every contender reads, so that all get the same numbers and the same shapes.
//   id, title     in the results, in the tables; `group` keeps like with like
//   unit          "GFLOP/s" (with `flops`, the arithmetic of one run), "ms" or "us"
//   op, options   the contender's function and what it is told
//   inputs        one { shape, seed } a tensor; `numbers` makes its elements
//   tolerance     how far results may lie apart, relative to 1 + their size

/**
 * Element `i` of an input: a multiple of 2^-15 in [-1, 1) by whole-number arithmetic that stays exact in a double, so that Python and
 * JavaScript make the same float32 without sending megabytes to each other.
 */
export function numbers(count, seed) {
  const prime = 65521;
  return Float32Array.from({ length: count }, (_, i) => {
    const h = (i * 48271 + seed * 7919) % prime;
    return ((h * (h + 3)) % prime) / 32768 - 1;
  });
}

export const sizeOf = (shape) => shape.reduce((product, extent) => product * extent, 1);

/** About a thousand elements spread over a result: enough to see a wrong tile, edge or row. */
export function sampled(values) {
  const stride = Math.max(1, Math.floor(values.length / 997));
  return Array.from({ length: Math.ceil(values.length / stride) }, (_, i) => values[i * stride]);
}

const tensors = (...shapes) => shapes.map((shape, i) => ({ shape, seed: i + 1 }));

function matmul(n) {
  return {
    id: `matmul-${n}`,
    group: "matmul",
    title: `matmul ${n} x ${n}`,
    unit: "GFLOP/s",
    flops: 2 * n ** 3,
    op: "matmul",
    inputs: tensors([n, n], [n, n]),
    tolerance: 1e-4,
  };
}

/** A matmul of T x 64 with 64 x T and one of T x T with T x 64 a head; half of it is masked where causal, and a contender may skip that. */
const attentionFlops = (heads, length, causal) => (4 * heads * length ** 2 * 64) / (causal ? 2 : 1);

export function attention(heads, length, causal, backward = false) {
  const shape = [heads, length, 64];
  return {
    id: `attention-${length}${causal ? "-causal" : ""}${backward ? "-backward" : ""}`,
    group: "attention",
    title: `attention (${shape.join(", ")})${causal ? " causal" : ""}${backward ? ", forward and backward" : ""}`,
    unit: "ms",
    ...(backward ? {} : { flops: attentionFlops(heads, length, causal) }),
    op: backward ? "attentionBackward" : "attention",
    options: { causal },
    // The fourth is the gradient of the result.
    inputs: tensors(shape, shape, shape, ...(backward ? [shape] : [])),
    tolerance: 1e-3,
  };
}

const single = (id, title, op, inputs, options) => ({
  id,
  group: "single",
  title,
  unit: id === "add-4" ? "us" : "ms",
  op,
  options,
  inputs,
  tolerance: 1e-4,
});

export const mlp = { batch: 32, sizes: [64, 128, 10], lr: 0.1 };
export const gpt = { batch: 16, length: 64, vocabulary: 64, width: 128, heads: 4, layers: 4, lr: 1e-3 };

export const workloads = [
  ...[64, 256, 512, 1024].map(matmul),
  {
    id: "matmul-batched",
    group: "matmul",
    title: "matmul 8 x (128 x 64 @ 64 x 128)",
    unit: "GFLOP/s",
    flops: 8 * 2 * 128 * 64 * 128,
    op: "matmul",
    inputs: tensors([8, 128, 64], [8, 64, 128]),
    tolerance: 1e-4,
  },
  attention(8, 1024, false),
  attention(8, 1024, true),
  attention(8, 1024, false, true),
  attention(8, 1024, true, true),
  single("softmax", "softmax 512 x 512", "softmax", tensors([512, 512])),
  single("layer-norm", "layer norm 512 x 512", "layerNorm", tensors([512, 512], [512], [512])),
  single("add-1m", "add, 1,048,576 elements", "add", tensors([1048576], [1048576])),
  single("add-broadcast", "add (1024, 1024) + (1024)", "add", tensors([1024, 1024], [1024])),
  // Added up one after the other, a million float32 lose three digits.
  { ...single("sum-all", "sum of 1,048,576 elements", "sum", tensors([1048576]), { axis: 0 }), tolerance: 1e-3 },
  single("sum-rows", "sum of (1024, 1024) over rows", "sum", tensors([1024, 1024]), { axis: 0 }),
  single("sum-columns", "sum of (1024, 1024) over columns", "sum", tensors([1024, 1024]), { axis: 1 }),
  single("max-columns", "max of (1024, 1024) over columns", "max", tensors([1024, 1024]), { axis: 1 }),
  single("add-4", "add, 4 elements", "add", tensors([4], [4])),
  {
    id: "mlp-step",
    group: "training",
    title: `training step, MLP ${mlp.sizes.join("-")}, batch ${mlp.batch}`,
    unit: "ms",
    op: "trainMlp",
    options: mlp,
    inputs: [],
    tolerance: 1e-3,
  },
  {
    id: "gpt-step",
    group: "training",
    title: `training step, GPT of ${gpt.layers} layers, width ${gpt.width}, batch ${gpt.batch}, T ${gpt.length}`,
    unit: "ms",
    op: "trainGpt",
    options: gpt,
    inputs: [],
    tolerance: 1e-3,
  },
];

/** Weights by name, each { shape, seed, scale }; with seed 0 all elements are `scale`. Rows are inputs, so a torch weight is the transpose. */
export function mlpParameters({ sizes }) {
  return Object.fromEntries(
    sizes.slice(1).flatMap((width, i) => [
      [`w${i}`, { shape: [sizes[i], width], seed: 10 + i, scale: 0.125 }],
      [`b${i}`, { shape: [width], seed: 20 + i, scale: 0.125 }],
    ]),
  );
}

export function gptParameters({ vocabulary, length, width, layers }) {
  let seed = 10;
  const weight = (...shape) => ({ shape, seed: seed++, scale: 0.0625 });
  const zeros = (extent) => ({ shape: [extent], seed: 0, scale: 0 });
  const ones = (extent) => ({ shape: [extent], seed: 0, scale: 1 });
  const parameters = { tokens: weight(vocabulary, width), positions: weight(length, width) };
  for (let i = 0; i < layers; i++) {
    Object.assign(parameters, {
      [`${i}.norm1.scale`]: ones(width),
      [`${i}.norm1.shift`]: zeros(width),
      [`${i}.qkv.weight`]: weight(width, 3 * width),
      [`${i}.qkv.bias`]: zeros(3 * width),
      [`${i}.out.weight`]: weight(width, width),
      [`${i}.out.bias`]: zeros(width),
      [`${i}.norm2.scale`]: ones(width),
      [`${i}.norm2.shift`]: zeros(width),
      [`${i}.up.weight`]: weight(width, 4 * width),
      [`${i}.up.bias`]: zeros(4 * width),
      [`${i}.down.weight`]: weight(4 * width, width),
      [`${i}.down.bias`]: zeros(width),
    });
  }
  return Object.assign(parameters, {
    "norm.scale": ones(width),
    "norm.shift": zeros(width),
    "head.weight": weight(width, vocabulary),
  });
}

export function parameterValues({ shape, seed, scale }) {
  if (seed === 0) return new Float32Array(sizeOf(shape)).fill(scale);
  return numbers(sizeOf(shape), seed).map((value) => value * scale);
}

/** Whole numbers below `limit`. */
export const integers = (count, seed, limit) =>
  Int32Array.from(numbers(count, seed), (value) => Math.floor(((value + 1) / 2) * limit));
