#!/usr/bin/env node
// tools/bench: times the engine as a reader has it, from Python in a cell of the built site in Chromium.
// Prints a table and writes build/bench.json. Figures are reported, never asserted: wall times here are noisy.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchChromium } from "../../tools/lib/chromium.mjs";
import { serveFolder } from "../../tools/lib/serve.mjs";

const root = new URL("../../", import.meta.url);
const server = await serveFolder(fileURLToPath(new URL("build/site", root)));
const browser = await launchChromium();

try {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(`${server.url}01-scaled-dot-product-attention/`);
  const cell = page.locator("sconce-cell").first();
  await cell.locator("#code").click();
  await cell.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(readFileSync(new URL("tests/bench/ops.py", root), "utf8"));
  const pressed = performance.now();
  await cell.locator("button.main").click();
  const output = cell.locator("#output");
  await page.waitForFunction(
    (element) => /live_bytes|Error/.test(element.textContent ?? ""),
    await output.elementHandle(),
  );
  const text = (await output.textContent()) ?? "";
  const line = text.split("\n").find((candidate) => candidate.startsWith("{"));
  if (!line) throw new Error(`the benchmark failed in the page:\n${text}`);
  const result = JSON.parse(line);
  console.log(
    `Chromium ${browser.version()}, one thread; press to last figure ${((performance.now() - pressed) / 1000).toFixed(1)} s`,
  );
  console.log(`${"operation".padEnd(32)} ${"us".padStart(7)} ${"crossings".padStart(10)}`);
  for (const [name, { us, crossings }] of Object.entries(result.ops)) {
    console.log(`${name.padEnd(32)} ${us.toFixed(2).padStart(7)} ${crossings.toFixed(2).padStart(10)}`);
  }
  console.log(`live handles after the run: ${result.live_handles}, live bytes: ${result.live_bytes}`);
  mkdirSync(new URL("build", root), { recursive: true });
  writeFileSync(
    new URL("build/bench.json", root),
    `${JSON.stringify({ chromium: browser.version(), ...result }, null, 2)}\n`,
  );
} finally {
  await browser.close();
  await server.close();
}
