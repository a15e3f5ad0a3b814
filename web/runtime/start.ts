import { loadPyodide, type PyodideAPI, type PyodideConfig } from "pyodide";
import { pyodideOptions } from "./boot.ts";
import type { EngineModule } from "./bridge.ts";
import type { Asset, Downloads } from "./download.ts";
import { putLazyFile } from "./lazy-file.ts";
import { packedPart, unpackSnapshot } from "./snapshot.ts";

/** What lies beside the worker, as the build tells. */
export interface PythonAssets {
  script: Asset;
  wasm: Asset;
  stdlib: Asset;
  /** The Python files of this project as bytecode, in a zip that Python imports from. */
  face: Asset;
}

export interface EngineAssets {
  script: Asset;
  wasm: Asset;
}

/** Put in by the build: the place of `face` in Pyodide's file system. */
declare const FACE_ROOT: string;

type InstantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
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
        .then(({ instance }) => done(instance), reject);
      return {};
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
}

/**
 * Pyodide fetches two files by address; here they are on their way already. `instantiated` sees Python's memory before Python runs, where
 * it starts from a snapshot.
 */
async function load(
  downloads: Downloads,
  assets: PythonAssets,
  stdlib: Promise<Response>,
  options: PyodideConfig,
  instantiated: (memory: Uint8Array) => void = () => {},
): Promise<PyodideAPI> {
  const script = downloads.module<PythonScript>(assets.script);
  const ready = new Map([
    [downloads.url(assets.wasm), downloads.fetch(assets.wasm)],
    [downloads.url(assets.stdlib), stdlib],
  ]);
  // A download that breaks off leaves Pyodide waiting for ever, so it is watched from here as well.
  const broken = Promise.all([script, ...ready.values(), options._loadSnapshot]).then(
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
          instantiated((module as unknown as { HEAPU8: Uint8Array }).HEAPU8);
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
 * A Python that holds what `snapshot` does. It lacks the library's files.
 * @param instantiated sees Python's memory before Python runs.
 */
export function restore(
  downloads: Downloads,
  assets: PythonAssets,
  snapshot: Promise<Uint8Array>,
  instantiated: (memory: Uint8Array) => void,
): Promise<PyodideAPI> {
  const none = Promise.resolve(new Response(new Uint8Array(0)));
  return load(downloads, assets, none, { _loadSnapshot: snapshot }, instantiated);
}

/** Python as it was when the snapshot was taken. What it had not imported by then is fetched when it is first imported. */
export async function startFromSnapshot(
  downloads: Downloads,
  assets: PythonAssets,
  snapshot: Asset,
): Promise<PyodideAPI> {
  let packed: ArrayBuffer;
  const part = downloads.fetch(snapshot).then(async (response) => {
    const stream = response.body as ReadableStream<BufferSource>;
    packed = await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    return packedPart(packed);
  });
  const pyodide = await restore(downloads, assets, part, (memory) => unpackSnapshot(packed, memory));
  const stdlib = pyodide.runPython("import os; os.__file__[:os.__file__.index('.zip') + 4]") as string;
  putLazyFile(pyodide, stdlib, assets.stdlib.bytes, () => downloads.now(assets.stdlib));
  putLazyFile(pyodide, FACE_ROOT, assets.face.bytes, () => downloads.now(assets.face));
  pyodide.runPython("import sconce_snapshot; sconce_snapshot.wake()");
  return pyodide;
}
