import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { ToolDefinition } from "../../contract/definition.js";
import { closest } from "../../contract/names.js";
import type { PathReason } from "../../contract/problem.js";
import { type PathContext, rootOf } from "../paths.js";

/** A notation that only a shell, a browser, another system or a reader understands. */
interface Notation {
  readonly pattern: RegExp;
  readonly what: string;
}

/** In this order: the first notation that a path has is named. A placeholder is a whole segment. */
const notations: readonly Notation[] = [
  { pattern: /^~[\w.-]*(?:\/|$)/, what: "begins with a home folder, which only a shell expands" },
  { pattern: /^\$(?:\w+|\{[^}]*\})(?:[\\/]|$)|^%[A-Z_][A-Z_\d]+%/, what: "begins with a variable, which only a shell expands" },
  { pattern: /^[A-Za-z]:[\\/]|^\\\\/, what: "is a path of Windows" },
  { pattern: /^[A-Za-z][\w+.-]+:\/\/?/, what: "is a URL" },
  { pattern: /^!?\[[^\]]*\]\([^)]*\)$/, what: "is a link of Markdown" },
  { pattern: /^(?:"[^/].*"$|'[^/].*'$|`)/, what: "is in quotes" },
  { pattern: /(?:^|\/)<[^<>/]*>(?:\/|$)/, what: "contains a placeholder in place of a name" },
  { pattern: /[\w.-]\\[\w.-]/, what: "has backslashes between its folders, where this system has slashes" },
];

/**
 * Returns why a path that names another place can't be taken literally; `undefined` if it has no such notation, or if a
 * file of exactly that name exists. A program would make folders of these names.
 */
export function foreignNotation(value: string, written: string): PathReason | undefined {
  const notation = notations.find(({ pattern }) => pattern.test(value));
  if (notation === undefined || exists(written)) return undefined;
  return { code: "foreign", what: notation.what, ...(/^[~$<]/.test(value) && { literal: `./${value}` }) };
}

const exists = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
};

/** The most names of a folder that are compared. */
const mostNames = 5000;

/**
 * Returns why there is nothing at a path: the nearest thing above it that isn't a folder, or the name that was probably
 * meant.
 */
export function missingReason(real: string, { mustExist }: { readonly mustExist: boolean }): PathReason | undefined {
  let above = dirname(real);
  while (!exists(above) && above !== dirname(above)) above = dirname(above);
  if (!isFolder(above)) return { code: "below-file", file: above };
  if (!mustExist) return undefined;
  const near = above === dirname(real) ? nearName(above, basename(real)) : undefined;
  return { code: "missing", ...(near !== undefined && { near }) };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false;
  } catch {
    return true;
  }
}

function nearName(folder: string, name: string): string | undefined {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return undefined;
  }
  if (names.length > mostNames) return undefined;
  const twins = names.filter((other) => folded(other) === folded(name));
  return twins.length === 1 ? twins[0] : twins.length === 0 ? closest(name, names) : undefined;
}

/** A name without case, and without differences that a reader doesn't see: accents, spaces, quotes, dashes. */
const folded = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\u2018\u2019\u201B\u02BC]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-");

/**
 * Returns true if a path begins with `_`, `.`, or a letter or digit of any script. Every program parses that as a path.
 */
export function startsPlainly(path: string): boolean {
  return /^[\p{L}\p{N}_.]/u.test(path);
}

interface Whereabouts extends Omit<PathContext, "cwd">, Partial<Pick<ToolDefinition, "paths" | "project">> {}

/**
 * Returns true if the path in a top-level parameter exists, relative to the parameter's root, or to the workspace if it
 * has none.
 */
export function pathExists(
  { param, value }: { readonly param: string; readonly value: string },
  { paths, project, ...context }: Whereabouts,
): boolean {
  const rule = paths?.find(({ target }) => target.length === 1 && target[0] === param);
  const root = rule === undefined || project === undefined ? context.workspace : rootOf(rule.root, project, context).dir;
  return existsSync(resolve(root, value));
}
