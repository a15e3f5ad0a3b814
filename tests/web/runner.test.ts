import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { CellSession } from "../../web/runtime/node.ts";

const runner = new URL("../node/run.mjs", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "sconce-runner-"));
let session: CellSession;

before(async () => {
  const { openSession } = (await import(runner.href)) as typeof import("../../web/runtime/node.ts");
  session = await openSession();
});

const run = (source: string) => session.run(source);

function runFile(source: string, { input = "", args = [] as string[] } = {}) {
  const file = join(folder, "program.py");
  writeFileSync(file, source);
  return spawnSync(execPath, [fileURLToPath(runner), "program.py", ...args], { cwd: folder, input, encoding: "utf8" });
}

test("a cell shows its last value as a notebook does", async () => {
  assert.equal((await run("x = 20\nx + 1")).result, "21");
  assert.equal((await run("x = 5")).result, null);
  assert.equal((await run("None")).result, null);
  assert.equal((await run("x;")).result, null);
  assert.equal((await run("x  # ;")).result, "5");
  assert.equal((await run("'a;'")).result, "'a;'");
  assert.equal((await run("_ + '!'")).result, "'a;!'");
});

test("a cell may await", async () => {
  assert.equal((await run("import asyncio\nawait asyncio.sleep(0, 'value')")).result, "'value'");
  assert.equal((await run("for i in range(2): await asyncio.sleep(0)\ni")).result, "1");
});

test("streams are kept apart and in full", async () => {
  const { stdout, stderr } = await run(
    "import sys\nprint('a', end='')\nsys.stderr.write('b')\nsys.stdout.buffer.write('é'.encode())\nprint()",
  );
  assert.equal(stdout, "aé\n");
  assert.equal(stderr, "b");
});

test("an uncaught exception is worded as Python does, with the learner's frames only", async () => {
  const { error, stdout } = await run("def f(x):\n    return 1 / x\nprint('before')\nf(0)");
  assert.equal(stdout, "before\n");
  assert.equal(error?.name, "ZeroDivisionError");
  assert.match(
    error?.text ?? "",
    /^Traceback \(most recent call last\):\n {2}File "<cell \d+>", line 4, in <module>\n {4}f\(0\)\n {4}~\^\^\^\n {2}File "<cell \d+>", line 2, in f\n {4}return 1 \/ x\n {11}~~\^~~\nZeroDivisionError: division by zero\n$/,
  );
});

test("a syntax error shows the line and nothing of ours", async () => {
  const { error } = await run("if True:\nprint(1)");
  assert.match(
    error?.text ?? "",
    /^ {2}File "<cell \d+>", line 2\n {4}print\(1\)\n {4}\^{5}\nIndentationError: expected an indented block after 'if' statement on line 1\n$/,
  );
});

test("chains of exceptions keep the learner's part", async () => {
  const { error } = await run("try:\n    {}['k']\nexcept KeyError as e:\n    raise ValueError('v') from e");
  assert.match(error?.text ?? "", /KeyError: 'k'\n\nThe above exception was the direct cause.*ValueError: v\n$/s);
});

test("errors raised inside the faces end at the learner's line", async () => {
  const { error } = await run("import torch\ntorch.ones(2, 3) @ torch.ones(2, 3)");
  assert.match(
    error?.text ?? "",
    /line 2, in <module>\n {4}torch\.ones\(2, 3\) @ torch\.ones\(2, 3\)\n[ ~^]+\nRuntimeError/,
  );
  assert.doesNotMatch(error?.text ?? "", /sconce/);
});

test("a warning is given again when the cell is run again", async () => {
  const source = "import warnings\nwarnings.warn('mind')";
  const [first, second] = [await run(source), await run(source)];
  assert.match(first.stderr, /^<cell \d+>:2: UserWarning: mind\n {2}warnings\.warn\('mind'\)\n$/);
  assert.match(second.stderr, /UserWarning: mind/);
});

test("endless recursion is an error and the next cell works", async () => {
  const { error } = await run("def r(): return r()\nr()");
  assert.equal(error?.name, "RecursionError");
  assert.equal((await run("1 + 1")).result, "2");
});

test("time.sleep sleeps as long as it is told, and refuses what the real one refuses", async () => {
  const timed = await run("import time\nt = time.monotonic()\ntime.sleep(0.23)\n0.23 <= time.monotonic() - t < 2");
  assert.equal(timed.result, "True");
  assert.equal((await run("time.sleep(-1)")).error?.message, "sleep length must be non-negative");
  assert.equal((await run("time.sleep('1')")).error?.name, "TypeError");
});

test("a huge value is cut and says so", async () => {
  const { result } = await run("'a' * 300_000");
  assert.match(result ?? "", /a\n\.\.\. cut here: the whole text has 300,002 characters$/);
});

test("objects die with their last name: no engine handle outlives its tensor", async () => {
  const before = JSON.parse(session.runtime.engine.stats()).live_handles;
  const { error } = await run("import torch\na = torch.ones(3)\nb = a + a\ndel a, b\ntorch.zeros(1).sum();");
  assert.equal(error, null);
  await run("torch.zeros(1).sum();");
  const after = JSON.parse(session.runtime.engine.stats()).live_handles;
  assert.ok(after - before <= 3, `${after - before} handles more than before`);
});

test("a program prints exactly what it prints and ends with status 0", () => {
  const { stdout, stderr, status } = runFile("import sys\nprint('out')\nprint('err', file=sys.stderr)\n1 + 1");
  assert.deepEqual({ stdout, stderr, status }, { stdout: "out\n", stderr: "err\n", status: 0 });
});

test("a program may ask, and gets its arguments", () => {
  const { stdout, status } = runFile("import sys\nprint(input('name? '), sys.argv[1:])", {
    input: "Ada\n",
    args: ["x", "-v"],
  });
  assert.deepEqual({ stdout, status }, { stdout: "name? Ada ['x', '-v']\n", status: 0 });
});

test("input() at the end of input raises EOFError", () => {
  assert.match(runFile("input()").stderr, /EOFError/);
});

test("an uncaught exception of a program gives status 1 and the learner's traceback", () => {
  const { stdout, stderr, status } = runFile("print('a')\nraise ValueError('no')");
  assert.deepEqual(
    { stdout, stderr, status },
    {
      stdout: "a\n",
      stderr:
        "Traceback (most recent call last):\n  File \"program.py\", line 2, in <module>\n    raise ValueError('no')\nValueError: no\n",
      status: 1,
    },
  );
});

test("sys.exit is respected", () => {
  assert.equal(runFile("import sys\nsys.exit(7)").status, 7);
  assert.equal(runFile("import sys\nsys.exit()").status, 0);
  const said = runFile("import sys\nsys.exit('said')");
  assert.deepEqual([said.status, said.stderr], [1, "said\n"]);
});

test("a file that is not there is named", () => {
  const { status, stderr } = spawnSync(execPath, [fileURLToPath(runner), "nowhere.py"], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /cannot read nowhere\.py/);
});
