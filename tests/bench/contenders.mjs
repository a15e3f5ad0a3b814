// Who is measured. `library` groups the builds of one library, which count once where results are compared with each other;
// `adapter` is a file of peers/, `options` are handed to its `open`.

export const contenders = [
  { id: "ours", title: "Sconce", library: "sconce", adapter: "ours", options: { flavour: "relaxed" } },
  { id: "ours-simd128", title: "Sconce, simd128", library: "sconce", adapter: "ours", options: { flavour: "simd128" } },
  { id: "tfjs", title: "TensorFlow.js", library: "tfjs", adapter: "tfjs", options: {} },
  { id: "onnxruntime", title: "ONNX Runtime Web", library: "onnxruntime", adapter: "onnxruntime", options: {} },
  { id: "jax", title: "jax-js", library: "jax", adapter: "jax", options: {} },
  { id: "peak", title: "peak, relaxed FMA", library: null, adapter: "peak", options: { flavour: "relaxed" } },
  { id: "peak-simd128", title: "peak, simd128", library: null, adapter: "peak", options: { flavour: "simd128" } },
];

export const peers = contenders.filter(({ library }) => library !== null && library !== "sconce");
export const titleOf = Object.fromEntries(contenders.map(({ id, title }) => [id, title]));
