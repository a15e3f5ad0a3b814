import { join } from "./boot.ts";
import { resultLayouts } from "./bridge.ts";
import { Downloads } from "./download.ts";
import type { EngineFlavour } from "./flavour.ts";
import { packSnapshot } from "./snapshot.ts";
import { type EngineAssets, type PythonAssets, restore, startEngine, startPlain } from "./start.ts";

/** Put in by the build: what lies beside this worker. */
declare const RUNTIME_ASSETS: { python: PythonAssets; engine: Record<EngineFlavour, EngineAssets> };

interface Allocator {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _sbrk(bytes: number): number;
}

interface SnapshotMaker {
  makeMemorySnapshot(options: { serializer(object: object): never }): Uint8Array;
}

/**
 * Overwrites with zeros what Python has freed, since it would be packed into the snapshot otherwise: blocks of each size are taken until the
 * allocator has to ask for fresh memory.
 */
function clearFreeMemory(memory: Allocator): void {
  const taken: number[] = [];
  const end = memory._sbrk(0);
  for (let size = 1 << 20; size >= 16; size >>= 1) {
    for (;;) {
      const block = memory._malloc(size);
      if (block === 0) break;
      taken.push(block);
      if (block + size > end) break;
      memory.HEAPU8.fill(0, block, block + size);
    }
  }
  for (const block of taken) memory._free(block);
}

/**
 * Runs in a worker of the build's browser: answers with Python's memory, ready to go on in a reader's browser, and with what else a start
 * would have to find out.
 */
async function makeSnapshot(): Promise<{ snapshot: Uint8Array; layouts: string }> {
  const downloads = new Downloads(new URL(".", import.meta.url), () => {});
  const flavours = Object.values(RUNTIME_ASSETS.engine);
  const [pyodide, engine, ...others] = await Promise.all([
    startPlain(downloads, RUNTIME_ASSETS.python, { _makeSnapshot: true }),
    ...flavours.map((flavour) => startEngine(downloads, flavour)),
  ]);
  if (others.some((other) => other.schema() !== engine.schema())) {
    throw new Error("the engine's flavours differ in their operations: build all of them from the same sources");
  }
  join(pyodide, engine).destroy();
  pyodide.runPython("import sconce_snapshot; sconce_snapshot.prepare()");
  clearFreeMemory((pyodide as unknown as { _module: Allocator })._module);
  const snapshot = (pyodide as unknown as SnapshotMaker).makeMemorySnapshot({
    serializer: (object) => {
      throw new Error(
        `Python still holds a JavaScript object where a snapshot is to be taken: ${object}, with ${Object.keys(object).join(", ")}`,
      );
    },
  });
  const fresh: Uint8Array[] = [];
  for (let i = 0; i < 2; i++) {
    const needs = Promise.resolve(snapshot);
    const prepare = async (memory: Uint8Array) => void fresh.push(memory.slice());
    await restore(downloads, RUNTIME_ASSETS.python, needs, { needs, prepare });
  }
  return { snapshot: packSnapshot(snapshot, fresh[0], fresh[1]), layouts: resultLayouts(engine).join("") };
}

makeSnapshot().then(
  (made) => self.postMessage(made),
  (error: Error) => self.postMessage({ error: error.stack ?? error.message }),
);
