import assert from "node:assert/strict";
import { test } from "node:test";
import { alignedLines, disagreement, median, mergedRows, rowOf, shareOfPeak, standing, tableCells } from "./report.mjs";
import { integers, numbers, sampled, workloads } from "./workloads.mjs";

test("a median is the middle one, or the mean of the two in the middle", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});

const libraries = { ours: "sconce", "ours-simd128": "sconce", tfjs: "tfjs", jax: "jax" };

test("a result that the libraries do not agree with is found, ours included", () => {
  const right = [1, 2, 3];
  const apart = disagreement({ ours: [1, 2, 4], "ours-simd128": [1, 2, 4], tfjs: right, jax: right }, libraries);
  assert.deepEqual(apart, { ours: 0.25, "ours-simd128": 0.25, tfjs: 0, jax: 0 });
});

test("one build of a library may be wrong alone", () => {
  const right = [10, 20];
  const apart = disagreement({ ours: right, "ours-simd128": [10, 41], tfjs: right, jax: right }, libraries);
  assert.deepEqual(apart, { ours: 0, "ours-simd128": 1, tfjs: 0, jax: 0 });
});

test("a result of another length, or one with a NaN, agrees with none", () => {
  const right = [1, 2];
  const apart = disagreement({ ours: right, tfjs: [1], jax: right }, libraries);
  assert.equal(apart.tfjs, Number.POSITIVE_INFINITY);
  assert.equal(disagreement({ ours: right, tfjs: [1, NaN], jax: right }, libraries).tfjs, Number.POSITIVE_INFINITY);
});

const figures = {
  ours: { ms: 2, best: 1 },
  "ours-simd128": { ms: 4, best: 4 },
  tfjs: { ms: 3, best: 3 },
  onnxruntime: { cannot: "it has no gradients" },
  jax: { wrong: 0.5 },
  peak: { ms: 1, best: 1 },
};

test("ours stands against the fastest peer that gave a right result", () => {
  assert.deepEqual(standing(figures), { id: "tfjs", ratio: 1.5 });
  assert.equal(standing({ ours: { ms: 2 }, tfjs: { cannot: "no" } }), null);
  assert.equal(standing({ tfjs: { ms: 2 } }), null);
  assert.equal(shareOfPeak(figures), 0.5);
  assert.equal(shareOfPeak({ ours: { ms: 2 } }), null);
});

test("figures are told in the workload's unit", () => {
  const workload = { id: "matmul-100", group: "matmul", title: "matmul", unit: "GFLOP/s", flops: 2e6 };
  const row = rowOf(workload, figures, { headers: "plain" });
  assert.deepEqual(row.figures.ours, { value: 1, best: 2 });
  assert.deepEqual(row.figures.jax, { wrong: 0.5 });
  assert.deepEqual(row.against, { id: "tfjs", ratio: 1.5 });
  assert.equal(row.shareOfPeak, 0.5);
  const micro = rowOf({ ...workload, unit: "us", flops: undefined }, { ours: { ms: 0.002, best: 0.001 } }, {});
  assert.deepEqual(micro.figures.ours, { value: 2, best: 1 });
  assert.equal(micro.against, null);
});

test("a table has a column for each contender measured, and says what was wrong", () => {
  const row = rowOf({ id: "add", group: "single", title: "add", unit: "ms" }, figures, { headers: "plain" });
  const [header, line] = tableCells([row]);
  assert.deepEqual(line, ["add", "ms", "2.00", "4.00", "3.00", "–", "wrong", "1.00", "1.50x", "50 %"]);
  assert.equal(header.length, line.length);
  const [first, second] = alignedLines([header, line]);
  assert.equal(first.length, second.length);
});

test("rows measured again take the place of the old ones, and the others stay", () => {
  const order = ["a", "b", "c"];
  const row = (id, headers, date) => ({ id, headers, date });
  const before = [row("a", "plain", 1), row("b", "plain", 1), row("gone", "plain", 1), row("a", "isolated", 1)];
  const merged = mergedRows(before, [row("b", "plain", 2), row("c", "plain", 2)], order);
  assert.deepEqual(merged, [row("a", "plain", 1), row("b", "plain", 2), row("c", "plain", 2), row("a", "isolated", 1)]);
});

test("inputs are multiples of 2^-15 in [-1, 1), another set for each seed", () => {
  const [one, other] = [numbers(2 ** 16, 1), numbers(2 ** 16, 2)];
  assert.ok(one.every((value) => value >= -1 && value < 1 && Number.isInteger(value * 32768)));
  assert.ok(one.some((value, i) => value !== other[i]));
  assert.ok(Math.abs(one.reduce((sum, value) => sum + value) / one.length) < 0.02);
  assert.ok(integers(1000, 1, 10).every((value) => value >= 0 && value < 10));
});

test("a sample reaches from end to end", () => {
  assert.deepEqual(sampled([5, 6, 7]), [5, 6, 7]);
  const spread = sampled(Float32Array.from({ length: 1 << 20 }, (_, i) => i));
  assert.ok(spread.length > 990 && spread.length < 1010);
  assert.ok(spread.at(-1) > (1 << 20) * 0.99);
});

test("workloads have names of their own", () => {
  assert.equal(new Set(workloads.map(({ id }) => id)).size, workloads.length);
});
