import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxRules, ToolDefinition } from "../../../../src/contract/definition.js";
import type { JsonObject } from "../../../../src/contract/json-value.js";
import { callTool, type Printed } from "../../../kit/printed.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { toolDefinition } from "../../repair/tool-with-rules.js";

/** Why the escape attempts can't be made on this machine; `undefined` if they can. */
export const noSandbox = whyNot();

function whyNot(): string | undefined {
  if (process.platform !== "linux") return `they need bubblewrap, and this is ${process.platform}`;
  const { status, error, stderr } = spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "/bin/sh", "-c", ":"], {
    encoding: "utf8",
  });
  const reason = status === 0 ? undefined : `bwrap does not work here: ${error?.message ?? stderr.trim()}`;
  return reason;
}

export interface Ground {
  /** The folder around everything, outside of the sandbox. */
  readonly outside: string;
  readonly workspace: string;
  readonly home: string;
}

/** A home with a key in it, a workspace that is a project in a Git repository, and a secret beside both. */
export function ground(): Ground {
  const outside = temporaryFolder("sandbox");
  const [workspace, home] = [join(outside, "workspace"), join(outside, "home")];
  for (const folder of [".git/hooks", ".toolgen/cache", "generated", "deep/tools.d", "src"])
    mkdirSync(join(workspace, folder), { recursive: true });
  mkdirSync(join(home, ".ssh"), { recursive: true });
  writeFileSync(join(home, ".ssh", "id_rsa"), "PRIVATE KEY\n");
  writeFileSync(join(outside, "beside.txt"), "BESIDE\n");
  writeFileSync(join(workspace, "in.txt"), "inside\n");
  writeFileSync(join(workspace, "toolgen.yaml"), "version: 1\n");
  writeFileSync(join(workspace, "deep", "tools.d", "a.yaml"), "name: a\n");
  writeFileSync(join(workspace, "generated", "call"), "generated\n");
  writeFileSync(join(workspace, ".toolgen/cache/stamp"), "stamp\n");
  return { outside, workspace, home };
}

export const closed: SandboxRules = { write: "none", read: "workspace", network: false, specDir: false, specs: ["deep/tools.d"] };

/** A tool whose shell script runs in a sandbox by these rules. */
export function sandboxedTool(script: string, rules: Partial<SandboxRules>, parts: Partial<ToolDefinition> = {}): ToolDefinition {
  const items = ["-c", script, "script"].map((text) => ({ kind: "word", text: [text] }) as const);
  const { command = { program: "sh", specDir: false, items }, ...others } = parts;
  return toolDefinition({
    ...others,
    params: ["path"],
    command: {
      ...command,
      items: [...command.items, { kind: "word", text: [{ kind: "value", ref: { from: "param", path: ["path"] }, mayDash: false }] }],
    },
    output: { format: "text", stderr: "merge", maxLines: 2000, maxBytes: 50_000, keep: "head", ...parts.output },
    project: { roots: {}, output: "generated", specPatterns: [] },
    sandbox: { ...closed, ...rules },
  });
}

export interface Attempt {
  readonly on: Ground;
  readonly rules?: Partial<SandboxRules>;
  readonly parts?: Partial<ToolDefinition>;
  readonly params?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a script in a sandbox. */
export function attempt(script: string, { on, rules = {}, parts, params = {}, env }: Attempt): Printed {
  const definition = sandboxedTool(script, rules, parts);
  return callTool({ definition, validate: () => true }, params, contextOf(on, env));
}

export const contextOf = ({ workspace, home }: Ground, env: Readonly<Record<string, string>> = {}) => ({
  workspace,
  projectDir: workspace,
  env: { PATH: process.env.PATH, HOME: home, TMPDIR: tmpdir(), ...env },
});
