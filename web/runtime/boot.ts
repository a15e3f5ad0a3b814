import type { PyodideAPI, PyodideConfig } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import { createBridge, type EngineModule } from "./bridge.ts";

/**
 * Put in by the build, which compiles for the same place: where the Python face and the cell runner live in Pyodide's file system.
 * Tracebacks leave out every frame below it.
 */
declare const FACE_ROOT: string;

/** Put in by the build: the head of Pyodide's package index. The index itself, 120 kB, is of no use here. */
declare const PYODIDE_LOCK: NonNullable<PyodideConfig["lockFileContents"]>;

export const pyodideOptions: PyodideConfig = { lockFileContents: PYODIDE_LOCK, env: { NO_COLOR: "1" } };

export interface BootSources {
  pyodide: Promise<PyodideAPI>;
  engine: Promise<EngineModule>;
  /** Python files by path below `FACE_ROOT`. */
  face: Promise<Record<string, Uint8Array>>;
}

export type StreamName = "stdout" | "stderr";

/** How a cell ended. `bundle` holds the value of its last expression by MIME type. */
export type CellOutcome =
  | { status: "ok"; bundle: Record<string, string> | null }
  | { status: "error" | "interrupted"; error: { name: string; message: string; text: string } };

export interface Runtime {
  pyodide: PyodideAPI;
  engine: EngineModule;
  onOutput(emit: (stream: StreamName, text: string) => void): void;
  /** Runs one cell; `count` names it in tracebacks. */
  runCell(source: string, count: number): Promise<CellOutcome>;
  /** Runs a program as `python FILE` would and gives its exit status. */
  runScript(source: string, argv: string[]): number;
  /** Ends a cell that waits in an `await`, and says whether it did; any other ends through the interrupt buffer. */
  cancel(): boolean;
}

interface Runner extends PyProxy {
  set_emit(emit: (stream: StreamName, text: string) => void): void;
  run_cell(source: string, count: number): Promise<string>;
  run_script(source: string, argv: string[]): number;
  cancel(): boolean;
}

function installFiles(pyodide: PyodideAPI, files: Record<string, Uint8Array>): void {
  const made = new Set<string>();
  for (const [path, bytes] of Object.entries(files)) {
    const target = `${FACE_ROOT}/${path}`;
    const folder = target.slice(0, target.lastIndexOf("/"));
    if (!made.has(folder)) {
      pyodide.FS.mkdirTree(folder);
      made.add(folder);
    }
    pyodide.FS.writeFile(target, bytes);
  }
}

/** Brings Python and the engine up and joins them. The page's worker and the headless runner both start here. */
export async function boot(sources: BootSources): Promise<Runtime> {
  const [pyodide, engine, face] = await Promise.all([sources.pyodide, sources.engine, sources.face]);
  installFiles(pyodide, face);
  pyodide.registerJsModule("_sconce_bridge", createBridge(engine, pyodide));
  const runner = pyodide.runPython(
    `import sys
sys.path.insert(0, ${JSON.stringify(FACE_ROOT)})
import sconce_face
sconce_face.attach()
import sconce_runner
sconce_runner`,
  ) as Runner;
  return {
    pyodide,
    engine,
    onOutput: (emit) => runner.set_emit(emit),
    runCell: async (source, count) => JSON.parse(await runner.run_cell(source, count)) as CellOutcome,
    runScript: (source, argv) => runner.run_script(source, argv),
    cancel: () => runner.cancel(),
  };
}
