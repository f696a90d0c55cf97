import type { Model } from "../../compiler/model.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { lineColumn } from "../../contract/diagnostic.js";
import type { JsonObject, JsonValue } from "../../contract/json-value.js";

/** The right answer to a prompt: a call, a tool with any arguments, or no call. */
export type ExpectedChoice =
  | {
      readonly kind: "call";
      readonly tool: string;
      /** The example's arguments. */
      readonly params: JsonObject;
      /** The arguments that are compared, if the example names them in `expect.params`. */
      readonly compared: JsonValue | undefined;
    }
  | { readonly kind: "tool"; readonly tool: string }
  | { readonly kind: "none" };

/** A prompt of an example. */
export interface EvalCase {
  /** The tool whose spec has the example. */
  readonly tool: string;
  readonly example: string;
  readonly prompt: string;
  readonly expected: ExpectedChoice;
  readonly file: string;
  readonly line: number;
}

/** The key by which cases of two evaluations are the same. */
export const caseKey = ({ tool, example, prompt }: Pick<EvalCase, "tool" | "example" | "prompt">): string =>
  JSON.stringify([tool, example, prompt]);

/** Returns a case for each prompt of the tools' examples. */
export function collectCases({ tools }: Pick<Model, "tools">): readonly EvalCase[] {
  return tools.flatMap((tool) => [
    ...tool.examples.flatMap(({ name, prompts, params, expect, span }) =>
      casesOf(tool, { name, prompts, start: span.start }, { kind: "call", tool: tool.name, params, compared: expect.params }),
    ),
    ...tool.otherChoices.flatMap(({ name, prompts, tool: other, span }) =>
      casesOf(tool, { name, prompts, start: span.start }, other === undefined ? { kind: "none" } : { kind: "tool", tool: other }),
    ),
  ]);
}

interface PromptedExample {
  readonly name: string;
  readonly prompts: readonly string[];
  readonly start: number;
}

function casesOf({ name: tool, source }: ToolModel, example: PromptedExample, expected: ExpectedChoice): readonly EvalCase[] {
  const { path: file, text } = source.file;
  const { line } = lineColumn(text, example.start);
  return example.prompts.map((prompt) => ({ tool, example: example.name, prompt, expected, file, line }));
}

/**
 * How a model's answer to a prompt ended. `unanswered`: the provider failed, or the answer was cut off, which says
 * nothing about the tools.
 */
export const evalOutcomes = ["right", "wrong-arguments", "refused-arguments", "wrong-tool", "no-call", "unanswered"] as const;
export type EvalOutcome = (typeof evalOutcomes)[number];

/** One answer of a model to the prompt of a case. */
export interface Attempt {
  readonly outcome: EvalOutcome;
  /** The first call of the answer, with the arguments as the model sent them. */
  readonly call?: { readonly tool: string; readonly arguments: JsonValue };
  /** The arguments after repair, if they are other than those that were sent. */
  readonly repaired?: JsonValue;
  /** The rules of repair that changed the call, in their order. */
  readonly repairs: readonly string[];
  /** Why the arguments were refused, or the prompt wasn't answered. */
  readonly problem?: string;
  /** Further calls in the same answer, which aren't compared. */
  readonly moreCalls?: number;
  /** Tokens that the provider counted, read and written. */
  readonly tokens: number;
}

const withRightTool: readonly EvalOutcome[] = ["right", "wrong-arguments", "refused-arguments"];

const isRightTool = ({ outcome }: Attempt): boolean => withRightTool.includes(outcome);
export const isRight = ({ outcome }: Attempt): boolean => outcome === "right";
const isAnswered = ({ outcome }: Attempt): boolean => outcome !== "unanswered";

/** The results of an evaluation, as `--save` writes them: nothing in them depends on the machine or the time. */
export interface EvalResults {
  readonly version: 1;
  readonly model: string;
  /** The form of the tools that the model was offered. */
  readonly showing: string;
  readonly system?: string;
  /** False if it was stopped before all requests were made. */
  readonly isComplete: boolean;
  readonly cases: readonly EvaluatedCase[];
}

/** A case with the model's answers, at least one. */
export interface EvaluatedCase extends Pick<EvalCase, "tool" | "example" | "prompt" | "expected"> {
  readonly attempts: readonly Attempt[];
}

/** Counts of attempts. Those without an answer count for `unanswered` alone. */
export interface EvalCounts {
  readonly answered: number;
  readonly rightTool: number;
  /** Right tool and right arguments. */
  readonly right: number;
  readonly repaired: number;
  readonly unanswered: number;
  readonly tokens: number;
}

/** Counts the attempts of cases. */
export function countAttempts(cases: readonly Pick<EvaluatedCase, "attempts">[]): EvalCounts {
  const attempts = cases.flatMap((one) => one.attempts);
  const number = (test: (attempt: Attempt) => boolean) => attempts.filter(test).length;
  return {
    answered: number(isAnswered),
    rightTool: number(isRightTool),
    right: number(isRight),
    repaired: number(({ repairs }) => repairs.length > 0),
    unanswered: number((attempt) => !isAnswered(attempt)),
    tokens: attempts.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** The share of answers that are right, from 0 to 1; `undefined` without an answer. */
export const rightShare = ({ right, answered }: Pick<EvalCounts, "right" | "answered">): number | undefined =>
  answered === 0 ? undefined : right / answered;

/**
 * The tool that a case counts for in tables: the one that should be chosen, or the one whose spec says that none
 * should.
 */
export const expectedTool = ({ tool, expected }: { readonly tool: string; readonly expected: ExpectedChoice }): string =>
  expected.kind === "none" ? tool : expected.tool;

/** A case of two evaluations, with the share of right answers in each. */
interface ComparedCase {
  readonly after: EvaluatedCase;
  readonly before: EvaluatedCase;
  readonly change: "win" | "loss" | "same";
}

export interface EvalComparison {
  readonly cases: readonly ComparedCase[];
  /** Counts of the compared cases alone. */
  readonly before: EvalCounts;
  readonly after: EvalCounts;
  /** Cases that only the later, or only the earlier evaluation has answers for. */
  readonly added: number;
  readonly removed: number;
}

/** Compares the answers to cases that two evaluations share: by tool, example and prompt. */
export function compareEvaluations(before: readonly EvaluatedCase[], after: readonly EvaluatedCase[]): EvalComparison {
  const earlier = new Map(before.filter(hasAnswer).map((one) => [caseKey(one), one]));
  const later = after.filter(hasAnswer);
  const cases = later.flatMap((one): readonly ComparedCase[] => {
    const other = earlier.get(caseKey(one));
    return other === undefined ? [] : [{ before: other, after: one, change: changeOf(other, one) }];
  });
  return {
    cases,
    before: countAttempts(cases.map((one) => one.before)),
    after: countAttempts(cases.map((one) => one.after)),
    added: later.length - cases.length,
    removed: earlier.size - cases.length,
  };
}

function changeOf(before: EvaluatedCase, after: EvaluatedCase): ComparedCase["change"] {
  const [earlier = 0, later = 0] = [before, after].map((one) => rightShare(countAttempts([one])));
  return later > earlier ? "win" : later < earlier ? "loss" : "same";
}

const hasAnswer = (one: EvaluatedCase) => countAttempts([one]).answered > 0;
