import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { readRiskArguments } from "../../../src/call/risk-settings.js";
import { executeFunctionCall, type RegistryProblem, ToolRegistry } from "../../../src/runtime/index.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { builtProject } from "./project.js";

const programs = fileURLToPath(new URL("programs", import.meta.url));
const never = new AbortController().signal;

const push = `
name: push
description: Push.
kind: edit
toolsets: [git]
schema: { properties: { mark: { type: string }, force: { type: boolean } }, required: [mark] }
paths: { mark: write }
risk: { rules: [{ when: { force: true }, level: dangerous }] }
command: [touch, "{{mark}}", "{{#if force}}--no-create{{/if}}"]
`;

let project: string;
let marks = 0;
beforeAll(() => {
  project = builtProject({ "push.yaml": push });
  copyFileSync(join(programs, "call.mjs"), join(project, "call.mjs"));
  chmodSync(join(project, "call.mjs"), 0o755);
  writeFileSync(join(project, "tools.json"), JSON.stringify([{ name: "greet" }, { name: "wave" }]));
});

/** A registry with generated tools, those of a command and those of two servers, under a user's settings. */
async function registryUnder(settings: object | string, ...now: readonly string[]) {
  const XDG_CONFIG_HOME = temporaryFolder();
  const file = join(XDG_CONFIG_HOME, "toolgen/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof settings === "string" ? settings : JSON.stringify(settings));
  const problems: RegistryProblem[] = [];
  const server = { command: process.execPath, args: [join(programs, "mcp-server.mjs"), "good", "-"] };
  const said = readRiskArguments(now);
  const registry = new ToolRegistry({
    environment: { workspace: project, env: { PATH: process.env.PATH, XDG_CONFIG_HOME }, ...(said.ok && { settings: said.settings }) },
    toolDiscoveryCommand: "cat tools.json",
    toolCallCommand: "./call.mjs",
    mcpServers: { files: server, sure: { ...server, trust: true } },
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => registry.close());
  registry.registerGenerated("generated");
  await registry.discoverAllTools();
  /** The outcome of a call if a user would say yes: `asked`, `executed`, or why not. */
  const becomes = async (name: string, args: Record<string, unknown> = {}) => {
    let isAsked = false;
    const confirm = async () => {
      isAsked = true;
      return "cancel" as const;
    };
    const { status, functionResponse } = await executeFunctionCall({ name, args }, { registry, signal: never, confirm });
    return isAsked ? "asked" : status === "success" ? "executed" : functionResponse.response?.error;
  };
  return { registry, problems, becomes };
}

it("decides on tools of servers by the user's settings: by their names, their server, and all", async () => {
  const { registry, becomes } = await registryUnder({
    risk: {
      "server:files": [{ when: { text: "bad" }, decision: "deny" }, { decision: "allow" }],
      files__env: { level: "dangerous", decision: "ask" },
      sure__echo: { decision: "ask" },
      "server:sure": { decision: "deny" },
    },
  });
  expect(await becomes("files__echo", { text: "x" })).toBe("executed");
  expect(await becomes("files__echo", { text: "bad" })).toBe(
    "files__echo was not run: this moderate call is denied by the user's settings: risk.server:files.0. Only the user can change this. Do not try to achieve the same result another way.",
  );
  expect(await becomes("files__env")).toBe("asked");
  expect(await becomes("sure__echo", { text: "x" })).toBe("asked");
  expect(await becomes("sure__env")).toContain("denied by the user's settings: risk.server:sure");
  expect(registry.get("files__env")?.metadata).toEqual({ riskLevel: "dangerous", requiresConfirmation: true });
  expect(registry.get("files__echo")?.metadata).toEqual({ riskLevel: "moderate", requiresConfirmation: false });
});

it("refuses denied calls even if the caller doesn't ask first", async () => {
  const { registry } = await registryUnder({ confirm: { moderate: "deny" } });
  for (const name of ["files__echo", "sure__echo", "greet"]) {
    const result = await registry.getTool(name)?.buildAndExecute({ text: "x" }, never);
    expect(result?.error, name).toEqual({
      type: "policy_violation",
      message: expect.stringMatching(/was not run: .*denied by the user's settings: confirm\.moderate\./),
    });
  }
});

it("decides on tools of a command, and on generated ones by their arguments", async () => {
  const { registry, becomes } = await registryUnder({
    risk: { greet: { decision: "allow" }, wave: { decision: "deny" }, "toolset:git": [{ when: { force: true }, decision: "ask" }, "safe"] },
  });
  expect(await becomes("greet")).toBe("executed");
  expect(await becomes("wave")).toContain("denied by the user's settings: risk.wave");
  const mark = `mark-${marks++}`;
  expect(await becomes("push", { mark, force: "true" })).toBe("asked");
  expect(existsSync(join(project, mark))).toBe(false);
  expect(await becomes("push", { mark })).toBe("executed");
  expect(registry.get("push")?.metadata).toEqual({ riskLevel: "dangerous", requiresConfirmation: true });
});

it("leaves everything as it was where settings say nothing of it", async () => {
  const { registry, problems, becomes } = await registryUnder({});
  expect(await becomes("files__echo", { text: "x" })).toBe("asked");
  expect(await becomes("sure__echo", { text: "x" })).toBe("executed");
  expect(await becomes("greet")).toBe("asked");
  expect(registry.get("push")?.metadata).toEqual({ riskLevel: "dangerous", requiresConfirmation: true });
  expect(problems).toEqual([]);
});

it("reports a missing server, and invalid settings, under which nothing is run", async () => {
  const misspelt = await registryUnder({ risk: { "server:file": { decision: "deny" }, "server:elsewhere": { decision: "deny" } } });
  expect(misspelt.problems).toEqual([
    {
      source: "the user's settings",
      message: "They speak of 'server:file', which is not a server here. Did you mean 'server:files'?",
    },
    { source: "the user's settings", message: "They speak of 'server:elsewhere', which is not a server here." },
  ]);
  const broken = await registryUnder('{ "confirm": { "moderate": "dney" }, "ri');
  expect(broken.problems).toMatchObject([{ message: expect.stringMatching(/not valid JSON.*every call is refused/) }]);
  for (const name of ["files__env", "sure__env", "greet", "push"])
    expect(await broken.becomes(name, name === "push" ? { mark: "m" } : {}), name).toMatch(/permissions cannot be determined/);
  expect(existsSync(join(project, "m"))).toBe(false);
});

it("holds tools of every origin to what is said for this time, before what the user's settings say", async () => {
  const user = { risk: { push: "safe", wave: { decision: "allow" }, "server:files": { decision: "allow" } } };
  const { registry, becomes } = await registryUnder(user, "push=deny", "wave=ask", "server:files=deny", "sure__echo=ask", "greet=allow");
  expect(await becomes("push", { mark: "never" })).toContain("denied by the command line: risk.push");
  expect(await becomes("wave")).toBe("asked");
  expect(await becomes("greet")).toBe("executed");
  expect(await becomes("files__echo", { text: "hi" })).toContain("denied by the command line: risk.server:files");
  expect(await becomes("sure__echo", { text: "hi" })).toBe("asked");
  expect(registry.get("sure__echo")?.metadata?.requiresConfirmation).toBe(true);
  expect(registry.get("greet")?.metadata?.requiresConfirmation).toBe(false);
});
