/**
 * Numbers that a lesson's prose quotes, held against those that its cells print.
 *
 * Quoted numbers are decimals (0.95), powers of ten (1.5e-10 or `1.5 \times 10^{-10}`) and integers from 1000 on. Smaller
 * integers count things in ordinary sentences, and years name papers; both pass.
 */

const timesTen = /(\d+(?:\.\d+)?)\s*(?:\\times|\\cdot|×)\s*10\^\{?\s*([-+]?\d+)\s*\}?/g;
// A letter or an underscore before the digits, or a letter and a colon, makes them part of a name: float32, arXiv:1706.03762.
const number = /(?<![\p{L}\p{N}_.]|\p{L}:)\d+(?:[._,]\d+)*(?:\.(?!\d))?(?:[eE][-+]?\d+)?(?![\p{L}_])/gu;

/** Numbers in `text` as { text, value, unit, digits, index }; `unit` is the worth of the last digit written. */
export function findNumbers(text) {
  const plain = text.replace(timesTen, (whole, mantissa, exponent) => `${mantissa}e${exponent}`.padEnd(whole.length));
  const found = [];
  for (const { 0: match, index } of plain.matchAll(number)) {
    const whole = match.replace(/\.$/, "");
    // 3.2.1 is a section or a version; 1,2 is two numbers.
    if (/\..*\./.test(whole)) continue;
    const grouped = /^\d{1,3}([,_]\d{3})+(\.|[eE]|$)/.test(whole);
    for (const part of grouped ? [whole.replace(/[,_]/g, "")] : whole.split(/[,_]/)) {
      const [mantissa, exponent = "0"] = part.toLowerCase().split("e");
      const decimals = mantissa.split(".")[1]?.length ?? 0;
      found.push({
        text: part,
        value: Number(part),
        unit: 10 ** (Number(exponent) - decimals),
        digits: mantissa.replace(".", "").replace(/^0+/, "").length,
        index,
      });
    }
  }
  return found;
}

function isClaim({ text, value }) {
  if (/[.e]/.test(text)) return true;
  return value >= 1000 && !(value >= 1900 && value < 2100);
}

/** Whether `quoted` is `printed`, or `printed` rounded to the digits quoted. One digit is too little to tell by rounding. */
function isQuoteOf(quoted, printed) {
  if (quoted.value === printed.value) return true;
  return (
    quoted.digits >= 2 &&
    printed.unit < quoted.unit &&
    Math.abs(quoted.value - printed.value) <= quoted.unit * 0.5000001
  );
}

/**
 * Numbers in `prose` that nothing backs, as { line, text }. `outputs` may back a number by rounding; `sources` (code shown to
 * the reader) and `known` (the author's list) must hold the very number.
 */
export function unbackedNumbers(prose, outputs, sources, known) {
  const printed = findNumbers(outputs.join("\n"));
  const exact = new Set([...findNumbers(sources.join("\n")), ...findNumbers(known)].map(({ value }) => value));
  return findNumbers(prose)
    .filter(isClaim)
    .filter((quoted) => !exact.has(quoted.value) && !printed.some((one) => isQuoteOf(quoted, one)))
    .map(({ text, index }) => ({ line: prose.slice(0, index).split("\n").length, text }));
}
