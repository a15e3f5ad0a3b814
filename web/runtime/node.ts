import { mkdirSync, readdirSync, readFileSync, readSync, realpathSync, statSync, writeSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { argv, exit, stderr } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadPyodide, type PyodideAPI, type PyodideConfig } from "pyodide";
import { boot, type CellOutcome, pyodideOptions, type Runtime } from "./boot.ts";
import type { EngineModule } from "./bridge.ts";
import { pickFlavour } from "./flavour.ts";

/** Put in by the build: the folder in Pyodide's file system for the Python files. */
declare const FACE_ROOT: string;

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The memory of a Python that has done nothing yet: later sessions of this process start from it, which takes a tenth of the time. */
let freshPython: Uint8Array | undefined;

/** Where Python keeps what it has compiled, from one process to the next. */
const bytecode = { inside: "/bytecode", outside: join(root, "build/node/bytecode") };

async function loadEngine(): Promise<EngineModule> {
  const path = join(root, "build", pickFlavour(), "sconce-engine.mjs");
  try {
    const { default: create } = await import(pathToFileURL(path).href);
    return await create();
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_MODULE_NOT_FOUND") {
      throw new Error(`the engine is not built: ${path} is missing (tools/build makes it)`);
    }
    throw error;
  }
}

/** Puts in the Python files as they lie in the working tree, so that an edit needs no build. */
function installFace(pyodide: PyodideAPI): void {
  for (const folder of [join(root, "web/python"), join(root, "web/runtime/python")]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".py")) continue;
      const path = join(entry.parentPath, entry.name);
      const target = `${FACE_ROOT}/${relative(folder, path).replaceAll("\\", "/")}`;
      pyodide.FS.mkdirTree(dirname(target));
      pyodide.FS.writeFile(target, readFileSync(path));
      const { atimeMs, mtimeMs } = statSync(path);
      pyodide.FS.utime(target, atimeMs, mtimeMs);
    }
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      // A pipe whose reader is slow is full for a moment; a write must wait, not fail.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

const newline = 10;

function readLine(): string | null {
  const bytes: number[] = [];
  const one = Buffer.alloc(1);
  while (readSync(0, one, 0, 1, null) === 1) {
    bytes.push(one[0]);
    if (one[0] === newline) break;
  }
  return bytes.length > 0 ? Buffer.from(bytes).toString() : null;
}

/** Starts Python and the engine in this process, from `memory` where it is given. */
export function start(memory: Pick<PyodideConfig, "_makeSnapshot" | "_loadSnapshot"> = {}): Promise<Runtime> {
  return boot({ pyodide: startPyodide(memory), engine: loadEngine() });
}

async function startPyodide(memory: Pick<PyodideConfig, "_makeSnapshot" | "_loadSnapshot">): Promise<PyodideAPI> {
  const indexURL = dirname(fileURLToPath(import.meta.resolve("pyodide")));
  const env = { ...pyodideOptions.env, PYTHONPYCACHEPREFIX: bytecode.inside };
  const pyodide = await loadPyodide({ ...pyodideOptions, ...memory, env, indexURL, stdin: readLine });
  if (memory._makeSnapshot) {
    freshPython = (pyodide as unknown as { makeMemorySnapshot(): Uint8Array }).makeMemorySnapshot();
  }
  installFace(pyodide);
  mkdirSync(bytecode.outside, { recursive: true });
  pyodide.mountNodeFS(bytecode.inside, bytecode.outside);
  pyodide.runPython("import sys; sys.dont_write_bytecode = False");
  return pyodide;
}

export interface CellRun {
  stdout: string;
  stderr: string;
  /** The text of the last expression's value, or null. */
  result: string | null;
  error: { name: string; message: string; text: string } | null;
}

/** One Python with one namespace, for tests and for checking lessons. */
export interface CellSession {
  runtime: Runtime;
  run(source: string): Promise<CellRun>;
}

export async function openSession(): Promise<CellSession> {
  const runtime = await start(freshPython ? { _loadSnapshot: freshPython } : { _makeSnapshot: true });
  let streams = { stdout: "", stderr: "" };
  let count = 0;
  runtime.onOutput((stream, text) => {
    streams[stream] += text;
  });
  return {
    runtime,
    run: async (source) => {
      streams = { stdout: "", stderr: "" };
      count += 1;
      const outcome: CellOutcome = await runtime.runCell(source, count);
      return {
        ...streams,
        result: outcome.status === "ok" ? (outcome.bundle?.["text/plain"] ?? null) : null,
        error: outcome.status === "ok" ? null : outcome.error,
      };
    },
  };
}

/** Runs cells in order in one fresh Python. */
export async function runCells(sources: string[]): Promise<CellRun[]> {
  const session = await openSession();
  const runs: CellRun[] = [];
  for (const source of sources) runs.push(await session.run(source));
  return runs;
}

async function main(): Promise<number> {
  const [file, ...rest] = argv.slice(2);
  if (file === undefined) {
    stderr.write("usage: run FILE.py [ARGUMENT ...]\n");
    return 2;
  }
  let source: string;
  try {
    source = readFileSync(file, "utf8");
  } catch (error) {
    stderr.write(`run: cannot read ${file}: ${(error as Error).message}\n`);
    return 2;
  }
  const runtime = await start();
  runtime.onOutput((stream, text) => writeAll(stream === "stdout" ? 1 : 2, text));
  return runtime.runScript(source, [file, ...rest]);
}

if (argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) {
  exit(
    await main().catch((error: Error) => {
      stderr.write(`run: ${error.message}\n`);
      return 1;
    }),
  );
}
