import { type Api, pieces, problemOf, type ScriptedTurn } from "./server.js";

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

/** Chat Completions, as many servers speak them. */
export const openai: Api = {
  path: /^\/v1\/chat\/completions$/,
  tail: 3,

  read({ messages }: { readonly messages: readonly Message[] }) {
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
