import { createHash } from "node:crypto";
import type { PreparedOrRefused } from "../../runtime/call/prepared-or-refused.js";
import type { CallContext } from "../../runtime/contract/call.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { sortedJson } from "../../runtime/json/sorted-json.js";
import { maskArguments } from "../../runtime/telemetry/audit/mask-arguments.js";
import { secretValues } from "../../runtime/telemetry/audit/secret-values.js";
import { singleLine } from "../../runtime/text/single-line.js";

/** A question to the user for parameters that a call or a prompt lacks. */
export interface ParametersQuestion {
  readonly names: readonly string[];
  readonly message: string;
  /** The form that the client shows, in the part of JSON Schema that MCP has for forms. */
  readonly form: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, JsonObject>>;
    readonly required: readonly string[];
  };
  /** Identifies the question: an answer is valid only for the same call or prompt. */
  readonly digest: string;
}

interface Incomplete {
  readonly kind: "tool" | "prompt";
  readonly prepared: PreparedOrRefused;
  readonly definition: ToolDefinition;
  /** As the model sent them, but without a wrapper. */
  readonly args: JsonObject;
  readonly context: CallContext;
}

/**
 * Returns the question for what a refused call lacks; `undefined` if there is nothing to ask for. A call with other
 * mistakes is the model's to correct first.
 */
export function parametersQuestion({ kind, prepared, definition, args, context }: Incomplete): ParametersQuestion | undefined {
  const { name, elicit, hidden = [], secrets } = definition;
  if (elicit === undefined || prepared.ok || prepared.refused.kind !== "refused") return undefined;
  const names: string[] = [];
  for (const problem of prepared.refused.refusal.problems) {
    if (problem.code === "suggested-call") continue;
    const [missing, ...deeper] = problem.code === "missing" ? problem.path : [];
    if (typeof missing !== "string" || deeper.length > 0 || !Object.hasOwn(elicit, missing)) return undefined;
    names.push(missing);
  }
  if (names.length === 0) return undefined;
  const maskedArguments = maskArguments(shownArguments(args, definition), { hidden, secrets: secretValues(secrets, context.env) });
  const given = kind === "tool" ? "The call so far" : "The arguments so far";
  return {
    names,
    message: `${name}: enter ${names.join(", ")}.\n${given}: ${singleLine(JSON.stringify(maskedArguments), 2000)}`,
    form: { type: "object", properties: Object.fromEntries(names.map((asked) => [asked, elicit[asked] ?? {}])), required: names },
    digest: createHash("sha256")
      .update(sortedJson({ elicit: kind, name, names, args }))
      .digest("base64url"),
  };
}

/** Another name of a parameter that must not be shown isn't known here, so beside such parameters it is left out. */
function shownArguments(args: JsonObject, { hidden = [], params }: ToolDefinition): JsonObject {
  return hidden.length === 0 ? args : Object.fromEntries(Object.entries(args).filter(([name]) => params.includes(name)));
}
