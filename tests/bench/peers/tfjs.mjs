import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-core/dist/register_all_gradients";
import "@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops";
import { getThreadsCount, setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { gptParameters, integers, mlpParameters, numbers, parameterValues } from "../workloads.mjs";
import { eager } from "./eager.mjs";

const tensor = (data, shape) => tf.tensor(data, shape, "float32");

const masks = new Map();

/** Added to scores: far below zero where a query may not look. */
function maskFor(length) {
  if (!masks.has(length)) {
    const mask = Float32Array.from({ length: length * length }, (_, i) =>
      i % length > Math.floor(i / length) ? -1e9 : 0,
    );
    masks.set(length, tf.keep(tensor(mask, [length, length])));
  }
  return masks.get(length);
}

function attention(q, k, v, causal) {
  let scores = tf.matMul(q, k, false, true).mul(1 / Math.sqrt(q.shape.at(-1)));
  if (causal) scores = scores.add(maskFor(q.shape.at(-2)));
  return tf.matMul(tf.softmax(scores), v);
}

function layerNorm(x, scale, shift) {
  const { mean, variance } = tf.moments(x, -1, true);
  return x.sub(mean).mul(variance.add(1e-5).rsqrt()).mul(scale).add(shift);
}

const variables = (parameters) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, one]) => [name, tf.variable(tensor(parameterValues(one), one.shape))]),
  );

/** A step of `optimizer` on the loss of `forward(weights)`; what it makes is dropped by TensorFlow.js, all but the loss. */
function trainer(weights, optimizer, forward) {
  return {
    step: () => optimizer.minimize(() => forward(weights), true),
    free() {
      optimizer.dispose();
      for (const variable of Object.values(weights)) variable.dispose();
    },
  };
}

function trainMlp(options) {
  const { batch, sizes, lr } = options;
  const x = tensor(numbers(batch * sizes[0], 1), [batch, sizes[0]]);
  const y = tf.tensor1d(integers(batch, 2, sizes.at(-1)), "int32");
  return trainer(variables(mlpParameters(options)), tf.train.sgd(lr), (weights) => {
    const hidden = tf.relu(tf.matMul(x, weights.w0).add(weights.b0));
    const logits = tf.matMul(hidden, weights.w1).add(weights.b1);
    return tf.losses.softmaxCrossEntropy(tf.oneHot(y, sizes.at(-1)).toFloat(), logits);
  });
}

function trainGpt(options) {
  const { batch, length, vocabulary, width, heads, layers, lr } = options;
  const ids = (seed) => tf.tensor1d(integers(batch * length, seed, vocabulary), "int32");
  const [tokens, targets] = [ids(1), ids(2)];
  const perHead = (x) => x.reshape([batch, length, heads, width / heads]).transpose([0, 2, 1, 3]);
  const linear = (x, weights, name) => tf.matMul(x, weights[`${name}.weight`]).add(weights[`${name}.bias`]);
  return trainer(variables(gptParameters(options)), tf.train.adam(lr, 0.9, 0.999, 1e-8), (weights) => {
    // A gather has no gradient on this backend, so the embedding is a matmul with ones and zeros.
    let x = tf
      .matMul(tf.oneHot(tokens, vocabulary).toFloat(), weights.tokens)
      .reshape([batch, length, width])
      .add(weights.positions)
      .reshape([batch * length, width]);
    for (let i = 0; i < layers; i++) {
      const normed = layerNorm(x, weights[`${i}.norm1.scale`], weights[`${i}.norm1.shift`]);
      const [q, k, v] = tf.split(linear(normed, weights, `${i}.qkv`), 3, -1).map(perHead);
      const mixed = attention(q, k, v, true)
        .transpose([0, 2, 1, 3])
        .reshape([batch * length, width]);
      x = x.add(linear(mixed, weights, `${i}.out`));
      const wide = layerNorm(x, weights[`${i}.norm2.scale`], weights[`${i}.norm2.shift`]);
      x = x.add(linear(tf.relu(linear(wide, weights, `${i}.up`)), weights, `${i}.down`));
    }
    const logits = tf.matMul(layerNorm(x, weights["norm.scale"], weights["norm.shift"]), weights["head.weight"]);
    return tf.losses.softmaxCrossEntropy(tf.oneHot(targets, vocabulary).toFloat(), logits);
  });
}

const gradients = Object.fromEntries(
  [false, true].map((causal) => [causal, tf.grads((q, k, v) => attention(q, k, v, causal))]),
);

export async function open({ threads }) {
  setWasmPaths(new URL("tfjs/", import.meta.url).href);
  if (threads > 1) {
    // It starts at most half as many threads as the browser tells of cores.
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 * threads, configurable: true });
    setThreadsCount(threads);
  }
  await tf.setBackend("wasm");
  await tf.ready();
  return {
    version: tf.version_core,
    threads: threads > 1 ? getThreadsCount() : 1,
    prepare: eager({
      tensor,
      read: (x) => x.data(),
      free: (x) => x.dispose(),
      finish() {},
      ops: {
        matmul: (a, b) => tf.matMul(a, b),
        attention: (q, k, v, { causal }) => tf.tidy(() => attention(q, k, v, causal)),
        attentionBackward: (q, k, v, grad, { causal }) => tf.tidy(() => gradients[causal]([q, k, v], grad)),
        softmax: (x) => tf.softmax(x),
        layerNorm: (x, scale, shift) => tf.tidy(() => layerNorm(x, scale, shift)),
        add: (a, b) => tf.add(a, b),
        sum: (x, { axis }) => tf.sum(x, axis),
        max: (x, { axis }) => tf.max(x, axis),
      },
      training: { trainMlp, trainGpt },
    }),
  };
}
