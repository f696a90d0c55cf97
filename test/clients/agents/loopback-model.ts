import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A model on loopback that speaks the protocols of Anthropic and OpenAI. It calls one tool, and keeps what the client declares and answers. */
export interface LoopbackModel {
  readonly url: string;
  /** The server's tools that any request declared, without the client's prefix. */
  readonly declared: ReadonlySet<string>;
  /** What the client answered to calls of the tool, as JSON. */
  readonly answers: readonly string[];
  close(): void;
}

/** A client may send its first request before the server has started. Then the model calls a tool that doesn't exist, and so asks again. */
const patience = 30;

interface Turn {
  readonly declared: readonly string[];
  readonly answers: readonly string[];
  readonly calls: number;
}

export async function loopbackModel(tool: string): Promise<LoopbackModel> {
  const declared = new Set<string>();
  const answers: string[] = [];
  const server = createServer(async (request, response) => {
    const protocol = request.url?.includes("/responses") ? responses : messages;
    const body = await bodyOf(request);
    const turn = body === undefined ? undefined : protocol.read(body);
    if (turn === undefined) {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    for (const name of turn.declared) declared.add(name);
    answers.splice(0, answers.length, ...turn.answers);
    const calls = turn.answers.length > 0 ? undefined : turn.declared.length > 0 || turn.calls > patience ? tool : "wait_for_tools";
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of calls === undefined ? protocol.say("Done.") : protocol.call(calls, turn.calls))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    declared,
    answers,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Body {
  readonly tools?: readonly { readonly name?: string; readonly tools?: readonly { readonly name: string }[] }[];
  readonly messages?: readonly { readonly content: unknown }[];
  readonly input?: readonly Part[];
}

interface Part {
  readonly type: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly tool_use_id?: string;
}

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Protocol {
  read(body: Body): Turn | undefined;
  say(text: string): readonly Event[];
  call(tool: string, number: number): readonly Event[];
}

const prefix = "mcp__toolgen__";
const isAnswer = (id: string | undefined) => id?.startsWith("real") === true;
const idOf = (tool: string, number: number) => `${tool === "wait_for_tools" ? "wait" : "real"}_${number}`;
const args = JSON.stringify({ text: "hello" });

/** Anthropic's messages. */
const messages: Protocol = {
  read: ({ messages: sent, tools = [] }) => {
    if (sent === undefined) return undefined;
    const parts = sent.flatMap(({ content }) => (Array.isArray(content) ? (content as readonly Part[]) : []));
    const results = parts.filter(({ type }) => type === "tool_result");
    return {
      declared: tools.flatMap(({ name = "" }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
      answers: results.filter((part) => isAnswer(part.tool_use_id)).map((part) => JSON.stringify(part)),
      calls: results.length,
    };
  },
  say: (words) => message([{ type: "text_delta", text: words }], { type: "text", text: "" }, "end_turn"),
  call: (tool, number) => {
    const name = tool === "wait_for_tools" ? tool : prefix + tool;
    const block = { type: "tool_use", id: idOf(tool, number), name, input: {} };
    return message([{ type: "input_json_delta", partial_json: args }], block, "tool_use");
  },
};

function message(deltas: readonly object[], block: object, stop: string): readonly Event[] {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const begun = { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage };
  return [
    { type: "message_start", message: begun },
    { type: "content_block_start", index: 0, content_block: block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: stop }, usage },
    { type: "message_stop" },
  ];
}

/** OpenAI's responses, with a namespace of tools for each server. */
const responses: Protocol = {
  read: ({ input, tools = [] }) => {
    if (input === undefined) return undefined;
    const results = input.filter(({ type }) => type === "function_call_output");
    const own = tools.find(({ name }) => name === "mcp__toolgen")?.tools ?? [];
    return {
      declared: own.map(({ name }) => name),
      answers: results.filter((part) => isAnswer(part.call_id)).map((part) => JSON.stringify(part)),
      calls: results.length,
    };
  },
  say: (words) => response({ type: "message", role: "assistant", id: "m", content: [{ type: "output_text", text: words }] }),
  call: (tool, number) => {
    const namespace = tool === "wait_for_tools" ? {} : { namespace: "mcp__toolgen" };
    return response({ type: "function_call", id: "f", call_id: idOf(tool, number), name: tool, arguments: args, ...namespace });
  },
};

const response = (item: object): readonly Event[] => [
  { type: "response.created", response: { id: "r" } },
  { type: "response.output_item.done", output_index: 0, item },
  {
    type: "response.completed",
    response: {
      id: "r",
      usage: { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 },
    },
  },
];

async function bodyOf(request: IncomingMessage): Promise<Body | undefined> {
  try {
    return JSON.parse(await text(request)) as Body;
  } catch {
    return undefined;
  }
}
