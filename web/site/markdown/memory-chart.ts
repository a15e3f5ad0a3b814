import { escapeHtml } from "./html.ts";

export interface Curve {
  id: string;
  backward: boolean;
  points: { length: number; bytes?: number; cannot?: string }[];
}

const width = 420;
const height = 280;
const plot = { left: 54, right: width - 112, top: 16, bottom: height - 42 };
const dashes = ["", "7 4", "2 4", "9 3 2 3"];
const labelGap = 17;

const decades = [1e6, 1e7, 1e8, 1e9];
const decadeNames = ["1 MB", "10 MB", "100 MB", "1 GB"];

/** Where a value lies between two others on a logarithmic scale. */
function scale(low: number, high: number, from: number, to: number): (value: number) => number {
  return (value) => from + ((Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))) * (to - from);
}

/** Places as wished, moved down where the one above needs room. */
function apart(wished: number[]): number[] {
  const order = wished.map((_, i) => i).sort((a, b) => wished[a] - wished[b]);
  const placed: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    last = Math.max(wished[i], last + labelGap);
    placed[i] = last;
  }
  return placed;
}

/** Memory over T, both logarithmic, a line a library. Lines differ by dash as well as by colour and carry their names. */
export function memoryChart(curves: Curve[], titleOf: (id: string) => string, caption: string): string {
  const drawn = curves
    .map(({ id, points }, place) => ({
      id,
      place,
      points: points.flatMap(({ length, bytes }) =>
        bytes === undefined ? [] : [{ length, bytes: Math.max(bytes, decades[0]) }],
      ),
    }))
    .filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return "";
  const lengths = [...new Set(curves.flatMap(({ points }) => points.map(({ length }) => length)))];
  const x = scale(lengths[0], lengths[lengths.length - 1], plot.left, plot.right);
  const y = scale(decades[0], 4e9, plot.bottom, plot.top);
  const grid = decades
    .map(
      (bytes, i) =>
        `<line x1="${plot.left}" x2="${plot.right}" y1="${y(bytes).toFixed(1)}" y2="${y(bytes).toFixed(1)}" class="grid"/>` +
        `<text x="${plot.left - 8}" y="${(y(bytes) + 4).toFixed(1)}" text-anchor="end">${decadeNames[i]}</text>`,
    )
    .join("");
  const ticks = lengths
    .map((length) => `<text x="${x(length).toFixed(1)}" y="${plot.bottom + 20}" text-anchor="middle">${length}</text>`)
    .join("");
  const ends = drawn.map(({ points }) => points[points.length - 1]);
  const labels = apart(ends.map(({ bytes }) => y(bytes) + 4));
  const lines = drawn
    .map(({ id, place, points }, i) => {
      const at = points.map(({ length, bytes }) => `${x(length).toFixed(1)},${y(bytes).toFixed(1)}`);
      const dots = at.map((place) => place.split(",")).map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3"/>`);
      const name = `<text x="${(x(ends[i].length) + 9).toFixed(1)}" y="${labels[i].toFixed(1)}">${escapeHtml(titleOf(id))}</text>`;
      return `<g class="line line${place}"><polyline points="${at.join(" ")}" stroke-dasharray="${dashes[place % dashes.length]}"/>${dots.join("")}${name}</g>`;
    })
    .join("");
  const says = drawn
    .map(({ id }, i) => `${titleOf(id)} takes ${Math.round(ends[i].bytes / 1e6)} MB at T ${ends[i].length}`)
    .join("; ");
  return (
    `<figure class="sconce-chart"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`${caption}. ${says}. The table below has all figures.`)}">` +
    `${grid}${ticks}<text x="${(plot.left + plot.right) / 2}" y="${height - 4}" text-anchor="middle">T, the length of the sequence</text>${lines}` +
    `</svg><figcaption>${escapeHtml(caption)}. Both axes are logarithmic. Where a line ends early, the next length would take more than 3 GB or ends in an error.</figcaption></figure>\n`
  );
}
