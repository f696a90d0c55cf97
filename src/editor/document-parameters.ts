import { applyFragments, type Fragments } from "../check/fragments/apply-fragments.js";
import { parameterNames, variantsAt } from "../check/schema/types.js";
import { typeNames } from "../check/template/type-names.js";
import { isJsonObject, type JsonObject } from "../runtime/json/json-value.js";
import { nodeAt, type SpecDocument, toValue } from "../source/spec-node.js";

/** A top-level parameter, in the words of its schema. */
export interface SpecParameter {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly aliases: readonly string[];
}

/** The document with its fragments merged in, for what an author sees of it. */
export const wholeDocument = (document: SpecDocument, fragments: Fragments): SpecDocument => applyFragments(document, fragments)[0];

/** The parameters of a document, those of its fragments included. */
export function documentParameters(document: SpecDocument, fragments: Fragments): readonly SpecParameter[] {
  const { root } = wholeDocument(document, fragments);
  const schema = valueAt(root, "schema");
  const aliases = valueAt(root, "aliases");
  const required = Array.isArray(schema.required) ? schema.required : [];
  return parameterNames(schema).map((name) => {
    const variants = variantsAt(schema, [name]);
    const values = variants.flatMap((variant) => (Array.isArray(variant.enum) ? variant.enum.map((value) => JSON.stringify(value)) : []));
    const description = variants.map((variant) => variant.description).find((text) => typeof text === "string");
    const others = aliases[name];
    return {
      name,
      type: values.length > 0 ? values.join(" | ") : typeNames(variants),
      description: typeof description === "string" ? description : undefined,
      isRequired: required.includes(name),
      aliases: Array.isArray(others) ? others.filter((one) => typeof one === "string") : [],
    };
  });
}

function valueAt(root: SpecDocument["root"], key: string): JsonObject {
  const node = nodeAt(root, [key]);
  const value = node === undefined ? {} : toValue(node);
  return isJsonObject(value) ? value : {};
}
