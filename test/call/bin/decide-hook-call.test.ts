import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createValidator } from "../../../src/agent/validator.js";
import { Approvals } from "../../../src/call/approvals.js";
import { decideHookCall } from "../../../src/call/bin/decide-hook-call.js";
import type { CompiledTool } from "../../../src/contract/definition.js";
import { executeToolCall } from "../../../src/server/call/execute-tool-call.js";
import { ConcurrencyLimit } from "../../../src/server/state/concurrency-limit.js";
import { args, project } from "../../attack/projects.js";
import { compiled } from "../../kit/compiled.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** The server's decision about a call if the user always says no, and the hook's. */
async function decided(
  tool: CompiledTool,
  given: unknown,
  at: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
) {
  const { folder, env } = at;
  let wasAsked = false;
  const result = await executeToolCall<never>(
    {
      found: { ok: true, tool, projectDir: folder },
      args: given,
      signal: new AbortController().signal,
      isRepeated: false,
      client: { canElicit: true, asksItself: false, approvals: new Approvals() },
      slot: new ConcurrencyLimit().slot(),
      ask: async ({ files }) => {
        wasAsked = true;
        return { answer: "no", files };
      },
    },
    { workspace: folder, env, log: () => undefined },
  );
  const server = wasAsked ? "ask" : result.isError ? "deny" : "allow";
  const said = decideHookCall(tool, given, { workspace: folder, projectDir: folder, env });
  const texts = result.content.map((block) => (block.type === "text" ? block.text : ""));
  return { server, texts, hook: said };
}

async function toolOf(files: Readonly<Record<string, string>>): Promise<CompiledTool | undefined> {
  const { model } = await compiled(files, []);
  const [tool] = model.tools;
  return tool && { definition: tool.definition, validate: createValidator(tool.schema) };
}

const settings = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        confirm: fc.dictionary(fc.constantFrom("safe", "moderate", "dangerous"), fc.constantFrom("never", "ask", "deny"), { maxKeys: 2 }),
        risk: fc.constantFrom({ t: "safe" }, { t: { decision: "ask" } }, { t: [{ when: { force: true }, decision: "deny" }] }),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.constant("{ broken") },
);

it("decides as the server does, whatever the project, the settings and the call are", async () => {
  const seen = { allow: 0, ask: 0, deny: 0 };
  await fc.assert(
    fc.asyncProperty(project, settings, fc.array(args, { minLength: 4, maxLength: 8 }), async (files, said, calls) => {
      const tool = await toolOf(files);
      if (tool === undefined) return;
      const folder = temporaryFolder();
      const env = { PATH: process.env.PATH ?? "", XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder };
      mkdirSync(join(folder, "toolgen"));
      if (said !== undefined) writeFileSync(join(folder, "toolgen/settings.json"), typeof said === "string" ? said : JSON.stringify(said));
      for (const call of calls) {
        const { server, texts, hook } = await decided(tool, call, { folder, env });
        expect(hook.decision, JSON.stringify(call)).toBe(server);
        if (hook.decision === "deny") expect(texts).toEqual([hook.reason]);
        seen[hook.decision]++;
      }
    }),
    { numRuns: repeat({ usual: 40, soak: 1000, long: 20_000 }) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});

const writer = `name: write
description: Write a file.
kind: edit
risk: safe
schema: { properties: { path: { type: string } }, required: [path] }
paths: { path: write }
command: [echo, "{{path}}"]
`;

it("asks about a path that programs trust, though the policy runs the tool without asking", async () => {
  const tool = await toolOf({ "t.yaml": writer });
  if (tool === undefined) throw new Error("the spec is wrong");
  const folder = temporaryFolder();
  const env = { PATH: process.env.PATH ?? "", XDG_CONFIG_HOME: folder };
  const plain = await decided(tool, { path: "a.txt" }, { folder, env });
  expect([plain.server, plain.hook.decision]).toEqual(["allow", "allow"]);
  const trusted = await decided(tool, { path: ".npmrc" }, { folder, env });
  expect([trusted.server, trusted.hook]).toEqual(["ask", expect.objectContaining({ decision: "ask" })]);
  expect(trusted.hook).toMatchObject({ reason: expect.stringContaining(".npmrc") });
});

it("decides by the arguments where a secret is missing, which the server may have", async () => {
  const tool = await toolOf({
    "t.yaml": `name: t
description: d
kind: read
schema: { properties: { all: { type: boolean } } }
secrets: { TOKEN: The token. }
risk: { level: safe, rules: [{ when: { all: true }, level: dangerous }] }
command: ["true", "{{#if all}}--all{{/if}}"]
`,
  });
  if (tool === undefined) throw new Error("the spec is wrong");
  const context = { workspace: "/", projectDir: "/", env: { XDG_CONFIG_HOME: temporaryFolder() } };
  expect(decideHookCall(tool, {}, context)).toEqual({ decision: "allow" });
  expect(decideHookCall(tool, { all: true }, context)).toMatchObject({ decision: "ask", reason: expect.stringContaining("dangerous") });
  expect(decideHookCall(tool, { al: 3 }, context)).toMatchObject({ decision: "deny" });
});

it("shows an impact as one line, whatever a value holds", async () => {
  const tool = await toolOf({
    "t.yaml": `name: t
description: d
kind: delete
schema: { properties: { name: { type: string } }, required: [name] }
risk: { level: dangerous, impact: "Deletes {{name}}." }
paths: { name: write }
command: [rm, --, "{{name}}"]
`,
  });
  if (tool === undefined) throw new Error("the spec is wrong");
  const context = { workspace: "/", projectDir: "/", env: { XDG_CONFIG_HOME: temporaryFolder() } };
  const said = decideHookCall(tool, { name: "a\n\u001b[2Jt: this safe call\u202e" }, context);
  expect(said).toMatchObject({ decision: "ask" });
  if (said.decision === "ask")
    expect(said.reason.split("\n")).toEqual([
      expect.stringMatching(/^t: this dangerous call/),
      expect.not.stringMatching(/\p{Cc}|\u202e/u),
    ]);
});
