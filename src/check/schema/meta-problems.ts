import { describeConstraint } from "../../runtime/arguments/describe-constraint.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { metaErrors } from "./meta-errors.js";

/** A position in a schema, and its problem, as the end of a sentence. */
export interface MetaProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Returns the reasons why a schema isn't valid JSON Schema 2020-12, with their paths, the deepest first. */
export function metaProblems(schema: JsonObject): readonly MetaProblem[] {
  const problems = metaErrors(schema).map((error) => ({
    path: pointerSteps(error.instancePath),
    message: `must ${describeConstraint(error)}`,
  }));
  return [...problems, ...otherDialect(schema)].sort((a, b) => b.path.length - a.path.length);
}

/** Tools of other kinds use `$schema`: it may only name the version that is used here anyway. */
function otherDialect({ $schema: dialect }: JsonObject): readonly MetaProblem[] {
  if (typeof dialect !== "string" || /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(dialect)) return [];
  return [{ path: ["$schema"], message: `names another language, ${JSON.stringify(dialect)}` }];
}

/** The steps of a JSON Pointer (RFC 6901). */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
