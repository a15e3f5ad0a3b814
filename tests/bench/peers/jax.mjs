import { defaultDevice, grad, init, jit, nn, numpy as np, tree, valueAndGrad } from "@jax-js/jax";
import { dependencies } from "../package.json";
import { gptParameters, integers, mlpParameters, numbers, parameterValues } from "../workloads.mjs";
import { eager } from "./eager.mjs";

// Its functions consume their arguments; `x.ref` keeps one for later.

const tensor = (data, shape) => np.array(data).reshape(shape);
const ids = (data, shape) => np.array(data, { dtype: np.int32 }).reshape(shape);

/** (heads, T, d) as the (1, T, heads, d) that its attention wants. */
const headsLast = (x) => np.expandDims(np.swapaxes(x, 0, 1), 0);
const headsFirst = (x) => np.swapaxes(np.squeeze(x, 0), 0, 1);

const attention = (isCausal) => (q, k, v) =>
  headsFirst(nn.dotProductAttention(headsLast(q), headsLast(k), headsLast(v), { isCausal }));
const attentions = { true: jit(attention(true)), false: jit(attention(false)) };

const backward = (isCausal) =>
  jit((q, k, v, upstream) =>
    grad((q, k, v, upstream) => attention(isCausal)(q, k, v).mul(upstream).sum(), { argnums: [0, 1, 2] })(
      q,
      k,
      v,
      upstream,
    ),
  );
const backwards = { true: backward(true), false: backward(false) };

const layerNorm = (x, scale, shift) => nn.standardize(x, -1, { epsilon: 1e-5 }).mul(scale).add(shift);
const jitted = { layerNorm: jit(layerNorm), softmax: jit((x) => nn.softmax(x, -1)) };

const crossEntropy = (logits, targets, classes) => {
  const rows = logits.shape[0];
  return nn
    .logSoftmax(logits, -1)
    .mul(nn.oneHot(targets, classes))
    .sum()
    .mul(-1 / rows);
};

const start = (parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, tensor(parameterValues(one), one.shape)]));

function trainMlp(options) {
  const { batch, sizes, lr } = options;
  const classes = sizes.at(-1);
  const x = tensor(numbers(batch * sizes[0], 1), [batch, sizes[0]]);
  const y = ids(integers(batch, 2, classes), [batch]);
  const loss = (p, x, y) => {
    const hidden = nn.relu(np.matmul(x, p.w0).add(p.b0));
    return crossEntropy(np.matmul(hidden, p.w1).add(p.b1), y, classes);
  };
  const update = jit((p, x, y) => {
    const [value, gradients] = valueAndGrad(loss)(tree.ref(p), x, y);
    return [value, tree.map((w, g) => w.sub(g.mul(lr)), p, gradients)];
  });
  let weights = start(mlpParameters(options));
  return {
    step() {
      const [value, next] = update(weights, x.ref, y.ref);
      weights = next;
      return value;
    },
    free: () => tree.dispose([weights, x, y]),
  };
}

function trainGpt(options) {
  const { batch, length, vocabulary, width, heads, layers, lr } = options;
  const rows = batch * length;
  const [tokens, targets] = [1, 2].map((seed) => ids(integers(rows, seed, vocabulary), [rows]));
  const perHead = (x) => x.reshape([batch, length, heads, width / heads]);
  const linear = (x, p, name) => np.matmul(x, p[`${name}.weight`]).add(p[`${name}.bias`]);
  const loss = (p, tokens, targets) => {
    let x = np
      .matmul(nn.oneHot(tokens, vocabulary), p.tokens)
      .reshape([batch, length, width])
      .add(p.positions)
      .reshape([rows, width]);
    for (let i = 0; i < layers; i++) {
      const normed = layerNorm(x.ref, p[`${i}.norm1.scale`], p[`${i}.norm1.shift`]);
      const [q, k, v] = np.split(linear(normed, p, `${i}.qkv`), 3, -1).map(perHead);
      const mixed = nn.dotProductAttention(q, k, v, { isCausal: true }).reshape([rows, width]);
      x = x.add(linear(mixed, p, `${i}.out`));
      const wide = layerNorm(x.ref, p[`${i}.norm2.scale`], p[`${i}.norm2.shift`]);
      x = x.add(linear(nn.relu(linear(wide, p, `${i}.up`)), p, `${i}.down`));
    }
    const logits = np.matmul(layerNorm(x, p["norm.scale"], p["norm.shift"]), p["head.weight"]);
    return crossEntropy(logits, targets, vocabulary);
  };
  const update = jit((p, m, v, tokens, targets, stepSize, widening) => {
    const [value, g] = valueAndGrad(loss)(tree.ref(p), tokens, targets);
    const nextM = tree.map((m, g) => m.mul(0.9).add(g.mul(0.1)), m, tree.ref(g));
    const nextV = tree.map((v, g) => v.mul(0.999).add(np.square(g).mul(0.001)), v, g);
    const nextP = tree.map(
      (p, m, v) => p.sub(m.mul(stepSize.ref).div(np.sqrt(v).mul(widening.ref).add(1e-8))),
      p,
      tree.ref(nextM),
      tree.ref(nextV),
    );
    stepSize.dispose();
    widening.dispose();
    return [value, nextP, nextM, nextV];
  });
  let weights = start(gptParameters(options));
  let [m, v] = [0, 0].map(() => tree.map((w) => np.zeros(w.shape), weights));
  let count = 0;
  return {
    step() {
      count += 1;
      const stepSize = np.array(lr / (1 - 0.9 ** count));
      const widening = np.array(1 / Math.sqrt(1 - 0.999 ** count));
      let value;
      [value, weights, m, v] = update(weights, m, v, tokens.ref, targets.ref, stepSize, widening);
      return value;
    },
    free: () => tree.dispose([weights, m, v, tokens, targets]),
  };
}

export async function open({ threads }) {
  await init("wasm");
  defaultDevice("wasm");
  return {
    version: dependencies["@jax-js/jax"],
    // Where the page is isolated it starts a thread a core of its own accord, elsewhere one.
    threads,
    prepare: eager({
      tensor,
      read: (x) => x.ref.data(),
      free: (x) => x.dispose(),
      finish: (x) => x.blockUntilReady(),
      ops: {
        matmul: (a, b) => np.matmul(a.ref, b.ref),
        attention: (q, k, v, { causal }) => attentions[causal](q.ref, k.ref, v.ref),
        attentionBackward: (q, k, v, upstream, { causal }) => backwards[causal](q.ref, k.ref, v.ref, upstream.ref),
        softmax: (x) => jitted.softmax(x.ref),
        layerNorm: (x, scale, shift) => jitted.layerNorm(x.ref, scale.ref, shift.ref),
        add: (a, b) => np.add(a.ref, b.ref),
        sum: (x, { axis }) => np.sum(x.ref, axis),
        max: (x, { axis }) => np.max(x.ref, axis),
      },
      training: { trainMlp, trainGpt },
    }),
  };
}
