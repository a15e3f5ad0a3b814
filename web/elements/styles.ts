import { unsafeCSS } from "lit";
import cell from "./styles/cell.css";
import code from "./styles/code.css";
import palette from "./styles/palette.css";

/** The palette and the code's looks are shared with the page, which shows the same cell before (or without) JavaScript. */
export const cellStyles = [palette, code, cell].map((text) => unsafeCSS(text));
