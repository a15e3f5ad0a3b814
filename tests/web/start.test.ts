import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openProfile } from "../../tools/lib/chromium.mjs";
import { serveFolder } from "../../tools/lib/serve.mjs";
import { Cell, siteFolder, useSite } from "./browser.ts";

const site = await useSite();

/** A page, the files of the runtime that it asks for, and what stands in its console. */
async function watch(): Promise<{ page: Page; files: string[]; warnings: string[] }> {
  const page = await site.open();
  const files: string[] = [];
  const warnings: string[] = [];
  page.context().on("request", (request) => files.push(new URL(request.url()).pathname.replace(/^.*\//, "")));
  page.context().on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  return { page, files, warnings };
}

test("Python starts from its snapshot, and fetches the rest of its library when it is imported", async () => {
  const { page, files, warnings } = await watch();
  const cell = new Cell(page);
  assert.equal(
    await cell.try("import numpy as np, torch\n(torch.ones(2) + 1).tolist(), np.arange(3).tolist()"),
    "([2.0, 2.0], [0, 1, 2])",
  );
  assert.ok(files.includes("python.snapshot.gz"), files.join(" "));
  assert.ok(!files.includes("python_stdlib.zip") && !files.includes("face.zip"), files.join(" "));
  assert.equal(await cell.try("import tomllib\ntomllib.loads('a = 1')"), "{'a': 1}");
  assert.ok(files.includes("python_stdlib.zip"), files.join(" "));
  assert.equal(await cell.try("from pyodide.ffi import can_run_sync\ncan_run_sync()"), "True");
  assert.deepEqual(warnings, []);
  await page.context().close();
});

test("a second visit fetches nothing of the runtime again", async () => {
  const sent: string[] = [];
  const server = await serveFolder(siteFolder, { sent: (path: string) => sent.push(basename(path)) });
  const profile = mkdtempSync(join(tmpdir(), "sconce-profile-"));
  const context = await openProfile(profile);
  try {
    for (const files of [["pyodide.asm.wasm", "python.snapshot.gz", "sconce-engine.wasm", "worker.js"], []]) {
      sent.length = 0;
      const page = await context.newPage();
      await page.goto(server.url);
      assert.equal(await new Cell(page).try("6 * 7"), "42");
      await page.close();
      for (const file of files) assert.ok(sent.includes(file), `${file} is not among ${sent.join(" ")}`);
    }
    assert.deepEqual(sent, []);
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("no two starts draw the same unseeded numbers", async () => {
  const draw = `import random, numpy as np
random.random(), np.random.rand(), np.random.default_rng().random()`;
  const drawn = new Set<string>();
  for (let i = 0; i < 2; i++) {
    const page = await site.open();
    for (const number of (await new Cell(page).try(draw)).split(", ")) drawn.add(number);
    await page.context().close();
  }
  assert.equal(drawn.size, 6, [...drawn].join(" "));
});

test("a library that cannot be fetched is an error of the import, and the next import works", async () => {
  const { page } = await watch();
  await page.context().route("**/python_stdlib.zip", (route) => route.abort());
  const cell = new Cell(page);
  assert.match(await cell.try("import tomllib"), /OSError|ImportError|ModuleNotFoundError/);
  await page.context().unroute("**/python_stdlib.zip");
  assert.equal(await cell.try("import tomllib\ntomllib.loads('a = 1')"), "{'a': 1}");
  await page.context().close();
});

test("where the snapshot does not fit, Python starts without it and the console says why", async () => {
  const { page, files, warnings } = await watch();
  await page.context().route("**/python.snapshot.gz", (route) => route.fulfill({ body: "not a snapshot" }));
  assert.equal(await new Cell(page).try("import torch\ntorch.ones(2).sum().item()"), "2.0");
  assert.ok(files.includes("python_stdlib.zip") && files.includes("face.zip"), files.join(" "));
  assert.match(warnings.join("\n"), /Python starts without its snapshot/);
  await page.context().close();
});
