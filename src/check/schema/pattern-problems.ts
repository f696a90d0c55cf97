import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { slowPattern } from "../../runtime/pattern/slow-pattern.js";
import { slowFormat } from "../../runtime/tool/bound-texts.js";
import type { ToolContext } from "../context.js";
import { patternProblem } from "./pattern.js";
import type { Subschema } from "./subschemas.js";

/**
 * A schema's patterns must be regular expressions, and none may block a server for long, whatever text a model sends.
 */
export function patternProblems({ schema, path }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const { pattern, maxLength } = schema;
  const own = typeof pattern === "string" ? [{ pattern, maxLength: lengthOf(maxLength), at: tool.at(["schema", ...path, "pattern"]) }] : [];
  const keys = Object.keys(isJsonObject(schema.patternProperties) ? schema.patternProperties : {}).map((key) => {
    return { pattern: key, maxLength: undefined, at: tool.at(["schema", ...path, "patternProperties", key], "key") };
  });
  return [...own, ...keys].flatMap((one) => {
    const problem = patternProblem(one.pattern);
    if (problem !== undefined) return [diagnostic("bad-pattern", one.at, { pattern: one.pattern, problem })];
    const slow = slowPattern(one.pattern, one);
    if (slow === undefined) return [];
    return [diagnostic("slow-pattern", one.at, { what: "pattern", pattern: one.pattern, problem: slow.problem }, { help: slow.help })];
  });
}

/** The longest text for which the format's cubic time is short. */
const longestUrl = 256;

/** One format that ajv knows is slower than patterns may be. */
export function formatProblems({ schema, path }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  if (schema.format !== slowFormat || (lengthOf(schema.maxLength) ?? Number.POSITIVE_INFINITY) <= longestUrl) return [];
  const values = { what: "format", pattern: slowFormat, problem: "takes a time that grows with the power 3 of a text's length" };
  const help = `Use \`uri\`, or add \`maxLength: ${longestUrl}\` or less beside \`format\`.`;
  return [diagnostic("slow-pattern", tool.at(["schema", ...path, "format"]), values, { help })];
}

const lengthOf = (maxLength: JsonValue | undefined) => (typeof maxLength === "number" ? maxLength : undefined);
