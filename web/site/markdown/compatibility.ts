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

const marks = { same: "✓", accepted: "accepted", differs: "differs", absent: "not here" };

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text with what stands between backquotes as code. */
const inline = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");

const sentence = (text: string) => (text === "" ? "" : `${text[0].toUpperCase()}${text.slice(1).replace(/\.?$/, ".")}`);

const count = (rows: Row[], wanted: (row: Row) => boolean) => rows.filter(wanted).length;
const isTested = ({ scripts, samples, cases }: Row) => scripts + samples + cases > 0;

/** "157 names, 140 of them in tests; 2 differ, 1 not here". */
export function summary(rows: Row[]): string {
  const here = rows.filter(({ status }) => status !== "absent");
  const others = [
    [count(rows, ({ status }) => status === "differs"), "differ"],
    [count(rows, ({ status }) => status === "accepted"), "accepted without effect"],
    [count(rows, ({ status }) => status === "absent"), "not here"],
  ].flatMap(([number, words]) => (number === 0 ? [] : `${number} ${words}`));
  const names =
    here.length === 0
      ? []
      : `${here.length} ${here.length === 1 ? "name" : "names"}, ${count(here, isTested)} of them in tests`;
  return [names, others.join(", ")].flat().filter(Boolean).join("; ");
}

function renderRow({ name, doc, status, why, scripts, samples, cases }: Row): string {
  const counts = [scripts, samples, cases].map((number) => `<td>${number || ""}</td>`).join("");
  const mark = status === "same" ? "<td>✓</td>" : `<td class="${status}">${marks[status]}</td>`;
  return `<tr><th>${escapeHtml(name)}</th>${mark}${counts}<td>${inline(why === "" ? doc : sentence(why))}</td></tr>`;
}

const head = `<thead><tr>${["Name", "Status", "Scripts", "Samples", "Cases", "What it is"].map((text) => `<th>${text}</th>`).join("")}</tr></thead>`;

/** The whole table as HTML: a section a module, complete without JavaScript; the element around it adds the filter. */
export function renderCompatibility({ census, groups }: Compatibility): string {
  const rows = groups.flatMap((group) => group.rows);
  const sections = groups.map(
    ({ title, rows }) =>
      `<section aria-labelledby="${title.replace(/\W/g, "-")}"><h2 id="${title.replace(/\W/g, "-")}">${title}</h2><p>${summary(rows)}.</p>` +
      `<table>${head}<tbody>\n${rows.map(renderRow).join("\n")}\n</tbody></table></section>`,
  );
  return (
    `<div class="compatibility" v-pre><p class="total">In all ${summary(rows)}. Of the ${census.names} names that the teaching ` +
    `code in the census uses, ${census.here} are here.</p>\n<sconce-filter>${sections.join("\n")}</sconce-filter></div>\n`
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
