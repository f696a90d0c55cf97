import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { Condition } from "../../runtime/contract/risk.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { slowPattern } from "../../runtime/pattern/slow-pattern.js";
import { decidedKeywords } from "../../runtime/policy/matches-schema.js";
import { closest } from "../../runtime/text/closest.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { metaProblems } from "../schema/meta-problems.js";
import { patternProblem } from "../schema/pattern.js";
import { knownKeywords, type Subschema, subschemas } from "../schema/subschemas.js";

/** Returns the problems of a condition: it isn't a JSON Schema, or calls can't decide it. */
export function checkConditionSchema(
  tool: ToolContext,
  path: NodePath,
  { param, fits }: Extract<Condition, { readonly fits: unknown }>,
): readonly Diagnostic[] {
  const bad = (inside: NodePath, problem: string, didYouMean?: string) =>
    diagnostic("bad-condition", tool.at([...path, ...inside]), { param, problem }, { didYouMean });
  const [invalid] = metaProblems(fits);
  if (invalid !== undefined) {
    const steps = invalid.path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return [bad(steps, `'${invalid.path.join(".") || "it"}' ${invalid.message}`)];
  }
  if (Object.keys(fits).length === 0) return [bad([], "an empty JSON Schema says nothing")];
  return subschemas(fits).flatMap((subschema) => [
    ...undecided(subschema).map((key) => {
      const isJsonSchema = knownKeywords.includes(key);
      const problem = isJsonSchema ? `'${key}' can't be decided for a call` : `JSON Schema has no keyword '${key}'`;
      return bad([...subschema.path, key], problem, isJsonSchema ? undefined : closest(key, decidedKeywords));
    }),
    ...patterns(subschema).flatMap(({ pattern, inside }) => {
      const problem = patternProblem(pattern);
      return problem === undefined ? [] : [bad([...subschema.path, ...inside], `'${pattern}' is not a regular expression: ${problem}`)];
    }),
    ...slowPatterns(subschema, (steps, part) => tool.at([...path, ...steps], part)),
  ]);
}

/** Reports patterns that could be slow to decide a call. Those with quadratic time are matched with a time limit. */
export function slowPatterns(subschema: Subschema, at: (path: NodePath, part: "key" | "value") => Span): readonly Diagnostic[] {
  return patterns(subschema).flatMap(({ pattern, inside }) => {
    const slow = patternProblem(pattern) === undefined ? slowPattern(pattern, { isTimed: true }) : undefined;
    if (slow === undefined) return [];
    const span = at([...subschema.path, ...inside], inside.length > 1 ? "key" : "value");
    return [diagnostic("slow-pattern", span, { what: "pattern", pattern, problem: slow.problem }, { help: slow.help })];
  });
}

const undecided = ({ schema }: Subschema) => Object.keys(schema).filter((key) => !decidedKeywords.includes(key));

function patterns({ schema: { pattern, patternProperties } }: Subschema) {
  const own = typeof pattern === "string" ? [{ pattern, inside: ["pattern"] }] : [];
  const keys = Object.keys(isJsonObject(patternProperties) ? patternProperties : {});
  return [...own, ...keys.map((key) => ({ pattern: key, inside: ["patternProperties", key] }))];
}
