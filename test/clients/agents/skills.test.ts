import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ClientId } from "../../../src/clients/client-ids.js";
import { type AgentProgram, claude, codex, copilot, edit, opencode, qwen } from "./programs.js";
import { called, expectPolicy, world } from "./world.js";

const programs: readonly (readonly [ClientId, AgentProgram])[] = [
  ["claude", claude],
  ["codex", codex],
  ["opencode", opencode],
  ["copilot", copilot],
  ["qwen", qwen],
];

const description = "Use when a text must be printed with its folder.";

/** The world's tools, of which `banned` is denied, with a skill that also names commands. */
function worldWithSkill() {
  const settings = `targets: { skills: { description: ${description}, commands: true } }\n`;
  const here = world();
  edit(join(here.project, "toolgen.yaml"), (text) => text + settings);
  here.toolgen("build");
  return here;
}

it.for(programs)(
  "shows the project's skill to the model of %s, which still runs only what the policy allows",
  async ([id, program], { skip }) => {
    if (!program.isInstalled) skip();
    const here = worldWithSkill();
    here.toolgen("install", id, "--skills", "--yes");
    program.trust?.(here.home, here.project);
    const ran = await called(program, here, here.project);
    expect(ran.requests, ran.output).toContain(description);
    if (program.isDeferred !== true) expectPolicy(ran, here.project);
    for (const name of ["asked", "banned"]) expect(ran.answerOf(name), ran.output).not.toContain("hello in");
    here.toolgen("uninstall", id, "--yes");
    expect(existsSync(join(here.project, ".agents/skills"))).toBe(false);
  },
);

it.runIf(claude.isInstalled)("lets Claude Code run the command of one tool by the rule that its skill names, and of no other", async () => {
  const here = worldWithSkill();
  here.toolgen("install", "claude", "--skills", "--yes");
  claude.trust?.(here.home, here.project);
  const skill = readFileSync(join(here.project, ".claude/skills/toolgen/SKILL.md"), "utf8");
  const [, rule = ""] = /`(Bash\([^)]* reads\))`/.exec(skill) ?? [];
  expect(skill).not.toMatch(/Bash\(.*(?:asked|banned|\*)/);
  edit(join(here.project, ".claude/settings.local.json"), () => JSON.stringify({ permissions: { allow: [rule] } }));
  const command = (name: string) => `Bash-echo '{"text":"hello"}' | generated/bin/call ${name}`;
  const names = ["reads", "asked", "banned"] as const;
  const { answerOf, output } = await called(claude, here, here.project, { tools: names.map(command) });
  expect(answerOf(command("reads")), output).toContain("hello in");
  for (const name of ["asked", "banned"]) expect(answerOf(command(name)), output).not.toContain("hello in");
});
