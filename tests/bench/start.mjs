// From navigation to a first result, with an empty cache and with a warm one: the first cell of the site's home page, Run pressed by the
// page itself as soon as the cell is there, and beside it a page that does nothing but start plain Pyodide and compute 6 * 7.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { openProfile } from "../../tools/lib/chromium.mjs";
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
    async result() {
      const frame = () => new Promise(requestAnimationFrame);
      await customElements.whenDefined("sconce-cell");
      const part = (selector) => document.querySelector("sconce-cell")?.shadowRoot?.querySelector(selector);
      while (!part("button.main")) await frame();
      part("button.main").click();
      while (part(".count").textContent !== "[1]") await frame();
    },
  },
  {
    id: "pyodide",
    title: "plain Pyodide: 6 * 7, no torch, no NumPy",
    folder: pagesFolder,
    path: "pyodide.html",
    async result() {
      while (document.querySelector("output")?.textContent !== "42") await new Promise(requestAnimationFrame);
    },
  },
];

/** A browser writes what it compiled into its cache some time after it ran. */
const settleMs = 2500;

async function seconds(context, url, start) {
  const page = await context.newPage();
  await page.addInitScript(`globalThis.firstResult = (async () => {
    await ({ ${start.result} }).result();
    return performance.now();
  })()`);
  await page.goto(url + start.path, { waitUntil: "commit" });
  const took = await page.evaluate(() => globalThis.firstResult);
  await page.waitForTimeout(settleMs);
  await page.close();
  return took / 1000;
}

/** Packing as well as a good host does takes longer than a start, so each file is packed once. */
const packedSizes = new Map();
function packedSize(path, content) {
  if (!packedSizes.has(path)) packedSizes.set(path, brotliCompressSync(content).length);
  return packedSizes.get(path);
}

function summary({ start: { id, title }, sent, cold, warm }) {
  const total = (bytesOf) => [...sent].reduce((sum, [path, content]) => sum + bytesOf(path, content), 0);
  return {
    ...{ id, title, rounds: warm.length, cold: median(cold), warm: median(warm) },
    bytes: total((_path, content) => content.length),
    brotli: total(packedSize),
  };
}

/** Resolves to [{ id, title, rounds, cold, warm, bytes, brotli }]: seconds, and what an empty cache has to fetch. */
export async function measureStart({ rounds, say, keep }) {
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
        const profile = mkdtempSync(join(tmpdir(), "sconce-profile-"));
        const context = await openProfile(profile);
        cold.push(await seconds(context, server.url, start));
        warm.push(await seconds(context, server.url, start));
        await context.close();
        rmSync(profile, { recursive: true, force: true });
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
    ["", "empty cache", "warm cache", "MB", "MB brotli"],
    ...measured.map(({ title, cold, warm, bytes, brotli }) => [
      title,
      significant(cold),
      significant(warm),
      megabytes(bytes),
      megabytes(brotli),
    ]),
  ];
}
