import { SconceCell } from "./cell.ts";

if (!customElements.get("sconce-cell")) customElements.define("sconce-cell", SconceCell);
