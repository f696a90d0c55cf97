import type { JsonObject } from "../json/json-value.js";
import type { CheckedTool } from "../tool/checked-tool.js";
import type { ToolInfo } from "../tool/declarative-tool.js";
import { lenientValidator } from "../tool/validator.js";
import type { ReportProblem } from "./registry-problem.js";

/** The declaration of a tool by another program. */
export type DiscoveredInfo = Omit<ToolInfo, "isOutputMarkdown" | "canUpdateOutput">;

/**
 * A tool whose arguments are repaired and checked by its schema, which is compiled when a call is first built. An
 * unusable schema disables the check, which is reported once. The program that offers the tool checks arguments itself.
 */
export function checkedTool(info: DiscoveredInfo, onProblem: ReportProblem): CheckedTool {
  const { name, parameterSchema } = info;
  const params = Object.keys(Object(parameterSchema.properties));
  return {
    ...info,
    isOutputMarkdown: false,
    canUpdateOutput: true,
    definition: { params, aliases: [], ignore: [], mutuallyExclusive: [], defaults: {} },
    validate: lenientValidator(parameterSchema, (reason) =>
      onProblem({
        source: name,
        message: `The arguments of '${name}' are not checked before a call, since its schema can't be used: ${reason}`,
      }),
    ),
  };
}

const longestDescriptionChars = 500;

/** Describes a call of such a tool by all that is known: its arguments, in one line. */
export function describeDiscoveredParams(params: JsonObject): string {
  const text = JSON.stringify(params);
  return text.length > longestDescriptionChars ? `${text.slice(0, longestDescriptionChars - 1)}…` : text;
}
