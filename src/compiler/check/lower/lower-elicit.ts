import { extractors } from "../../../call/filter-options.js";
import type { GuardRules, ToolDefinition } from "../../../contract/definition.js";
import type { JsonObject, JsonValue } from "../../../contract/json-value.js";
import type { NodePath } from "../../../contract/spec-node.js";
import { formProperty } from "../../json-schema/form-property.js";
import type { GuardSpec } from "../language/execution-shapes.js";
import type { ToolSpec } from "../language/tool-context.js";

/** A parameter that the user is asked for, and where the spec says so. */
export interface ElicitedParameter {
  readonly name: string;
  readonly path: NodePath;
  /** The value that the form begins with. */
  readonly suggest?: JsonValue;
}

/** Returns the parameters of `elicit`, which is a list of names or a map. */
export function elicitedParameters({ elicit = [] }: ToolSpec): readonly ElicitedParameter[] {
  if (isList(elicit)) return elicit.map((name, i) => ({ name, path: ["elicit", i] }));
  return Object.entries(elicit).map(([name, how]) => ({ name, path: ["elicit", name], ...how }));
}

const isList = (elicit: NonNullable<ToolSpec["elicit"]>): elicit is readonly string[] => Array.isArray(elicit);

/** Returns each as the field of a form. A suggestion is the field's `default`; the parameter itself has none. */
export function lowerElicit(spec: ToolSpec, schema: JsonObject): Pick<ToolDefinition, "elicit"> {
  const fields = elicitedParameters(spec).map(({ name, suggest }) => {
    const field = formProperty(schema, name) ?? {};
    return [name, suggest === undefined ? field : { ...field, default: suggest }] as const;
  });
  return fields.length === 0 ? {} : { elicit: Object.fromEntries(fields) };
}

/** The parameter whose commands are guarded. */
export const guardedParameter = (guard: GuardSpec | undefined) => (typeof guard === "string" ? guard : guard?.param);

/** `guard` with its defaults. */
export function lowerGuard(guard: GuardSpec | undefined): Pick<ToolDefinition, "guard"> {
  const param = guardedParameter(guard);
  if (guard === undefined || param === undefined) return {};
  const { slow = 10_000, extractors: listed = extractors }: Partial<Exclude<GuardSpec, string>> = typeof guard === "string" ? {} : guard;
  const rules: GuardRules = { param, slowMs: slow, extractors: listed };
  return { guard: rules };
}
