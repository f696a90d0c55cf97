import type { LanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";

type Stream = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"];
type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;
type Finish = Extract<StreamPart, { type: "finish" }>["finishReason"]["unified"];

/** A turn of a model: what it says, the calls that it makes (arguments as values, or as the text that it sends), and how it ends. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly (readonly [name: string, args: unknown, id?: string])[];
  readonly finish?: Finish;
  readonly tokens?: readonly [input: number, output: number];
  /** More of the stream, before its end. */
  readonly parts?: readonly StreamPart[];
  /** Nothing comes after what was said, not even an end: the stream is closed, or stays open until the request is aborted. */
  readonly then?: "closed" | "open";
}

export interface ScriptedModel {
  readonly model: LanguageModel;
  /** The prompt before each turn. */
  readonly prompts: readonly (readonly { readonly role: string; readonly content: unknown }[])[];
  /** The results that it was told in the last of them, by the ids of calls. */
  results(): Readonly<Record<string, unknown>>;
}

/** The SDK's own model for tests, which does these turns. */
export function modelOf(...turns: readonly Turn[]): ScriptedModel {
  let at = 0;
  const prompts: (readonly { readonly role: string; readonly content: unknown }[])[] = [];
  const mock = new MockLanguageModelV3({
    provider: "scripted.chat",
    doStream: async ({ prompt, abortSignal }) => {
      prompts.push(prompt);
      const turn = turns[at++];
      if (turn === undefined) throw new Error(`there is no turn ${at}`);
      return { stream: streamOf(turn, `t${at}`, abortSignal) };
    },
  });
  return {
    model: mock,
    prompts,
    results: () => {
      const parts = prompts.at(-1)?.flatMap(({ role, content }) => (role === "tool" ? (content as readonly ToolResult[]) : [])) ?? [];
      return Object.fromEntries(parts.map(({ toolCallId, output }) => [toolCallId, output.value]));
    },
  };
}

interface ToolResult {
  readonly toolCallId: string;
  readonly output: { readonly value: unknown };
}

function streamOf({ text, calls = [], finish, tokens = [1, 1], parts = [], then }: Turn, turn: string, signal?: AbortSignal): Stream {
  const unified = finish ?? (calls.length > 0 ? "tool-calls" : "stop");
  const all: StreamPart[] = [
    { type: "stream-start", warnings: [] },
    ...(text === undefined ? [] : said(text)),
    ...calls.map(
      ([toolName, args, id], index): StreamPart => ({
        type: "tool-call",
        toolCallId: id ?? `${turn}.${index + 1}`,
        toolName,
        input: typeof args === "string" ? args : JSON.stringify(args),
      }),
    ),
    ...parts,
  ];
  const end: StreamPart = {
    type: "finish",
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: tokens[0], noCache: tokens[0], cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: tokens[1], text: tokens[1], reasoning: 0 },
    },
  };
  return new ReadableStream({
    start(controller) {
      for (const part of then === undefined ? [...all, end] : all) controller.enqueue(part);
      if (then !== "open") controller.close();
      else signal?.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
}

const said = (text: string): StreamPart[] => [
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: text },
  { type: "text-end", id: "1" },
];
