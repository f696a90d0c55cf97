import { createHash } from "node:crypto";
import { type JsonValue, sortedJson } from "../../contract/json-value.js";
import type { AgenticLoopLimits, AgenticLoopOptions, AgenticLoopResult, AgenticLoopTools, Ending, RequestedCall } from "../agentic-loop.js";
import {
  type AgenticLoopCall,
  type AgenticLoopState,
  addTokens,
  checkKey,
  type LanguageModel,
  type ModelMessage,
  noUsage,
  plainMessages,
  signState,
  toolMessages,
} from "../loop-state.js";
import { type ModelTurn, modelTurn, TooManyTokens } from "../model-turn.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import { loadSdk, type Sdk } from "./ai-sdk.js";
import { executeCalls } from "./execute-calls.js";
import { LoopController, messageOf } from "./loop-controller.js";
import { problemIn, readState } from "./read-state.js";

/** Implements `runAgenticLoop`. */
export async function runLoop(options: AgenticLoopOptions): Promise<AgenticLoopResult> {
  const sdk = await loadSdk(options.sdk);
  let state = beginning(options, sdk);
  const run = new LoopController(options, state.usage.milliseconds);
  let text = "";
  try {
    await run.save(state);
    for (;;) {
      state = await withResults(state, run);
      const ending = run.ending ?? limitReached(state, run.limits);
      if (ending !== undefined) return result(ending, { state, text, run });
      const { model, registry } = options;
      const { signal, report, limits } = run;
      const { system, messages } = state;
      const remainingTokens = limits.tokens - state.usage.totalTokens;
      const turn = await modelTurn({ sdk, model, registry, system, messages, signal, report, remainingTokens });
      text = turn.text;
      state = afterTurn(state, turn, run);
      await run.save(state);
      const end = run.ending ?? endOf(turn, limits);
      if (end !== undefined) return result(end, { state, text, run });
    }
  } catch (error) {
    // For example, a registry that fails to list its tools.
    run.abort({ status: "failed", reason: messageOf(error), error });
    return result(run.ending ?? { status: "failed" }, { state, text, run });
  } finally {
    run.close();
  }
}

function beginning({ model, registry, resume, system, messages, prompt, stateKey }: AgenticLoopOptions, sdk: Sdk): AgenticLoopState {
  const isModel = typeof model === "string" || typeof model?.doStream === "function";
  if (!isModel) throw new TypeError("`model` is not an AI SDK language model (no doStream method).");
  checkKey(stateKey);
  if (resume !== undefined) {
    if (prompt !== undefined || messages !== undefined) throw new TypeError("Give either `resume`, or `prompt` and `messages`.");
    const state = readState(resume, { sdk, registry, stateKey });
    return system === undefined ? state : { ...state, system };
  }
  const initialMessages = [...plainMessages(messages ?? []), ...(prompt === undefined ? [] : [{ role: "user" as const, content: prompt }])];
  const problem = problemIn(initialMessages, sdk);
  if (problem !== undefined) throw new TypeError(`The start of the loop is invalid: ${problem}.`);
  if (initialMessages.length === 0) throw new TypeError("There is no task: give a `prompt`, `messages`, or a state to `resume`.");
  return {
    version: 2,
    ...(system !== undefined && { system }),
    messages: initialMessages,
    calls: [],
    turns: 0,
    usage: noUsage,
    recent: [],
  };
}

/** Executes the calls of the last turn. The model gets the results when all calls have one. */
async function withResults(state: AgenticLoopState, run: LoopController): Promise<AgenticLoopState> {
  if (state.calls.length === 0) return state;
  const calls = await executeCalls(state.calls, run, (now) => run.save({ ...state, calls: now }));
  if (calls.some(({ result }) => result === undefined)) return { ...state, calls };
  return { ...state, calls: [], messages: closed({ ...state, calls }, run.options.model, "") };
}

/** The conversation with a result for each call; `missing` is the result of calls that weren't executed. */
function closed({ messages, calls }: AgenticLoopState, model: LanguageModel, missing: string): ModelMessage[] {
  return [...messages, ...toolMessages(calls, { asked: messages.at(-1), model, missing })];
}

function limitReached({ turns, usage }: AgenticLoopState, limits: AgenticLoopLimits): Ending | undefined {
  if (turns >= limits.turns)
    return { status: "limit", reason: `The model has reached its limit of ${limits.turns} ${limits.turns === 1 ? "turn" : "turns"}.` };
  if (usage.totalTokens < limits.tokens) return undefined;
  return { status: "limit", reason: `The loop has used ${usage.totalTokens} tokens of ${limits.tokens}.` };
}

/** Adds a turn to the state. Of a turn that broke off, only its usage is kept, so it can be requested again. */
function afterTurn(state: AgenticLoopState, turn: ModelTurn, run: LoopController): AgenticLoopState {
  const usage = addTokens(state.usage, turn.usage);
  if (!turn.ok) return { ...state, usage };
  const turns = state.turns + 1;
  run.report({ type: "turn", turn: turns, usage: turn.usage, total: run.untilNow(usage) });
  let { recent } = state;
  const calls = turn.calls.map((call): AgenticLoopCall => {
    run.report({ type: "call", call });
    recent = lastHashes([...recent, hashCall(canonicalCall(call, run.options.registry))], 2 * run.limits.repeats);
    const isStopped = turn.finish === "length" || turn.finish === "content-filter";
    return { ...call, times: countRepetitions(recent), ...(isStopped && { stopped: turn.finish }) };
  });
  return { ...state, messages: [...state.messages, ...turn.messages], calls, turns, usage, recent };
}

/** Returns the reason why a turn ends the loop, if it does. */
function endOf(turn: ModelTurn, { tokens }: AgenticLoopLimits): Ending | undefined {
  if (!turn.ok && turn.error instanceof TooManyTokens)
    return { status: "limit", reason: `The model's answer was ended, because the loop has used its ${tokens} tokens.` };
  if (!turn.ok) return { status: "failed", reason: messageOf(turn.error), error: turn.error };
  if (turn.calls.length > 0) return undefined;
  if (turn.finish === "length") return { status: "limit", reason: "The model's answer was cut off at the limit of its length." };
  if (turn.finish === "content-filter") return { status: "failed", reason: "The model's answer was stopped by a content filter." };
  return { status: "completed" };
}

interface Left {
  readonly state: AgenticLoopState;
  readonly text: string;
  readonly run: LoopController;
}

function result(ending: Ending, { state: last, text, run }: Left): AgenticLoopResult {
  const usage = run.untilNow(last.usage);
  const state = signState({ ...last, usage }, run.options.stateKey);
  // What a callback or a provider has thrown isn't for the model, which may read this conversation later.
  const why = ending.error === undefined ? (ending.reason ?? "") : "The loop failed.";
  const messages = closed(state, run.options.model, `Not run. ${why}`.trimEnd());
  return { ...ending, text, messages, usage, turns: state.turns, state };
}

/**
 * A call under its tool's own name, with the arguments that the tool would get. Two calls with the same effect are
 * therefore equal, whatever names the model used. An invalid call is returned unchanged.
 */
function canonicalCall({ name, args }: RequestedCall, registry: AgenticLoopTools): Pick<RequestedCall, "name" | "args"> {
  const found = registry.lookUpTool(name);
  return found.ok ? { name: found.tool.name, args: canonical(found.tool, args) ?? args } : { name, args };
}

/** Some tools are external, and some compiled ones can't be loaded: their calls report that when they are made. */
function canonical(tool: Partial<AnyDeclarativeTool>, args: JsonValue): JsonValue | undefined {
  try {
    return tool.canonicalParams?.(args) as JsonValue | undefined;
  } catch {
    return undefined;
  }
}

/** The longest round of calls whose repetition is noticed: `a b c d a b c d`. */
const longestRound = 4;

/** A short hash of a call: equal for the same tool with the same arguments, whatever the order of their keys. */
export function hashCall(call: { readonly name: string; readonly args: JsonValue }): string {
  return createHash("sha256")
    .update(sortedJson([call.name, call.args]))
    .digest("base64url")
    .slice(0, 16);
}

/** Returns how many times in a row the last call, or the round of calls that ends with it, was made; at least 1. */
export function countRepetitions(hashes: readonly string[]): number {
  let most = 1;
  for (let round = 1; round <= longestRound; round++) {
    let same = 0;
    while (same + round < hashes.length && hashes[hashes.length - 1 - same] === hashes[hashes.length - 1 - same - round]) same++;
    most = Math.max(most, 1 + Math.floor(same / round));
  }
  return most;
}

/** Returns as many of the last hashes as are needed to detect this many repetitions. */
function lastHashes(hashes: readonly string[], repetitions: number): readonly string[] {
  return Number.isFinite(repetitions) ? hashes.slice(-longestRound * (repetitions + 1)) : [];
}
