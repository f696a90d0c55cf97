import { isAbsolute } from "node:path";
import { startsPlainly } from "./starts-plainly.late.js";

/** A path that was found in order, and where the program that gets it will run. */
export interface Passed {
  readonly value: string;
  readonly rootDir: string;
  /** True if the program runs in that root. */
  readonly atRoot: boolean;
}

/**
 * The path as the program gets it: as it came, except made absolute where the program runs elsewhere, and begun with `./` where
 * it could be taken for an option, a URL, `host:path` or `@file`.
 */
export function argumentPath({ value, rootDir, atRoot }: Passed): string {
  if (isAbsolute(value)) return value;
  if (!atRoot) return rootDir.endsWith("/") ? rootDir + value : `${rootDir}/${value}`;
  // Asking for the properties of characters loads tables, so ASCII is told first.
  return !value.includes(":") && (/^[A-Za-z0-9_.]/.test(value) || startsPlainly(value)) ? value : `./${value}`;
}
