import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { type Canary, canaries, canaryFiles } from "./canaries.js";

const base = temporaryFolder("canary");
/** Where each canary runs: always here, because repositories name the folder from which they were cloned. */
const folder = join(base, "work");
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isThere = (program: string) => spawnSync("sh", ["-c", 'command -v "$1"', "sh", program]).status === 0;
/** A machine may not let its users make namespaces. */
const works = (program: string) =>
  isThere(program) && (program !== "bwrap" || spawnSync("bwrap", ["--bind", "/", "/", "true"]).status === 0);
const programs = new Map([...new Set(canaries.map(({ command: [program = ""] }) => program))].map((name) => [name, works(name)]));
const canRun = ({ command: [program = ""], asRoot }: Canary) =>
  programs.get(program) === true && process.platform === "linux" && (asRoot !== true || process.getuid?.() === 0);

const written = (words: readonly string[]) => words.join(" ");
const cases = canaries.map((canary) => [written(canary.command), canary] as const);

for (const [line, canary] of cases) {
  it.skipIf(!canRun(canary))(`${line} really runs what ${canary.isInput ? "its input" : "{{x}}"} says`, () => {
    prepareOnce(canary.command[0] === "git" ? ["repository", ...(canary.before ?? [])] : ["files"]);
    const command = canary.command.map((word) => word.replaceAll("{{x}}", canary.x));
    const input = canary.isInput === true ? canary.x : canary.x === "/bin/sh" ? "touch $CANARY" : "";
    const { stdout, stderr } = spawnSync(command[0] ?? "", command.slice(1), {
      cwd: folder,
      input,
      env: { ...environment(folder), TERM: "dumb", npm_config_offline: "true", FILTER_BRANCH_SQUELCH_WARNING: "1" },
      encoding: "utf8",
    });
    expect(existsSync(join(folder, "canary")), `${stdout}${stderr}`).toBe(true);
  });
}

it("refuses each of them without `code`", async () => {
  const accepted = [];
  for (const { command, isInput } of canaries) {
    const spec = {
      name: "t",
      description: "d",
      kind: "execute",
      schema: { properties: { x: { type: "string", pattern: "^[^-]" } }, required: ["x"] },
      command,
      ...(isInput ? { stdin: "{{x}}" } : {}),
    };
    const { diagnostics } = await compiledTool(JSON.stringify(spec));
    if (!diagnostics.some(({ code }) => code === "evaluated-argument")) accepted.push(written(command));
  }
  expect(accepted).toEqual([]);
});

const environment = (at: string) => ({
  PATH: process.env.PATH,
  HOME: at,
  CANARY: join(at, "canary"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_EDITOR: ":",
});

/** Fills the folder with what was made in it before for a canary of the same kind. Git starts a dozen programs for a repository. */
function prepareOnce(kind: readonly string[]): void {
  const copy = join(base, createHash("sha256").update(kind.join("\0")).digest("hex"));
  if (!existsSync(copy)) {
    mkdirSync(folder);
    prepare(folder);
    const [what, ...before] = kind;
    if (what === "repository") prepareRepository(folder, before);
    renameSync(folder, copy);
  }
  execFileSync("cp", ["-a", copy, folder]);
}

function prepare(at: string): void {
  for (const [name, text] of Object.entries(canaryFiles)) writeFileSync(join(at, name), text);
  chmodSync(join(at, "evil.sh"), 0o755);
  execFileSync("tar", ["-cf", "given.tar", "a.txt"], { cwd: at });
}

/** Makes the folder a repository with three commits, beside a bare one and one with a hostile configuration. */
function prepareRepository(at: string, before: readonly string[] = []): void {
  for (const path of ["hooks/pre-commit", "template/hooks/post-checkout", "commands/git-evil"]) {
    mkdirSync(join(at, path, ".."), { recursive: true });
    writeFileSync(join(at, path), "#!/bin/sh\ntouch $CANARY\n", { mode: 0o755 });
  }
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: at, stdio: "ignore", env: environment(at) });
  git("init", "-q");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b");
  writeFileSync(join(at, ".gitignore"), "*\n!a.txt\n");
  for (const text of ["a\n", "b\n", "a\nb\n"]) {
    writeFileSync(join(at, "a.txt"), text);
    git("add", "a.txt");
    git("commit", "-qm", "a");
  }
  git("clone", "-q", "--bare", ".", "good.git");
  if (before.length > 0) git(...before);
  git("clone", "-q", "--bare", ".", "evil.git");
  git("--git-dir=evil.git", "config", "core.bare", "false");
  git("--git-dir=evil.git", "config", "core.fsmonitor", "./evil.sh");
}
