import assert from "node:assert/strict";
import { test } from "node:test";
import { Cell, startMs, useSite } from "./browser.ts";

const site = await useSite();

/** A page whose Python the tests share that neither restart it nor count its runs: each start takes seconds. */
const shared = await site.open();

test("Stop ends an endless loop within half a second and keeps the variables", async (t) => {
  const page = await site.open();
  const cell = new Cell(page);
  await cell.try("x = 41");
  await cell.type("x += 1\nwhile True: pass");
  await cell.button.click();
  await cell.whileRunning();
  await page.waitForTimeout(500);
  const pressed = performance.now();
  await cell.button.click();
  await cell.error.waitFor();
  const took = performance.now() - pressed;
  assert.match(await cell.output(), /line 2, in <module>\n {4}while True: pass\n.*KeyboardInterrupt$/s);
  assert.equal(await cell.status.textContent(), "Stopped; the variables are kept");
  assert.equal(await cell.try("x"), "42");
  t.diagnostic(`Stop took ${took.toFixed(0)} ms (aim: 500)`);
  await page.context().close();
});

test("Stop ends a cell that sleeps", async (t) => {
  const cell = new Cell(shared);
  await cell.type("w = 6\nimport time\ntime.sleep(1000)");
  await cell.button.click();
  await cell.whileRunning();
  await shared.waitForTimeout(300);
  const pressed = performance.now();
  await cell.button.click();
  await cell.whenDone();
  const took = performance.now() - pressed;
  assert.match(await cell.output(), /line 3, in <module>\n {4}time\.sleep\(1000\)\n[ ~^]+\nKeyboardInterrupt$/);
  assert.equal(await cell.try("w"), "6");
  t.diagnostic(`Stop took ${took.toFixed(0)} ms (aim: 500)`);
});

test("Stop ends a cell that waits in an await", async () => {
  const cell = new Cell(shared);
  await cell.type("y = 5\nimport asyncio\nawait asyncio.sleep(1000)");
  await cell.button.click();
  await cell.whileRunning();
  await shared.waitForTimeout(300);
  await cell.button.click();
  await cell.whenDone();
  assert.match(await cell.output(), /KeyboardInterrupt$/);
  assert.equal(await cell.try("y"), "5");
});

test("a cell that refuses to stop costs the variables, says so, and the next run works", async () => {
  const page = await site.open();
  const cell = new Cell(page);
  await cell.type("z = 1\nwhile True:\n  try:\n    while True: pass\n  except BaseException: pass");
  await cell.button.click();
  await cell.whileRunning();
  await page.waitForTimeout(300);
  await cell.button.click();
  await cell.whenDone();
  assert.match(await cell.output(), /did not stop within two seconds, so Python was restarted. The variables are gone/);
  assert.match(await cell.try("z"), /NameError: name 'z' is not defined/);
  assert.equal(await cell.count.textContent(), "[1]");
  await page.context().close();
});

test("a second Run after an error works, and tracebacks show the learner's lines only", async () => {
  const page = await site.open();
  const cell = new Cell(page);
  assert.equal(
    await cell.try("import torch\ndef f(a, b):\n    return a + b\nf(torch.ones(2), torch.ones(3))"),
    [
      "Traceback (most recent call last):",
      '  File "<cell 1>", line 4, in <module>',
      "    f(torch.ones(2), torch.ones(3))",
      "    ~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
      '  File "<cell 1>", line 3, in f',
      "    return a + b",
      "           ~~^~~",
      "RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0",
    ].join("\n"),
  );
  assert.equal(await cell.try("f(2, 3)"), "5");
  assert.equal(await cell.count.textContent(), "[2]");
  await page.context().close();
});

test("a request for far too much memory is an error, and the next cell works", async () => {
  const cell = new Cell(shared);
  assert.match(await cell.try("import torch\ntorch.zeros(10**12)"), /RuntimeError: .*memory/);
  assert.match(
    await cell.try("import numpy as np\nnp.zeros(10**12)"),
    /MemoryError: Unable to allocate 7\.28 TiB for an array with shape \(1000000000000,\) and data type float64/,
  );
  assert.equal(await cell.try("torch.ones(2).sum()"), "tensor(2.)");
});

test("a program of many megabytes of Python objects ends in MemoryError or a restart, and the page lives on", async () => {
  const page = await site.open();
  const cell = new Cell(page);
  const output = await cell.try("hoard = []\nwhile True: hoard.append(bytearray(64_000_000))");
  assert.match(output, /MemoryError|variables are gone/);
  assert.equal(await cell.try("1 + 1"), "2");
  await page.context().close();
});

test("output streams line by line while a cell runs", async () => {
  const cell = new Cell(shared);
  await cell.try("import time");
  await cell.type("print('first')\ntime.sleep(1.5)\nprint('second')");
  await cell.button.click();
  await cell.host.locator("#output .stdout", { hasText: "first" }).waitFor();
  assert.equal((await cell.output()).trimEnd(), "first");
  await cell.whenDone();
  assert.equal(await cell.output(), "first\nsecond\n");
});

test("two quick lines before a long computation are both seen while it runs", async () => {
  const cell = new Cell(shared);
  await cell.type("print('one')\nprint('two')\nwhile True: pass");
  await cell.button.click();
  await cell.host.locator("#output .stdout", { hasText: "two" }).waitFor({ timeout: 5000 });
  await cell.button.click();
  await cell.whenDone();
});

test("a flood of output is cut with a note, and Stop still works in it", async () => {
  const cell = new Cell(shared);
  await cell.type("while True: print('flood ' * 20)");
  await cell.button.click();
  await cell.host.locator("#output .note").waitFor();
  assert.match(await cell.output(), /Output is cut here: a cell shows at most 200,000 characters\.$/);
  await cell.button.click();
  await cell.whenDone();
  assert.ok((await cell.output()).length < 202_000);
  assert.equal(await cell.try("'after'"), "'after'");
});

test("stderr is set apart, and what learners print is never markup", async () => {
  const cell = new Cell(shared);
  await cell.try("import sys\nprint('<b>out</b>')\nprint('<i>err</i>', file=sys.stderr)");
  assert.equal(await cell.host.locator("#output .stdout").textContent(), "<b>out</b>\n");
  assert.equal(await cell.host.locator("#output .stderr").textContent(), "<i>err</i>\n");
  assert.equal(await cell.host.locator("#output b, #output i").count(), 0);
});

test("Reset cell brings the author's code and output back", async () => {
  const page = await site.open();
  const cell = new Cell(page);
  const author = await cell.host.locator("[slot=output]").textContent();
  await cell.try("'mine'");
  assert.equal(await cell.host.locator("[slot=output]").isVisible(), false);
  await cell.host.getByRole("button", { name: "Reset cell" }).click();
  assert.equal(await cell.host.locator("[slot=output]").isVisible(), true);
  await cell.run();
  assert.equal((await cell.output()).trimEnd(), author?.trimEnd());
  await page.context().close();
});

test("Restart forgets the variables and the counters", async () => {
  const page = await site.open();
  const cell = new Cell(page);
  await cell.try("kept = 1");
  await cell.host.getByRole("button", { name: "Restart" }).click();
  assert.equal(await cell.count.textContent(), "[ ]");
  assert.match(await cell.try("kept"), /NameError/);
  assert.equal(await cell.count.textContent(), "[1]");
  await page.context().close();
});

test("Run all above runs the cells before this one in order", async () => {
  const page = await site.open("01-scaled-dot-product-attention/");
  await page.locator("sconce-cell").nth(2).waitFor();
  const third = new Cell(page, 2);
  await third.host.hover();
  await third.host.getByRole("button", { name: "Run all above" }).click();
  await new Cell(page, 1).count.filter({ hasText: "[2]" }).waitFor({ timeout: startMs });
  assert.equal(await new Cell(page, 0).count.textContent(), "[1]");
  assert.equal(await third.count.textContent(), "[ ]");
  await page.context().close();
});

test("Run all above leaves folded answers alone", async () => {
  const page = await site.open("02-measuring-the-scale/");
  const folded = page.locator("details sconce-cell").first();
  const after = page.locator("sconce-cell").last();
  await after.evaluate((cell) => cell.closest("details")?.setAttribute("open", ""));
  await after.evaluate((cell) => (cell as unknown as { runAbove(): Promise<void> }).runAbove());
  assert.equal(await folded.locator(".count").textContent(), "[ ]");
  assert.equal(await new Cell(page, 0).count.textContent(), "[1]");
  await page.context().close();
});

test("Stop ends a long computation of the engine", async (t) => {
  const cell = new Cell(shared);
  await cell.try("import torch\nbig = torch.ones(4000, 4000)");
  await cell.type("for _ in range(100): big @ big");
  await cell.button.click();
  await cell.whileRunning();
  await shared.waitForTimeout(500);
  const pressed = performance.now();
  await cell.button.click();
  await cell.whenDone();
  const took = performance.now() - pressed;
  assert.match(await cell.output(), /line 1, in <module>.*KeyboardInterrupt$/s);
  assert.equal(await cell.try("big.shape"), "torch.Size([4000, 4000])");
  t.diagnostic(`Stop took ${took.toFixed(0)} ms (aim: 1000)`);
});

test("cells started together run one after another", async () => {
  const page = await site.open("01-scaled-dot-product-attention/");
  const [first, second] = [new Cell(page, 0), new Cell(page, 1)];
  await first.button.click();
  await second.button.click();
  await second.whenDone();
  assert.equal(await first.count.textContent(), "[1]");
  assert.equal(await second.count.textContent(), "[2]");
  await page.context().close();
});

test("input() says what to do instead", async () => {
  assert.match(
    await new Cell(shared).try("input('name? ')"),
    /RuntimeError: input\(\) cannot ask on this page: give the value/,
  );
});

test("a broken download is reported in the cell, and Run works once it is mended", async () => {
  const page = await site.open();
  await page.route("**/pyodide.asm.wasm", (route) => route.abort());
  const cell = new Cell(page);
  await cell.run();
  assert.match(
    await cell.output(),
    /pyodide\.asm\.wasm could not be downloaded \(.+\)\. Check the connection and press Run again\./,
  );
  await page.unroute("**/pyodide.asm.wasm");
  await cell.run();
  assert.match(await cell.output(), /tensor/);
  await page.context().close();
});

test("a missing worker is reported in the cell", async () => {
  const page = await site.open();
  await page.route("**/worker.js", (route) => route.abort());
  const cell = new Cell(page);
  await cell.run();
  assert.match(await cell.output(), /Python could not be started.*press Run again/);
  await page.context().close();
});
