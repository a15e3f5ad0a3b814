// Plain JavaScript: the checker of lessons reads it without a build.

const cellInfo = /^python\s*\{([^}]*)\}$/;
const cellId = /^[a-z][a-z0-9-]*$/;

/**
 * What the info string of a cell's fence says, as in `python {.cell #dice}`; null when the fence is no cell.
 * `id` is null when there is not exactly one, of small letters, digits and hyphens. `.raises` marks a cell that is meant to fail.
 * @param {string} info
 * @returns {{ id: string | null, raises: boolean } | null}
 */
export function parseCellInfo(info) {
  const words = cellInfo.exec(info.trim())?.[1].trim().split(/\s+/) ?? [];
  if (!words.includes(".cell")) return null;
  const ids = words.filter((word) => word.startsWith("#")).map((word) => word.slice(1));
  return { id: ids.length === 1 && cellId.test(ids[0]) ? ids[0] : null, raises: words.includes(".raises") };
}
