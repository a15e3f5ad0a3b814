import { loadPyodide, type PyodideAPI, type PyodideConfig } from "pyodide";
import { pyodideOptions } from "./boot.ts";
import type { EngineModule } from "./bridge.ts";
import type { Asset, Downloads } from "./download.ts";
import { putLazyFile } from "./lazy-file.ts";
import { restoreMemory, snapshotHead } from "./snapshot.ts";

/** What lies beside the worker, as the build tells. */
export interface PythonAssets {
  script: Asset;
  wasm: Asset;
  stdlib: Asset;
  /** The Python files of this project as bytecode, in a zip that Python imports from. */
  face: Asset;
}

/** Python's memory with the faces imported, packed. */
export interface SnapshotAsset extends Asset {
  unpacked: number;
}

export interface EngineAssets {
  script: Asset;
  wasm: Asset;
}

/** Put in by the build: the place of `face` in Pyodide's file system. */
declare const FACE_ROOT: string;

type InstantiateWasm = (
  imports: WebAssembly.Imports,
  done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) => object;
interface EngineScript {
  default(options: { instantiateWasm: InstantiateWasm }): Promise<EngineModule>;
}
type PythonScript = { default: NonNullable<PyodideConfig["createPyodideModule"]> };

export async function startEngine(downloads: Downloads, { script, wasm }: EngineAssets): Promise<EngineModule> {
  const code = downloads.fetch(wasm);
  const [{ default: create }] = await Promise.all([downloads.module<EngineScript>(script), code]);
  return new Promise((resolve, reject) => {
    const instantiateWasm: InstantiateWasm = (imports, done) => {
      code
        .then((response) => WebAssembly.instantiateStreaming(response, imports))
        .then(({ instance, module }) => done(instance, module), reject);
      return {};
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
}

/** What Python's memory is made from before Python runs, and how. */
interface Preparation {
  needs: Promise<unknown>;
  prepare(memory: Uint8Array): Promise<void>;
}

/** Pyodide fetches two files by address; here they are on their way already. */
async function load(
  downloads: Downloads,
  assets: PythonAssets,
  stdlib: Promise<Response>,
  options: PyodideConfig,
  memory?: Preparation,
): Promise<PyodideAPI> {
  const script = downloads.module<PythonScript>(assets.script);
  const ready = new Map([
    [downloads.url(assets.wasm), downloads.fetch(assets.wasm)],
    [downloads.url(assets.stdlib), stdlib],
  ]);
  // A download that breaks off leaves Pyodide waiting for ever, so it is watched from here as well.
  const broken = Promise.all([script, ...ready.values(), options._loadSnapshot, memory?.needs]).then(
    () => new Promise<never>(() => {}),
  );
  const browserFetch = self.fetch;
  self.fetch = (input, init) => ready.get(String(input)) ?? browserFetch(input, init);
  try {
    return await Promise.race([
      broken,
      loadPyodide({
        ...pyodideOptions,
        ...options,
        indexURL: new URL(".", downloads.url(assets.wasm)).href,
        stdLibURL: downloads.url(assets.stdlib),
        createPyodideModule: async (settings) => {
          const module = await (await script).default(settings);
          await memory?.prepare((module as unknown as { HEAPU8: Uint8Array }).HEAPU8);
          return module;
        },
      }),
    ]);
  } finally {
    self.fetch = browserFetch;
  }
}

/** Python as it starts anywhere: from its standard library. */
export async function startPlain(
  downloads: Downloads,
  assets: PythonAssets,
  options: PyodideConfig = {},
): Promise<PyodideAPI> {
  const face = downloads.fetch(assets.face).then(async (response) => new Uint8Array(await response.arrayBuffer()));
  const [pyodide, bytes] = await Promise.all([load(downloads, assets, downloads.fetch(assets.stdlib), options), face]);
  pyodide.FS.writeFile(FACE_ROOT, bytes);
  return pyodide;
}

/**
 * Python as a snapshot says, without the library's files.
 * @param head Pyodide's head of the snapshot, and any of its memory; the rest is for `memory` to put in place.
 */
export function restore(
  downloads: Downloads,
  assets: PythonAssets,
  head: Promise<Uint8Array>,
  memory: Preparation,
): Promise<PyodideAPI> {
  const none = Promise.resolve(new Response(new Uint8Array(0)));
  return load(downloads, assets, none, { _loadSnapshot: head }, memory);
}

/** The bytes of a snapshot, and early Pyodide's head of it, for which Pyodide waits before it does anything. */
function unpack(response: Promise<Response>, bytes: number): { head: Promise<Uint8Array>; all: Promise<Uint8Array> } {
  const all = new Uint8Array(bytes);
  let arrived = 0;
  let pass: (head: Uint8Array) => void;
  const head = new Promise<Uint8Array>((resolve) => {
    pass = resolve;
  });
  async function read(): Promise<Uint8Array> {
    const stream = (await response).body as ReadableStream<BufferSource>;
    const reader = stream.pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      all.set(next.value, arrived);
      arrived += next.value.length;
      const found = snapshotHead(all.subarray(0, arrived));
      if (found !== undefined) pass(found);
    }
    if (arrived !== bytes) throw new Error(`the snapshot has ${arrived} bytes, expected ${bytes}`);
    return all;
  }
  const done = read();
  return { head: Promise.race([head, done]), all: done };
}

/** Python as it was when the snapshot was taken. What it had not imported by then is fetched when it is first imported. */
export async function startFromSnapshot(
  downloads: Downloads,
  assets: PythonAssets,
  snapshot: SnapshotAsset,
): Promise<PyodideAPI> {
  const { head, all } = unpack(downloads.fetch(snapshot), snapshot.unpacked);
  const prepare = async (memory: Uint8Array) => restoreMemory(await all, memory);
  const pyodide = await restore(downloads, assets, head, { needs: all, prepare });
  const stdlib = pyodide.runPython("import os; os.__file__[:os.__file__.index('.zip') + 4]") as string;
  putLazyFile(pyodide, stdlib, assets.stdlib.bytes, () => downloads.now(assets.stdlib));
  putLazyFile(pyodide, FACE_ROOT, assets.face.bytes, () => downloads.now(assets.face));
  pyodide.runPython("import sconce_snapshot; sconce_snapshot.wake()");
  return pyodide;
}
