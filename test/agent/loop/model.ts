import type { LanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import {
  BaseDeclarativeTool,
  BaseToolInvocation,
  defaultMetadata,
  type ExecuteOptions,
  type ForcedToolDecision,
  type Kind,
  type ToolMetadata,
  ToolRegistry,
  type ToolResult,
} from "../../../src/runtime/index.js";
import { toolWithRules } from "../../call/repair/tool-with-rules.js";

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
      const parts = prompts.at(-1)?.flatMap(({ role, content }) => (role === "tool" ? (content as readonly ResultPart[]) : [])) ?? [];
      return Object.fromEntries(parts.map(({ toolCallId, output }) => [toolCallId, output.value]));
    },
  };
}

interface ResultPart {
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

export interface Args {
  readonly what: string;
  readonly times?: number;
}

interface Behaviour {
  readonly kind?: Kind;
  readonly decision?: ForcedToolDecision | ((args: Args) => ForcedToolDecision);
  readonly execute?: (args: Args, options: ExecuteOptions) => Promise<ToolResult | string> | ToolResult | string;
}

/** A tool of a program's own, which takes `what` (also called `text`) and `times`. By default it is asked about as its kind says, and answers with `what`. */
export class OwnTool extends BaseDeclarativeTool<Args, ToolResult> {
  readonly runs: Args[] = [];
  readonly #behaviour: Behaviour;

  constructor(name: string, behaviour: Behaviour = {}) {
    const { kind = "read" } = behaviour;
    const properties = { what: { type: "string" }, times: { type: "integer" } };
    const compiled = toolWithRules(
      { properties, required: ["what"] },
      { name, kind: kind === "think" ? "read" : (kind as "read"), aliases: [{ target: ["what"], names: ["text"] }] },
    );
    const { riskLevel: level, requiresConfirmation } = defaultMetadata(kind);
    super({
      name,
      displayName: name,
      description: `Does ${name}.`,
      kind,
      risk: { level, requiresConfirmation },
      parameterSchema: { type: "object", properties, required: ["what"] },
      isOutputMarkdown: false,
      canUpdateOutput: true,
      ...compiled,
    });
    this.#behaviour = behaviour;
  }

  protected override createInvocation(params: Args): BaseToolInvocation<Args, ToolResult> {
    return new OwnInvocation(params, this, this.#behaviour);
  }
}

class OwnInvocation extends BaseToolInvocation<Args, ToolResult> {
  readonly #tool: OwnTool;
  readonly #behaviour: Behaviour;

  constructor(params: Args, tool: OwnTool, behaviour: Behaviour) {
    super(params);
    this.#tool = tool;
    this.#behaviour = behaviour;
  }

  override getDescription = () => `${this.#tool.name} ${this.params.what}`;

  override async execute(options: ExecuteOptions): Promise<ToolResult> {
    this.#tool.runs.push(this.params);
    const result = (await this.#behaviour.execute?.(this.params, options)) ?? this.params.what;
    return typeof result === "string" ? { llmContent: result, returnDisplay: result } : result;
  }

  protected override decide(): ForcedToolDecision {
    const { decision } = this.#behaviour;
    if (decision === undefined) return this.#tool.risk.requiresConfirmation ? "ask_user" : "allow";
    return typeof decision === "string" ? decision : decision(this.params);
  }
}

/** A registry of such tools. */
export function registryOf(...tools: readonly (OwnTool | readonly [OwnTool, ToolMetadata])[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const entry of tools) {
    if (entry instanceof OwnTool) registry.registerTool(entry);
    else registry.registerTool(entry[0], { metadata: entry[1] });
  }
  return registry;
}
