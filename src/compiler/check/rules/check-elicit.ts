import { maskedNames } from "../../../call/audit-log.js";
import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { closest } from "../../../contract/names.js";
import { parameterNames } from "../../../contract/schema-variants.js";
import { formProperty, isRequired } from "../../json-schema/form-property.js";
import type { CheckedSchema, ToolContext } from "../language/tool-context.js";
import { type ElicitedParameter, elicitedParameters } from "../lower/lower-elicit.js";
import { whyParameterRefuses } from "../schema/defaults.js";

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
