import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolSpec } from "../language/tool-spec.js";
import { formProperty } from "../schema/form-property.js";

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
