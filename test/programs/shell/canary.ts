import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { buildArgv } from "../../../src/call/build-command.js";
import { compiledTools } from "../../kit/compiled.js";

export type Shell = "sh" | "bash";

/** Values that make a file `canary` where any of the languages reads them. */
export const canaries: readonly string[] = [
  "touch canary",
  "make-canary",
  "$(touch canary)",
  "; touch canary; :",
  "a[$(touch canary)]",
  "'touch canary'",
  "touch canary #",
  "\ntouch canary\n",
  "`touch canary`",
  '"; touch canary; : "',
  "'; touch canary; : '",
  "1e touch canary",
  "/e; 1e touch canary\n#",
  "p;1e touch canary\n#/",
  'import os; os.system("touch canary")',
  '\'); __import__("os").system("touch canary") #',
  'system("touch canary")',
  'BEGIN { system("touch canary") }',
  '"; system("touch canary"); #" }',
  'require("child_process").execSync("touch canary")',
  ".shell touch canary",
  "$(shell touch canary)",
  "all:\n\ttouch canary\n",
];

/** A folder in which programs that leave the machine (`ssh`, `docker`, `kubectl`, `sudo`) run what they are given here. */
export function canaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-canary-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program("ssh", 'while [ "$1" = -p ]; do shift 2; done; shift; if [ $# -eq 0 ]; then exec sh; fi; exec sh -c "$*"');
  program("docker", 'shift; while :; do case $1 in -*) shift ;; *) break ;; esac; done; shift; exec "$@"');
  program("kubectl", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
  program("make-canary", "touch canary");
  program("sudo", '[ "$1" = -u ] && shift 2; exec "$@"');
  const work = join(folder, "work");
  mkdirSync(work);
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder };

  /** True if a shell that runs a script with these arguments makes the canary. */
  const makesCanary = (shell: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): boolean => {
    for (const name of readdirSync(work)) rmSync(join(work, name), { recursive: true });
    if (more.p !== undefined) writeFileSync(join(work, "p"), more.x ?? "");
    spawnSync(shell, args, { cwd: work, stdio: "ignore", timeout: 5_000, env: { ...env, ...more } });
    return existsSync(join(work, "canary"));
  };
  return { work, makesCanary, remove: () => rmSync(folder, { recursive: true }) };
}

export const properties = {
  x: { type: "string" },
  y: { type: "string" },
  n: { type: "integer", minimum: 0 },
  p: { type: "string" },
  e: { enum: ["a", "b"] },
};

interface Entry {
  readonly sh?: string;
  readonly bash?: string;
  readonly shown?: boolean;
}

/** The scripts of a YAML file of this folder, each with the shell that it is for. */
export function scriptsOf(file: string) {
  const groups = parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Record<string, readonly Entry[]>;
  return Object.entries(groups).flatMap(([group, list]) =>
    list.map(({ sh, bash, shown = true }) => ({
      group,
      shell: (sh === undefined ? "bash" : "sh") as Shell,
      script: sh ?? bash ?? "",
      shown,
    })),
  );
}

/** Builds tools of scripts, all at once: what was said of each, and its command if it is right. */
export async function buildAll(scripts: readonly { readonly shell: Shell; readonly script: string }[], more: object = {}) {
  const schema = { properties, required: Object.keys(properties) };
  const tools = await compiledTools(
    scripts.map(({ shell, script }) => ({ kind: "read", schema, paths: { p: "readWrite" }, shell: { [shell]: script }, ...more })),
  );
  return tools.map(({ tool, diagnostics }) => {
    const told = diagnostics.filter(({ code }) => code !== "unused-parameter");
    return { tool, told, errors: told.filter(({ severity }) => severity === "error") };
  });
}

/** The same of one script. */
export async function build(shell: Shell, script: string, more: object = {}) {
  const [one] = await buildAll([{ shell, script }], more);
  if (one === undefined) throw new Error("nothing was built");
  return one;
}

/** The value by which a script that builds runs the canary, and the shell that did; `undefined` if none does. */
export async function runningValue(
  folder: ReturnType<typeof canaryFolder>,
  { shell, script, values = canaries }: { readonly shell: Shell; readonly script: string; readonly values?: readonly string[] },
) {
  const { tool } = await build(shell, script);
  const { command, params = [] } = tool?.definition ?? {};
  if (command === undefined) return undefined;
  for (const x of values) {
    const argv = buildArgv(command, {
      params: { x, y: x, n: 1, p: "p", e: "a" },
      order: params,
      specDir: folder.work,
      workspace: folder.work,
    });
    if (!argv.ok) continue;
    for (const program of shell === "sh" ? ["dash", "bash"] : ["bash"])
      if (folder.makesCanary(program, argv.args, { x, p: "p" })) return { program, x };
  }
  return undefined;
}
