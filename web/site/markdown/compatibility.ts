import type { MarkdownRenderer } from "vitepress";

export interface Row {
  name: string;
  doc: string;
  status: "same" | "accepted" | "differs" | "absent";
  why: string;
  scripts: number;
  samples: number;
  cases: number;
}

export interface Compatibility {
  census: { names: number; here: number };
  groups: { title: string; rows: Row[] }[];
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text with what stands between backquotes as code. */
const inline = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");

const sentence = (text: string) =>
  text.replace(/^[a-z]+ /, (word) => word[0].toUpperCase() + word.slice(1)).replace(/\.?$/, ".");

/** What the status column says. Nothing is known of a name that no test names. */
function mark({ status, scripts, samples, cases }: Row): string {
  if (status === "absent") return "not here";
  if (status !== "same") return status;
  return scripts + samples + cases > 0 ? "✓" : "untested";
}

/** "157 names; 2 differ, 20 untested, 1 not here". */
export function summary(rows: Row[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(mark(row), (counts.get(mark(row)) ?? 0) + 1);
  const here = rows.length - (counts.get("not here") ?? 0);
  const others = [
    ["differs", counts.get("differs") === 1 ? "differs" : "differ"],
    ["accepted", "accepted without effect"],
    ["untested", "untested"],
    ["not here", "not here"],
  ].flatMap(([key, words]) => (counts.has(key) ? [`${counts.get(key)} ${words}`] : []));
  return [here > 0 ? `${here} ${here === 1 ? "name" : "names"}` : "", others.join(", ")].filter(Boolean).join("; ");
}

function renderRow(row: Row): string {
  const said = mark(row);
  const status =
    said === "✓" || said === "untested" ? `<td>${said}</td>` : `<td class="${said.replace(" ", "-")}">${said}</td>`;
  // Empty cells at the end are left out: there are thousands.
  const counts = [row.scripts, row.samples, row.cases]
    .map((number) => `<td>${number || ""}</td>`)
    .join("")
    .replace(/(<td><\/td>)+$/, "");
  const text = inline(row.why === "" ? row.doc : sentence(row.why));
  return `<tr><td><dfn>${escapeHtml(row.name)}</dfn>${text}</td>${status}${counts}</tr>`;
}

const head = ["Name", "Status", "Scripts", "Samples", "Cases"].map((text) => `<th>${text}</th>`).join("");

function renderGroup(title: string, rows: Row[]): string {
  const id = title.replace(/\W/g, "-");
  return (
    `<section><h2 id="${id}">${title}</h2><p>${summary(rows)}</p>` +
    `<table aria-labelledby="${id}"><thead><tr>${head}</tr></thead><tbody>\n${rows.map(renderRow).join("\n")}\n</tbody></table></section>`
  );
}

/** The whole table as HTML: a section a module, complete without JavaScript; the element around it adds the filter. */
export function renderCompatibility({ census, groups }: Compatibility): string {
  const all = groups.flatMap(({ rows }) => rows);
  return (
    `<div class="compatibility" v-pre><p>In all ${summary(all)}. Of the ${census.names} names that the teaching code in the census ` +
    `uses, ${census.here} are here.</p>\n` +
    `<sconce-filter>${groups.map(({ title, rows }) => renderGroup(title, rows)).join("\n")}</sconce-filter></div>\n`
  );
}

/** Puts the table in the place of the comment `<!-- compatibility -->`; `read` gives its content. */
export function compatibility(md: MarkdownRenderer, read: () => Compatibility): void {
  const before = md.renderer.rules.html_block;
  md.renderer.rules.html_block = (tokens, index, ...rest) =>
    tokens[index].content.trim() === "<!-- compatibility -->"
      ? renderCompatibility(read())
      : (before?.(tokens, index, ...rest) ?? tokens[index].content);
}
