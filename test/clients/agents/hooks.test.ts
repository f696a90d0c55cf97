import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type AgentProgram, claude, codex, copilot, edit, opencode, qwen } from "./programs.js";
import { called, type World, world } from "./world.js";

const settings = `version: 1
risk:
  banned: { decision: deny }
  asked: { decision: ask }
  reads: { when: { text: forbidden }, decision: deny }
  ruled: { when: { text: forbidden }, decision: deny }
`;
const ruled = `name: ruled
description: Print a text and the folder.
kind: execute
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
risk: { level: dangerous, rules: [{ when: { text: dev }, level: safe }] }
command: [sh, -c, 'printf "%s in %s" "$1" "$PWD"', sh, "{{text}}"]
`;

/** The usual project, and a tool whose calls are allowed, asked about and denied by their arguments. */
const ruledWorld = (): World => world({}, { "toolgen.yaml": settings, "tools.d/ruled.yaml": ruled });

/** A client whose calls are logged, so that it shows which its hook has refused. */
function logged(program: AgentProgram, { home }: World, flags?: readonly string[]) {
  const log = join(home, "audit.jsonl");
  const refused = () =>
    (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [])
      .map((line): { via: string; tool: string; outcome: string } => JSON.parse(line))
      .filter(({ via }) => via === "hook")
      .map(({ tool, outcome }) => `${tool} ${outcome}`);
  return {
    program: {
      ...program,
      run: (run) => program.run({ ...run, ...(flags && { flags }), variables: { TOOLGEN_AUDIT: log } }),
    } satisfies AgentProgram,
    refused,
  };
}

/** The project's files but those that a build makes, by path. */
const filesOf = ({ project }: World) =>
  Object.fromEntries(
    readdirSync(project, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, "utf8")]),
  );

const calls = ["reads", "ruled-dev", "ruled-main", "ruled-forbidden"];

it.runIf(claude.isInstalled)(
  "lets a rule over arguments decide in Claude Code, in the project and by the user's settings below it",
  async () => {
    const here = ruledWorld();
    const before = filesOf(here);
    for (const [folder, scope] of [
      [here.project, []],
      [here.below, ["--user"]],
    ] as const) {
      here.toolgen("install", "claude", ...scope, "--yes");
      claude.trust?.(here.home, folder);
      const { program, refused } = logged(claude, here);
      const { answerOf, output } = await called(program, here, folder, { tools: calls });
      expect(answerOf("reads"), output).toContain(`hello in ${folder}`);
      expect(answerOf("ruled-dev"), output).toContain(`dev in ${folder}`);
      // Unattended it refuses what it would ask about, with the question.
      expect(answerOf("ruled-main"), output).toContain("ruled: this dangerous call requires confirmation");
      expect(answerOf("ruled-forbidden"), output).toContain("denied by toolgen.yaml: risk.ruled");
      expect(refused()).toContain("ruled denied");
      here.toolgen("uninstall", "claude", ...scope, "--yes");
    }
    expect(filesOf(here)).toEqual(before);
  },
);

it.runIf(claude.isInstalled)("refuses every call in Claude Code while the hook's program is damaged or gone", async () => {
  const here = ruledWorld();
  here.toolgen("install", "claude", "--yes");
  claude.trust?.(here.home, here.project);
  const hook = join(here.project, "generated/bin/hook");
  for (const damage of ["{", "process.exit(1)", "process.abort()"]) {
    edit(hook, () => damage);
    const { answerOf, output } = await called(claude, here, here.project, { tools: ["reads", "ruled-dev"] });
    for (const call of ["reads", "ruled-dev"]) {
      expect(answerOf(call), output).toContain('"is_error":true');
      expect(answerOf(call), output).not.toContain(" in ");
    }
  }
});

it.runIf(copilot.isInstalled)("carries the whole policy of a project in Copilot CLI", async () => {
  const here = ruledWorld();
  here.toolgen("install", "copilot", "--yes");
  const { program, refused } = logged(copilot, here);
  const { answerOf, output } = await called(program, here, here.project, { tools: [...calls, "changes", "asked"] });
  for (const call of ["reads", "changes"]) expect(answerOf(call), output).toContain(`hello in ${here.project}`);
  expect(answerOf("ruled-dev"), output).toContain(`dev in ${here.project}`);
  for (const call of ["ruled-main", "asked"]) expect(answerOf(call), output).toContain("requires confirmation");
  expect(answerOf("ruled-forbidden"), output).toContain("denied by toolgen.yaml: risk.ruled");
  expect(refused()).toEqual(["ruled denied"]);
});

it.runIf(copilot.isInstalled && claude.isInstalled)(
  "starts Claude Code's hook in Claude Code alone, though Copilot CLI reads its settings",
  async () => {
    const here = ruledWorld();
    here.toolgen("install", "copilot", "--no-hooks", "--yes");
    here.toolgen("install", "claude", "--yes");
    const { program, refused } = logged(copilot, here);
    const { answerOf, output } = await called(program, here, here.project, { tools: ["reads", "ruled-forbidden", "changes"] });
    expect(answerOf("reads"), output).toContain(`hello in ${here.project}`);
    for (const call of ["ruled-forbidden", "changes"]) expect(answerOf(call), output).not.toContain(" in /");
    expect(refused()).toEqual([]);
  },
);

it.runIf(codex.isInstalled)("refuses calls in Codex before it asks about them, from a subfolder too", async () => {
  const here = ruledWorld();
  here.toolgen("install", "codex", "--hooks", "--yes");
  codex.trust?.(here.home, here.project);
  for (const folder of [here.project, here.below]) {
    // A person trusts hooks in a dialog.
    const { program, refused } = logged(codex, here, ["--dangerously-bypass-hook-trust"]);
    const { answerOf, output } = await called(program, here, folder, { tools: ["reads", "reads-forbidden", "ruled-dev", "ruled-main"] });
    expect(answerOf("reads"), output).toContain(`hello in ${here.project}`);
    expect(answerOf("reads-forbidden"), output).toContain("blocked by PreToolUse hook: reads was not run");
    // Its policy asks about this tool, and its hook allows what a rule allows. codex exec refuses the rest.
    expect(answerOf("ruled-dev"), output).toContain(`dev in ${here.project}`);
    expect(answerOf("ruled-main"), output).not.toContain("main in");
    expect(refused().at(-1)).toBe("reads denied");
  }
});

it.runIf(qwen.isInstalled)("refuses calls in Qwen Code before it asks about them", async () => {
  const here = ruledWorld();
  here.toolgen("install", "qwen", "--user", "--hooks", "--yes");
  const { program, refused } = logged(qwen, here);
  const { answerOf, output } = await called(program, here, here.below, { tools: ["reads", "reads-forbidden"] });
  expect(answerOf("reads"), output).toContain(`hello in ${here.below}`);
  expect(answerOf("reads-forbidden"), output).toContain("reads was not run");
  expect(refused()).toEqual(["reads denied"]);
});

it.runIf(opencode.isInstalled)("refuses calls in opencode by its plugin, in the project and by the user's settings below it", async () => {
  const here = ruledWorld();
  const before = filesOf(here);
  for (const [folder, scope, workspace] of [
    [here.below, [], here.project],
    [here.below, ["--user"], here.below],
  ] as const) {
    here.toolgen("install", "opencode", ...scope, "--hooks", "--yes");
    const { program, refused } = logged(opencode, here);
    const { answerOf, output } = await called(program, here, folder, { tools: ["reads", "reads-forbidden", "changes"] });
    for (const tool of ["reads", "changes"]) expect(answerOf(tool), output).toContain(`hello in ${workspace}`);
    expect(answerOf("reads-forbidden"), output).toContain("denied by toolgen.yaml: risk.reads");
    expect(refused().at(-1)).toBe("reads denied");
    here.toolgen("uninstall", "opencode", ...scope, "--yes");
  }
  expect(filesOf(here)).toEqual(before);
});

it.runIf(opencode.isInstalled)("refuses every call in opencode, in one line, while the hook's program is damaged or gone", async () => {
  const here = ruledWorld();
  here.toolgen("install", "opencode", "--hooks", "--yes");
  const hook = join(here.project, "generated/bin/hook");
  for (const damage of ["{", "process.exit(1)", "process.abort()"]) {
    edit(hook, () => damage);
    const { answerOf, output } = await called(opencode, here, here.project, { tools: ["reads", "changes"] });
    for (const tool of ["reads", "changes"])
      expect(answerOf(tool), output).toMatch(
        /The call was not sent: the hook's program failed \([\w ]+\)\. Tell the user, who can run 'toolgen doctor'\."/,
      );
  }
});

it.runIf(opencode.isInstalled)(
  "leaves denials in opencode to the server while the plugin is damaged or gone, as doctor reports",
  async () => {
    const here = ruledWorld();
    here.toolgen("install", "opencode", "--hooks", "--yes");
    const plugin = join(here.project, "generated/bin/opencode-hook.mjs");
    for (const damage of [() => edit(plugin, () => "{"), () => rmSync(plugin)]) {
      damage();
      const { program, refused } = logged(opencode, here);
      const { answerOf, output } = await called(program, here, here.project, { tools: ["reads", "reads-forbidden"] });
      expect(answerOf("reads"), output).toContain(`hello in ${here.project}`);
      expect(answerOf("reads-forbidden"), output).toContain("denied by toolgen.yaml: risk.reads");
      expect(refused()).toEqual([]);
    }
  },
);
