// From navigation to a first result, with an empty cache and with a warm one: the first cell of the site's home page, Run pressed as soon
// as the page is there, and beside it a page that does nothing but start plain Pyodide and compute 6 * 7.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { serveFolder } from "../../tools/lib/serve.mjs";
import { pagesFolder } from "./build.mjs";
import { median, significant } from "./report.mjs";

const siteFolder = fileURLToPath(new URL("../../build/site", import.meta.url));

const starts = [
  {
    id: "ours",
    title: "Sconce: the home page's first cell, with torch",
    folder: siteFolder,
    path: "",
    async result(page) {
      const cell = page.locator("sconce-cell").first();
      await cell.locator("button.main").click();
      await cell.locator("text=[1]").first().waitFor();
    },
  },
  {
    id: "pyodide",
    title: "plain Pyodide: 6 * 7, no torch, no NumPy",
    folder: pagesFolder,
    path: "pyodide.html",
    result: (page) => page.locator("output", { hasText: "42" }).waitFor(),
  },
];

async function seconds(context, url, start) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const began = performance.now();
  await page.goto(url + start.path);
  await start.result(page);
  const took = (performance.now() - began) / 1000;
  await page.close();
  return took;
}

function summary({ start: { id, title }, sent, cold, warm }) {
  const total = (bytesOf) => [...sent.values()].reduce((sum, content) => sum + bytesOf(content), 0);
  return {
    ...{ id, title, rounds: warm.length, cold: median(cold), warm: median(warm) },
    bytes: total((content) => content.length),
    gzip: total((content) => gzipSync(content).length),
  };
}

/** Resolves to [{ id, title, rounds, cold, warm, bytes, gzip }]: seconds, and what an empty cache has to fetch. */
export async function measureStart(browser, { rounds, say, keep }) {
  const runs = [];
  for (const start of starts) {
    const sent = new Map();
    const server = await serveFolder(start.folder, {
      headers: { "Cache-Control": "max-age=3600" },
      sent: (path) => sent.set(path, readFileSync(path)),
    });
    runs.push({ start, server, sent, cold: [], warm: [] });
  }
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { start, server, cold, warm } of runs) {
        const context = await browser.newContext();
        cold.push(await seconds(context, server.url, start));
        warm.push(await seconds(context, server.url, start));
        await context.close();
        say(`start: ${start.title}: ${cold.at(-1).toFixed(2)} s, then ${warm.at(-1).toFixed(2)} s`);
      }
      keep(runs.map(summary));
    }
  } finally {
    for (const { server } of runs) await server.close();
  }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export function startCells(measured) {
  return [
    ["", "empty cache", "warm cache", "MB", "MB gzip"],
    ...measured.map(({ title, cold, warm, bytes, gzip }) => [
      title,
      significant(cold),
      significant(warm),
      megabytes(bytes),
      megabytes(gzip),
    ]),
  ];
}
