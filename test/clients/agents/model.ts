import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A tool as a client declares it to its model. */
interface DeclaredTool {
  readonly name: string;
  readonly schema?: unknown;
}

/** The tools and the conversation in a client's request. */
interface Turn {
  /** The server's tools that it declares, without the client's prefix. */
  readonly declared: readonly DeclaredTool[];
  /** The client's answers to the calls of earlier turns. */
  readonly results: readonly Result[];
}

interface Result {
  /** That of the call. */
  readonly id: string;
  /** As JSON. */
  readonly answer: string;
}

/** A call that the model makes, of a tool by the name that the client declares. */
interface ModelCall {
  readonly name: string;
  readonly id: string;
  /** As JSON. */
  readonly args: string;
}

/** A part of a streamed answer; `type` is its event, where the protocol names one. */
type Event = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** How a client talks to its model. */
interface Protocol {
  /** A part of its requests' paths. */
  readonly path: string;
  /** Reads the body of a request; `undefined` if it isn't one for an answer. The names of the server's tools begin with `prefix`. */
  read(body: unknown, prefix: string): Turn | undefined;
  say(text: string): readonly Event[];
  call(call: ModelCall): readonly Event[];
  /** The last line of a stream, where the protocol has one. */
  readonly end?: string;
}

/** The call of a tool, after which a `-` can stand with its argument: by default `hello`. Several have names, as in a query. That text is the id of the call, too. Of `tool_search`, a client's own tool, it is the tool to look for. */
function modelCall(tool: string, prefix = ""): ModelCall {
  const [, name = "", text = "hello"] = /^([^-]*)(?:-(.*))?$/s.exec(tool) ?? [];
  if (name === "tool_search") return { name, id: tool, args: JSON.stringify({ query: `select:${prefix}${text}` }) };
  // A shell of the client's own.
  if (name === "Bash") return { name, id: tool, args: JSON.stringify({ command: text }) };
  return {
    name: prefix + name,
    id: tool,
    args: JSON.stringify(text.includes("=") ? Object.fromEntries(new URLSearchParams(text)) : { text }),
  };
}

/** The tools whose names begin with a prefix, without it. */
export const ownTools = (tools: readonly DeclaredTool[], prefix: string): readonly DeclaredTool[] =>
  tools.flatMap((tool) => (tool.name.startsWith(prefix) ? [{ ...tool, name: tool.name.slice(prefix.length) }] : []));

interface MessagesBody {
  readonly tools?: readonly { readonly name?: string; readonly description?: string; readonly input_schema?: object }[];
  readonly messages?: readonly { readonly content: string | readonly MessagesPart[] }[];
}

interface MessagesPart {
  readonly type: string;
  readonly tool_use_id?: string;
}

/** Anthropic's messages, which Claude Code speaks. */
const messages: Protocol = {
  path: "/v1/messages",
  read: (body, prefix) => {
    const { messages: sent, tools = [] } = body as MessagesBody;
    if (sent === undefined) return undefined;
    const parts = sent.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    return {
      declared: ownTools(
        // Claude Code moves a union of the root into the tool's description.
        tools.map(({ name = "", description, input_schema }) => ({ name, schema: { description, ...input_schema } })),
        prefix,
      ),
      results: parts.flatMap((part) => (part.tool_use_id === undefined ? [] : [{ id: part.tool_use_id, answer: JSON.stringify(part) }])),
    };
  },
  say: (text) => message([{ type: "text_delta", text }], { type: "text", text: "" }, "end_turn"),
  call: ({ name, id, args }) =>
    message([{ type: "input_json_delta", partial_json: args }], { type: "tool_use", id, name, input: {} }, "tool_use"),
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

interface ResponsesBody {
  readonly tools?: readonly {
    readonly name?: string;
    readonly tools?: readonly { readonly name: string; readonly parameters?: unknown }[];
  }[];
  readonly input?: readonly { readonly type: string; readonly call_id?: string }[];
}

/** OpenAI's responses, which Codex speaks. A prefix is the namespace of a server's tools and a dot. */
const responses: Protocol = {
  path: "/responses",
  read: (body, prefix) => {
    const { input, tools = [] } = body as ResponsesBody;
    if (input === undefined) return undefined;
    const results = input.filter(({ type }) => type === "function_call_output");
    return {
      declared: tools.find(({ name }) => `${name}.` === prefix)?.tools?.map(({ name, parameters: schema }) => ({ name, schema })) ?? [],
      results: results.map((part) => ({ id: part.call_id ?? "", answer: JSON.stringify(part) })),
    };
  },
  say: (text) => response({ type: "message", role: "assistant", id: "m", content: [{ type: "output_text", text }] }),
  call: ({ name, id, args }) => {
    const [namespace, tool] = name.split(".");
    const called = tool === undefined ? { name } : { name: tool, namespace };
    return response({ type: "function_call", id: "f", call_id: id, arguments: args, ...called });
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

interface CompletionsBody {
  readonly tools?: readonly { readonly function?: { readonly name: string; readonly parameters?: unknown } }[];
  readonly messages?: readonly { readonly role: string; readonly tool_call_id?: string }[];
}

/** OpenAI's chat completions, which most clients speak with a model of the user's own. */
const completions: Protocol = {
  path: "/chat/completions",
  read: (body, prefix) => {
    const { messages, tools = [] } = body as CompletionsBody;
    if (messages === undefined) return undefined;
    const results = messages.filter(({ role }) => role === "tool");
    return {
      declared: ownTools(
        tools.map((tool) => ({ name: tool.function?.name ?? "", schema: tool.function?.parameters })),
        prefix,
      ),
      results: results.map((message) => ({ id: message.tool_call_id ?? "", answer: JSON.stringify(message) })),
    };
  },
  say: (content) => chunks({ content }, "stop"),
  call: ({ name, id, args }) =>
    chunks({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: args } }] }, "tool_calls"),
  end: "[DONE]",
};

function chunks(delta: object, stop: string): readonly Event[] {
  const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return [
    { ...chunk, choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: stop }], usage },
  ];
}

interface GeminiBody {
  readonly contents?: readonly { readonly parts: readonly GeminiPart[] }[];
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly { readonly name: string; readonly parametersJsonSchema?: unknown }[];
  }[];
}

interface GeminiPart {
  readonly functionResponse?: { readonly id: string };
}

/** The Gemini API, which Gemini CLI speaks. */
const gemini: Protocol = {
  path: ":streamGenerateContent",
  read: (body, prefix) => {
    const { contents, tools = [] } = body as GeminiBody;
    if (contents === undefined) return undefined;
    const results = contents.flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => functionResponse ?? []));
    return {
      declared: ownTools(
        tools.flatMap(({ functionDeclarations = [] }) =>
          functionDeclarations.map(({ name, parametersJsonSchema: schema }) => ({ name, schema })),
        ),
        prefix,
      ),
      results: results.map((result) => ({ id: result.id, answer: JSON.stringify(result) })),
    };
  },
  say: (text) => said({ text }),
  call: ({ name, id, args }) => said({ functionCall: { id, name, args: JSON.parse(args) } }),
};

function said(part: object): readonly Event[] {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [{ candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }], usageMetadata }];
}

/** A model on loopback. It calls tools of a server, one a turn, and keeps what the client declares and answers. */
interface LoopbackModel {
  readonly url: string;
  /** The server's tools that any request declared, without the client's prefix, and their schemas in the last one. */
  readonly declared: ReadonlyMap<string, unknown>;
  /** The client's answers to calls of tools, as JSON. */
  readonly answers: ReadonlyMap<string, string>;
  /** The bodies of all requests. */
  readonly requests: readonly string[];
  close(): void;
}

/** The calls of the model. */
interface Calling {
  /** Each with the argument of its call, or without: `modelCall` says how. */
  readonly tools: readonly string[];
  /** The client's prefix for the names of the server's tools. */
  readonly prefix: string;
  /** The client declares no tool of the server until the model has looked for it, but runs one that is called by its name. */
  readonly isDeferred?: boolean | undefined;
}

/** A client may send its first request before the server has started. Then the model calls a tool that doesn't exist, and so asks again. */
const patience = 30;
const protocols: readonly Protocol[] = [messages, responses, completions, gemini];

export async function loopbackModel({ tools, prefix, isDeferred = false }: Calling): Promise<LoopbackModel> {
  const declared = new Map<string, unknown>();
  const answers = new Map<string, string>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const protocol = protocols.find(({ path }) => request.url?.includes(path));
    const body = await text(request);
    requests.push(body);
    const turn = protocol?.read(parsed(body), prefix);
    if (protocol === undefined || turn === undefined) {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    for (const { name, schema } of turn.declared) declared.set(name, schema);
    for (const { id, answer } of turn.results) if (tools.includes(id)) answers.set(id, answer);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of eventsOf(protocol, turn))
      response.write(`${event.type === undefined ? "" : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
    response.end(protocol.end === undefined ? "" : `data: ${protocol.end}\n\n`);
  });
  const eventsOf = (protocol: Protocol, { declared: now, results }: Turn) => {
    const isReady = isDeferred || now.length > 0 || results.length > patience;
    if (!isReady) return protocol.call({ ...modelCall("wait_for_tools"), id: `wait_${results.length}` });
    const next = tools.find((tool) => results.every(({ id }) => id !== tool));
    return next === undefined ? protocol.say("Done.") : protocol.call(modelCall(next, prefix));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    declared,
    answers,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
