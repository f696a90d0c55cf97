import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { nodeAt } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import type { ToolSpec } from "../language/tool-spec.js";
import { highest } from "../lower/lower-risk.js";
import { leastRiskOf } from "../programs/code-languages.js";
import { parseSelector, variantsAt } from "../schema/types.js";
import { textSchemas } from "./selectors.js";

/**
 * Returns the lowest risk of a tool by the languages in `code`. `mild`: parameters whose code options make harmless.
 */
export function codeRisk({ code = {} }: ToolSpec, schema: JsonObject, mild: readonly string[]): RiskLevel {
  const levels = Object.entries(code).map(([name, language]) => {
    const values = variantsAt(schema, parseSelector(name)).flatMap((variant) => textSchemas(schema, variant, true));
    const patterns = values.map(({ pattern }) => (typeof pattern === "string" ? pattern : undefined));
    const level = leastRiskOf(language, patterns);
    return level === "dangerous" && mild.includes(name) ? "moderate" : level;
  });
  return highest("safe", ...levels);
}

/** Returns the parameters in `code`, also those with an invalid language; `undefined` if `code` isn't a map. */
export function codeNames({ document, has }: ToolContext): readonly string[] | undefined {
  if (!has("code")) return [];
  const node = nodeAt(document.root, ["code"]);
  return node?.kind === "map" ? node.entries.map(({ key }) => key) : undefined;
}
