import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { clients } from "../../server/connect.js";

const tool = (name: string, more: string) =>
  `name: ${name}\ndescription: d\nkind: edit\nschema: { properties: { text: { type: string }, force: { type: boolean } } }\ncommand: [echo, "${name}{{text}}", "{{#if force}}forced{{/if}}"]\n${more}`;

let project: string;
beforeAll(() => {
  project = projectOf({
    "toolgen.yaml": `version: 1
confirm: { dangerous: deny }
risk:
  push: [{ when: { force: true }, decision: deny }, moderate]
  look: { requiresConfirmation: false }
`,
    "tools.d/push.yaml": tool("push", "toolsets: [git]\n"),
    "tools.d/look.yaml": tool("look", "risk: { rules: [{ when: { force: true }, level: safe }] }\n"),
    "tools.d/wipe.yaml": tool(
      "wipe",
      "risk: { level: dangerous, rules: [{ when: { force: null }, level: safe, impact: Wipes nothing. }] }\n",
    ),
    "tools.d/gone.yaml": tool("gone", "risk: dangerous\n"),
    "tools.d/own.yaml": "name: bash\ndescription: d\nkind: execute\nhost: pi\nschema: { properties: { command: { type: string } } }\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

/** A folder for XDG_CONFIG_HOME that holds a user's settings. */
function settingsOf(text: string): { readonly XDG_CONFIG_HOME: string } {
  const XDG_CONFIG_HOME = temporaryFolder();
  const file = join(XDG_CONFIG_HOME, "toolgen/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { XDG_CONFIG_HOME };
}

const none = { XDG_CONFIG_HOME: "/nonexistent" };

function called(program: "built" | "toolgen", name: string, params: object, env: NodeJS.ProcessEnv = none) {
  if (program === "toolgen") return toolgen(project, ["call", name, JSON.stringify(params)], { env });
  const input = JSON.stringify(params);
  return spawnSync(process.execPath, [join(project, "generated/bin/call"), name], {
    cwd: project,
    input,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
}

it("shows for each tool the decision about its calls, and what decides it", () => {
  const { status, stdout } = toolgen(project, ["policy", "--json"], { env: none });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    {
      tool: "gone",
      level: "dangerous",
      decidedLevel: "dangerous",
      requiresConfirmation: false,
      decision: "deny",
      rule: "toolgen.yaml: confirm.dangerous",
    },
    {
      tool: "look",
      level: "moderate",
      decidedLevel: "moderate",
      requiresConfirmation: false,
      decision: "allow",
      rule: "toolgen.yaml: risk.look",
    },
    {
      tool: "push",
      level: "moderate",
      decidedLevel: "moderate",
      requiresConfirmation: true,
      decision: "ask",
      rule: "toolgen.yaml: risk.push.1",
      deniedBy: ["toolgen.yaml: risk.push.0"],
    },
    {
      tool: "wipe",
      level: "dangerous",
      decidedLevel: "safe",
      requiresConfirmation: false,
      decision: "allow",
      rule: "tools.d/wipe.yaml: risk.rules.0",
      deniedBy: ["toolgen.yaml: confirm.dangerous"],
    },
    {
      tool: "bash",
      level: "dangerous",
      decidedLevel: "dangerous",
      requiresConfirmation: false,
      decision: "deny",
      rule: "toolgen.yaml: confirm.dangerous",
      host: "pi",
    },
  ]);
  const table = toolgen(project, ["policy"], { env: none }).stdout;
  expect(table).toContain("push  ask    moderate   toolgen.yaml: risk.push.1\n");
  expect(table, "the level of the calls that are allowed").toMatch(/^wipe {2}allow {2}safe +tools\.d\/wipe\.yaml: risk\.rules\.0$/m);
  const policies = readFileSync(join(project, "generated/gemini/policies.toml"), "utf8");
  expect(policies).not.toMatch(/"wipe", # edit, dangerous/);
});

it("explains calls that settings deny as denied", () => {
  const explained = (name: string) => toolgen(project, ["explain", name], { env: none }).stdout;
  expect(explained("gone")).toMatch(/^gone \(edit, dangerous, denied\)/);
  expect(explained("gone")).not.toContain("asks first");
  expect(explained("wipe")).toContain("otherwise: dangerous, denied");
  expect(explained("wipe")).toContain("force is absent: safe. Wipes nothing.");
  expect(explained("push")).toContain("moderate, asks first, some are denied");
});

it("lets a user set what the project leaves open, and a project tighten what the user set", () => {
  const env = settingsOf(
    `{ "risk": { "toolset:git": { "decision": "allow" }, "look": { "decision": "ask" }, "wpie": "safe", "gone": { "when": { "forse": true }, "decision": "ask" } } } // mine`,
  );
  const { stdout, stderr } = toolgen(project, ["policy", "--json"], { env });
  const rows = JSON.parse(stdout) as readonly { readonly tool: string; readonly decision: string; readonly rule: string }[];
  expect(Object.fromEntries(rows.map((row) => [row.tool, [row.decision, row.rule]]))).toMatchObject({
    push: ["allow", "the user's settings: risk.toolset:git"],
    look: ["ask", "the user's settings: risk.look"],
    gone: ["deny", "toolgen.yaml: confirm.dangerous"],
  });
  expect(stderr).toBe(
    "The user's settings name of 'wpie', which is not a tool here. Did you mean 'wipe'?\nThe user's settings name of a parameter 'forse', which 'gone' doesn't have.\n",
  );
});

it("reports a --risk that matches no tool", () => {
  const said = "--risk speaks of 'psuh', which is not a tool here. Did you mean 'push'?\n";
  expect(toolgen(project, ["policy", "--risk", "psuh=deny"], { env: none }).stderr).toBe(said);
  expect(toolgen(project, ["call", "look", "{}", "--risk", "psuh=deny"], { env: none })).toMatchObject({ status: 0, stderr: said });
  expect(toolgen(project, ["call", "look", "{}", "--risk", "toolset:git=deny"], { env: none })).toMatchObject({ status: 0, stderr: "" });
});

it("shows the decision about one call, with repaired arguments, and starts nothing", () => {
  const why = (...args: readonly string[]) => JSON.parse(toolgen(project, ["policy", "why", ...args], { env: none }).stdout);
  expect(why("push", '{"force": "true"}')).toEqual({
    tool: "push",
    params: { force: true },
    level: "moderate",
    requiresConfirmation: false,
    decision: "deny",
    rule: "toolgen.yaml: risk.push.0",
  });
  expect(why("wipe")).toMatchObject({
    level: "safe",
    decision: "allow",
    rule: "tools.d/wipe.yaml: risk.rules.0",
    impact: "Wipes nothing.",
  });
  expect(why("bash", '{"command": "ls"}')).toMatchObject({ tool: "bash", decision: "deny" });
  expect(toolgen(project, ["policy", "why", "push", '{"forse": 1}'])).toMatchObject({ status: 2, stdout: "" });
  expect(toolgen(project, ["policy", "why", "push", "{"])).toMatchObject({ status: 2, stdout: "" });
});

it("names what decides for a tool that doesn't declare its risk: its kind, or a program that toolgen doesn't know", () => {
  const spec = (name: string, more: string) =>
    `name: ${name}\ndescription: d\nkind: read\nschema: { properties: { q: { type: string } }, required: [q] }\n${more}`;
  const undeclared = projectOf({
    "tools.d/a.yaml": spec("known", 'command: [grep, -e, "{{q}}"]\n'),
    "tools.d/b.yaml": spec("unknown", 'command: [nobody-knows, --, "{{q}}"]\n'),
    "tools.d/c.yaml": spec("declared", 'command: [nobody-knows, --, "{{q}}"]\nrisk: moderate\n'),
    "tools.d/d.yaml": spec("asked", 'command: [nobody-knows, --, "{{q}}"]\nrisk: { requiresConfirmation: false }\n'),
    "tools.d/f.yaml": spec("same", 'command: [grep, -e, "{{q}}"]\nrisk: safe\n'),
    "tools.d/g.yaml": spec("code", 'command: [bash, -c, "{{q}}"]\ncode: { q: bash }\n'),
    "tools.d/e.yaml": spec("ruled", 'command: [nobody-knows, --, "{{q}}"]\nrisk: { rules: [{ when: { q: a }, level: safe }] }\n'),
  });
  const why = (name: string, q = "b") =>
    JSON.parse(toolgen(undeclared, ["policy", "why", name, JSON.stringify({ q })], { env: none }).stdout).rule;
  expect(why("known")).toBe("tools.d/a.yaml: kind");
  expect(why("unknown")).toBe("tools.d/b.yaml: raised, because of what a value can be in its place");
  expect(why("declared")).toBe("tools.d/c.yaml: risk");
  expect(why("same")).toBe("tools.d/f.yaml: risk");
  expect(why("code")).toBe("tools.d/g.yaml: raised, because of what a value can be in its place");
  expect(why("asked")).toBe("tools.d/d.yaml: risk");
  expect(why("ruled")).toBe("tools.d/e.yaml: raised, because of what a value can be in its place");
  expect(why("ruled", "a")).toBe("tools.d/e.yaml: risk.rules.0");
  expect(toolgen(undeclared, ["policy"], { env: none }).stdout).toContain(
    "tools.d/b.yaml: raised, because of what a value can be in its place",
  );
});

it("shows what a client does by its policy, and takes a mode for no other question", () => {
  const cell = (...args: readonly string[]) =>
    Object.fromEntries(
      (
        JSON.parse(toolgen(project, ["policy", "--client", "gemini", ...args, "--json"], { env: none }).stdout) as readonly {
          tool: string;
          decision: string;
        }[]
      ).map(({ tool, decision }) => [tool, decision]),
    );
  expect(cell()).toEqual({ gone: "deny", look: "allow", push: "ask_user", wipe: "allow" });
  expect(cell("--headless")).toMatchObject({ push: "deny", look: "allow" });
  expect(cell("--mode", "yolo", "--headless")).toEqual({ gone: "deny", look: "allow", push: "allow", wipe: "allow" });
  expect(toolgen(project, ["policy", "--headless"])).toMatchObject({ status: 2 });
  expect(readFileSync(join(project, "generated/gemini/policies.toml"), "utf8")).toContain('decision = "deny"');
});

it.each(["built", "toolgen"] as const)("refuses the calls that settings deny, and only these, in the program that is %s", (program) => {
  expect(called(program, "push", { text: "x", force: true })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("denied by toolgen.yaml: risk.push.0"),
  });
  expect(called(program, "push", { text: "x" })).toMatchObject({ status: 0, stdout: "pushx\n" });
  expect(called(program, "wipe", { force: true })).toMatchObject({ status: 2 });
  expect(called(program, "wipe", {})).toMatchObject({ status: 0 });
  const env = settingsOf(`{ "risk": { "look": { "when": { "text": { "pattern": "secret" } }, "decision": "deny" } } }`);
  expect(called(program, "look", { text: "secrets" }, env)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("denied by the user's settings: risk.look"),
  });
  expect(called(program, "look", { text: "a" }, env)).toMatchObject({ status: 0 });
});

it.each(['{ "confirm": { "moder', '{ "risk": { "look": { "decison": "deny" } } }', "deny all"])(
  "runs nothing under settings that can't be understood: %s",
  (text) => {
    const env = settingsOf(text);
    expect(called("built", "look", { text: "x" }, env)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("toolgen/settings.json"),
    });
    expect(toolgen(project, ["policy"], { env })).toMatchObject({ status: 2, stderr: expect.stringContaining("toolgen/settings.json") });
  },
);

it("refuses what settings deny in the MCP server too", async () => {
  const session = await clients["SDK 1"]({ args: ["generated/mcp/server.cjs"], cwd: project });
  try {
    const denied = await session.call("push", { text: "x", force: true });
    expect(denied).toMatchObject({ isError: true, text: expect.stringContaining("denied by toolgen.yaml: risk.push.0") });
    expect(await session.call("push", { text: "x" })).toMatchObject({ isError: false });
  } finally {
    await session.close();
  }
});

it("takes --risk for this time, over what files say", () => {
  const env = settingsOf(`{ "risk": { "look": { "decision": "deny" } } }`);
  const call = (...risk: readonly string[]) =>
    toolgen(project, ["call", "look", '{"text": "x"}', ...risk.flatMap((one) => ["--risk", one])], { env });
  expect(call()).toMatchObject({ status: 2, stderr: expect.stringContaining("denied by the user's settings: risk.look") });
  expect(call("look=allow")).toMatchObject({ status: 0, stdout: "lookx\n" });
  expect(call("*=deny", "look=allow")).toMatchObject({ status: 0 });
  expect(call("look=deny")).toMatchObject({ status: 2, stderr: expect.stringContaining("denied by the command line: risk.look") });
  expect(call("look=maybe")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('"maybe" is not one of safe, moderate, dangerous'),
  });
  expect(call("look")).toMatchObject({ status: 2, stderr: expect.stringContaining("names no tool and word") });
  const why = toolgen(project, ["policy", "why", "push", "--risk", "toolset:git=deny"], { env: none });
  expect(JSON.parse(why.stdout)).toMatchObject({ decision: "deny", rule: "the command line: risk.toolset:git" });
  const rows = toolgen(project, ["policy", "--json", "--risk", "gone=ask"], { env: none });
  expect(JSON.parse(rows.stdout)[0]).toMatchObject({ tool: "gone", decision: "ask", rule: "the command line: risk.gone" });
  expect(toolgen(project, ["policy", "--client", "gemini", "--risk", "gone=ask"])).toMatchObject({ status: 2 });
});
