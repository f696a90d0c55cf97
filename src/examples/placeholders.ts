import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json.js";
import { isArray } from "../runtime/repair/selector.js";
import type { Problem } from "./example-result.js";

/** The folders of one run by the names that examples have for them (SPEC §11); absolute. */
export interface Folders {
  readonly workspace: string;
  readonly specDir: string;
}

const placeholder = /\{\{@(workspace|specDir)\}\}/g;

/** What an example expects, with its placeholders replaced; any other braces are text. In a regular expression a folder stands for itself. */
export function fill(expect: JsonObject, folders: Folders): JsonObject {
  const filled = mapValues(expect, (text) => text.replaceAll(placeholder, (_, name: keyof Folders) => folders[name]));
  return typeof expect.matches === "string" ? { ...filled, matches: fillPattern(expect.matches, folders) } : filled;
}

function fillPattern(pattern: string, folders: Folders): string {
  return pattern.replaceAll(placeholder, (_, name: keyof Folders) => folders[name].replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
}

/** A problem with folders as an author would write them, so that what is shown doesn't change from run to run. */
export function unfill(problem: Problem, { workspace, specDir }: Folders): Problem {
  const show = (text: string) => {
    const named = text.replaceAll(workspace, "{{@workspace}}");
    // The root of the file system is in every path.
    return specDir === "/" ? named : named.replaceAll(specDir, "{{@specDir}}");
  };
  return problem.kind === "differs"
    ? { ...problem, expected: mapTexts(problem.expected, show), got: mapTexts(problem.got, show) }
    : { ...problem, message: show(problem.message), got: problem.got === undefined ? undefined : show(problem.got) };
}

/** Every text inside a value changed; keys stay. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  return isJsonObject(value) ? mapValues(value, change) : isArray(value) ? value.map((element) => mapTexts(element, change)) : value;
}

function mapValues(value: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
