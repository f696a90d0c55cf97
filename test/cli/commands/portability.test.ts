import { expect, it } from "vitest";
import { brokenTool, projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const quiet = "name: quiet\ndescription: Say nothing.\nkind: think\ncommand: [true]\n";
const project = (files: Readonly<Record<string, string>> = {}) =>
  projectOf({ "tools.d/say.yaml": sayTool, "tools.d/quiet.yaml": quiet, ...files });

interface Report {
  readonly tool: string;
  readonly clients: readonly {
    readonly client: string;
    readonly name: string;
    readonly losses: readonly { readonly path: string; readonly keyword: string; readonly effect: string }[];
  }[];
}

it("says for each tool and client what its schema loses, and where the facts are from", () => {
  const { status, stdout, stderr } = toolgen(project(), ["portability"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(
    "say\n  codex          times: minimum, default lost\n  copilot        times: minimum in words\n  openai-strict  times: default in words\n",
  );
  expect(stdout).toContain("Nothing is lost of quiet.\n");
  expect(stdout).toContain("codex          Codex: measured with Codex 0.169.0\n");
});

it("reports the tools and clients that it is asked about, in JSON for programs", () => {
  const { stdout } = toolgen(project(), ["portability", "speak", "--client", "codex", "--client", "claude", "--json"]);
  expect(JSON.parse(stdout) as readonly Report[]).toEqual([
    {
      tool: "say",
      clients: [
        { client: "claude", name: "mcp__toolgen__say", isShortened: false, losses: [] },
        {
          client: "codex",
          name: "mcp__toolgen__say",
          isShortened: false,
          losses: [
            { path: "times", keyword: "minimum", effect: "dropped" },
            { path: "times", keyword: "default", effect: "dropped" },
          ],
        },
      ],
    },
  ]);
});

it("leaves out clients that aren't shown a tool", () => {
  const folder = project({ "toolgen.yaml": "version: 1\ntargets: { mcp: { exclude: [say] } }\n" });
  const [say] = JSON.parse(toolgen(folder, ["portability", "say", "--json"]).stdout) as readonly Report[];
  expect(say?.clients.map(({ client }) => client)).toEqual(["openai", "openai-strict", "anthropic", "gemini-api"]);
});

it("reports descriptions that a client truncates, and schemas that have to take another form", () => {
  const long = `name: long\ndescription: ${"Many words. ".repeat(400)}\nkind: think\nschema: { properties: { any: {} } }\ncommand: [cat]\nstdin: "{{json any}}"\n`;
  const { stdout } = toolgen(project({ "tools.d/long.yaml": long }), ["portability", "long"]);
  expect(stdout).toMatch(/^ {2}claude +description cut$/m);
  expect(stdout).toMatch(/^ {2}openai-strict +any: type can't be said$/m);
});

it("refuses a tool or a client that doesn't exist, and specs with mistakes", () => {
  expect(toolgen(project(), ["portability", "sai"])).toMatchObject({ status: 2, stderr: expect.stringContaining("Did you mean 'say'?") });
  expect(toolgen(project(), ["portability", "--client", "nobody"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("claude, codex"),
  });
  expect(toolgen(project({ "tools.d/say.yaml": brokenTool }), ["portability"])).toMatchObject({ status: 1, stdout: "" });
});

/** A model's arguments in the strict form: every property is there, and `null` if the model has no value for it. */
const strictAnswers = [
  ["what is optional", { text: "a", times: null, style: null }, { text: "a", times: 1 }],
  ["what is optional, in part", { text: "a", times: 2, style: "loud" }, { text: "a", times: 2, style: "loud" }],
] as const;

it.each(strictAnswers)("accepts an answer in OpenAI's strict form: %s", (_, given, params) => {
  const { stdout, status } = toolgen(project(), ["repair", "say", JSON.stringify(given), "--json"]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, params });
});

it("accepts null for what is optional within lists and objects, and keeps a null that the schema means", () => {
  const nested = `name: nested
description: Print it.
kind: think
schema:
  properties:
    parts: { type: array, items: { $ref: "#/$defs/part" } }
    note: { type: [string, "null"] }
    either: { anyOf: [{ type: integer }, { type: string }] }
  $defs: { part: { type: object, properties: { key: { type: string }, level: { enum: [1, 2] } }, required: [key], additionalProperties: false } }
command: [cat]
stdin: "{{json @params}}"
`;
  const folder = project({ "tools.d/nested.yaml": nested });
  const given = { parts: [{ key: "a", level: null }], note: null, either: null };
  const { stdout } = toolgen(folder, ["repair", "nested", JSON.stringify(given), "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(JSON.parse(stdout).params).toEqual({ parts: [{ key: "a" }], note: null });
});
