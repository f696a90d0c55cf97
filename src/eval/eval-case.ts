import { lineColumn } from "../diagnostics/diagnostic.js";
import type { Model, ToolModel } from "../model/tool.js";
import type { JsonObject, JsonValue } from "../runtime/json/json-value.js";

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
