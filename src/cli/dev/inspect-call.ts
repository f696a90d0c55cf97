import { actionFingerprint, describeAction, pathLines } from "../../agent/describe-action.js";
import { callRisk } from "../../call/approvals.js";
import { parseParams } from "../../call/call-arguments.js";
import { decideCall } from "../../call/decide-risk.js";
import { describeCall, prepareOrRefuse } from "../../call/execute-call.js";
import { redactText } from "../../call/output.late.js";
import type { PreparedOrRefused, PreparedToRun } from "../../call/prepare-call.js";
import { uncounted } from "../../call/repair-statistics.js";
import { ruleText } from "../../call/risk-settings.js";
import { callResultText } from "../../call/shape-result.js";
import type { CallContext } from "../../contract/call.js";
import type { CompiledTool } from "../../contract/definition.js";
import { printable } from "../../contract/display-text.js";
import type { JsonObject } from "../../contract/json-value.js";
import { repairAnswer, repairLine } from "../describe/repair-report.js";
import type { CallDecisionFacts, CallQuestion, InspectedCall } from "./page-messages.js";

/** A call that can be executed, as it was shown. */
export interface ShownCall {
  readonly input: unknown;
  readonly prepared: PreparedToRun;
  readonly mustConfirm: boolean;
  /** Identifies the action, its paths, and the decision about it. */
  readonly fingerprint: string;
}

/** Repairs, checks, decides and builds one call. Runs nothing, and counts nothing. */
export function inspectCall(
  tool: CompiledTool,
  text: string,
  context: CallContext,
): { readonly facts: InspectedCall; readonly shown: ShownCall | undefined } {
  const quiet = uncounted(context);
  const parsed = parseParams({ kind: "read", bytes: Buffer.from(text) });
  const repaired = repairAnswer(tool, parsed, { ...quiet, env: {} });
  if (!parsed.ok || !repaired.ok) return refusal([], repaired.ok ? "" : repaired.error);
  const repairs = repaired.repairs.map((repair) => printable(repairLine(repair)));
  const prepared = prepareOrRefuse(tool, parsed.value, quiet);
  const params = printed(repaired.params);
  if (!prepared.ok) {
    const { facts } = refusal(repairs, callResultText(prepared.refused));
    const decision = prepared.denied === undefined ? undefined : decisionFacts(tool, prepared.denied.params, quiet);
    return { facts: { ...facts, params, ...(decision && { decision }) }, shown: undefined };
  }
  const decision = decisionFacts(prepared.tool, prepared.call.params, quiet);
  const call = printed(describeCall(prepared.call, prepared.tool.definition));
  const facts = { repairs, params, decision, call, question: questionOf(prepared, decision, quiet) };
  if (decision.decision === "deny") return { facts, shown: undefined };
  const fingerprint = fingerprintOf(prepared, quiet);
  return { facts, shown: { input: parsed.value, prepared, mustConfirm: decision.decision === "ask", fingerprint } };
}

/**
 * Prepares a call again that was shown, because settings, links and folders can have changed since. `undefined`: it
 * would do something else now, or the decision about it is another one.
 */
export function prepareAgain(
  tool: CompiledTool,
  { input, prepared, fingerprint }: ShownCall,
  context: CallContext,
): PreparedOrRefused | undefined {
  const quiet = uncounted(context);
  const now = prepareOrRefuse(tool, input, quiet, prepared);
  return now.ok && fingerprintOf(now, quiet) !== fingerprint ? undefined : now;
}

function fingerprintOf({ call, tool }: PreparedToRun, context: CallContext): string {
  const { definition } = tool;
  const answer = decideCall(definition, call.params, context);
  const risk = callRisk(tool, call.params, context, answer);
  const folder = call.temporary === undefined ? call.cwd : call.cwd.replaceAll(call.temporary.path, "");
  return JSON.stringify([answer.ok && answer.decided.decision, folder, actionFingerprint(call, { definition, risk, context })]);
}

const refusal = (repairs: readonly string[], text: string) => ({ facts: { repairs, refusal: printedLines(text) }, shown: undefined });

function decisionFacts({ definition }: CompiledTool, params: JsonObject, context: CallContext): CallDecisionFacts {
  const answer = decideCall(definition, params, context);
  if (!answer.ok) return { decision: "deny", level: "unknown", rule: printable(answer.problems.join(" ")) };
  const { decision, level, impact, from, rule } = answer.decided;
  return {
    decision,
    level,
    rule: printable(ruleText(definition, { from, rule })),
    ...(impact !== undefined && { impact: printedLines(impact) }),
  };
}

const acts = {
  command: "This command will run:",
  request: "This request will be sent:",
  handler: "This call will run:",
} as const;

/** Asks as a client would: what will happen, where, and why that needs an answer. */
function questionOf({ call, tool }: PreparedToRun, { level, rule }: CallDecisionFacts, context: CallContext): CallQuestion {
  const { kind, text, notes = [] } = describeAction(call, tool.definition, context);
  const place = call.request === undefined ? `In the folder ${call.cwd}.` : `To ${new URL(call.request.url).host}.`;
  const hidden = (line: string) => printedLines(redactText(line, call.secrets ?? []));
  return {
    what: acts[kind],
    text: printedLines(text),
    where: [place, ...notes, ...pathLines(tool.definition, call.params, context).map((line) => `${line}.`)].map(hidden),
    why: `It asks because its risk is ${level}, by ${rule}.`,
  };
}

const printed = (value: JsonObject) => printedLines(JSON.stringify(value, null, 2));

/** Makes each line of a text safe to show. */
export const printedLines = (text: string): string => text.split("\n").map(printable).join("\n");
