import container from "markdown-it-container";
import type { MarkdownRenderer } from "vitepress";

interface Kind {
  label: string;
  /** Closed until asked for, without JavaScript too. */
  folded: boolean;
}

const kinds: Record<string, Kind> = {
  exercise: { label: "Exercise", folded: false },
  challenge: { label: "Challenge", folded: false },
  mistakes: { label: "Common mistakes", folded: false },
  quiz: { label: "Quiz", folded: false },
  hint: { label: "Hint", folded: true },
  solution: { label: "Solution", folded: true },
  answer: { label: "Answer", folded: true },
};

/** `::: exercise Title` and its kin. What follows the name is the title; blocks that answer something are folded. */
export function containers(md: MarkdownRenderer): void {
  for (const [name, { label, folded }] of Object.entries(kinds)) {
    md.use(container, name, {
      render: (tokens: { info: string; nesting: number }[], index: number) => {
        const { info, nesting } = tokens[index];
        if (nesting !== 1) return folded ? "</div></details>\n" : "</section>\n";
        const title = md.renderInline(info.trim().slice(name.length).trim());
        if (folded) {
          return `<details class="sconce-block ${name}"><summary>${title || label}</summary><div class="body">\n`;
        }
        const kind = title ? `<span class="kind">${label}</span> ` : "";
        return `<section class="sconce-block ${name}"><p class="title">${kind}${title || label}</p>\n`;
      },
    });
  }
}
