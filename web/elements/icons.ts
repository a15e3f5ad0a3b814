import { svg } from "lit";

function icon(path: string) {
  return svg`<svg viewBox="0 0 12 12" width="12" height="12" fill="currentColor" aria-hidden="true"><path d=${path}/></svg>`;
}

export const playIcon = icon("M2.5 1.2v9.6L10.8 6z");
export const stopIcon = icon("M2 2h8v8H2z");
