import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { maskedNames } from "../../runtime/telemetry/audit/masked-names.js";
import { closest } from "../../runtime/text/closest.js";
import type { ToolContext } from "../context.js";
import { formProperty, isRequired } from "../schema/form-property.js";
import { parameterNames } from "../schema/types.js";

/** `elicit` must name required parameters that a form of MCP can ask for, and no secrets. */
export function checkElicit(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const names = tool.spec.elicit ?? [];
  const masked = names.length === 0 ? [] : maskedNames(schema);
  const declaredNames = parameterNames(schema);
  return names.flatMap((name, i) => {
    const at = tool.at(["elicit", i]);
    if (!declaredNames.includes(name)) return [diagnostic("unknown-parameter", at, { name }, { didYouMean: closest(name, declaredNames) })];
    if (masked.includes(name) || soundsSecret(name)) return [diagnostic("elicit-secret", at, { name })];
    if (!isRequired(schema, name)) return [diagnostic("elicit-optional", at, { name })];
    return formProperty(schema, name) === undefined ? [diagnostic("elicit-type", at, { name })] : [];
  });
}

/** The protocol forbids forms that ask for secrets: a client shows and keeps what is entered. */
const soundsSecret = (name: string): boolean =>
  /(?:^|_)(?:password|passwd|passphrase|passcode|secret|token|credentials?|(?:api|access|private|secret)_?key)$/.test(
    name.replace(/(?<=[a-z0-9])(?=[A-Z])|[-.]/g, "_").toLowerCase(),
  );
