import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LanguageModel } from "ai";

export type Provider = "openai-compatible" | "google" | "anthropic";

/** Models of the AI SDK's own providers, each made with the address of its server. Programs that the tests start load the same file. */
export const { models }: { readonly models: Readonly<Record<Provider, (url: string) => LanguageModel>> } = await import(
  new URL("models.mjs", import.meta.url).href
);

/** A turn of the model behind a server: what it says, and the calls that it makes, whose arguments are texts as it writes them. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly json: string }[];
}

/** A conversation as a server is told it. */
interface Told {
  /** Turns of the model. */
  readonly turns: number;
  /** The results of calls, in the order of the calls. */
  readonly results: readonly string[];
  /** Why an API would refuse this. */
  readonly problem?: string | undefined;
}

/** An API: how it is told a conversation, and how it streams an answer, as the data of server-sent events. */
export interface Api {
  readonly path: RegExp;
  /** How many of the data end an answer, and say that it has ended. */
  readonly tail: number;
  read(body: never): Told;
  write(turn: ScriptedTurn, number: number): readonly { readonly event?: string; readonly data: string }[];
}

interface ScriptedServer {
  readonly url: string;
  /** The received requests. */
  readonly told: readonly Told[];
  /** The same, as it was sent. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves a model on the loopback that does these turns. Which one is next is seen by the conversation, so that any process can go on with it; a
 * conversation that the API would refuse is refused. With `breaksOff` the first answer has no end: the connection is closed, or gone.
 */
export async function serve(api: Api, turns: readonly ScriptedTurn[], breaksOff?: "closed" | "destroyed"): Promise<ScriptedServer> {
  const told: Told[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const known = api.path.test(request.url ?? "")
      ? api.read(JSON.parse(body) as never)
      : { turns: 0, results: [], problem: "no such path" };
    told.push(known);
    bodies.push(body);
    const turn = turns[known.turns];
    const problem = known.problem ?? (turn === undefined ? "the conversation is over" : undefined);
    if (turn === undefined || problem !== undefined) {
      const error = { code: 400, status: "INVALID_ARGUMENT", type: "invalid_request_error", message: problem ?? "" };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ type: "error", error }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const answer = api.write(turn, known.turns + 1);
    const whole = breaksOff === undefined || told.length > 1;
    for (const { event, data } of whole ? answer : answer.slice(0, -api.tail))
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`);
    if (!whole && breaksOff === "destroyed") setImmediate(() => response.destroy());
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A text in pieces, as models stream it. */
const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,7}/g) ?? [];

/** Why an API would refuse results: each call must have one, in the message after it, and nothing else. */
function problemOf(calls: readonly string[], answers: readonly string[]): string | undefined {
  return calls.join() === answers.join() ? undefined : `calls ${calls.join()} were answered by ${answers.join()}`;
}

interface OpenAiMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

/** Chat Completions, as many servers speak them. */
export const openai: Api = {
  path: /^\/v1\/chat\/completions$/,
  tail: 3,

  read({ messages }: { readonly messages: readonly OpenAiMessage[] }) {
    const said = messages.filter(({ role }) => role === "assistant");
    const calls = said.flatMap(({ tool_calls = [] }) => tool_calls);
    const tools = messages.filter(({ role }) => role === "tool");
    const isObject = calls.every((call) => call.function.arguments.startsWith("{"));
    const problem = problemOf(
      calls.map(({ id }) => id),
      tools.map(({ tool_call_id = "" }) => tool_call_id),
    );
    return {
      turns: said.length,
      results: tools.map(({ content }) => content),
      problem: isObject ? problem : "arguments that are no object",
    };
  },

  write({ text, calls = [] }: ScriptedTurn, number) {
    const chunk = (delta: object, finish: string | null = null) => ({
      id: `chat-${number}`,
      object: "chat.completion.chunk",
      created: 0,
      model: "some-model",
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    const argumentsOf = (index: number, text: string) => chunk({ tool_calls: [{ index, function: { arguments: text } }] });
    const chunks = [
      ...(text === undefined ? [] : pieces(text).map((content) => chunk({ role: "assistant", content }))),
      ...calls.flatMap(({ name, json }, index) => [
        chunk({ tool_calls: [{ index, id: `call_${number}_${index}`, type: "function", function: { name, arguments: "" } }] }),
        ...pieces(json).map((piece) => argumentsOf(index, piece)),
      ]),
      chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      { ...chunk({}), choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
    ];
    return [...chunks.map((data) => ({ data: JSON.stringify(data) })), { data: "[DONE]" }];
  },
};

interface Part {
  readonly functionCall?: { readonly name: string; readonly args: unknown };
  readonly functionResponse?: { readonly name: string; readonly response: { readonly content: string } };
  readonly thoughtSignature?: string;
}

interface Content {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** Gemini's `streamGenerateContent`. A call comes with a signature of the thought behind it, and must come back with it. */
export const gemini: Api = {
  path: /^\/v1beta\/models\/[^/]+:streamGenerateContent\?alt=sse$/,
  tail: 1,

  read({ contents }: { readonly contents: readonly Content[] }) {
    const said = contents.filter(({ role }) => role === "model");
    const calls = said.flatMap(({ parts }) => parts.filter(({ functionCall }) => functionCall !== undefined));
    const answers = contents.flatMap(({ parts }) =>
      parts.flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse])),
    );
    const lost = calls.length > 0 && calls.filter(({ thoughtSignature }) => thoughtSignature?.startsWith("thought-")).length < said.length;
    const problem = problemOf(
      calls.map(({ functionCall }) => functionCall?.name ?? ""),
      answers.map(({ name }) => name),
    );
    return {
      turns: said.length,
      results: answers.map(({ response }) => response.content),
      problem: lost ? "a call without the signature of its thought" : problem,
    };
  },

  write({ text, calls = [] }: ScriptedTurn, number) {
    const chunk = (parts: readonly object[], more: object = {}) => ({
      candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
    });
    const made = calls.map(({ name, json }, index) => ({
      functionCall: { name, args: JSON.parse(json) as unknown },
      ...(index === 0 && { thoughtSignature: `thought-${number}` }),
    }));
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    const chunks = [
      ...(text === undefined ? [] : pieces(text).map((text) => chunk([{ text }]))),
      ...(made.length === 0 ? [] : [chunk(made)]),
      { ...chunk([{ text: "" }], { finishReason: "STOP" }), usageMetadata },
    ];
    return chunks.map((data) => ({ data: JSON.stringify(data) }));
  },
};

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string;
  readonly signature?: string;
}

interface AnthropicMessage {
  readonly role: string;
  readonly content: readonly Block[];
}

/** Anthropic's Messages. The model thinks before each turn, and must get its signed thought back. */
export const anthropic: Api = {
  path: /^\/v1\/messages$/,
  tail: 2,

  read({ messages }: { readonly messages: readonly AnthropicMessage[] }) {
    const said = messages.filter(({ role }) => role === "assistant");
    const blocks = (of: readonly AnthropicMessage[], type: string) =>
      of.flatMap(({ content }) => content.filter((block) => block.type === type));
    const calls = blocks(said, "tool_use");
    const answers = blocks(messages, "tool_result");
    const thoughts = blocks(said, "thinking").filter(({ signature }) => signature?.startsWith("signed-"));
    const isObject = calls.every(({ input }) => typeof input === "object" && input !== null && !Array.isArray(input));
    const problem = problemOf(
      calls.map(({ id = "" }) => id),
      answers.map(({ tool_use_id = "" }) => tool_use_id),
    );
    return {
      turns: said.length,
      results: answers.map(({ content = "" }) => content),
      problem: thoughts.length < said.length ? "a thought was lost" : isObject ? problem : "an input that is no object",
    };
  },

  write({ text, calls = [] }: ScriptedTurn, number) {
    const block = (index: number, start: object, deltas: readonly object[]) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ];
    const texts = text === undefined ? [] : [text];
    const events = [
      {
        type: "message_start",
        message: {
          id: `msg_${number}`,
          type: "message",
          role: "assistant",
          model: "claude-sonnet-4-5",
          content: [],
          stop_reason: null,
          usage: { input_tokens: 10, output_tokens: 1 },
        },
      },
      ...block(0, { type: "thinking", thinking: "", signature: "" }, [
        { type: "thinking_delta", thinking: "Hm." },
        { type: "signature_delta", signature: `signed-${number}` },
      ]),
      ...texts.flatMap((text) =>
        block(
          1,
          { type: "text", text: "" },
          pieces(text).map((text) => ({ type: "text_delta", text })),
        ),
      ),
      ...calls.flatMap(({ name, json }, index) =>
        block(
          1 + texts.length + index,
          { type: "tool_use", id: `toolu_${number}_${index}`, name, input: {} },
          pieces(json).map((partial_json) => ({ type: "input_json_delta", partial_json })),
        ),
      ),
      {
        type: "message_delta",
        delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: 5 },
      },
      { type: "message_stop" },
    ];
    return events.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
  },
};
