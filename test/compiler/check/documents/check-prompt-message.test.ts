import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const others = `name: t
description: d
kind: read
command: [wc]
---
resource: readme
uri: notes://readme
description: d
text: Read me.
---
resource: page
uriTemplate: notes://pages/{name}{?lines}
description: d
schema: { properties: { name: { type: string }, lines: { type: integer } }, required: [name] }
text: "{{name}} {{lines}}"
`;

/** A prompt with these messages. Files of `tools.d` stand for images and sounds. */
const prompt = async (messages: string, schema = "{}", more: Readonly<Record<string, string>> = {}) => {
  const text = `prompt: review\ndescription: Review it.\nschema: ${schema}\nmessages:\n  - ${messages}\n`;
  const { model, diagnostics, files } = await compiled({
    "others.yaml": others,
    "a.png": "abc",
    "a.wav": "de",
    ...more,
    "prompt.yaml": text,
  });
  const problems = diagnostics.filter(({ severity }) => severity === "error");
  return { messages: model.prompts[0]?.messages, problems, files };
};

it.each([
  ["an image by its name", "{ image: tools.d/a.png }", { type: "image", mimeType: "image/png", data: "YWJj" }],
  ["a sound by its name", "{ audio: tools.d/a.wav }", { type: "audio", mimeType: "audio/wav", data: "ZGU=" }],
  ["an image of another type", "{ image: tools.d/a.png, mimeType: image/avif }", { type: "image", mimeType: "image/avif", data: "YWJj" }],
])("compiles %s, with its bytes", async (_what, message, media) => {
  const { messages, problems, files } = await prompt(message);
  expect(problems).toEqual([]);
  expect(messages).toMatchObject([{ role: "user", media }]);
  const text = files.find(({ path }) => path === "mcp/prompts/review.cjs")?.text;
  expect(text).toContain(`exports.messages = ${JSON.stringify([{ role: "user", media }])};`);
});

const argument = "{ properties: { name: { type: string } }, required: [name] }";
it.each([
  ["a resource", "{ resource: notes://readme }", "{}"],
  ["one of a template", "{ role: assistant, resource: notes://pages/a }", "{}"],
  ["one with a query", "{ resource: 'notes://pages/a?lines=3' }", "{}"],
  ["one with an argument", '{ resource: "notes://pages/{{name}}" }', argument],
  ["one with a default", '{ resource: "notes://pages/{{name}}" }', "{ properties: { name: { type: string, default: a } } }"],
  ["one that an argument names as a whole", '{ resource: "{{name}}" }', argument],
])("compiles %s", async (_what, message, schema) => {
  const { messages, problems } = await prompt(message, schema);
  expect(problems).toEqual([]);
  expect(messages).toMatchObject([{ resource: expect.any(Array) }]);
});

it.each([
  ["nothing", "{ role: user }", "prompt-content", "has nothing; it takes one of text, image, audio, resource", 5],
  ["two contents", "{ text: a, image: tools.d/a.png }", "prompt-content", "has `text` and `image`", 16],
  ["a media type of a text", "{ text: a, mimeType: image/png }", "prompt-content", "`mimeType` is for files", 16],
  ["no such file", "{ image: a.png }", "prompt-media", "'a.png' of a prompt can't be used: it is missing", 14],
  ["a folder", "{ image: tools.d, mimeType: image/png }", "prompt-media", "can't be used: it is a folder", 14],
  ["a file outside", "{ image: ../a.png }", "prompt-media", "is not named by a path below the project", 14],
  ["an absolute path", "{ image: /a.png }", "prompt-media", "is not named by a path below the project", 14],
  ["a sound as an image", "{ image: tools.d/a.wav }", "prompt-media", "has no ending of an image that toolgen knows", 14],
  ["a file without an ending", "{ audio: tools.d/a }", "prompt-media", "has no ending of a sound that toolgen knows", 14],
  ["the type of a sound for an image", "{ image: tools.d/a.png, mimeType: audio/wav }", "prompt-media", "not that of an image", 39],
  ["an empty file", "{ image: tools.d/empty.png }", "prompt-media", "is empty", 14],
  ["a file of more than 1 MiB", "{ image: tools.d/large.png }", "prompt-media", "can't be used: it has 1048577 bytes", 14],
  ["no such resource", "{ resource: notes://nope }", "prompt-resource", "'notes://nope' of a prompt leads to no resource", 9],
  ["more than a template takes", "{ resource: notes://pages/a/b }", "prompt-resource", "leads to no resource of this project", 9],
  ["no such resource by its beginning", '{ resource: "other://{{name}}" }', "prompt-resource", "'other://…'", 9],
] as const)("refuses %s", async (_what, message, code, says, column) => {
  const more = { "empty.png": "", "large.png": "x".repeat(1024 * 1024 + 1) };
  const { problems } = await prompt(message, message.includes("{{name}}") ? argument : "{}", more);
  expect(problems).toMatchObject([{ code, column, message: expect.stringContaining(says) }]);
  expect(problems[0]?.help).not.toBe("");
});

it.each([
  ["an argument that clients may leave out", "notes://pages/{{name}}", "has the argument 'name', which a client may leave out"],
  ["a condition", "notes://pages/{{#if name}}{{name}}{{/if}}", "is made of something else than text and arguments"],
])("refuses a resource with %s", async (_what, uri, says) => {
  const { problems } = await prompt(`{ resource: "${uri}" }`, "{ properties: { name: { type: string } } }");
  expect(problems).toMatchObject([{ code: "prompt-resource", column: 17, message: expect.stringContaining(says) }]);
});
