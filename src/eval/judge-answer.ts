import type { RequestedCall } from "../runtime/agent/agentic-loop-event.js";
import type { ModelTurn } from "../runtime/agent/model-turn.js";
import { problemText } from "../runtime/refusal/problem-text.js";
import type { Attempt } from "./attempt.js";
import type { ExpectedChoice } from "./eval-case.js";
import type { EvalTools } from "./eval-tools.js";
import { sameArguments } from "./same-arguments.js";

/** Compares a model's answer with what a case expects. Only the first call counts, and nothing is executed. */
export function judgeAnswer(turn: ModelTurn & { readonly ok: true }, expected: ExpectedChoice, tools: EvalTools): Attempt {
  const { calls, finish, usage } = turn;
  const [call] = calls;
  const tokens = usage.totalTokens;
  if (call === undefined) {
    if (finish === "length") return { outcome: "unanswered", repairs: [], problem: "The answer was cut off at its length limit.", tokens };
    if (finish === "content-filter") return { outcome: "unanswered", repairs: [], problem: "A content filter stopped the answer.", tokens };
    return { outcome: expected.kind === "none" ? "right" : "no-call", repairs: [], tokens };
  }
  const more = calls.length > 1 ? { moreCalls: calls.length - 1 } : {};
  return { ...judgeCall(call, expected, tools), ...more, tokens };
}

function judgeCall(call: RequestedCall, expected: ExpectedChoice, tools: EvalTools): Omit<Attempt, "tokens"> {
  const tool = tools.find(call.name);
  const shared = { call: { tool: tool?.name ?? call.name, arguments: call.args } };
  if (tool === undefined || expected.kind === "none" || tool.name !== expected.tool)
    return { ...shared, outcome: "wrong-tool", repairs: [] };
  const named = tool.name === call.name ? [] : ["tool-name"];
  const repaired = tools.repair(tool, call.args);
  if (expected.kind === "tool") return { ...shared, outcome: "right", repairs: named };
  if (!repaired.ok)
    return { ...shared, outcome: "refused-arguments", repairs: named, problem: repaired.problems.map(problemText).join(" ") };
  const repairs = [...named, ...repaired.repairs.map(({ rule }) => rule)];
  const wanted = tools.repair(tool, expected.params);
  const isSame =
    wanted.ok && sameArguments(tool.definition, { expected: wanted.params, got: repaired.params, compared: expected.compared });
  return {
    ...shared,
    outcome: isSame ? "right" : "wrong-arguments",
    repairs,
    ...(repairs.length > 0 && { repaired: repaired.params }),
  };
}

/** Returns true if these tools can answer a case: the tool is offered, and the expected call is valid. */
export function canJudge(expected: ExpectedChoice, tools: EvalTools): boolean {
  if (expected.kind === "none") return true;
  const tool = tools.find(expected.tool);
  if (tool?.name !== expected.tool) return false;
  return expected.kind === "tool" || tools.repair(tool, expected.params).ok;
}
