import { expect, it } from "vitest";
import { collectCases, type ExpectedChoice } from "../../../src/cli/eval/eval-results.js";
import { canJudge, judgeAnswer, offerTools } from "../../../src/cli/eval/judge-answer.js";
import { showings } from "../../../src/compiler/showings.js";
import type { JsonValue } from "../../../src/contract/json-value.js";
import { compiled } from "../../kit/compiled.js";

const specs = `name: find_text
description: Find text.
kind: search
nameAliases: [grep]
aliases: { text: [query] }
schema:
  properties: { text: { type: string }, folder: { type: string, default: "." }, max: { type: integer }, where: { type: object } }
  required: [text]
paths: { folder: read }
command: [grep, -r, -e, "{{text}}", --, "{{folder}}", "{{#if max}}{{max}}{{/if}}", "{{#if where}}{{json where}}{{/if}}"]
examples:
  - { prompt: Where is x?, params: { query: x } }
---
name: other
description: Other.
kind: read
command: [wc]
`;

async function tools() {
  const { model } = await compiled({ "tools.yaml": specs }, []);
  const [showing] = showings;
  if (showing === undefined) throw new Error("there is a showing");
  return { model, tools: offerTools(model, showing) };
}

type Call = readonly [name: string, args: JsonValue];

const turn = (calls: readonly Call[], finish: "stop" | "length" | "content-filter" | "tool-calls" = "tool-calls") => ({
  ok: true as const,
  text: "",
  messages: [],
  usage: { inputTokens: 2, outputTokens: 1, totalTokens: 3, milliseconds: 1 },
  finish,
  calls: calls.map(([name, args], index) => ({ id: String(index), name, args })),
});

const call = (params: Readonly<Record<string, JsonValue>>, compared?: JsonValue): ExpectedChoice => ({
  kind: "call",
  tool: "find_text",
  params,
  compared,
});

it.each<[string, ExpectedChoice, readonly Call[], object]>([
  ["the same arguments", call({ text: "x" }), [["find_text", { text: "x" }]], { outcome: "right", repairs: [] }],
  ["a default that is named", call({ text: "x" }), [["find_text", { text: "x", folder: "." }]], { outcome: "right" }],
  ["an example by an alias", call({ query: "x" }), [["find_text", { text: "x" }]], { outcome: "right", repairs: [] }],
  [
    "arguments that are repaired",
    call({ text: "x", max: 3 }),
    [["find_text", { query: "x", max: "3" }]],
    { outcome: "right", repairs: ["alias", "number"], repaired: { text: "x", max: 3, folder: "." } },
  ],
  ["broken JSON that is repaired", call({ text: "x" }), [["find_text", '{"text": "x",}']], { outcome: "right" }],
  [
    "a tool by its other name",
    call({ text: "x" }),
    [["grep", { text: "x" }]],
    { outcome: "right", repairs: ["tool-name"], call: { tool: "find_text" } },
  ],
  [
    "a tool with a host's prefix",
    call({ text: "x" }),
    [["mcp__tools__find_text", { text: "x" }]],
    { outcome: "right", repairs: ["tool-name"] },
  ],
  ["a path written otherwise", call({ text: "x", folder: "src" }), [["find_text", { text: "x", folder: "./src/" }]], { outcome: "right" }],
  ["a text with the form of a path", call({ text: "src" }), [["find_text", { text: "./src/" }]], { outcome: "wrong-arguments" }],
  ["another folder", call({ text: "x", folder: "src" }), [["find_text", { text: "x", folder: "../src" }]], { outcome: "wrong-arguments" }],
  ["an argument too many", call({ text: "x" }), [["find_text", { text: "x", max: 3 }]], { outcome: "wrong-arguments" }],
  ["an argument that isn't compared", call({ text: "x", max: 3 }, { text: "x" }), [["find_text", { text: "x" }]], { outcome: "right" }],
  [
    "a compared argument that differs",
    call({ text: "x", max: 3 }, { max: 3 }),
    [["find_text", { text: "y", max: 4 }]],
    { outcome: "wrong-arguments" },
  ],
  [
    "a compared argument that is absent",
    call({ text: "x", max: 3 }, { max: 3 }),
    [["find_text", { text: "x" }]],
    { outcome: "wrong-arguments" },
  ],
  [
    "arguments that are refused",
    call({ text: "x" }),
    [["find_text", { max: 3 }]],
    { outcome: "refused-arguments", problem: expect.stringContaining("text") },
  ],
  ["another tool", call({ text: "x" }), [["other", {}]], { outcome: "wrong-tool", call: { tool: "other" } }],
  ["a tool that isn't there", call({ text: "x" }), [["no_tool", {}]], { outcome: "wrong-tool", call: { tool: "no_tool" } }],
  [
    "another tool first",
    call({ text: "x" }),
    [
      ["other", {}],
      ["find_text", { text: "x" }],
    ],
    { outcome: "wrong-tool", moreCalls: 1 },
  ],
  [
    "another tool second",
    call({ text: "x" }),
    [
      ["find_text", { text: "x" }],
      ["other", {}],
    ],
    { outcome: "right", moreCalls: 1 },
  ],
  ["no call", call({ text: "x" }), [], { outcome: "no-call" }],
  ["the tool with any arguments", { kind: "tool", tool: "other" }, [["other", { what: 1 }]], { outcome: "right" }],
  ["another than the chosen tool", { kind: "tool", tool: "other" }, [["find_text", { text: "x" }]], { outcome: "wrong-tool" }],
  ["no call where a tool is to be chosen", { kind: "tool", tool: "other" }, [], { outcome: "no-call" }],
  ["no call where none is expected", { kind: "none" }, [], { outcome: "right" }],
  ["a call where none is expected", { kind: "none" }, [["other", {}]], { outcome: "wrong-tool" }],
])("judges %s", async (_, expected, calls, attempt) => {
  expect(judgeAnswer(turn(calls), expected, (await tools()).tools)).toMatchObject({ ...attempt, tokens: 3 });
});

it.each(["length", "content-filter"] as const)("doesn't judge an answer without a call that ended by %s", async (finish) => {
  const { tools: offered } = await tools();
  expect(judgeAnswer(turn([], finish), { kind: "none" }, offered)).toMatchObject({ outcome: "unanswered" });
});

it("can't judge a case whose tool isn't offered, or whose call is refused", async () => {
  const { model, tools: offered } = await tools();
  const [showing] = showings;
  const others = showing && offerTools(model, showing, new Set(["other"]));
  const [found] = collectCases(model);
  expect(found).toMatchObject({ tool: "find_text", example: "example 1", prompt: "Where is x?", line: 12, file: "tools.d/tools.yaml" });
  expect(canJudge(call({ text: "x" }), offered)).toBe(true);
  expect(canJudge(call({ max: 1 }), offered)).toBe(false);
  expect(others && canJudge(call({ text: "x" }), others)).toBe(false);
  expect(others && canJudge({ kind: "none" }, others)).toBe(true);
});
