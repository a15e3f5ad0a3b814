#!/usr/bin/env node
// Bundles the TypeScript of web/. Targets, in the order they need each other:
//   node      build/node/run.mjs, the headless runner
//   runtime   build/web/sconce-HASH/, all that a page with cells loads: host it anywhere, it looks for nothing elsewhere
//   site      build/site/, the lessons
//   tests     build/tests-web/, for node's test runner
//   sizes     prints what the runtime's files weigh

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import process, { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { zipSync } from "fflate";
import { loadPyodide } from "pyodide";
import { launchChromium } from "../tools/lib/chromium.mjs";
import { serveFolder } from "../tools/lib/serve.mjs";
import { trimPyodide } from "./trim-pyodide.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pyodide = join(root, "node_modules/pyodide");
const webOut = join(root, "build/web");
const siteOut = join(root, "build/site");
/** Where the Python files live in Pyodide's file system: a folder of sources in Node, a zip of bytecode in a page. */
const faceFolder = "/lib/sconce";
const faceZip = "/lib/sconce.zip";

function lockInfo() {
  const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
  return JSON.stringify({ info, packages: {} });
}

const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  target: "es2022",
  define: { PYODIDE_LOCK: lockInfo() },
  logLevel: "warning",
};

/** Files below `folder`, by path relative to it, in a fixed order. */
function filesBelow(folder, wanted = () => true) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

function hashFolder(folder) {
  const hash = createHash("sha256");
  for (const path of filesBelow(folder)) hash.update(`${path}\0`).update(readFileSync(join(folder, path)));
  return hash.digest("hex").slice(0, 12);
}

/**
 * The Python files as bytecode: reading it takes a fortieth of the time that compiling the sources takes, on every visit. The
 * Python that compiles is the one that will read, and the paths are those of tracebacks.
 */
async function compileFace() {
  const sources = {};
  for (const folder of ["web/python", "web/runtime/python"]) {
    for (const path of filesBelow(join(root, folder), (name) => name.endsWith(".py"))) {
      sources[path] = readFileSync(join(root, folder, path), "utf8");
    }
  }
  const python = await loadPyodide({ indexURL: pyodide });
  python.globals.set("sources", python.toPy(sources));
  const compiled = python.runPython(`
import importlib.util, marshal
header = importlib.util.MAGIC_NUMBER + bytes(12)
{
    path + "c": header + marshal.dumps(compile(source, f"${faceZip}/{path}", "exec", dont_inherit=True))
    for path, source in sources.items()
}`);
  return compiled.toJs({ dict_converter: Object.fromEntries });
}

async function zipFace(target) {
  const files = await compileFace();
  // A fixed date: the same sources give the same bytes, and so the same address.
  writeFileSync(target, zipSync(files, { level: 9, mtime: new Date(1980, 0, 1) }));
}

function copyAsset(out, from, path) {
  if (!existsSync(from)) throw new Error(`build: ${relative(root, from)} is missing (tools/build makes it)`);
  mkdirSync(dirname(join(out, path)), { recursive: true });
  cpSync(from, join(out, path));
  return { path, bytes: statSync(from).size };
}

function writeAsset(out, path, content) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), content);
  return { path, bytes: Buffer.byteLength(content) };
}

/**
 * Python's memory with the faces imported, taken in Chromium: one that Node makes lacks stack switching for good.
 * @returns {Promise<{memory: Buffer, layouts: string}>} `layouts` as `runtime/bridge.ts` has them
 */
async function takeSnapshot(folder) {
  const server = await serveFolder(folder);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.route("**/blank.html", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
    await page.goto(`${server.url}blank.html`);
    const saved = page.waitForEvent("download", { timeout: 0 });
    const [download, layouts] = await Promise.all([
      saved,
      page.evaluate(
        () =>
          new Promise((done, failed) => {
            const worker = new Worker("/make-snapshot.js", { type: "module" });
            worker.onerror = (event) => failed(new Error(event.message));
            worker.onmessage = ({ data }) => {
              if (data.error !== undefined) return failed(new Error(data.error));
              const link = document.createElement("a");
              link.href = URL.createObjectURL(new Blob([data.snapshot]));
              link.download = "snapshot";
              link.click();
              done(data.layouts);
            };
          }),
      ),
    ]);
    return { memory: readFileSync(await download.path()), layouts };
  } finally {
    await browser.close();
    await server.close();
  }
}

async function buildRuntime() {
  const out = join(webOut, "next");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await zipFace(join(out, "face.zip"));
  const engine = Object.fromEntries(
    ["wasm", "wasm-relaxed"].map((flavour) => {
      const file = (end) =>
        copyAsset(out, join(root, "build", flavour, `sconce-engine.${end}`), `engine/${flavour}/sconce-engine.${end}`);
      return [flavour, { script: file("mjs"), wasm: file("wasm") }];
    }),
  );
  const fromPyodide = (name) => copyAsset(out, join(pyodide, name), `pyodide/${name}`);
  const script = trimPyodide(readFileSync(join(pyodide, "pyodide.asm.mjs"), "utf8"));
  const assets = {
    python: {
      script: writeAsset(out, "pyodide/pyodide.asm.mjs", script),
      wasm: fromPyodide("pyodide.asm.wasm"),
      stdlib: fromPyodide("python_stdlib.zip"),
      face: { path: "face.zip", bytes: statSync(join(out, "face.zip")).size },
    },
    engine,
  };
  const buildWorker = (entry) =>
    build({
      ...common,
      entryPoints: [entry],
      outdir: out,
      platform: "browser",
      minify: true,
      external: ["node:*"],
      define: { ...common.define, FACE_ROOT: JSON.stringify(faceZip), RUNTIME_ASSETS: JSON.stringify(assets) },
    });
  await buildWorker("web/runtime/make-snapshot.ts");
  const { memory, layouts } = await takeSnapshot(out);
  const snapshot = gzipSync(memory, { level: 9 });
  rmSync(join(out, "make-snapshot.js"));
  assets.layouts = layouts;
  assets.snapshot = { ...writeAsset(out, "python.snapshot.gz", snapshot), unpacked: memory.length };
  await buildWorker("web/runtime/worker.ts");
  await build({
    ...common,
    entryPoints: { sconce: "web/elements/index.ts" },
    outdir: out,
    platform: "browser",
    minify: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    loader: { ".css": "text" },
  });
  // The folder's name tells its content, so that a server may let browsers keep it for ever.
  const name = `sconce-${hashFolder(out)}`;
  for (const old of readdirSync(webOut)) {
    if (old.startsWith("sconce-")) rmSync(join(webOut, old), { recursive: true });
  }
  renameSync(out, join(webOut, name));
  writeFileSync(join(webOut, "runtime.json"), `${JSON.stringify({ folder: name })}\n`);
}

function runtimeFolder() {
  const path = join(webOut, "runtime.json");
  if (!existsSync(path)) throw new Error("build: the runtime is not built: run `npm run build:runtime` first");
  return JSON.parse(readFileSync(path, "utf8")).folder;
}

/** What the page of names says, asked of the faces in the engine. */
async function gatherCompatibility() {
  await targets.node();
  const { openSession } = await import("../build/node/run.mjs");
  const { gather } = await import("./site/compatibility/gather.mjs");
  writeFileSync(join(webOut, "compatibility.json"), JSON.stringify(await gather(await openSession())));
}

async function buildSite() {
  const folder = runtimeFolder();
  await gatherCompatibility();
  const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js");
  const { status } = spawnSync(process.execPath, [vitepress, "build", "web/site"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SCONCE_RUNTIME: folder },
  });
  if (status !== 0) throw new Error("build: the lessons could not be built; the message above says why");
  cpSync(join(webOut, folder), join(siteOut, folder), { recursive: true });
}

/** What a reader transfers, packed as a good server packs it. */
function printSizes() {
  const folder = runtimeFolder();
  const packed = (path) => brotliCompressSync(readFileSync(path)).length;
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;
  const row = (name, path) => console.log(`${kilobytes(statSync(path).size)} ${kilobytes(packed(path))}  ${name}`);
  console.log("     plain      brotli  file");
  for (const path of filesBelow(join(webOut, folder))) row(path, join(webOut, folder, path));
}

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
      define: { ...common.define, FACE_ROOT: JSON.stringify(faceFolder) },
      sourcemap: true,
    }),
  runtime: buildRuntime,
  site: buildSite,
  sizes: printSizes,
  tests: () => {
    rmSync(join(root, "build/tests-web"), { recursive: true, force: true });
    return build({
      ...common,
      entryPoints: ["tests/web/*.test.ts"],
      outdir: "build/tests-web",
      outExtension: { ".js": ".mjs" },
      platform: "node",
      target: "node20",
      packages: "external",
      external: ["../../tools/*"],
      sourcemap: "inline",
    });
  },
};

try {
  for (const name of argv.slice(2)) {
    if (!Object.hasOwn(targets, name)) {
      throw new Error(`build: no target "${name}", expected ${Object.keys(targets).join(", ")}`);
    }
    await targets[name]();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
