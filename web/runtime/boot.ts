import type { PyodideAPI, PyodideConfig } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import { type Bridge, createBridge, type EngineModule, resultLayouts } from "./bridge.ts";

/**
 * Put in by the build: where the Python face and the cell runner live in Pyodide's file system, a folder or a zip of bytecode that was
 * compiled for this place. Tracebacks leave out every frame below it.
 */
declare const FACE_ROOT: string;

/** Put in by the build: the head of Pyodide's package index. The index itself, 120 kB, is of no use here. */
declare const PYODIDE_LOCK: NonNullable<PyodideConfig["lockFileContents"]>;

export const pyodideOptions: PyodideConfig = { lockFileContents: PYODIDE_LOCK, env: { NO_COLOR: "1" } };

export interface BootSources {
  /** Python, with the face's files at `FACE_ROOT`. */
  pyodide: Promise<PyodideAPI>;
  engine: Promise<EngineModule>;
  /** `resultLayouts` of the engine, where they are known. */
  layouts?: Uint8Array;
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

interface Face extends PyProxy {
  attach(bridge: Bridge): void;
}

export interface Runner extends PyProxy {
  set_emit(emit: (stream: StreamName, text: string) => void): void;
  run_cell(source: string, count: number): Promise<string>;
  run_script(source: string, argv: string[]): number;
  cancel(): boolean;
}

/** Joins Python and the engine, and gives the module that runs cells. */
export function join(pyodide: PyodideAPI, engine: EngineModule, layouts = resultLayouts(engine)): Runner {
  const face = pyodide.runPython(
    `import sys
if ${JSON.stringify(FACE_ROOT)} not in sys.path:
    sys.path.insert(0, ${JSON.stringify(FACE_ROOT)})
import sconce_face
sconce_face`,
  ) as Face;
  face.attach(createBridge(engine, pyodide, layouts));
  face.destroy();
  return pyodide.pyimport("sconce_runner") as Runner;
}

/** Brings Python and the engine up and joins them. The page's worker and the headless runner both start here. */
export async function boot(sources: BootSources): Promise<Runtime> {
  const [pyodide, engine] = await Promise.all([sources.pyodide, sources.engine]);
  const runner = join(pyodide, engine, sources.layouts);
  return {
    pyodide,
    engine,
    onOutput: (emit) => runner.set_emit(emit),
    runCell: async (source, count) => JSON.parse(await runner.run_cell(source, count)) as CellOutcome,
    runScript: (source, argv) => runner.run_script(source, argv),
    cancel: () => runner.cancel(),
  };
}
