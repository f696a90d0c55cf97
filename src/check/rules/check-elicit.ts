import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { maskedNames } from "../../runtime/telemetry/audit/masked-names.js";
import { closest } from "../../runtime/text/closest.js";
import type { ToolContext } from "../context.js";
import { type ElicitedParameter, elicitedParameters } from "../lower/lower-elicit.js";
import type { CheckedSchema } from "../schema/checked-schema.js";
import { whyParameterRefuses } from "../schema/defaults.js";
import { formProperty, isRequired } from "../schema/form-property.js";
import { parameterNames } from "../schema/types.js";

/** `checked` is absent if the schema is wrong; then `schema` may have only names. */
interface SchemaOfTool {
  readonly schema: JsonObject;
  readonly checked: CheckedSchema | undefined;
}

/**
 * `elicit` must name required parameters that a form of MCP can ask for, and no secrets. What it suggests must be
 * valid.
 */
export function checkElicit(tool: ToolContext, { schema, checked }: SchemaOfTool): readonly Diagnostic[] {
  const elicited = elicitedParameters(tool.spec);
  const masked = elicited.length === 0 ? [] : maskedNames(schema);
  const declaredNames = parameterNames(schema);
  return elicited.flatMap((parameter) => {
    const { name, path } = parameter;
    const at = tool.at(path, "key");
    if (!declaredNames.includes(name)) return [diagnostic("unknown-parameter", at, { name }, { didYouMean: closest(name, declaredNames) })];
    if (masked.includes(name) || soundsSecret(name)) return [diagnostic("elicit-secret", at, { name })];
    if (!isRequired(schema, name)) return [diagnostic("elicit-optional", at, { name })];
    if (formProperty(schema, name) === undefined) return [diagnostic("elicit-type", at, { name })];
    return checked === undefined ? [] : checkSuggestion(tool, parameter, checked);
  });
}

function checkSuggestion(tool: ToolContext, { name, path, suggest }: ElicitedParameter, checked: CheckedSchema): readonly Diagnostic[] {
  if (suggest === undefined) return [];
  // A schema may admit null, but no field of a form does.
  const problem = suggest === null ? "must not be null" : whyParameterRefuses(checked, name, suggest);
  if (problem === undefined) return [];
  return [diagnostic("refused-default", tool.at([...path, "suggest"]), { what: "suggestion", value: JSON.stringify(suggest), problem })];
}

/** The protocol forbids forms that ask for secrets: a client shows and keeps what is entered. */
const soundsSecret = (name: string): boolean =>
  /(?:^|_)(?:password|passwd|passphrase|passcode|secret|token|credentials?|(?:api|access|private|secret)_?key)$/.test(
    name.replace(/(?<=[a-z0-9])(?=[A-Z])|[-.]/g, "_").toLowerCase(),
  );
