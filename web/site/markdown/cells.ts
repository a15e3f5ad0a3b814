import { pythonLanguage } from "@codemirror/lang-python";
import { classHighlighter, highlightCode } from "@lezer/highlight";
import type { MarkdownRenderer } from "vitepress";
import { parseCellInfo } from "./cell-info.mjs";
import { escapeHtml } from "./html.ts";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

interface Cell {
  id: string;
  source: string;
  output: string | null;
}

function cellId(info: string, line: number): string | null {
  const cell = parseCellInfo(info);
  if (cell !== null && cell.id === null) {
    throw new Error(
      `line ${line}: a cell needs one id of small letters, digits and hyphens, as in \`python {.cell #dice}\`; got \`${info}\``,
    );
  }
  return cell?.id ?? null;
}

/** Joins each cell's fence with the `output` fence right after it into one token. */
export function gatherCells(tokens: Token[]): Token[] {
  const ids = new Set<string>();
  const gathered: Token[] = [];
  for (const token of tokens) {
    const last = gathered.at(-1);
    if (token.type === "fence" && token.info.trim() === "output" && last?.type === "sconce_cell") {
      const cell = last.meta as Cell;
      if (cell.output === null) {
        cell.output = token.content;
        continue;
      }
    }
    const line = (token.map?.[0] ?? 0) + 1;
    const id = token.type === "fence" ? cellId(token.info, line) : null;
    if (id !== null) {
      if (ids.has(id)) throw new Error(`line ${line}: the cell id "${id}" is taken; each cell of a page needs its own`);
      ids.add(id);
      token.type = "sconce_cell";
      token.meta = { id, source: token.content.replace(/\n$/, ""), output: null } satisfies Cell;
    }
    gathered.push(token);
  }
  return gathered;
}

/** Python coloured by the editor's own parser: nothing changes its looks when the editor takes its place. */
export function highlightPython(source: string): string {
  let html = "";
  highlightCode(
    source,
    pythonLanguage.parser.parse(source),
    classHighlighter,
    (text, classes) => {
      html += classes ? `<span class="${classes}">${escapeHtml(text)}</span>` : escapeHtml(text);
    },
    () => {
      html += "\n";
    },
  );
  return html;
}

export function renderCell({ id, source, output }: Cell): string {
  const code = `<pre slot="code" class="sconce-code"><code>${highlightPython(source)}</code></pre>`;
  const shown =
    output === null || output === ""
      ? ""
      : `<pre slot="output" class="sconce-output">${escapeHtml(output.replace(/\n$/, ""))}</pre>`;
  return `<sconce-cell cell-id="${id}" id="cell-${id}" v-pre>${code}${shown}</sconce-cell>\n`;
}

/** Turns fences marked `{.cell #id}` into `<sconce-cell>` elements that are complete without JavaScript. */
export function cells(md: MarkdownRenderer): void {
  md.core.ruler.after("block", "sconce_cells", (state) => {
    state.tokens = gatherCells(state.tokens);
  });
  md.renderer.rules.sconce_cell = (tokens, index) => renderCell(tokens[index].meta as Cell);
}
