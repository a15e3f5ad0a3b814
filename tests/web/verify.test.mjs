// The checker of lessons must see what is wrong with a lesson: each test feeds it one wrong thing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createMarkdownRenderer } from "vitepress";
import { findNumbers, unbackedNumbers } from "../../tools/lib/claims.mjs";
import { readLesson, slug, writeOutputs } from "../../tools/lib/lesson.mjs";
import { checkLesson, shownOutput } from "../../tools/lib/verify.mjs";

const repo = fileURLToPath(new URL("../../", import.meta.url));
const root = join(repo, "lessons");
const file = join(root, "index.md");
const fence = "```";

const cell = (id, source, output) =>
  `${fence}python {.cell #${id}}\n${source}\n${fence}\n${output === undefined ? "" : `\n${fence}output\n${output}\n${fence}\n`}`;

const ran = (stdout, result = null) => ({ stdout, stderr: "", result, error: null });
const failed = (text) => ({ stdout: "", stderr: "", result: null, error: { name: "X", message: "x", text } });

/** The problems of a lesson whose cells give `runs`. */
async function problemsOf(text, ...runs) {
  const { problems } = await checkLesson({ text, file, root, runCells: async () => runs });
  return problems.map((one) => one.text);
}

test("a lesson that tells the truth passes", async () => {
  const text = `# T\n\n${cell("a", "print(1 / 8)", "0.125")}\nAn eighth is 0.125, or 0.13 in short. See [above](./index.md#t) and [there](./01-scaled-dot-product-attention/index.md#the-four-steps).\n`;
  assert.deepEqual(await problemsOf(text, ran("0.125\n")), []);
});

test("a changed output is found, with its line", async () => {
  const text = `# T\n\n${cell("a", "print(2)", "one\n3")}`;
  const { problems } = await checkLesson({ text, file, root, runCells: async () => [ran("one\n2\n")] });
  assert.equal(problems.length, 1);
  assert.equal(problems[0].line, 3);
  assert.match(problems[0].text, /#a has another output: line 2 .*"3".*"2"/);
});

test("an output that is missing, or too many, is found", async () => {
  assert.match((await problemsOf(cell("a", "1"), ran("", "1")))[0], /nothing more|""/);
  assert.match((await problemsOf(cell("a", "x = 1", "1"), ran("")))[0], /#a has another output/);
});

test("a last value is shown after what was printed", () => {
  assert.equal(shownOutput(ran("a\n", "tensor(1)")), "a\ntensor(1)\n");
  assert.equal(shownOutput(ran("no newline")), "no newline\n");
  assert.equal(shownOutput(ran("")), "");
});

test("a number that no cell printed is found, wherever it stands", async () => {
  const of = (prose) =>
    problemsOf(`${cell("a", "print(x)", "0.9569 1.04e-10 40,000")}\n${prose}\n`, ran("0.9569 1.04e-10 40,000\n"));
  for (const wrong of [
    "so 0.9567 of it",
    "$0.96$ or **0.95**",
    "`1.05e-10`",
    "$1.04 \\times 10^{-11}$",
    "| 0.8 |",
    "41,000 MB",
    "a 1.5 here",
  ]) {
    assert.equal((await of(wrong)).length, 1, wrong);
  }
  for (const right of [
    "so 0.9569",
    "0.957 or 0.96",
    "$1.04 \\times 10^{-10}$",
    "`1.0e-10`",
    "40,000 and 40000",
    "12 of 256",
    "in 2017",
  ]) {
    assert.deepEqual(await of(right), [], right);
  }
});

test("rounding needs two digits and goes to the nearest", () => {
  const backed = (quoted, printed) => unbackedNumbers(quoted, [printed], [], "").length === 0;
  assert.ok(backed("0.13", "0.125") && backed("0.12", "0.124") && backed("1.5e-10", "1.485e-10"));
  assert.ok(!backed("0.2", "0.18") && !backed("0.12", "0.126") && !backed("0.1251", "0.12499"));
  assert.ok(!backed("0.125", "0.13"), "a quote may not be finer than the print");
});

test("a number from the code, or one that the author lists, passes", async () => {
  const text = `${cell("a", "scale(0.07)")}\nWe scale by 0.07 and get 2.718.\n`;
  assert.equal((await problemsOf(text, ran(""))).length, 1);
  assert.deepEqual(await problemsOf(`${text}\n<!-- known numbers: 2.718 (the number e) -->\n`, ran("")), []);
});

test("names, sections, addresses and drawings are no numbers", () => {
  assert.deepEqual(findNumbers("float32 arXiv:1706.03762 3.2.1 x1.5"), []);
  assert.deepEqual(
    findNumbers("1,234.5 and 1,2").map((one) => one.value),
    [1234.5, 1, 2],
  );
  const { prose } = readLesson('<svg width="1.5"><title>t</title>\n<path d="M0 7.25"/></svg> [x](./a-9.5.md) 4.5\n');
  assert.deepEqual(
    findNumbers(prose).map((one) => one.text),
    ["4.5"],
  );
});

test("a cell that fails is found, and one that should fail and does not", async () => {
  assert.match(
    (await problemsOf(cell("a", "x", "NameError: x"), failed("NameError: x")))[0],
    /cell #a fails:\nNameError: x/,
  );
  const text = cell("a", "x", "0.25");
  const { written } = await checkLesson({ text, file, root, runCells: async () => [failed("E: x")], write: true });
  assert.equal(written, text, "no traceback is written into a lesson");
  const raises = `${fence}python {.cell #a .raises}\nx\n${fence}\n\n${fence}output\nNameError: x\n${fence}\n`;
  assert.deepEqual(await problemsOf(raises, failed("NameError: x")), []);
  assert.match((await problemsOf(raises, ran("NameError: x\n")))[0], /raises nothing/);
});

test("dead links are found", async () => {
  for (const dead of [
    "[a](./nowhere.md)",
    "[a](#no-such-place)",
    "[a](./index.md#no-such-place)",
    '<a href="../x/">a</a>',
    "[a](/x.md)",
  ]) {
    assert.equal((await problemsOf(`# Here\n\n${dead}\n`)).length, 1, dead);
  }
  for (const live of [
    "[a](./)",
    "[a](#here)",
    "[a](/01-scaled-dot-product-attention/)",
    "[a](https://example.org/x)",
  ]) {
    assert.deepEqual(await problemsOf(`# Here\n\n${live}\n`), [], live);
  }
});

test("what cannot be a lesson is named", async () => {
  assert.match((await problemsOf(`${fence}python {.cell #a}\nx`, ran("")))[0], /never closed/);
  assert.match((await problemsOf(`${cell("a", "1")}\n${cell("a", "1")}`, ran(""), ran("")))[0], /two cells called #a/);
  assert.match((await problemsOf(`${fence}python {.cell}\n${fence}\n`, ran("")))[0], /needs one id/);
  assert.match((await problemsOf(cell("a #b", "1"), ran("")))[0], /needs one id/);
  assert.match((await problemsOf(`Hello\n\n${fence}output\n1\n${fence}\n`))[0], /must follow its cell/);
  assert.match((await problemsOf("![](./a.png)\n")).join(), /no text alternative/);
  assert.match((await problemsOf("<svg></svg>\n")).join(), /no <title>/);
});

test("writing puts outputs in, replaces and removes them, and leaves the rest alone", () => {
  const text = `# T  \n${cell("a", "print(1)")}\nmiddle\n\n${cell("b", "1", "old\nlines")}end\n${cell("c", "x = 1", "old")}`;
  const wanted = `# T  \n${cell("a", "print(1)", "1")}\nmiddle\n\n${cell("b", "1", "new")}end\n${cell("c", "x = 1")}`;
  const written = writeOutputs(text, readLesson(text).cells, ["1\n", "new\n", ""]);
  assert.equal(written, wanted);
  assert.equal(writeOutputs(written, readLesson(written).cells, ["1\n", "new\n", ""]), written);
});

test("an output with a fence in it survives writing and reading", () => {
  const text = cell("a", "print(s)");
  const written = writeOutputs(text, readLesson(text).cells, ["```\ninside\n```\n"]);
  assert.equal(readLesson(written).cells[0].output.text, "```\ninside\n```\n");
});

test("the site finds the same cells, outputs and anchors in every lesson", async () => {
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  try {
    const outfile = join(folder, "cells.mjs");
    await build({ entryPoints: [join(repo, "web/site/markdown/cells.ts")], bundle: true, format: "esm", outfile });
    const { cells } = await import(pathToFileURL(outfile).href);
    const md = await createMarkdownRenderer(root, { config: cells });
    const names = readdirSync(root, { recursive: true }).filter((name) => name.endsWith("index.md"));
    assert.ok(names.length > 2);
    for (const name of names) {
      const text = readFileSync(join(root, name), "utf8");
      const tokens = md.parse(text.replace(/^---\n[\s\S]*?\n---\n/, ""), {});
      const lesson = readLesson(text);
      const ours = lesson.cells.map(({ id, source, output }) => ({
        id,
        source: source.replace(/\n$/, ""),
        output: output?.text ?? null,
      }));
      assert.deepEqual(
        ours,
        tokens.filter(({ type }) => type === "sconce_cell").map(({ meta }) => meta),
      );
      for (const heading of tokens.filter(({ type }) => type === "heading_open")) {
        assert.ok(lesson.anchors.has(heading.attrGet("id")), `${name} has #${heading.attrGet("id")}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("anchors are made as the site makes them", () => {
  assert.equal(slug("Why *divide* by `sqrt(d_k)`?"), "why-divide-by-sqrt-d-k");
  assert.equal(slug("1. Predict, then measure"), "_1-predict-then-measure");
});

test("the command, with the real engine, fails on a lie and mends it with --write", () => {
  assert.ok(existsSync(join(repo, "build/node/run.mjs")), "build first: tools/build");
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  try {
    const lesson = join(folder, "lesson.md");
    const verify = (...args) =>
      spawnSync(execPath, [join(repo, "tools/lib/verify.mjs"), ...args, lesson], { encoding: "utf8" });
    writeFileSync(
      lesson,
      `${cell("a", "import torch\ntorch.arange(3) / 4", "tensor([0.0000, 0.2500, 0.7500])")}\nIt is 0.5, not 0.75.\n`,
    );
    const lie = verify();
    assert.equal(lie.status, 1, lie.stdout + lie.stderr);
    assert.match(lie.stdout, /lesson\.md:1: cell #a has another output/);
    assert.match(lie.stdout, /lesson\.md:10: 0\.75 is printed by no cell/);
    assert.equal(verify("--write").status, 1, "the prose is still wrong");
    assert.match(readFileSync(lesson, "utf8"), /tensor\(\[0\.0000, 0\.2500, 0\.5000\]\)/);
    writeFileSync(lesson, readFileSync(lesson, "utf8").replace(", not 0.75", ""));
    const truth = verify();
    assert.equal(truth.status, 0, truth.stdout + truth.stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
