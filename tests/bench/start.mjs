#!/usr/bin/env node
// Seconds from navigation to a first result, Run pressed as soon as the page has loaded: with an empty cache and with a warm one.
// Prints medians. Figures are reported, never asserted: wall times are noisy.

import process from "node:process";
import { fileURLToPath } from "node:url";
import { launchChromium } from "../../tools/lib/chromium.mjs";
import { serveFolder } from "../../tools/lib/serve.mjs";

const root = new URL("../../", import.meta.url);
const rounds = Number(process.argv[2] ?? 5);
const server = await serveFolder(fileURLToPath(new URL("build/site", root)));
const browser = await launchChromium();

async function firstResult(page) {
  const start = performance.now();
  await page.goto(`${server.url}01-scaled-dot-product-attention/`);
  const cell = page.locator("sconce-cell").first();
  await cell.locator("button.main").click();
  await cell.locator("text=[1]").first().waitFor({ timeout: 120_000 });
  return (performance.now() - start) / 1000;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const cold = [];
const warm = [];
try {
  for (let i = 0; i < rounds; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    cold.push(await firstResult(page));
    await page.close();
    const again = await context.newPage();
    warm.push(await firstResult(again));
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(`Chromium ${browser.version()}, ${rounds} rounds, medians`);
console.log(`first result, empty cache: ${median(cold).toFixed(1)} s`);
console.log(`first result, warm cache:  ${median(warm).toFixed(1)} s`);
