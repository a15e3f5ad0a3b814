import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Cell, openDetails, useSite } from "./browser.ts";

const site = await useSite();
const pages = ["", "01-scaled-dot-product-attention/", "02-measuring-the-scale/", "speed"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Cells have become what they will be; a page may have none. */
async function cellsReady(page: Page): Promise<void> {
  if ((await page.locator("sconce-cell").count()) > 0) await page.locator("sconce-cell .bar").first().waitFor();
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is put into the page as plain script
    const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(
      (found: { id: string; help: string; nodes: { target: unknown; failureSummary: string }[] }) =>
        found.nodes.map((node) => `${found.id}: ${JSON.stringify(node.target)} ${found.help} ${node.failureSummary}`),
    );
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const path of pages) {
    test(`axe finds nothing wrong on /${path} in ${colorScheme}`, async () => {
      const page = await site.open(path, { colorScheme });
      await cellsReady(page);
      assert.equal(
        await page.evaluate(() => document.documentElement.classList.contains("dark")),
        colorScheme === "dark",
      );
      assert.deepEqual(await violations(page), []);
      await openDetails(page);
      for (const cell of (await page.locator("sconce-cell").all()).slice(0, 1)) await cell.hover();
      assert.deepEqual(await violations(page), []);
      await page.context().close();
    });
  }

  test(`axe finds nothing wrong in a cell with an editor, output and an error in ${colorScheme}`, async () => {
    const page = await site.open("", { colorScheme });
    const cell = new Cell(page);
    await cell.try("import sys\nprint('x' * 300)\nprint('warning', file=sys.stderr)\n1 / 0  # comment\n'text'");
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

test("nothing of the runtime is transferred before hover, focus or Run", async () => {
  const page = await site.open();
  const runtime: string[] = [];
  page.on("request", (request) => {
    if (/worker|pyodide|engine|face\.zip|editor/.test(request.url())) runtime.push(request.url());
  });
  await page.mouse.move(2, 2);
  await page.waitForTimeout(1500);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(500);
  assert.equal(runtime.join(" "), "");
  await page.locator("sconce-cell .bar").first().hover();
  await page.waitForRequest(/pyodide\.asm\.wasm/);
  assert.equal(
    runtime.some((url) => url.includes("editor")),
    false,
    "the editor is for those who edit",
  );
  await page.context().close();
});

test("all that a page loads comes from its own folder", async () => {
  const page = await site.open("01-scaled-dot-product-attention/");
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) elsewhere.push(request.url());
  });
  await page.reload();
  await new Cell(page).try("1 + 1");
  assert.deepEqual(elsewhere, []);
  await page.context().close();
});

test("without JavaScript a lesson is complete", async () => {
  const page = await site.open("02-measuring-the-scale/", { javaScriptEnabled: false });
  const cell = page.locator("sconce-cell").first();
  assert.ok(await cell.locator("[slot=code]").isVisible());
  assert.ok((await cell.locator("[slot=code] .tok-keyword").count()) > 0, "code is coloured");
  assert.ok(await cell.locator("[slot=output]").isVisible());
  assert.ok(await page.locator(".katex-html").first().isVisible(), "maths is set");
  const solution = page.locator("details.solution").first();
  assert.equal(await solution.locator(".body").isVisible(), false);
  await solution.locator("summary").click();
  assert.ok(await solution.locator(".body").isVisible(), "answers open");
  await page.context().close();
});

for (const path of pages) {
  test(`/${path} does not scroll sideways on a phone`, async () => {
    const page = await site.open(path, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await cellsReady(page);
    await openDetails(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} px wide`);
    await page.context().close();
  });
}

test("the keyboard alone edits, runs and leaves a cell", async () => {
  const page = await site.open();
  const cell = new Cell(page);
  const focused = () =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.className ?? "";
    });
  await cell.host.locator("#code").focus();
  await cell.host.locator(".cm-content").waitFor();
  assert.match(await focused(), /cm-content/);

  await page.keyboard.press("Tab");
  assert.match(await focused(), /main/, "Tab walks past an editor that was not touched");

  await page.keyboard.press("Shift+Tab");
  assert.match(await focused(), /cm-content/);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("if True:\nprint('by keyboard')");
  await page.keyboard.press("Shift+Enter");
  await cell.whenDone();
  assert.equal(await cell.output(), "by keyboard\n", "Enter after a colon indents");
  assert.match(await focused(), /cm-content/, "running leaves the caret where it was");

  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("'tab indents'");
  assert.match(await focused(), /cm-content/);
  await page.keyboard.press("Control+Enter");
  await cell.whenDone();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.match(await focused(), /main/, "Escape, then Tab, leaves");
  await page.keyboard.press("Enter");
  await cell.count.filter({ hasText: "[3]" }).waitFor();
  await page.context().close();
});

test("a page under another path of a foreign site can hold a cell", async () => {
  const page = await site.open();
  const script = await page.locator('script[type=module][src*="sconce-"]').getAttribute("src");
  await page.setContent(
    `<html lang="en"><head><title>Elsewhere</title></head><body><main><h1>Elsewhere</h1><sconce-cell><pre>6 * 7</pre></sconce-cell></main></body></html>`,
  );
  await page.addScriptTag({ type: "module", url: `${site.url.slice(0, -1)}${script}` });
  const cell = new Cell(page);
  await cell.run();
  assert.equal(await cell.output(), "42");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});
