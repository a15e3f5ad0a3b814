import * as ort from "onnxruntime-web/wasm";
import { eager } from "./eager.mjs";
import { encodeModel } from "./onnx.mjs";

// It runs graphs, so every operation is a model of one node, its session kept by the shapes it was made for. Each run copies its inputs
// into the engine's memory and its result out of it: that is what a page pays.

const letters = "abcd";

function single(opType, { attributes = {}, shapes, constants = {}, outputShape, opset = 21 }) {
  const inputs = Object.fromEntries(shapes.map((shape, i) => [letters[i], shape]));
  const node = { opType, inputs: [...Object.keys(inputs), ...Object.keys(constants)], outputs: ["y"], attributes };
  return encodeModel({ nodes: [node], inputs, constants, outputs: { y: outputShape }, opset });
}

const models = {
  matmul: ([a, b]) => ["MatMul", { outputShape: [...a.slice(0, -1), b.at(-1)] }],
  attention: ([q], { causal }) => [
    "Attention",
    { attributes: { q_num_heads: 1, kv_num_heads: 1, is_causal: Number(causal) }, outputShape: q, opset: 23 },
  ],
  softmax: ([x]) => ["Softmax", { attributes: { axis: -1 }, outputShape: x }],
  layerNorm: ([x]) => ["LayerNormalization", { attributes: { axis: -1 }, outputShape: x }],
  add: ([a]) => ["Add", { outputShape: a }],
  sum: ([x], { axis }) => ["ReduceSum", reduced(x, axis)],
  max: ([x], { axis }) => ["ReduceMax", reduced(x, axis)],
};

const reduced = (shape, axis) => ({
  attributes: { keepdims: 0 },
  constants: { axes: [axis] },
  outputShape: shape.toSpliced(axis, 1),
});

const sessions = new Map();
async function sessionFor(op, shapes, options) {
  const key = JSON.stringify([op, shapes, options]);
  if (!sessions.has(key)) {
    const [opType, rest] = models[op](shapes, options);
    sessions.set(
      key,
      await ort.InferenceSession.create(single(opType, { shapes, ...rest }), { executionProviders: ["wasm"] }),
    );
  }
  return sessions.get(key);
}

function operation(op) {
  let last = { tensors: [], options: undefined };
  return async (...given) => {
    const tensors = given.slice(0, -1);
    const options = given.at(-1);
    // The look-up by shapes is for the first run only: a page would keep its session.
    if (tensors.length !== last.tensors.length || tensors.some((one, i) => one !== last.tensors[i])) {
      const session = await sessionFor(
        op,
        tensors.map(({ dims }) => [...dims]),
        options,
      );
      const feeds = Object.fromEntries(tensors.map((one, i) => [letters[i], one]));
      last = { tensors, options, session, feeds };
    }
    return (await last.session.run(last.feeds)).y;
  };
}

const noGradients = "it has no gradients";

export async function open({ threads }) {
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = new URL("onnxruntime/", import.meta.url).href;
  ort.env.logLevel = "error";
  return {
    version: ort.env.versions.web,
    threads,
    prepare: eager({
      tensor: (data, shape) => new ort.Tensor("float32", data, shape),
      read: (x) => x.data,
      free: (x) => x.dispose(),
      finish() {},
      ops: Object.fromEntries(Object.keys(models).map((op) => [op, operation(op)])),
      training: {},
      cannot: { attentionBackward: noGradients, trainMlp: noGradients, trainGpt: noGradients },
    }),
  };
}
