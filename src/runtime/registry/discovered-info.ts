import type { Risk } from "../definition.js";
import type { JsonObject } from "../json.js";
import type { CheckedTool } from "../tool/base-declarative-tool.js";
import type { Kind } from "../tool/kind.js";
import { lenientValidator } from "../tool/validator.js";
import type { TellProblem } from "./problem.js";

/** What somebody else's program said of a tool. */
export interface DiscoveredInfo {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: Kind;
  readonly risk: Risk;
  readonly parameterSchema: JsonObject;
}

/**
 * A tool whose arguments are mended and checked by its schema, which is compiled when one is first built. One that can't be compiled switches the check off,
 * which is told once: whoever offers the tool checks for himself.
 */
export function checkedTool(info: DiscoveredInfo, tell: TellProblem): CheckedTool {
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
        message: `The arguments of '${name}' are not checked before a call, since its schema can't be compiled: ${reason}`,
      }),
    ),
  };
}
