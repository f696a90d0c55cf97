import type { PreparedCall } from "../runtime/contract/call.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json/json-value.js";
import { isArray } from "../runtime/json/selector.js";
import type { ExampleProblem } from "./example-result.js";

/** The folders and files of one run by their names in examples, such as `workspace` and `temp.body`; absolute. */
export interface ExampleFolders {
  readonly workspace: string;
  readonly specDir: string;
  readonly [name: string]: string;
}

/** The temporary folder and files of a call, by their placeholders. */
export function ownFolders({ temporary }: Pick<PreparedCall, "temporary">): Readonly<Record<string, string>> {
  if (temporary === undefined) return {};
  const files = temporary.files.map(({ name, path }) => [`temp.${name}`, path] as const);
  return { tempDir: temporary.path, ...Object.fromEntries(files) };
}

const placeholder = /\{\{@([\w.]+)\}\}/g;

/**
 * Replaces the placeholders in an example's expectations. Other braces stay. In a regular expression, a folder is
 * escaped.
 */
export function fillPlaceholders(expect: JsonObject, folders: ExampleFolders): JsonObject {
  const filled = mapValues(expect, (text) => text.replaceAll(placeholder, (whole, name: string) => pathOf(folders, name) ?? whole));
  return typeof expect.matches === "string" ? { ...filled, matches: fillPattern(expect.matches, folders) } : filled;
}

function fillPattern(pattern: string, folders: ExampleFolders): string {
  return pattern.replaceAll(
    placeholder,
    (whole, name: string) => pathOf(folders, name)?.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&") ?? whole,
  );
}

const pathOf = (folders: ExampleFolders, name: string) => (Object.hasOwn(folders, name) ? folders[name] : undefined);

/** A problem with folders as the author would write them, so that the report doesn't change from run to run. */
export function unfill(problem: ExampleProblem, folders: ExampleFolders): ExampleProblem {
  // The root of the file system is in every path; a file is replaced before its folder.
  const named = Object.entries(folders)
    .filter(([, path]) => path !== "/")
    .sort(([, a], [, b]) => b.length - a.length);
  const show = (text: string) => named.reduce((shown, [name, path]) => shown.replaceAll(path, `{{@${name}}}`), text);
  return problem.kind === "differs"
    ? { ...problem, expected: mapTexts(problem.expected, show), got: mapTexts(problem.got, show) }
    : { ...problem, message: show(problem.message), got: problem.got === undefined ? undefined : show(problem.got) };
}

/** Maps every text inside a value; keys stay. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  return isJsonObject(value) ? mapValues(value, change) : isArray(value) ? value.map((element) => mapTexts(element, change)) : value;
}

function mapValues(value: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
