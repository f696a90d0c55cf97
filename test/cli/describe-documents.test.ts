import { beforeAll, expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";

const specs = `prompt: review-change
description: Review the current change.
schema:
  properties:
    focus: { type: string, description: What to look at most. }
    depth: { enum: [quick, full], default: quick }
  required: [focus]
text: |-
  Review {{focus}}.
  {{#if (eq depth "full")}}Read all.{{/if}}
---
prompt: say
description: Says a word to the model, unlike the tool of this name.
schema: { properties: { word: { type: string } } }
text: "Say {{word}}"
---
prompt: mail
description: Greets at an address.
text: Greet @all.
---
prompt: look
description: Looks.
schema: { properties: { page: { type: string } }, required: [page] }
messages:
  - { image: docs/plan.png }
  - { audio: docs/call.ogg }
  - { resource: "notes://pages/{{page}}" }
---
resource: motto
uri: notes://motto
description: The motto.
text: Count first.
---
resource: page
uriTemplate: notes://pages/{+path}
description: Files of a folder.
schema: { properties: { path: { type: string, maxLength: 30 } }, required: [path] }
file: docs/{{path}}
---
resource: words
uriTemplate: notes://words/{text}
description: What a command prints.
mimeType: text/csv
schema: { properties: { text: { type: string } }, required: [text] }
secrets: { WORDS_TOKEN: "The key to the words" }
timeout: 5s
command: [printf, "%s", "{{text}}"]
`;

const media = { "docs/plan.png": "plan", "docs/call.ogg": "call" };

let folder: string;
beforeAll(() => {
  const config = "version: 1\nserver: notes\ntargets: { claude-plugin: {}, gemini-extension: {}, mcpb: {} }\n";
  folder = projectOf({ "toolgen.yaml": config, "tools.d/say.yaml": sayTool, "tools.d/more.yaml": specs, ...media });
});

const explained = (name: string) => {
  const { status, stdout, stderr } = toolgen(folder, ["explain", name]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
};

it("explains a prompt: its arguments, its messages, and where it appears", () => {
  const text = explained("review-change");
  expect(text.slice(0, text.indexOf("What checks"))).toBe(
    [
      "review-change (prompt), from tools.d/more.yaml",
      "",
      "Description",
      "  Review the current change.",
      "",
      "Arguments",
      "  focus: required. What to look at most.",
      '  depth: optional; one of quick, full; by default "quick"',
      "",
      "Messages",
      "  user:",
      "    Review {{focus}}.",
      '    {{#if depth is "full"}}Read all.{{/if}}',
      "",
      "Where it appears",
      "  mcp: prompts/list of the MCP server, as /mcp__notes__review-change in Claude Code and /review-change in Gemini CLI",
      "  claude-plugin: prompts/list of the bundle's server, and not a file of commands: it has several arguments",
      "  gemini-extension: prompts/list of the bundle's server, and not a file of commands: it has several arguments",
      "  mcpb: prompts/list of the bundle's server, and not a file of commands: its client has no such files",
      "",
      "",
    ].join("\n"),
  );
  expect(text).toContain('"required": [');
});

it("names the files and resources of a prompt's messages", () => {
  expect(explained("look")).toContain(
    [
      "user:",
      "    the image docs/plan.png (image/png)",
      "  user:",
      "    the sound docs/call.ogg (audio/ogg)",
      "  user:",
      "    the resource notes://pages/{{page}}",
    ].join("\n"),
  );
  expect(JSON.parse(toolgen(folder, ["explain", "look", "--json"]).stdout).messages).toEqual([
    { role: "user", image: "docs/plan.png", mimeType: "image/png" },
    { role: "user", audio: "docs/call.ogg", mimeType: "audio/ogg" },
    { role: "user", resource: "notes://pages/{{page}}" },
  ]);
});

it("explains which prompts are files of commands, and why one is not", () => {
  const files = explained("prompt:say");
  expect(files).toContain(
    "  claude-plugin: prompts/list of the bundle's server, and not a file of commands: Claude Code would run commands",
  );
  expect(files).toContain("  gemini-extension: /say, from a file of commands\n");
  const mixed = explained("mail");
  expect(mixed).toContain("not a file of commands: Claude Code would replace or run a part of its text, or read a file that it names\n");
  expect(mixed).toContain("  gemini-extension: /mail, from a file of commands\n");
  expect(mixed, "without arguments").not.toContain("What checks");
});

it("explains a tool before a prompt of the same name, and names the other", () => {
  const { status, stdout, stderr } = toolgen(folder, ["explain", "say"]);
  expect(status).toBe(0);
  expect(stdout).toContain("say (read, safe), from tools.d/say.yaml\n");
  expect(stderr).toBe("There is also a prompt of this name: 'toolgen explain prompt:say' shows it.\n");
});

it("explains a text, a file and a command as resources, with their limits", () => {
  expect(explained("motto")).toBe(
    [
      "motto (resource), from tools.d/more.yaml",
      ...["", "Description", "  The motto.", "", "URI", "  notes://motto", "", "Media type", "  text/plain", "", "Text", "  Count first."],
      ...["", "Where it appears", "  mcp: resources/list of the MCP server"],
      ...["claude-plugin", "gemini-extension", "mcpb"].map((bundle) => `  ${bundle}: resources/list of the bundle's MCP server`),
      "",
    ].join("\n"),
  );
  const page = explained("page");
  expect(page).toContain("URI\n  notes://pages/{+path}\n\nMedia type\n  by the file's name\n");
  expect(page).toContain("File\n  docs/{{path}}, never outside docs in the workspace\n");
  expect(page).toContain("Limits\n  a file of at most 4194304 bytes\n");
  expect(page).toContain("mcp: resources/templates/list of the MCP server\n");
  expect(page).toContain('"maxLength": 30');
  const words = explained("resource:words");
  expect(words).toContain("Command\n  printf\n  %s\n  {{text}}\n");
  expect(words).toContain("Secrets\n  WORDS_TOKEN: The key to the words\n");
  expect(words).toContain("Limits\n  ended after 5 s\n  output: text, at most 1000000 lines and 1000000 bytes");
  expect(words).not.toContain("Refused");
});

it("says that settings which ask about safe calls refuse a resource that runs something", () => {
  const config = "version: 1\nconfirm: { safe: ask }\n";
  const asking = projectOf({ "toolgen.yaml": config, "tools.d/more.yaml": specs, ...media });
  expect(toolgen(asking, ["explain", "words"]).stdout).toContain("Refused\n  reading it asks no one");
  expect(toolgen(asking, ["explain", "motto"]).stdout).not.toContain("Refused");
});

it("explains prompts and resources as JSON", () => {
  const prompt = JSON.parse(toolgen(folder, ["explain", "review-change", "--json"]).stdout);
  expect(prompt).toMatchObject({
    kind: "prompt",
    arguments: [
      { name: "focus", isRequired: true },
      { name: "depth", choices: ["quick", "full"], default: "quick" },
    ],
    messages: [{ role: "user" }],
    targets: [{ target: "mcp" }, { target: "claude-plugin", isFile: false, because: "it has several arguments" }, {}, {}],
  });
  const resource = JSON.parse(toolgen(folder, ["explain", "words", "--json"]).stdout);
  expect(resource).toMatchObject({
    kind: "resource",
    uriTemplate: "notes://words/{text}",
    variables: ["text"],
    runs: { timeoutMs: 5000 },
    secrets: [{ name: "WORDS_TOKEN", isRequired: true }],
  });
});

it("names the closest prompt or resource", () => {
  expect(toolgen(folder, ["explain", "reviw-change"]).stderr).toContain("Did you mean 'review-change'?");
  expect(toolgen(folder, ["explain", "resource:wrods"]).stderr).toContain("Did you mean 'words'?");
  expect(toolgen(folder, ["explain", "resource:say"])).toMatchObject({ status: 2, stdout: "" });
});
