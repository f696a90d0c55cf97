import { type Api, pieces, problemOf, type ScriptedTurn } from "./server.js";

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string;
  readonly signature?: string;
}

interface Message {
  readonly role: string;
  readonly content: readonly Block[];
}

/** Anthropic's Messages. The model thinks before each turn, and must get its signed thought back. */
export const anthropic: Api = {
  path: /^\/v1\/messages$/,
  tail: 2,

  read({ messages }: { readonly messages: readonly Message[] }) {
    const said = messages.filter(({ role }) => role === "assistant");
    const blocks = (of: readonly Message[], type: string) => of.flatMap(({ content }) => content.filter((block) => block.type === type));
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
