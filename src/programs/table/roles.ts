import type { PlaceClass } from "../place-class.js";
import type { Evaluation, Role } from "./program.js";
import { listsName } from "./program-names.js";

interface Position {
  /** How many operands precede it, at least and at most. */
  readonly least: number;
  readonly most: number;
  readonly hasInstead?: boolean;
  readonly optionsOnly?: boolean;
  readonly checksOnly?: boolean;
  readonly onlyInput?: boolean;
}

/** The roles that an operand may have. */
export function operandRoles(
  { operands = [], late }: Evaluation,
  { least, most, hasInstead, optionsOnly, checksOnly, onlyInput }: Position,
): readonly Role[] {
  if (checksOnly === true) return [];
  if (hasInstead === true && late === true) return least === 0 ? ["text"] : [];
  if (optionsOnly === true || onlyInput === true) return [];
  const named = operands.filter((role) => role !== "...");
  const last = named.at(-1);
  const repeats = operands.at(-1) === "..." && last !== undefined && most >= named.length;
  const found = new Set([...named.slice(least, Math.min(most, named.length) + 1), ...(repeats ? [last] : [])]);
  return [...found].filter((role) => !(hasInstead === true && role !== "value" && role !== "setting"));
}

/** Returns true if a setting that begins with this text can't run anything, whatever its value. */
export function isHarmlessSetting(text: string, harmless: readonly string[] = []): boolean {
  const lower = (one: string) => one.toLowerCase();
  return text.includes("=") && listsName(harmless.map(lower), lower(text.split("=")[0] ?? ""));
}

/** Returns true if a file's name stands for standard input. */
export const isStandardInput = (name: string): boolean =>
  /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/(?:self|thread-self|[0-9]+)\/fd\/0)$/.test(name);

/** The class of standard input, by that of the place which names it as a file. */
export const classOfInput = (place: PlaceClass): PlaceClass => (place === "read" ? "data" : place === "runs" ? "load" : place);
