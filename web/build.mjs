#!/usr/bin/env node
// Bundles the TypeScript of web/: `node web/build.mjs node` for the headless runner.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pyodide = join(root, "node_modules/pyodide");
const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));

const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  target: "es2022",
  define: { PYODIDE_LOCK: JSON.stringify({ info, packages: {} }) },
  logLevel: "warning",
};

const targets = {
  node: () =>
    build({
      ...common,
      entryPoints: { run: "web/runtime/node.ts" },
      outdir: "build/node",
      outExtension: { ".js": ".mjs" },
      platform: "node",
      target: "node20",
      packages: "external",
      sourcemap: true,
    }),
};

for (const name of argv.slice(2)) {
  if (!Object.hasOwn(targets, name)) throw new Error(`build: no target ${name}, expected ${Object.keys(targets)}`);
  await targets[name]();
}
