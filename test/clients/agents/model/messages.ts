import { type Event, ownTools, type Protocol } from "./protocol.js";

interface Body {
  readonly tools?: readonly { readonly name?: string; readonly description?: string; readonly input_schema?: object }[];
  readonly messages?: readonly { readonly content: string | readonly Part[] }[];
}

interface Part {
  readonly type: string;
  readonly tool_use_id?: string;
}

/** Anthropic's messages, which Claude Code speaks. */
export const messages: Protocol = {
  path: "/v1/messages",
  read: (body, prefix) => {
    const { messages: sent, tools = [] } = body as Body;
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
