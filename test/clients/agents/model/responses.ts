import type { Event, Protocol } from "./protocol.js";

interface Body {
  readonly tools?: readonly {
    readonly name?: string;
    readonly tools?: readonly { readonly name: string; readonly parameters?: unknown }[];
  }[];
  readonly input?: readonly { readonly type: string; readonly call_id?: string }[];
}

/** OpenAI's responses, which Codex speaks. A prefix is the namespace of a server's tools and a dot. */
export const responses: Protocol = {
  path: "/responses",
  read: (body, prefix) => {
    const { input, tools = [] } = body as Body;
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
