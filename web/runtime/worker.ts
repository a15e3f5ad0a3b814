import { unzipSync } from "fflate";
import { loadPyodide, type PyodideAPI } from "pyodide";
import { boot, pyodideOptions, type Runtime } from "./boot.ts";
import type { EngineModule } from "./bridge.ts";
import { type Asset, Downloads } from "./download.ts";
import { type EngineFlavour, pickFlavour } from "./flavour.ts";
import { Interrupt } from "./interrupt.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { OutputGate } from "./output-gate.ts";

/** Put in by the build: what lies beside this worker. */
declare const RUNTIME_ASSETS: {
  pyodideScript: Asset;
  pyodideWasm: Asset;
  stdlib: Asset;
  face: Asset;
  engine: Record<EngineFlavour, { script: Asset; wasm: Asset }>;
};

const maxOutputCharacters = 200_000;
const reportEveryMs = 50;

type Run = Extract<ToWorker, { type: "run" }>;
type InstantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
interface EngineScript {
  default(options: { instantiateWasm: InstantiateWasm }): Promise<EngineModule>;
}
type PyodideScript = { default: NonNullable<Parameters<typeof loadPyodide>[0]>["createPyodideModule"] };

function post(message: FromWorker): void {
  self.postMessage(message);
}

let reported = 0;
const downloads = new Downloads(new URL(".", import.meta.url), (loaded, total) => {
  const now = performance.now();
  if (now - reported < reportEveryMs && loaded < total) return;
  reported = now;
  post({ type: "download", loaded, total });
});

interface Files {
  pyodideScript: Promise<PyodideScript>;
  pyodideWasm: Promise<Response>;
  stdlib: Promise<Response>;
  face: Promise<Uint8Array>;
  engineScript: Promise<EngineScript>;
  engineWasm: Promise<Response>;
  all: Promise<unknown>;
}

let files: Files | undefined;

function fetchFiles(): Files {
  if (files) return files;
  const assets = RUNTIME_ASSETS;
  const engine = assets.engine[pickFlavour()];
  const fetched = {
    pyodideWasm: downloads.fetch(assets.pyodideWasm),
    stdlib: downloads.fetch(assets.stdlib),
    pyodideScript: downloads.module<PyodideScript>(assets.pyodideScript),
    engineWasm: downloads.fetch(engine.wasm),
    engineScript: downloads.module<EngineScript>(engine.script),
    face: downloads.fetch(assets.face).then(async (response) => new Uint8Array(await response.arrayBuffer())),
  };
  const all = Promise.all(Object.values(fetched));
  all.catch(() => {});
  files = { ...fetched, all };
  return files;
}

/** Pyodide fetches two files by address; they are already on their way. */
async function startPyodide(from: Files): Promise<PyodideAPI> {
  const ready = new Map([
    [downloads.url(RUNTIME_ASSETS.pyodideWasm), from.pyodideWasm],
    [downloads.url(RUNTIME_ASSETS.stdlib), from.stdlib],
  ]);
  const { default: createPyodideModule } = await from.pyodideScript;
  const browserFetch = self.fetch;
  self.fetch = (input, init) => ready.get(String(input)) ?? browserFetch(input, init);
  try {
    return await loadPyodide({
      ...pyodideOptions,
      indexURL: new URL(".", downloads.url(RUNTIME_ASSETS.pyodideWasm)).href,
      stdLibURL: downloads.url(RUNTIME_ASSETS.stdlib),
      createPyodideModule,
    });
  } finally {
    self.fetch = browserFetch;
  }
}

async function startEngine(from: Files): Promise<EngineModule> {
  const { default: create } = await from.engineScript;
  return new Promise((resolve, reject) => {
    const instantiateWasm: InstantiateWasm = (imports, done) => {
      from.engineWasm
        .then((response) => WebAssembly.instantiateStreaming(response, imports))
        .then(({ instance }) => done(instance), reject);
      return {};
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
}

async function startRuntime(): Promise<Runtime> {
  const from = fetchFiles();
  // A download that breaks off leaves Pyodide waiting for ever, so it is watched from here as well.
  const broken = from.all.then(() => new Promise<never>(() => {}));
  const runtime = await Promise.race([
    broken,
    boot({ pyodide: startPyodide(from), engine: startEngine(from), face: from.face.then((zip) => unzipSync(zip)) }),
  ]);
  runtime.pyodide.setInterruptBuffer(interrupt as unknown as Uint8Array);
  runtime.engine.set_poll(() => interrupt.poll());
  runtime.onOutput((stream, text) => gate?.write(stream, text));
  return runtime;
}

let gate: OutputGate | undefined;
const interrupt = new Interrupt(() => gate?.flush());
let runtime: Promise<Runtime> | undefined;
let running: number | undefined;

function start(): Promise<Runtime> {
  if (!runtime) {
    runtime = startRuntime();
    runtime.then(
      () => post({ type: "ready" }),
      (error: Error) => post({ type: "failed", message: error.message }),
    );
  }
  return runtime;
}

async function run({ id, count, source, stop }: Run): Promise<void> {
  const { runCell } = await start();
  gate = new OutputGate(
    {
      text: (stream, text) => post({ type: "output", id, stream, text }),
      cut: (limit) => post({ type: "cut", id, limit }),
    },
    maxOutputCharacters,
  );
  running = id;
  interrupt.arm(stop);
  try {
    const outcome = await runCell(source, count);
    gate.flush();
    post({ type: "done", id, outcome });
  } catch (error) {
    gate.flush();
    post({ type: "lost", id, message: (error as Error).message });
  } finally {
    interrupt.disarm();
    running = undefined;
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "prepare":
      try {
        fetchFiles();
      } catch (error) {
        post({ type: "failed", message: (error as Error).message });
      }
      break;
    case "start":
      start().catch(() => {});
      break;
    case "run":
      run(data).catch(() => {});
      break;
    case "stop":
      // That this message is read means the cell waits, in an `await` or (by stack switching) in a sleep. Only an
      // `await` can be cancelled, and then it must not be interrupted as well.
      if (data.id === running) {
        runtime?.then(({ cancel }) => {
          if (interrupt.without(cancel)) interrupt.disarm();
        });
      }
      break;
  }
};
