import type { MarkdownRenderer } from "vitepress";
import { escapeHtml } from "./html.ts";
import { type Curve, memoryChart } from "./memory-chart.ts";

/** What `tools/bench` writes, as far as a page shows it. */
export interface Measured {
  machine: { cpu: string; cores: number; system: string };
  chromium: string;
  contenders: Record<string, { title: string; version: string; threads: Record<string, number> }>;
  rows: Row[];
  memory?: { heads: number; curves: Curve[] };
  start?: { title: string; cold: number; warm: number; bytes: number; brotli: number }[];
  calls?: { ops: Record<string, { us: number; crossings: number }> };
}

interface Row {
  group: string;
  title: string;
  unit: string;
  headers: string;
  date: string;
  /** The machine's load average while it was measured; the benchmark itself is a little more than one. */
  load?: number;
  figures: Record<string, { value?: number; cannot?: string; wrong?: number }>;
  against: { id: string; ratio: number } | null;
  shareOfPeak: number | null;
}

const groups: Record<string, string> = {
  matmul: "Matrix products",
  attention: "Attention",
  single: "Single operations",
  training: "Training steps",
};

function significant(value: number): string {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value >= 1 ? value.toFixed(2) : value.toFixed(3);
}

/** How many times as long the others took, in words: a ratio below 1 reads like praise. */
function beside(ratio: number): string {
  return ratio >= 1 ? `${significant(ratio)} x faster` : `${significant(1 / ratio)} x slower`;
}

/** A table that scrolls by itself where the page is narrow; cells are HTML. */
function table(caption: string, header: string[], rows: string[][]): string {
  const cell = (tag: string, html: string, scope = "") => `<${tag}${scope}>${html}</${tag}>`;
  const head = header.map((html) => cell("th", html, ' scope="col"')).join("");
  const body = rows
    .map(
      ([first, ...rest]) =>
        `<tr>${cell("th", first, ' scope="row"')}${rest.map((html) => cell("td", html)).join("")}</tr>`,
    )
    .join("\n");
  return (
    `<div class="sconce-measured" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table>` +
    `<caption>${escapeHtml(caption)}</caption>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody></table></div>\n`
  );
}

function figureCell(row: Row, id: string, best: number): string {
  const figure = row.figures[id];
  if (figure?.value === undefined) {
    const why = figure?.cannot ?? (figure?.wrong === undefined ? "not measured" : "a wrong result");
    return `<abbr title="${escapeHtml(why)}">–</abbr>`;
  }
  const text = significant(figure.value);
  return figure.value === best ? `<strong>${text}</strong>` : text;
}

/** One table a group, of the rows that were measured with these headers. */
function workloadTables({ rows, contenders }: Measured, headers: string): string {
  const measured = rows.filter((row) => row.headers === headers);
  const isolated = headers === "isolated";
  return Object.entries(groups)
    .map(([group, caption]) => {
      const chosen = measured.filter((row) => row.group === group);
      if (chosen.length === 0) return "";
      const peaks = chosen.some(({ shareOfPeak }) => shareOfPeak !== null);
      const ids = Object.keys(contenders).filter(
        (id) => !id.startsWith("peak") && chosen.some(({ figures }) => figures[id] !== undefined),
      );
      const heading = (id: string) => {
        const { title, threads } = contenders[id];
        return threads[headers] > 1 ? `${escapeHtml(title)}, ${threads[headers]} threads` : escapeHtml(title);
      };
      return table(
        isolated ? `${caption}, isolated page` : caption,
        ["Workload", "beside the best other", ...ids.map(heading), ...(peaks ? ["ours, of the peak"] : [])],
        chosen.map((row) => {
          const values = ids.flatMap((id) => row.figures[id]?.value ?? []);
          const best = row.unit === "GFLOP/s" ? Math.max(...values) : Math.min(...values);
          return [
            `${escapeHtml(row.title)} <span class="unit">${row.unit}</span>`,
            row.against ? beside(row.against.ratio) : "–",
            ...ids.map((id) => figureCell(row, id, best)),
            ...(peaks ? [row.shareOfPeak === null ? "–" : `${Math.round(row.shareOfPeak * 100)} %`] : []),
          ];
        }),
      );
    })
    .join("");
}

function conditions({ machine, chromium, contenders, rows }: Measured): string {
  const dates = [...new Set(rows.map(({ date }) => date))].sort();
  const when = dates.length > 1 ? `${dates[0]} to ${dates.at(-1)}` : (dates[0] ?? "");
  const versions = Object.entries(contenders)
    .filter(([id, { version }]) => version !== "" && !id.startsWith("ours"))
    .map(([, { title, version }]) => `${title} ${version}`)
    .join(", ");
  const load = Math.max(0, ...rows.map(({ load = 0 }) => load));
  const busy =
    load > 2
      ? ` The machine had other work at the time (load up to ${load.toFixed(1)}), so single figures are rough.`
      : "";
  const text = `Measured ${when} on ${machine.cores} cores (${machine.cpu}), ${machine.system}, Chromium ${chromium}. ${versions}.${busy}`;
  return `<p>${escapeHtml(text)}</p>\n`;
}

const megabytes = (bytes: number) => significant(bytes / 1e6);

function memory({ memory, contenders }: Measured): string {
  if (!memory) return "";
  const titleOf = (id: string) => contenders[id]?.title ?? id;
  const part = (backward: boolean) => {
    const curves = memory.curves.filter((curve) => curve.backward === backward);
    const caption = `Memory of causal attention, ${backward ? "forward and backward" : "forward"}, MB`;
    const lengths = [...new Set(curves.flatMap(({ points }) => points.map(({ length }) => length)))];
    const rows = curves.map(({ id, points }) => [
      escapeHtml(titleOf(id)),
      ...lengths.map((length) => {
        const point = points.find((one) => one.length === length);
        if (point?.bytes !== undefined) return megabytes(point.bytes);
        return `<abbr title="${escapeHtml(point?.cannot ?? "not measured")}">–</abbr>`;
      }),
    ]);
    return (
      memoryChart(curves, titleOf, caption) +
      table(caption, ["Library", ...lengths.map((length) => `T ${length}`)], rows)
    );
  };
  return part(false) + part(true);
}

function start({ start }: Measured): string {
  if (!start) return "";
  return table(
    "From navigation to a first result",
    ["Page", "empty cache, s", "warm cache, s", "MB", "MB brotli"],
    start.map(({ title, cold, warm, bytes, brotli }) => [
      escapeHtml(title),
      significant(cold),
      significant(warm),
      megabytes(bytes),
      megabytes(brotli),
    ]),
  );
}

function calls({ calls }: Measured): string {
  if (!calls) return "";
  return table(
    "A small call from Python",
    ["Call", "us", "crossings into the engine"],
    Object.entries(calls.ops).map(([name, { us, crossings }]) => [
      escapeHtml(name),
      significant(us),
      String(crossings),
    ]),
  );
}

const parts: Record<string, (measured: Measured) => string> = {
  conditions,
  plain: (measured) => workloadTables(measured, "plain"),
  isolated: (measured) => workloadTables(measured, "isolated"),
  memory,
  start,
  calls,
};

/** A fence named `measured PART` becomes what the last benchmark found; what stands in it is for readers of the Markdown itself. */
export function measured(md: MarkdownRenderer, results: Measured): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const [kind, part] = tokens[index].info.trim().split(/\s+/);
    if (kind !== "measured") return fence?.(tokens, index, options, env, self) ?? "";
    if (!Object.hasOwn(parts, part)) {
      throw new Error(`\`measured ${part}\`: there is no such part, expected ${Object.keys(parts).join(", ")}`);
    }
    return `<div v-pre>${parts[part](results) || "<p>Not measured yet.</p>"}</div>\n`;
  };
}
