import { diagnostic } from "../diagnostics/codes.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json/json-value.js";
import type { NodePath } from "../source/spec-node.js";
import type { LintedTool, ToolRule } from "./tool-rule.js";

/** A parameter, or a property of one. */
interface Parameter {
  /** `edits[].old_string` */
  readonly name: string;
  readonly property: JsonObject;
  /** The path of its schema in the document. */
  readonly path: NodePath;
  /** The text that explains the object which has it. */
  readonly parentText: string;
}

/**
 * Every parameter must be explained: by a description, or by being one constant value. Properties of parameters may be
 * explained in the description of the parameter, by their names. Short codes need their meaning.
 */
export const checkParameters: ToolRule = (linted) =>
  parametersOf(linted.tool.schema, { name: "", path: ["schema"], parentText: "" }).flatMap((parameter) => [
    ...checkExplained(parameter, linted),
    ...checkCodes(parameter, linted),
  ]);

function checkExplained({ name, property, path, parentText }: Parameter, { at }: LintedTool) {
  const own = path.at(-1);
  const isExplained =
    isText(property.description) || property.const !== undefined || "$ref" in property || hasWord(parentText, String(own));
  return isExplained ? [] : [diagnostic("undescribed-parameter", at(path, "key"), { parameter: name })];
}

/** Values such as `A` and `M` say nothing by themselves. */
function checkCodes({ name, property, path, parentText }: Parameter, { at }: LintedTool) {
  const values = Array.isArray(property.enum) ? property.enum : [];
  const codes = values.filter((value: JsonValue): value is string => typeof value === "string" && /^\p{L}{1,2}$/u.test(value));
  const text = `${textOf(property)} ${parentText}`;
  const unexplained = codes.find((value) => !hasWord(text, value));
  return unexplained === undefined ? [] : [diagnostic("unexplained-value", at([...path, "enum"]), { parameter: name, value: unexplained })];
}

type Holder = Pick<Parameter, "name" | "path" | "parentText">;

/** The properties of a schema, and those of objects and lists of objects in it. */
function parametersOf(schema: JsonObject, { name, path, parentText }: Holder): readonly Parameter[] {
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const own = properties.flatMap(([key, property]): readonly Parameter[] => {
    if (!isJsonObject(property)) return [];
    const parameter = { name: name === "" ? key : `${name}.${key}`, property, path: [...path, "properties", key], parentText };
    const inner = { ...parameter, parentText: `${parentText} ${textOf(property)}` };
    return [parameter, ...parametersOf(property, inner)];
  });
  const { items } = schema;
  if (!isJsonObject(items)) return own;
  return [...own, ...parametersOf(items, { name: `${name}[]`, path: [...path, "items"], parentText: `${parentText} ${textOf(items)}` })];
}

const textOf = ({ description }: JsonObject) => (typeof description === "string" ? description : "");
const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";

/** Returns true if a text contains a word as it is written. */
const hasWord = (text: string, word: string) => text.split(/[^\p{L}\p{N}_-]+/u).includes(word);
