import type { CallContext } from "../contract/call.js";
import type { CallDecision } from "../contract/decision.js";
import type { ToolRisk } from "../contract/tool-metadata.js";
import type { JsonObject } from "../json/json-value.js";
import { type CallRisk, callRisk } from "./call-risk.js";
import type { RiskyDefinition } from "./decide-risk.js";
import type { Subject } from "./read-settings.js";

/** A tool that no spec declares, of an MCP server or told of by a command, as calls of it are decided by: it has no paths, so conditions see its arguments as they are. */
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

/** The risk of one call of it, on which that was decided. What parameters it takes besides those it declares, nobody knows. */
export const externalCallRisk = (
  definition: RiskyDefinition & Subject,
  params: JsonObject,
  { context, answer }: { readonly context: CallContext; readonly answer: CallDecision },
): CallRisk => callRisk({ definition, validate: () => true }, params, context, answer);
