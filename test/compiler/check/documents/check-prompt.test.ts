import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const tool = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";

const prompt = async (lines: string) => {
  const { model, diagnostics, files } = await compiled({
    "tool.yaml": tool,
    "prompt.yaml": `prompt: review\ndescription: Review it.\n${lines}`,
  });
  return { prompts: model.prompts, problems: diagnostics.map(({ code, line, column }) => [code, line, column]), files };
};

it("compiles one text, or several messages with roles, and lists its arguments for clients", async () => {
  const { prompts, problems } = await prompt(
    'schema: { properties: { focus: { type: string, description: Where. }, depth: { enum: [a, b] }, all: { type: boolean } }, required: [focus] }\nmessages: [{ text: "{{focus}} {{depth}}{{#if all}}!{{/if}}" }, { role: assistant, text: Yes. }]\n',
  );
  expect(problems).toEqual([]);
  expect(prompts[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(prompts[0]?.arguments).toMatchObject([
    { name: "focus", description: "Where.", isRequired: true, choices: undefined },
    { name: "depth", isRequired: false, choices: ["a", "b"] },
    { name: "all", isRequired: false, choices: ["true", "false"] },
  ]);
});

it.each([
  ["without a text", "", "prompt-text", 1, 1],
  ["with two forms of its text", "text: a\nmessages: [{ text: b }]\n", "prompt-text", 4, 1],
  [
    "with an argument that no client can send",
    'schema: { properties: { a: { type: object } } }\ntext: "{{json a}}"\n',
    "prompt-argument",
    3,
    28,
  ],
  ["with an argument of any type", 'schema: { properties: { a: {} } }\ntext: "{{json a}}"\n', "prompt-argument", 3, 28],
  ["with an unknown name in its text", 'text: "See {{fiel}}."\n', "unknown-name", 3, 14],
  ["with an unknown role", "messages: [{ role: system, text: a }]\n", "unknown-value", 3, 20],
  ["with a key of a tool", "text: a\ncommand: [wc]\n", "unknown-key", 4, 1],
  ["with an argument that has no effect", "schema: { properties: { a: { type: string } } }\ntext: a\n", "unused-parameter", 3, 25],
  ["with a wrong schema", "schema: { properties: { a: { type: strng } } }\ntext: '{{a}}'\n", "invalid-schema", 3, 36],
])("reports a prompt %s, where it is wrong", async (_what, lines, ...expected) => {
  const { problems } = await prompt(lines);
  expect(problems).toEqual([expected]);
});

it("refuses names that can't be those of files and commands", async () => {
  for (const name of ["../x", "a b", "1st", "a/b", "x".repeat(49), ".hidden"]) {
    const { diagnostics } = await compiled({
      "tool.yaml": tool,
      "prompt.yaml": `prompt: ${JSON.stringify(name)}\ndescription: d\ntext: t\n`,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["bad-value"]);
  }
});

it("refuses two prompts of a name, in any case, and lets a prompt have the name of a tool", async () => {
  const document = (name: string) => `prompt: ${name}\ndescription: d\ntext: t\n`;
  const twice = await compiled({ "tool.yaml": tool, "a.yaml": document("Review"), "b.yaml": document("review") });
  expect(twice.diagnostics).toMatchObject([{ code: "duplicate-prompt", file: "tools.d/b.yaml", line: 1, column: 9 }]);
  expect((await compiled({ "tool.yaml": tool, "a.yaml": document("t") })).diagnostics).toEqual([]);
});

it("writes nothing about prompts for a project without any", async () => {
  const { files } = await compiled({ "tool.yaml": tool });
  expect(files.filter(({ path }) => path.includes("prompt"))).toEqual([]);
  expect(files.find(({ path }) => path === "mcp/server.json")?.text).not.toContain("prompts");
});

it("writes its list as clients get it, and a module for each prompt", async () => {
  const { files } = await prompt(
    "schema: { properties: { depth: { enum: [a, b], description: How. } }, required: [depth] }\ntext: 'Go {{depth}}.'\n",
  );
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? "";
  expect(JSON.parse(text("mcp/prompts.json"))).toEqual([
    {
      name: "review",
      title: "Review",
      description: "Review it.",
      arguments: [{ name: "depth", description: "How. One of: a, b.", required: true }],
    },
  ]);
  expect(text("mcp/prompts/review.cjs")).toContain('exports.description = "Review it.";');
  expect(JSON.parse(text("mcp/server.json"))).toMatchObject({ prompts: true });
});
