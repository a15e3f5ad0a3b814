// Puts everything the benchmark's pages load into build/bench/: the contenders' bundles, their Wasm, our runtime, and plain Pyodide.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
export const pagesFolder = join(root, "build/bench");

/** Names that bundles of the peers ask for only in Node. */
const nodeOnly = ["fs", "path", "crypto", "os", "perf_hooks", "worker_threads", "util", "module", "url"];

function copy(from, to, wanted = () => true) {
  if (!existsSync(from)) throw new Error(`${from} is missing (tools/bench makes it)`);
  mkdirSync(join(pagesFolder, to), { recursive: true });
  for (const name of readdirSync(from).filter(wanted))
    cpSync(join(from, name), join(pagesFolder, to, name), { recursive: true });
}

export async function buildPages() {
  rmSync(pagesFolder, { recursive: true, force: true });
  const { folder } = JSON.parse(readFileSync(join(root, "build/web/runtime.json"), "utf8"));
  copy(join(root, "build/web", folder), "runtime");
  copy(join(root, "node_modules/pyodide"), "pyodide", (name) =>
    /^(pyodide.*\.m?js|pyodide.*\.wasm|.*\.zip|pyodide-lock\.json)$/.test(name),
  );
  copy(join(here, "node_modules/@tensorflow/tfjs-backend-wasm/dist"), "tfjs", (name) => name.endsWith(".wasm"));
  copy(join(here, "node_modules/onnxruntime-web/dist"), "onnxruntime", (name) =>
    /^ort-wasm-simd-threaded\.(wasm|mjs)$/.test(name),
  );
  copy(join(here, "page"), ".");
  writeFileSync(join(pagesFolder, "ours-relaxed.js"), 'import "./memory.js";\nimport "./runtime/worker.js";\n');
  writeFileSync(
    join(pagesFolder, "ours-simd128.js"),
    'import "./no-relaxed.js";\nimport "./memory.js";\nimport "./runtime/worker.js";\n',
  );
  await build({
    entryPoints: ["ours", "tfjs", "onnxruntime", "jax", "peak"].map((name) => join(here, `peers/${name}.mjs`)),
    outdir: pagesFolder,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    external: nodeOnly,
    loader: { ".py": "text" },
    define: { global: "globalThis", "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
}
