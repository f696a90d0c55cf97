import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import type { ToolModel } from "../../tool-model.js";
import { inline } from "./literal.js";

/** Returns the comment of a parameter: its description, and in words the limits that TypeScript can't express. */
export function describeParameter(schema: JsonValue): string {
  if (!isJsonObject(schema)) return "";
  const limits = limitsOf(schema);
  const byDefault = schema.default === undefined ? [] : [`Default: \`${inline(schema.default)}\`.`];
  const text = typeof schema.description === "string" ? schema.description.trim() : "";
  const notes = [...limits, ...byDefault].join(" ");
  const deprecated = schema.deprecated === true ? "Deprecated: the tool still accepts it." : "";
  return [text, notes, deprecated].filter((part) => part !== "").join("\n");
}

/** Returns the comment of a tool's parameter type. */
export function describeParams({ name, schema, definition }: ToolModel): string {
  const exclusive = definition.mutuallyExclusive.map((group) => `Give at most one of ${group.map((one) => `\`${one}\``).join(", ")}.`);
  return [`Parameters of \`${name}\`, by their canonical names.`, ...limitsOf(schema), ...exclusive].join("\n");
}

/** Returns a sentence for each limit that TypeScript can't express. */
export function limitsOf(schema: JsonObject): readonly string[] {
  const elements = isJsonObject(schema.items) ? limitsOf(schema.items) : [];
  return [
    ...(schema.type === "integer" ? ["A whole number."] : []),
    ...range(schema, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], ""),
    ...(typeof schema.multipleOf === "number" ? [`A multiple of ${schema.multipleOf}.`] : []),
    ...range(schema, ["minLength", "maxLength"], "character"),
    ...(typeof schema.pattern === "string" ? [`Matches \`${schema.pattern}\`.`] : []),
    ...(typeof schema.format === "string" ? [`Has the format ${inline(schema.format)}.`] : []),
    ...range(schema, ["minItems", "maxItems"], "element"),
    ...(schema.uniqueItems === true ? ["No element twice."] : []),
    ...range(schema, ["minProperties", "maxProperties"], "key"),
    ...patterns(schema),
    ...(elements.length === 0 ? [] : [`Elements: ${elements.join(" ")}`]),
    ...beyond(schema),
  ];
}

function range(schema: JsonObject, keywords: readonly string[], noun: string): readonly string[] {
  return keywords.flatMap((keyword) => {
    const limit = schema[keyword];
    if (typeof limit !== "number") return [];
    const counted = noun === "" ? String(limit) : `${limit} ${noun}${limit === 1 ? "" : "s"}`;
    if (keyword.startsWith("exclusive")) return [`${keyword === "exclusiveMinimum" ? "More" : "Less"} than ${counted}.`];
    return [`At ${keyword.startsWith("min") ? "least" : "most"} ${counted}.`];
  });
}

function patterns({ patternProperties }: JsonObject): readonly string[] {
  if (!isJsonObject(patternProperties)) return [];
  return [
    `Other keys match ${Object.keys(patternProperties)
      .map((pattern) => `\`${pattern}\``)
      .join(" or ")}.`,
  ];
}

const unsaid = [
  "not",
  "if",
  "oneOf",
  "contains",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const limits = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
];

/**
 * Keywords without a sentence here; in branches, whose limits apply only to some values, everything that the type
 * leaves out.
 */
function beyond(schema: JsonObject): readonly string[] {
  const inBranches = ["allOf", "anyOf", "oneOf"].flatMap((key) => branchesOf(schema[key]).flatMap(keywordsIn));
  const found = new Set([...unsaid.filter((keyword) => schema[keyword] !== undefined && schema[keyword] !== false), ...inBranches]);
  return found.size === 0
    ? []
    : [
        `Checked beyond this type: ${[...found]
          .sort()
          .map((keyword) => `\`${keyword}\``)
          .join(", ")}.`,
      ];
}

function keywordsIn(branch: JsonObject): readonly string[] {
  const own = [...unsaid, ...limits].filter((keyword) => branch[keyword] !== undefined);
  return [...own, ...["allOf", "anyOf", "oneOf"].flatMap((key) => branchesOf(branch[key]).flatMap(keywordsIn))];
}

function branchesOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
