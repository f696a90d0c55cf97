import { createHash } from "node:crypto";
import { maskArguments, secretValues } from "../../call/audit-log.js";
import type { PreparedOrRefused } from "../../call/prepare-call.js";
import type { CallContext } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { singleLine } from "../../contract/display-text.js";
import { isJsonObject, type JsonObject, sortedJson } from "../../contract/json-value.js";

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

/** The result of a question for parameters. */
export type ParametersAnswer =
  | { readonly kind: "given"; readonly values: JsonObject }
  | { readonly kind: "declined" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "unclear" };

/** Reads the result of an `elicitation/create` for these parameters, all of which it must have, and nothing else. */
export function readParameters(result: unknown, names: readonly string[]): ParametersAnswer {
  if (!isJsonObject(result)) return { kind: "unclear" };
  const { action, content } = result;
  if (action === "decline") return { kind: "declined" };
  if (action === "cancel") return { kind: "cancelled" };
  if (action !== "accept" || !isJsonObject(content)) return { kind: "unclear" };
  const isComplete = names.every((name) => Object.hasOwn(content, name)) && Object.keys(content).length === names.length;
  const arePlain = Object.values(content).every((value) => (Array.isArray(value) ? value.every(isText) : isPlain(value)));
  return isComplete && arePlain ? { kind: "given", values: content } : { kind: "unclear" };
}

const isText = (value: unknown) => typeof value === "string";

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** The first revision whose forms have several of a list, titles of choices (SEP-1330), and suggestions (SEP-1034). */
const firstWithAll = "2025-11-25";

/**
 * Returns a form as a client's revision has it. Before 2025-11-25, choices with titles are `enumNames`, and only a
 * boolean has a suggestion. Returns `undefined` for a form that asks for several of a list, which such clients can't
 * show.
 */
export function formForRevision(form: ParametersQuestion["form"], revision: string): ParametersQuestion["form"] | undefined {
  if (revision >= firstWithAll) return form;
  const fields = Object.entries(form.properties);
  if (fields.some(([, { type }]) => type === "array")) return undefined;
  return { ...form, properties: Object.fromEntries(fields.map(([name, field]) => [name, olderField(field)])) };
}

function olderField({ oneOf, default: suggested, ...field }: JsonObject): JsonObject {
  if (field.type === "boolean" && suggested !== undefined) return { ...field, default: suggested };
  if (!Array.isArray(oneOf)) return field;
  const choices = oneOf.filter(isJsonObject);
  return { ...field, enum: choices.map((one) => one.const ?? ""), enumNames: choices.map(({ title }) => title ?? "") };
}
