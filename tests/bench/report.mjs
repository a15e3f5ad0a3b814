// What figures mean: medians, agreement of results, ratios, and the tables that show them.
// Figures come by contender, each { ms, best }, { cannot } with the reason, or { wrong } with the distance from the others' result.

import { contenders, peers } from "./contenders.mjs";

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** How far two results lie apart, relative to 1 + their size; infinite where they differ in kind. */
function distance(one, other) {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < one.length; i++) {
    const apart = Math.abs(one[i] - other[i]) / (1 + Math.abs(other[i]));
    if (!(apart <= most)) most = Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart;
  }
  return most;
}

/**
 * How far each contender's numbers lie from what the libraries agree on, element by element their median. One build speaks for its
 * library, so that two builds of one do not outvote the others.
 * @param {Record<string, number[]>} checks by contender
 * @param {Record<string, string>} libraryOf by contender
 */
export function disagreement(checks, libraryOf) {
  const voters = new Map(
    Object.entries(checks)
      .map(([id, numbers]) => [libraryOf[id], numbers])
      .reverse(),
  );
  const lengths = [...voters.values()].map((numbers) => numbers.length);
  const agreed = Array.from({ length: median(lengths) }, (_, i) =>
    median([...voters.values()].filter((numbers) => i < numbers.length).map((numbers) => numbers[i])),
  );
  return Object.fromEntries(Object.entries(checks).map(([id, numbers]) => [id, distance(numbers, agreed)]));
}

/** The fastest other library of a row, and how many times as long as ours it took; null where there is none. */
export function standing(figures, ours = "ours") {
  const mine = figures[ours]?.ms;
  const measured = peers.map(({ id }) => ({ id, ms: figures[id]?.ms })).filter(({ ms }) => ms !== undefined);
  if (mine === undefined || measured.length === 0) return null;
  const best = measured.reduce((one, other) => (other.ms < one.ms ? other : one));
  return { id: best.id, ratio: best.ms / mine };
}

/** What share of the peak ours reached in the same rounds; null where there is nothing to reach. */
export function shareOfPeak(figures, ours = "ours", peak = "peak") {
  const [mine, most] = [figures[ours]?.ms, figures[peak]?.ms];
  return mine === undefined || most === undefined ? null : most / mine;
}

/** Milliseconds in the unit of a workload. */
function inUnit({ unit, flops }, ms) {
  if (unit === "GFLOP/s") return flops / ms / 1e6;
  return unit === "us" ? ms * 1000 : ms;
}

const rounded = (value) => Number(value.toPrecision(4));

/** A workload's figures with what follows from them: values in its unit, and how ours stands. */
export function rowOf(workload, figures, rest) {
  const { id, group, title, unit } = workload;
  const share = shareOfPeak(figures);
  const against = standing(figures);
  return {
    ...{ id, group, title, unit, ...rest },
    figures: Object.fromEntries(
      Object.entries(figures).map(([contender, { ms, best, ...why }]) => [
        contender,
        ms === undefined ? why : { value: rounded(inUnit(workload, ms)), best: rounded(inUnit(workload, best)) },
      ]),
    ),
    against: against && { id: against.id, ratio: rounded(against.ratio) },
    shareOfPeak: share && rounded(share),
  };
}

export function significant(value) {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value >= 1 ? value.toFixed(2) : value.toFixed(3);
}

function shown(figure) {
  if (figure?.value !== undefined) return significant(figure.value);
  return figure?.wrong === undefined ? "–" : "wrong";
}

/** The cells of the table of some rows, the header first. Ratios above 1 mean that ours was faster. */
export function tableCells(rows) {
  const columns = contenders.filter(({ id }) => rows.some(({ figures }) => figures[id] !== undefined));
  return [
    ["", "unit", ...columns.map(({ title }) => title), "best other / ours", "share of peak"],
    ...rows.map(({ title, unit, figures, against, shareOfPeak }) => [
      title,
      unit,
      ...columns.map(({ id }) => shown(figures[id])),
      against ? `${significant(against.ratio)}x` : "–",
      shareOfPeak ? `${Math.round(shareOfPeak * 100)} %` : "–",
    ]),
  ];
}

/** Cells as lines of text: the first column to the left, the others to the right. */
export function alignedLines(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join("  ")
      .trimEnd(),
  );
}

/** Rows measured now in the place of those measured before; what was not measured now stays, in the order of `order`. */
export function mergedRows(before, now, order) {
  const key = ({ id, headers }) => `${headers} ${id}`;
  const merged = new Map([...before, ...now].map((row) => [key(row), row]));
  const place = ({ id }) => order.indexOf(id);
  return [...merged.values()]
    .filter((row) => place(row) >= 0)
    .sort((a, b) => b.headers.localeCompare(a.headers) || place(a) - place(b));
}
