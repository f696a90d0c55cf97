import { isAbsolute } from "node:path";
import { startsPlainly } from "./starts-plainly.late.js";

/** A checked path, and the folder in which the program will run. */
export interface CheckedArgument {
  readonly value: string;
  readonly rootDir: string;
  /** True if the program runs in that root. */
  readonly atRoot: boolean;
}

/**
 * Returns the path as the program gets it: unchanged, except that it becomes absolute if the program runs elsewhere,
 * and begins with `./` if it could be parsed as an option, a URL, `host:path` or `@file`.
 */
export function argumentPath({ value, rootDir, atRoot }: CheckedArgument): string {
  if (isAbsolute(value)) return value;
  if (!atRoot) return rootDir.endsWith("/") ? rootDir + value : `${rootDir}/${value}`;
  // Unicode properties of regular expressions load tables, so ASCII is tested first.
  return !value.includes(":") && (/^[A-Za-z0-9_.]/.test(value) || startsPlainly(value)) ? value : `./${value}`;
}
