import { type MimeBundle, renderBundle } from "./bundle.ts";

/** What one run of a cell gave, in the order it came: streams, a value, an error, notes of ours. */
export class OutputArea {
  readonly #root: HTMLElement;
  #stream: { name: string; text: Text } | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  get empty(): boolean {
    return this.#root.childNodes.length === 0;
  }

  clear(): void {
    this.#root.replaceChildren();
    this.#stream = null;
  }

  stream(name: "stdout" | "stderr", text: string): void {
    if (this.#stream?.name !== name) {
      const node = document.createTextNode("");
      this.#add(name, "pre").append(node);
      this.#stream = { name, text: node };
    }
    appendTerminalText(this.#stream.text, text);
  }

  value(bundle: MimeBundle): void {
    this.#add("value", "div").append(renderBundle(bundle));
  }

  /** A traceback or another message about what went wrong. */
  error(text: string): void {
    const block = this.#add("error", "pre");
    block.setAttribute("role", "alert");
    block.textContent = text.trimEnd();
  }

  note(text: string): void {
    this.#add("note", "p").textContent = text;
  }

  #add(kind: string, tag: string): HTMLElement {
    this.#stream = null;
    const element = document.createElement(tag);
    element.className = kind;
    element.setAttribute("part", kind);
    this.#root.append(element);
    return element;
  }
}

/** Appends text as a terminal would: a lone carriage return goes back to the start of its line. */
export function appendTerminalText(node: Text, text: string): void {
  if (!text.includes("\r")) {
    node.appendData(text);
    return;
  }
  const start = node.data.lastIndexOf("\n") + 1;
  const lines = (node.data.slice(start) + text).replaceAll("\r\n", "\n").split("\n");
  node.replaceData(start, node.length - start, lines.map(settleLine).join("\n"));
}

/** A line after its carriage returns: each part overwrites the beginning of what stood there. */
export function settleLine(line: string): string {
  // A trailing return waits for what will overwrite the line, so it stays.
  const waiting = line.endsWith("\r");
  const parts = (waiting ? line.slice(0, -1) : line).split("\r");
  const settled = parts.reduce((shown, part) => part + shown.slice(part.length));
  return waiting ? `${settled}\r` : settled;
}
