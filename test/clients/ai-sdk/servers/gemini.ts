import { type Api, pieces, problemOf, type ScriptedTurn } from "./server.js";

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
