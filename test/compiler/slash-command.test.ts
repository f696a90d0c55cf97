import { expect, it } from "vitest";
import { slashCommandObstacle } from "../../src/compiler/slash-command.js";
import { compiled } from "../kit/compiled.js";

const config = "version: 1\nserver: notes\ntargets: { claude-plugin: {}, gemini-extension: {}, mcpb: {} }\n";
const tool = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";

/** The files of bundles about a prompt with this text and schema, by their paths. */
async function filesOf(text: string, schema = "{}"): Promise<Readonly<Record<string, string>>> {
  const prompt = `prompt: go\ndescription: 'Go: "now"'\nschema: ${schema}\ntext: ${JSON.stringify(text)}\n`;
  const { files, diagnostics } = await compiled({ "toolgen.yaml": config, "t.yaml": tool, "p.yaml": prompt });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return Object.fromEntries(files.filter(({ path }) => /^(?:claude|gemini-ext|mcpb)/.test(path)).map((file) => [file.path, file.text]));
}

const one = "{ properties: { what: { type: string, description: What. } } }";
const [claude, gemini] = ["claude-plugin/commands/go.md", "gemini-extension/commands/go.toml"];

it("writes a prompt of one text as a command of each client, and leaves it out of the bundle's server", async () => {
  const files = await filesOf('Go "there".');
  expect(files[claude]).toBe('---\ndescription: "Go: \\"now\\""\n---\nGo "there".\n');
  expect(files[gemini]).toBe('description = "Go: \\"now\\""\nprompt = "Go \\"there\\"."\n');
  expect(Object.keys(files).filter((path) => path.includes("prompts"))).toEqual([
    "mcpb/generated/mcp/prompts.json",
    "mcpb/generated/mcp/prompts/go.cjs",
  ]);
  expect(files["claude-plugin/README.md"]).toContain("- `/notes:go`: Go:");
  expect(files["mcpb/README.md"]).toContain("- `go`, a prompt of the MCP server: Go:");
});

it("leaves a prompt with an argument to the server in Claude Code, which would run commands in what the user types", async () => {
  const files = await filesOf('Go "there":\n{{what}}', one);
  expect(Object.keys(files)).not.toContain(claude);
  expect(files[gemini]).toBe('description = "Go: \\"now\\""\nprompt = "Go \\"there\\":\\n{{args}}"\n');
  expect(Object.keys(files).filter((path) => path.endsWith("prompts/go.cjs"))).toEqual([
    "claude-plugin/generated/mcp/prompts/go.cjs",
    "mcpb/generated/mcp/prompts/go.cjs",
  ]);
});

it.each([
  ["runs by !`…`", "Look: !`id`.", one, false, true],
  ["runs in a fence", "```!\nid\n```", one, false, true],
  ["runs by !{…}", "Look: !{id}.", one, true, false],
  ["reads by @{…}", "See @{a}.", one, false, false],
  ["reads by @", "See @a.txt.", one, false, true],
  ["replaces by $", "It costs $1, in ${HOME}.", one, false, true],
  ["replaces by {{args}}", "Write \\{{args}}.", one, true, false],
  ["would run together with its placeholder", "!{{what}}", one, false, false],
  ["would run behind what the user types", "{{what}}`id`", one, false, true],
])("leaves a text to the server that a client %s", async (_what, text, schema, isForClaude, isForGemini) => {
  const files = await filesOf(text, text.includes("{{what}}") ? schema : "{}");
  expect([Object.hasOwn(files, claude), Object.hasOwn(files, gemini)]).toEqual([isForClaude, isForGemini]);
  expect(Object.hasOwn(files, "claude-plugin/generated/mcp/prompts/go.cjs")).toBe(!isForClaude);
  expect(Object.hasOwn(files, "gemini-extension/generated/mcp/prompts/go.cjs")).toBe(!isForGemini);
});

it.each([
  ["two arguments", "{{a}} {{b}}", "{ properties: { a: { type: string }, b: { type: string } } }"],
  ["an enum", "{{a}}", "{ properties: { a: { enum: [x, y] } } }"],
  ["a default", "{{a}}", "{ properties: { a: { type: string, default: x } } }"],
  ["a number", "{{a}}", "{ properties: { a: { type: integer } } }"],
  ["a condition", "Go{{#if a}} to {{a}}{{/if}}.", "{ properties: { a: { type: string } } }"],
  ["the folder of the call", "Go in {{@workspace}}.", "{}"],
])("leaves a prompt with %s to the server", async (_what, text, schema) => {
  const files = await filesOf(text, schema);
  expect(Object.keys(files).filter((path) => path.includes("/commands/"))).toEqual([]);
  expect(files).toHaveProperty(["claude-plugin/generated/mcp/prompts/go.cjs"]);
});

it.each([
  ["an image", "image: tools.d/a.png", "an image"],
  ["a sound", "audio: tools.d/a.wav", "a sound"],
  ["a resource", "resource: notes://a", "a resource"],
])("leaves a prompt that is %s to the server, and says why", async (_what, content, words) => {
  const prompt = `prompt: go\ndescription: d\nmessages: [{ ${content} }]\n`;
  const resource = "resource: a\nuri: notes://a\ndescription: d\ntext: t\n";
  const given = { "toolgen.yaml": config, "t.yaml": tool, "p.yaml": prompt, "r.yaml": resource, "a.png": "a", "a.wav": "b" };
  const { files, model, diagnostics } = await compiled(given);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => path.includes("/commands/"))).toEqual([]);
  for (const bundle of ["claude-plugin", "gemini-extension"] as const) {
    expect(paths).toContain(`${bundle}/generated/mcp/prompts/go.cjs`);
    expect(model.prompts.map((one) => slashCommandObstacle(bundle, one, model))).toEqual([`its message is ${words}`]);
  }
});
