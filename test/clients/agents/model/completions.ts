import { type Event, ownTools, type Protocol } from "./protocol.js";

interface Body {
  readonly tools?: readonly { readonly function?: { readonly name: string; readonly parameters?: unknown } }[];
  readonly messages?: readonly { readonly role: string; readonly tool_call_id?: string }[];
}

/** OpenAI's chat completions, which most clients speak with a model of the user's own. */
export const completions: Protocol = {
  path: "/chat/completions",
  read: (body, prefix) => {
    const { messages, tools = [] } = body as Body;
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
