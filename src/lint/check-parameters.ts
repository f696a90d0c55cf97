import { diagnostic } from "../diagnostics/codes.js";
import { isJsonObject } from "../runtime/json/json-value.js";
import type { ToolRule } from "./tool-rule.js";

/** Every parameter must be explained: by a description, or by being one constant value. */
export const checkParameters: ToolRule = ({ tool: { schema }, at }) =>
  Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).flatMap(([parameter, property]) => {
    const isExplained = !isJsonObject(property) || isText(property.description) || property.const !== undefined || "$ref" in property;
    return isExplained ? [] : [diagnostic("undescribed-parameter", at(["schema", "properties", parameter], "key"), { parameter })];
  });

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
