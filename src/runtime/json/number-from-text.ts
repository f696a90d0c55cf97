/** A JSON number, or one with a plus sign, which JSON doesn't have and models write. */
const spelling = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Returns the number that a text spells, if all of it is a number in JSON's grammar that a double holds exactly:
 * `"5.0"` and `"+5"` are 5, but `"10-20"`, `" 5"`, `"1e999"` and digits beyond a double's precision stay text.
 */
export function numberFromText(text: string, integer: boolean): number | undefined {
  if (text.length > 400 || !spelling.test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  const usual = String(number);
  if (text !== usual && decimal(text) !== decimal(usual)) return undefined;
  if (integer && !Number.isSafeInteger(number)) return undefined;
  return number === 0 ? 0 : number;
}

/** Returns the boolean whose word a text is, in JSON's case, Python's or another. */
export function booleanFromText(text: string): boolean | undefined {
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
}

/** Returns true if a text is the word for nothing, in JSON or Python. */
export const isNullWord = (text: string): boolean => text === "null" || text === "None";

/**
 * Returns the significant digits and the power of ten of a decimal: equal for equal decimals, however they are written.
 */
function decimal(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().replace(/^[+-]/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  const significant = digits.slice(0, end);
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
