#!/usr/bin/env node
// tools/bench: ours and its peers in the same Chromium, on the same numbers, taking turns.
//   --quick           few and short rounds, in a page without special headers only
//   --only WORD,...   only workloads whose name starts with a word, or the parts memory, start and calls
//   --headers WHICH   plain, isolated, or both (the default)
//   --rounds N        turns that each contender takes (7)
//   --out FILE        where the figures go: tests/bench/results.json, and build/bench-quick.json for --quick. What is not measured stays
// Figures are reported and never asserted. Results that disagree count as wrong, and the command then ends with 1.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release as kernel, loadavg } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launchChromium } from "../../tools/lib/chromium.mjs";
import { serveFolder } from "../../tools/lib/serve.mjs";
import { buildPages, pagesFolder } from "./build.mjs";
import { timeCalls } from "./calls.mjs";
import { contenders, titleOf } from "./contenders.mjs";
import { measureMemory, memoryCells } from "./memory.mjs";
import { isolatingHeaders, openContender } from "./pages.mjs";
import { alignedLines, disagreement, median, mergedRows, rowOf, significant, tableCells } from "./report.mjs";
import { measureStart, startCells } from "./start.mjs";
import { workloads } from "./workloads.mjs";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    headers: { type: "string" },
    rounds: { type: "string" },
    out: { type: "string" },
  },
});
const { quick } = options;
const rounds = Number(options.rounds ?? (quick ? 3 : 7));
const sampleMs = quick ? 15 : 30;
const warmMs = quick ? 150 : 300;
const words = options.only.split(",").filter((word) => word !== "");
const wanted = (name) => words.length === 0 || words.some((word) => name.startsWith(word));
const headerSets = (options.headers ?? (quick ? "plain" : "plain,isolated"))
  .replace("both", "plain,isolated")
  .split(",");
const root = fileURLToPath(new URL("../../", import.meta.url));
const outFile = options.out ?? `${root}${quick ? "build/bench-quick.json" : "tests/bench/results.json"}`;
/** The benchmark alone is a load of little more than one. */
const busyLoad = 2;
const today = () => new Date().toISOString().slice(0, 10);

const began = performance.now();
const say = (text) => console.error(`bench: ${text} (${((performance.now() - began) / 1000).toFixed(0)} s)`);

/** Of a run this long two turns will do: its ratio to the others is no close matter, and seven would take minutes. */
const longMs = 3000;

/** Runs a workload until the browser has compiled what it will, and says how many runs make a sample. */
async function warmUp(contender) {
  let repeats = 1;
  let took = await contender.time(repeats);
  for (let spent = took; spent < warmMs || took < sampleMs / 2; spent += took) {
    if (took < sampleMs / 2) repeats = Math.ceil(repeats * Math.min(10, sampleMs / Math.max(took, 0.1)));
    took = await contender.time(repeats);
  }
  return Math.max(1, Math.round((repeats * sampleMs) / took));
}

async function measure(workload, opened) {
  const figures = {};
  const checks = {};
  const turns = [];
  for (const contender of opened) {
    const { check, cannot } = await contender.prepare(workload);
    if (cannot) {
      if (contender.id.startsWith("peak")) continue;
      figures[contender.id] = { cannot };
      continue;
    }
    if (check) checks[contender.id] = check;
    turns.push({ contender, repeats: await warmUp(contender), samples: [] });
  }
  for (let round = 0; round < rounds; round++) {
    // Each round starts with another contender, so that none always follows the same one.
    for (let i = 0; i < turns.length; i++) {
      const { contender, repeats, samples } = turns[(i + round) % turns.length];
      if (samples.length >= 2 && samples[0] > longMs) continue;
      samples.push((await contender.time(repeats)) / repeats);
    }
  }
  const libraryOf = Object.fromEntries(contenders.map(({ id, library }) => [id, library]));
  const apart = disagreement(checks, libraryOf);
  for (const { contender, samples } of turns) {
    const error = apart[contender.id] ?? 0;
    figures[contender.id] =
      error > workload.tolerance ? { wrong: error } : { ms: median(samples), best: Math.min(...samples) };
    await contender.release();
  }
  return figures;
}

async function measureWorkloads(browser, headers) {
  const chosen = workloads.filter(({ id }) => wanted(id));
  if (chosen.length === 0) return [];
  const isolated = headers === "isolated";
  const server = await serveFolder(pagesFolder, { headers: isolated ? isolatingHeaders : {} });
  const opened = [];
  const rows = [];
  try {
    for (const { id } of contenders) {
      opened.push(await openContender(browser, server.url, id, isolated ? cpus().length : 1));
      say(`${headers}: ${titleOf[id]} is ready`);
    }
    for (const { id, version, threads } of opened) {
      const title = titleOf[id];
      results.contenders[id] = { title, version, threads: { ...results.contenders[id]?.threads, [headers]: threads } };
    }
    for (const workload of chosen) {
      const figures = await measure(workload, opened);
      const row = rowOf(workload, figures, { headers, rounds, date: today(), load: loadavg()[0] });
      rows.push(row);
      results.rows = mergedRows(results.rows, [row], order);
      save();
      say(`${headers}: ${workload.title}: ${milliseconds(figures)}`);
    }
  } finally {
    for (const contender of opened) await contender.close();
    await server.close();
  }
  return rows;
}

const milliseconds = (figures) =>
  Object.entries(figures)
    .map(([id, { ms, wrong }]) => `${id} ${ms === undefined ? (wrong ? "WRONG" : "-") : significant(ms)}`)
    .join(", ");

function print(title, cells) {
  console.log(`\n${title}\n`);
  for (const line of alignedLines(cells)) console.log(line);
}

await buildPages();
const browser = await launchChromium();
const before = existsSync(outFile) ? JSON.parse(readFileSync(outFile, "utf8")) : {};
const results = {
  ...before,
  machine: { cpu: cpus()[0].model.trim(), cores: cpus().length, system: `Linux ${kernel()}` },
  chromium: browser.version(),
  contenders: before.contenders ?? {},
  rows: before.rows ?? [],
};
const order = workloads.map(({ id }) => id);
const save = () => writeFileSync(outFile, `${JSON.stringify(results, null, 2)}\n`);
/** What a long part has found so far outlives an interruption. */
const keepAs = (part) => (found) => {
  results[part] = found;
  save();
};
const now = [];
try {
  for (const headers of headerSets) {
    const rows = await measureWorkloads(browser, headers);
    now.push(...rows);
    const title =
      headers === "plain"
        ? "In a page without special headers, one thread"
        : "In an isolated page, threads where there are any";
    if (rows.length > 0) print(title, tableCells(rows));
  }
  if (wanted("memory")) {
    await measureMemory(browser, { quick, say, keep: keepAs("memory") });
    const { heads } = results.memory;
    print(`Causal attention (${heads}, T, 64): growth of WebAssembly memory, MB`, memoryCells(results.memory));
  }
  if (wanted("start")) {
    await measureStart({ rounds: quick ? 1 : rounds, say, keep: keepAs("start") });
    print("From navigation to a first result, seconds", startCells(results.start));
  }
  if (wanted("calls")) {
    keepAs("calls")(await timeCalls(browser, { quick, say }));
    print("Calls from Python, microseconds", [
      ["operation", "us", "crossings"],
      ...Object.entries(results.calls.ops).map(([name, { us, crossings }]) => [
        name,
        us.toFixed(2),
        crossings.toFixed(2),
      ]),
    ]);
  }
  console.log(`\nwritten to ${outFile}`);
  const load = Math.max(0, ...now.map((row) => row.load));
  if (load > busyLoad) {
    say(
      `the machine had other work as well (load ${load.toFixed(1)}): figures are rough, repeat what matters when it is quiet`,
    );
  }
} finally {
  await browser.close();
}
const wrong = now.flatMap(({ title, figures }) =>
  Object.entries(figures)
    .filter(([, { wrong }]) => wrong !== undefined)
    .map(([id, { wrong }]) => `${title}: ${titleOf[id]} is ${wrong.toExponential(1)} away from the others`),
);
for (const line of wrong) console.error(`bench: ${line}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
