// How far attention over T makes a page's WebAssembly memory grow: its inputs, its result and whatever lies between. A fresh page each
// time, so that nothing freed earlier is used again.
import { serveFolder } from "../../tools/lib/serve.mjs";
import { pagesFolder } from "./build.mjs";
import { titleOf } from "./contenders.mjs";
import { openContender } from "./pages.mjs";
import { attention } from "./workloads.mjs";

const lengths = [1024, 2048, 4096, 8192, 16384];
/** More is not tried: WebAssembly ends at 4 GB, and a machine has other things to hold. */
const mostBytes = 3e9;
const heads = 8;

/** Resolves to [{ id, backward, points: [{ length, bytes } or { length, cannot }] }]. */
export async function measureMemory(browser, { quick, say }) {
  const server = await serveFolder(pagesFolder);
  const curves = [];
  try {
    for (const backward of [false, true]) {
      for (const id of ["ours", "tfjs", "onnxruntime", "jax"]) {
        const points = [];
        for (const length of lengths.filter((length) => !quick || length <= 4096)) {
          points.push({ length, ...(await growth(browser, server.url, id, length, backward, points)) });
          say(`memory: ${titleOf[id]}, T ${length}${backward ? ", with gradients" : ""}: ${shownPoint(points.at(-1))}`);
        }
        curves.push({ id, backward, points });
      }
    }
  } finally {
    await server.close();
  }
  return { heads, curves };
}

async function growth(browser, url, id, length, backward, points) {
  const last = points.at(-1);
  if (last?.cannot) return { cannot: last.cannot };
  // What holds a table of all queries by all keys takes four times as much for twice the length.
  const expected = 4 * (last?.bytes ?? 0);
  if (expected > mostBytes) return { cannot: `would take about ${(expected / 1e9).toFixed(1)} GB` };
  const contender = await openContender(browser, url, id, 1);
  try {
    const small = await contender.prepare(attention(heads, 32, true, backward));
    if (small.cannot) return small;
    await contender.release();
    const before = await contender.wasmBytes();
    const { cannot } = await contender.prepare(attention(heads, length, true, backward));
    return cannot ? { cannot } : { bytes: (await contender.wasmBytes()) - before };
  } finally {
    await contender.close();
  }
}

const shownPoint = ({ bytes, cannot }) => (cannot ? "–" : (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0));

export function memoryCells({ curves }) {
  return [
    ["", ...lengths.map((length) => `T ${length}`)],
    ...curves.map(({ id, backward, points }) => [
      `${titleOf[id]}${backward ? ", forward and backward" : ""}`,
      ...lengths.map((length) => {
        const point = points.find((one) => one.length === length);
        return point ? shownPoint(point) : "–";
      }),
    ]),
  ];
}
