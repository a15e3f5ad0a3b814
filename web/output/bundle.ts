/** A value by MIME type, poorest form included: every bundle has `text/plain`. */
export type MimeBundle = Record<string, string>;

export type Renderer = (data: string) => Node;

function plainText(data: string): Node {
  const pre = document.createElement("pre");
  pre.textContent = data;
  return pre;
}

/** Richest form first; what is added later goes before what is here. */
const renderers: [mime: string, render: Renderer][] = [["text/plain", plainText]];

/** Teaches every cell to show a MIME type, in preference to those known so far. */
export function addRenderer(mime: string, render: Renderer): void {
  renderers.unshift([mime, render]);
}

/**
 * The richest form of a value that can be shown, as a DOM node. What learners' code gives is data: it goes in as text,
 * never as markup.
 * @throws Error when the bundle holds no known type.
 */
export function renderBundle(bundle: MimeBundle): Node {
  for (const [mime, render] of renderers) {
    const data = bundle[mime];
    if (data !== undefined) return render(data);
  }
  throw new Error(`output: cannot show ${Object.keys(bundle).join(", ")}; a bundle needs text/plain at least`);
}
