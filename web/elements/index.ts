import { SconceCell } from "./cell.ts";
import { SconceFilter } from "./filter.ts";

if (!customElements.get("sconce-cell")) customElements.define("sconce-cell", SconceCell);
if (!customElements.get("sconce-filter")) customElements.define("sconce-filter", SconceFilter);
