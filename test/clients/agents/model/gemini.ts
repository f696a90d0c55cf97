import { type Event, ownTools, type Protocol } from "./protocol.js";

interface Body {
  readonly contents?: readonly { readonly parts: readonly Part[] }[];
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly { readonly name: string; readonly parametersJsonSchema?: unknown }[];
  }[];
}

interface Part {
  readonly functionResponse?: { readonly id: string };
}

/** The Gemini API, which Gemini CLI speaks. */
export const gemini: Protocol = {
  path: ":streamGenerateContent",
  read: (body, prefix) => {
    const { contents, tools = [] } = body as Body;
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
