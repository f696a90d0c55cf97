import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clientCalled } from "../../../src/cli/clients/plan-changes.js";
import type { Installation } from "../../../src/clients/client.js";
import type { ClientId } from "../../../src/clients/client-ids.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import {
  type AgentProgram,
  claude,
  claudeProgram,
  codex,
  codexScript,
  copilot,
  gemini,
  opencode,
  opencodeProgram,
  qwen,
} from "./programs.js";
import { called, type World, world } from "./world.js";

/** The options and variables of a client's run without a user, as `install --headless` prints them. */
function flagsOf(id: ClientId, { project }: World, scope: "project" | "user"): readonly string[] {
  const tools = ["reads", "changes"].map((tool) => ({ tool, decision: "allow" as const, possible: ["allow" as const], writes: false }));
  const installation = { server: "toolgen", output: "generated", projectDir: project, tools, hooks: true } as unknown as Installation;
  const words = clientCalled(id).headless?.run(installation, scope) ?? [];
  return words.filter((word) => ![id, "env", "exec", "run", "-p", "--prompt", "TASK"].includes(word));
}

const clients: readonly (readonly [ClientId, "project" | "user", AgentProgram])[] = [
  ["claude", "project", claude],
  ["claude", "user", claude],
  ["codex", "project", codex],
  ["opencode", "project", opencode],
  ["copilot", "project", copilot],
  ["qwen", "user", qwen],
  ["gemini", "project", gemini],
];

it.each(clients)(
  "runs in %s what is allowed and no more, without a user and trust in the folder, by %s settings",
  async (id, scope, program) => {
    if (!program.isInstalled) return;
    // Codex looks for its folder, and Gemini CLI for the way to sign in.
    const here = world({
      ".codex/config.toml": "",
      ".gemini/settings.json": JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }),
    });
    const flags = flagsOf(id, here, scope);
    const env = { HOME: here.home, XDG_CONFIG_HOME: undefined, CODEX_HOME: undefined, XDG_STATE_HOME: undefined };
    const command = ["install", id, "--headless", "--yes", ...(scope === "user" ? ["--user"] : [])];
    const printed = toolgen(here.project, command, { env });
    expect([printed.status, printed.stderr]).toEqual([0, ""]);
    for (const flag of flags) expect(printed.stdout).toContain(flag);
    const isVariable = (flag: string) => /^[A-Z_]+=/.test(flag);
    const variables = Object.fromEntries(flags.filter(isVariable).map((flag) => flag.split("=") as [string, string]));
    const run: AgentProgram["run"] = (one) => program.run({ ...one, flags: flags.filter((flag) => !isVariable(flag)), variables });
    const { declared, answerOf, output } = await called({ ...program, run }, here, here.project);
    for (const name of ["reads", "changes"]) expect(answerOf(name), output).toContain(`hello in ${here.project}`);
    for (const name of ["asked", "banned"]) expect(answerOf(name), output).not.toContain("hello in");
    expect(declared, output).toEqual(["changes", "reads"]);
  },
);

/** A folder for PATH with a program of this name. */
function folderWith(name: string, command: readonly string[]): string {
  const folder = temporaryFolder();
  if (command.length === 1) symlinkSync(command[0] ?? "", join(folder, name));
  else writeFileSync(join(folder, name), `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(" ")} "$@"\n`, { mode: 0o755 });
  return folder;
}

it.each([
  ["claude", [claudeProgram], ["--user"], "its listing of servers has 'toolgen'."],
  ["codex", [process.execPath, codexScript], [], "its listing of servers has 'toolgen'."],
  ["opencode", [opencodeProgram], [], "its listing of servers has 'toolgen'."],
  ["claude", [claudeProgram], [], "its listing says of 'toolgen': pending."],
] as const)("lets %s itself list the server, as doctor reports", (id, command, options, message) => {
  if (!command.every((path) => existsSync(path))) return;
  const here = world();
  here.toolgen("install", id, "--headless", "--yes", ...options);
  if (id === "codex") codex.trust?.(here.home, here.project);
  const env = {
    HOME: here.home,
    PATH: `${folderWith(id, command)}:${process.env.PATH}`,
    XDG_CONFIG_HOME: undefined,
    CODEX_HOME: undefined,
  };
  const { stdout } = toolgen(here.project, ["doctor", "--json"], { env });
  const findings: readonly { readonly check: string; readonly message: string }[] = JSON.parse(stdout);
  expect(findings.filter(({ check }) => check.endsWith("without a user")).map((one) => one.message)).toEqual([message]);
});
