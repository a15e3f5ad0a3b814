// How far attention over T makes a page's WebAssembly memory grow: its inputs, its result and whatever lies between. A page a curve, its
// lengths in rising order: memory never shrinks, so its size after each is the peak so far.
import { serveFolder } from "../../tools/lib/serve.mjs";
import { pagesFolder } from "./build.mjs";
import { titleOf } from "./contenders.mjs";
import { openContender } from "./pages.mjs";
import { attention } from "./workloads.mjs";

const lengths = [1024, 2048, 4096, 8192, 16384];
/** More is not tried: WebAssembly ends at 4 GB, and a machine has other things to hold. */
const mostBytes = 3e9;
const heads = 2;

/** Hands { heads, curves: [{ id, backward, points: [{ length, bytes } or { length, cannot }] }] } to `keep`, curve after curve. */
export async function measureMemory(browser, { quick, say, keep }) {
  const server = await serveFolder(pagesFolder);
  const chosen = lengths.filter((length) => !quick || length <= 4096);
  const curves = [];
  try {
    for (const backward of [false, true]) {
      for (const id of ["ours", "tfjs", "onnxruntime", "jax"]) {
        const contender = await openContender(browser, server.url, id, 1);
        const points = await growth(contender, chosen, backward);
        await contender.close();
        curves.push({ id, backward, points });
        keep({ heads, curves });
        say(`memory: ${titleOf[id]}${backward ? ", with gradients" : ""}: ${points.map(shownPoint).join(", ")} MB`);
      }
    }
  } finally {
    await server.close();
  }
}

async function growth(contender, chosen, backward) {
  const points = [];
  let { cannot } = await contender.prepare(attention(heads, 32, true, backward));
  await contender.release();
  const before = await contender.wasmBytes();
  for (const length of chosen) {
    // What holds a table of all queries by all keys takes four times as much for twice the length.
    const expected = 4 * (points.at(-1)?.bytes ?? 0);
    if (expected > mostBytes) cannot ??= `would take about ${(expected / 1e9).toFixed(1)} GB or more`;
    if (!cannot) ({ cannot } = await contender.prepare(attention(heads, length, true, backward)));
    if (cannot) {
      points.push({ length, cannot });
      continue;
    }
    points.push({ length, bytes: (await contender.wasmBytes()) - before });
    await contender.release();
  }
  return points;
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
