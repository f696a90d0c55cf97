import type { JsonObject } from "../json/json-value.js";
import type { CheckedTool } from "../tool/checked-tool.js";
import type { ToolInfo } from "../tool/declarative-tool.js";
import { lenientValidator } from "../tool/validator.js";
import type { ReportProblem } from "./registry-problem.js";

/** What somebody else's program said of a tool. */
export type DiscoveredInfo = Omit<ToolInfo, "isOutputMarkdown" | "canUpdateOutput">;

/**
 * A tool whose arguments are mended and checked by its schema, which is compiled when one is first built. One that can't be used switches the check off,
 * which is told once: whoever offers the tool checks for himself.
 */
export function checkedTool(info: DiscoveredInfo, tell: ReportProblem): CheckedTool {
  const { name, parameterSchema } = info;
  const params = Object.keys(Object(parameterSchema.properties));
  return {
    ...info,
    isOutputMarkdown: false,
    canUpdateOutput: true,
    definition: { params, aliases: [], ignore: [], mutuallyExclusive: [], defaults: {} },
    validate: lenientValidator(parameterSchema, (reason) =>
      tell({
        source: name,
        message: `The arguments of '${name}' are not checked before a call, since its schema can't be used: ${reason}`,
      }),
    ),
  };
}

const longest = 500;

/** What a call of such a tool will do, as far as anybody here knows: its arguments, in a line. */
export function describeDiscoveredParams(params: JsonObject): string {
  const text = JSON.stringify(params);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
