import type { CallContext } from "../contract/call.js";
import type { CallDecision } from "../contract/decision.js";
import type { ToolRisk } from "../contract/tool-metadata.js";
import type { JsonObject } from "../json/json-value.js";
import { type CallRisk, callRisk } from "./call-risk.js";
import type { RiskyDefinition } from "./decide-risk.js";
import type { Subject } from "./read-settings.js";

/**
 * Returns the definition that decides on a tool without a spec, of an MCP server or a discovery command. It has no
 * paths, so conditions see its arguments unchanged.
 */
export function externalDefinition(subject: Subject, { level, requiresConfirmation }: ToolRisk): RiskyDefinition & Subject {
  return {
    ...subject,
    risk: { level, requiresConfirmation },
    params: [],
    paths: [],
    project: { roots: {}, output: "", specPatterns: [] },
    specDir: ".",
  };
}

/** Returns the risk of one call of it. It may accept undeclared parameters. */
export const externalCallRisk = (
  definition: RiskyDefinition & Subject,
  params: JsonObject,
  { context, answer }: { readonly context: CallContext; readonly answer: CallDecision },
): CallRisk => callRisk({ definition, validate: () => true }, params, context, answer);
