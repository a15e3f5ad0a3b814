import type { PyodideAPI } from "pyodide";
import { boot, type Runtime } from "./boot.ts";
import { DownloadError, Downloads } from "./download.ts";
import { type EngineFlavour, pickFlavour } from "./flavour.ts";
import { Interrupt } from "./interrupt.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { OutputGate } from "./output-gate.ts";
import {
  type EngineAssets,
  type PythonAssets,
  type SnapshotAsset,
  startEngine,
  startFromSnapshot,
  startPlain,
} from "./start.ts";

/** Put in by the build: what lies beside this worker. */
declare const RUNTIME_ASSETS: {
  python: PythonAssets;
  snapshot: SnapshotAsset;
  engine: Record<EngineFlavour, EngineAssets>;
  /** `resultLayouts` of the engine, a digit each. */
  layouts: string;
};

const maxOutputCharacters = 200_000;
const reportEveryMs = 50;

type Run = Extract<ToWorker, { type: "run" }>;

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

/** Begins the download of what a start needs, for a reader who may be about to press Run. */
function prepare(): void {
  try {
    const { python, snapshot, engine } = RUNTIME_ASSETS;
    const { script, wasm } = engine[pickFlavour()];
    downloads.begin(snapshot, python.wasm, python.script, wasm, script);
  } catch (error) {
    post({ type: "failed", message: (error as Error).message });
  }
}

async function startPython(): Promise<PyodideAPI> {
  const { python, snapshot } = RUNTIME_ASSETS;
  try {
    return await startFromSnapshot(downloads, python, snapshot);
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    console.warn("Python starts without its snapshot, which takes longer:", error);
    return startPlain(downloads, python);
  }
}

async function startRuntime(): Promise<Runtime> {
  const engine = startEngine(downloads, RUNTIME_ASSETS.engine[pickFlavour()]);
  const layouts = Uint8Array.from(RUNTIME_ASSETS.layouts, Number);
  const runtime = await boot({ pyodide: startPython(), engine, layouts });
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
      prepare();
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
