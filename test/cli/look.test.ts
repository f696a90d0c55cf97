import { beforeAll, expect, it } from "vitest";
import { describeCode } from "../../src/cli/commands/explain.js";
import { codes } from "../../src/contract/diagnostic-codes.js";
import { brokenTool, projectOf, sayTool } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";

let folder: string;
beforeAll(() => {
  folder = projectOf({ "tools.d/say.yaml": sayTool });
});

it("prints the discovery document", () => {
  const { status, stdout, stderr } = toolgen(folder, ["discover"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const declarations = (JSON.parse(stdout) as readonly Record<string, unknown>[]).flatMap(
    (d) => (d.functionDeclarations as unknown[]) ?? [d],
  );
  expect(declarations).toMatchObject([{ name: "say", parametersJsonSchema: { type: "object" } }]);
});

it("lists tools in a line each, or as JSON", () => {
  expect(toolgen(folder, ["list"])).toEqual({
    status: 0,
    stdout: "say  read  safe  tools.d/say.yaml  Say something out loud.\n",
    stderr: "",
  });
  expect(JSON.parse(toolgen(folder, ["list", "--json"]).stdout)).toEqual([
    {
      name: "say",
      kind: "read",
      risk: "safe",
      description: "Say something out loud.",
      targets: ["gemini", "mcp", "classes"],
      source: "tools.d/say.yaml",
    },
  ]);
});

const documents = `prompt: review-change
description: Review the current change. With care.
schema: { properties: { focus: { type: string }, depth: { enum: [quick, full] } }, required: [focus] }
text: "Review {{focus}} ({{depth}})."
---
prompt: greet
description: Greets.
text: Hello.
---
resource: motto
uri: notes://motto
description: The motto.
text: Count first.
---
resource: words
uriTemplate: notes://words/{text}
description: What a command prints.
schema: { properties: { text: { type: string } }, required: [text] }
command: [printf, "%s", "{{text}}"]
`;

it("lists prompts and resources in sections of their own, and as rows of the JSON", () => {
  const tools = "say  read  safe  tools.d/say.yaml  Say something out loud.\n";
  const sections = [
    "Prompts\n",
    "greet          -             tools.d/more.yaml  Greets.\n",
    "review-change  focus, depth  tools.d/more.yaml  Review the current change.\n",
    "\nResources\n",
    "motto  notes://motto         tools.d/more.yaml  The motto.\n",
    "words  notes://words/{text}  tools.d/more.yaml  What a command prints.\n",
  ].join("");
  const project = projectOf({ "tools.d/say.yaml": sayTool, "tools.d/more.yaml": documents });
  expect(toolgen(project, ["list"])).toEqual({ status: 0, stdout: `${tools}\n${sections}`, stderr: "" });
  expect(JSON.parse(toolgen(project, ["list", "--json"]).stdout)).toEqual([
    expect.objectContaining({ name: "say", kind: "read" }),
    expect.objectContaining({ name: "greet", kind: "prompt", arguments: [] }),
    {
      name: "review-change",
      kind: "prompt",
      description: "Review the current change.",
      arguments: ["focus", "depth"],
      targets: ["mcp"],
      source: "tools.d/more.yaml",
    },
    {
      name: "motto",
      kind: "resource",
      description: "The motto.",
      uri: "notes://motto",
      targets: ["mcp"],
      source: "tools.d/more.yaml",
    },
    expect.objectContaining({ name: "words", kind: "resource", uriTemplate: "notes://words/{text}" }),
  ]);
  const without = projectOf({ "tools.d/more.yaml": documents });
  expect(toolgen(without, ["list"]).stdout).toBe(sections);
});

it.each(["discover", "list", "explain"])("shows the errors of the specs instead, for %s", (command) => {
  const broken = projectOf({ "tools.d/say.yaml": brokenTool });
  const { status, stdout, stderr } = toolgen(broken, command === "explain" ? [command, "say"] : [command]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("unknown-kind");
});

it("explains what was compiled for a tool", () => {
  const { status, stdout } = toolgen(folder, ["explain", "say"]);
  expect(status).toBe(0);
  expect(stdout).toContain("say (read, safe), from tools.d/say.yaml");
  expect(stdout).toContain(
    [
      "  printf",
      "  %s/%s\\n",
      "  {{text}}",
      "  {{times}}",
      '  if style is "loud":',
      "    !",
      "  --style={{style}}   (left out without style)",
    ].join("\n"),
  );
  expect(stdout).toMatch(/Is a leading dash refused\?\n {2}text: yes, /);
  expect(stdout).toMatch(/times: no, /);
  expect(stdout, "--style=… begins with the author's text").not.toMatch(/style: (yes|no), /);
  expect(stdout).toContain("text: message");
  expect(stdout).toContain("3: result: Nothing was said.");
  expect(stdout).toContain('What a model is shown\n  {\n    "type": "object",');
  expect(stdout).toContain("The same in Gemini CLI and Qwen Code, which validate calls before they send them\n");
});

it("explains a tool as JSON, by another of its names", () => {
  const facts = JSON.parse(toolgen(folder, ["explain", "speak", "--json"]).stdout);
  expect(facts).toMatchObject({
    name: "say",
    aliases: { text: ["message"] },
    timeoutMs: 60_000,
    exitCodes: { 3: { text: "Nothing was said.", failure: false } },
  });
  expect(facts.schema).toMatchObject({ required: ["text"], additionalProperties: false });
  expect(facts.openSchema).not.toHaveProperty("required");
});

it("explains what a call does, and the rules of its risk", () => {
  const risk = `risk:
  level: dangerous
  impact: Says {{text}}.
  rules:
    - { when: { text: [hello, bye] }, level: safe }
    - { when: { text: { pattern: "^h" } }, level: moderate, impact: Greets. }
`;
  const { stdout } = toolgen(projectOf({ "tools.d/say.yaml": `${sayTool}${risk}` }), ["explain", "say"]);
  expect(stdout).toContain("say (read, dangerous, asks first)");
  expect(stdout).toContain(`What a call does, and its risk
  text is "hello" or "bye": safe. Says {{text}}.
  text is like {"pattern":"^h"}: moderate, asks first. Greets.
  otherwise: dangerous, asks first. Says {{text}}.
`);
});

it("explains what differs by platform and what must be installed", () => {
  const text = sayTool.replace(
    "exitCodes:",
    'requires: { printf: ">=8", jq: "*" }\nplatforms: { macos: { program: gprintf, requires: { gprintf: ">=9" } }, windows: false }\nexitCodes:',
  );
  const project = projectOf({ "tools.d/say.yaml": text });
  const { stdout } = toolgen(project, ["explain", "say"]);
  expect(stdout).toMatch(/\nPlatforms\n {2}macos:\n {4}gprintf\n {4}%s\/%s\\n\n/);
  expect(stdout).toContain("\n  windows: doesn't run there\n");
  expect(stdout).toContain("\nNeeds\n  printf >=8 (linux)\n  jq * (linux)\n  gprintf >=9 (macos)\n");
  expect(JSON.parse(toolgen(project, ["explain", "say", "--json"]).stdout)).toMatchObject({ platforms: { windows: false } });
});

it("explains every code of the catalogue", () => {
  for (const [code, definition] of Object.entries(codes)) {
    const text = describeCode(code, definition);
    expect(text).toContain(`${definition.severity} ${code}: `);
    expect(text).toContain(`Help: ${definition.help}\n`);
    expect(text).not.toContain("undefined");
  }
  const { status, stdout, stderr } = toolgen(folder, ["explain", "unknown-kind"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toBe(describeCode("unknown-kind", codes["unknown-kind"]));
  expect(JSON.parse(toolgen(folder, ["explain", "unknown-kind", "--json"]).stdout)).toMatchObject({
    code: "unknown-kind",
    severity: "error",
  });
});

it("names the closest code or tool to explain", () => {
  expect(toolgen(folder, ["explain", "unknown-knid"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Did you mean 'unknown-kind'?"),
  });
  expect(toolgen(folder, ["explain", "sya"])).toMatchObject({ status: 2, stderr: expect.stringContaining("Did you mean 'say'?") });
});

it("prints the JSON Schemas of specs and of toolgen.yaml", () => {
  const spec = JSON.parse(toolgen(folder, ["schema"]).stdout);
  expect(spec).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", properties: { command: expect.anything() } });
  expect(JSON.parse(toolgen(folder, ["schema", "--config"]).stdout)).toMatchObject({ properties: { specs: expect.anything() } });
});

it("lets no text of a spec move the cursor or turn the direction of writing, in list and explain", () => {
  const description = 'description: "Say \\e[31mred\\e[0m \\u202eback.\\nMore \\e]0;title\\a."';
  const wild = projectOf({ "tools.d/say.yaml": sayTool.replace(/^description: .*$/m, description) });
  for (const args of [["list"], ["explain", "say"]]) {
    const { status, stdout } = toolgen(wild, args);
    expect({ status, shown: stdout.includes("␛[31mred␛[0m ") }).toEqual({ status: 0, shown: true });
    expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  }
});
