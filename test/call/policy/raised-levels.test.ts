import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { executeFunctionCall, ToolRegistry } from "../../../src/runtime/index.js";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { clientsHere } from "../../server/connect.js";

/** A tool that every way runs unasked as it is built. */
const look = `name: look
description: Look at all, or at one.
kind: read
toolsets: [eyes]
schema: { properties: { all: { type: boolean, default: false } } }
command: [echo, "looked{{#if all}} at all{{/if}}"]
`;

/** The words of settings for a tool, which are for all of its calls or for those with `all`. */
const target = fc.constantFrom("look", "toolset:eyes", "*");
const word = fc.constantFrom<object | "moderate" | "dangerous">(
  "moderate",
  "dangerous",
  { level: "moderate" },
  { level: "dangerous" },
  { decision: "ask" },
  { decision: "deny" },
  { level: "dangerous", decision: "ask" },
);
const ruled = word.map((said) => [{ when: { all: true }, ...(typeof said === "string" ? { level: said } : said) }]);
const raising = fc.oneof(
  fc.tuple(target, word).map(([to, said]) => ({ settings: { risk: { [to]: said } }, isRaised: () => true })),
  fc.tuple(target, ruled).map(([to, rules]) => ({ settings: { risk: { [to]: rules } }, isRaised: (all: boolean) => all })),
  fc.constantFrom("ask", "deny").map((safe) => ({ settings: { confirm: { safe } }, isRaised: () => true })),
  fc.constant({ settings: { risk: { look: { level: "safe" } } }, isRaised: () => false }),
);

it("runs a call unasked in no way once the user's settings have raised it, and else in every way", async () => {
  const project = builtProject({ "toolgen.yaml": "version: 1\nserver: box\n", "tools.d/look.yaml": look });
  const home = temporaryFolder();
  const file = join(home, "toolgen/settings.json");
  mkdirSync(join(home, "toolgen"));
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
  const start = (name: string, args: readonly string[], input: object) =>
    spawnSync(join(project, "generated/bin", name), args, { cwd: project, env, input: JSON.stringify(input), encoding: "utf8" }).stdout;
  const session = await clientsHere["SDK 1"]({ cwd: project, env, answer: async () => ({ action: "decline" }) });
  const registry = new ToolRegistry({ environment: { workspace: project, env } });
  registry.registerGenerated("generated");
  const event = { hook_event_name: "PreToolUse", tool_name: "mcp__box__look" };
  const ways: Readonly<Record<string, (args: { all: boolean }) => Promise<boolean> | boolean>> = {
    "bin/call": (args) => start("call", ["look"], args).includes("looked"),
    hook: (args) =>
      JSON.parse(start("hook", ["claude", "mcp__box__"], { ...event, tool_input: args })).hookSpecificOutput.permissionDecision === "allow",
    MCP: async (args) => JSON.stringify(await session.call("look", args)).includes("looked"),
    registry: async (args) => {
      const { functionResponse } = await executeFunctionCall({ name: "look", args }, { registry, signal: AbortSignal.timeout(60_000) });
      return JSON.stringify(functionResponse.response).includes("looked");
    },
  };
  try {
    await fc.assert(
      fc.asyncProperty(raising, fc.boolean(), async ({ settings, isRaised }, all) => {
        writeFileSync(file, JSON.stringify(settings));
        for (const [way, runs] of Object.entries(ways))
          expect([way, await runs({ all })], JSON.stringify(settings)).toEqual([way, !isRaised(all)]);
      }),
      { numRuns: 15 },
    );
  } finally {
    await session.close();
    await registry.close();
  }
});
