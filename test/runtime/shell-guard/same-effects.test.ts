import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guardedCommand } from "../../../src/runtime/shell-guard/guarded-command.js";
import { splitPipeline } from "../../../src/runtime/shell-guard/split-pipeline.js";

const corpora = fileURLToPath(new URL("../../corpora/", import.meta.url));
const inputs = readFileSync(join(corpora, "pipelines.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line): string => JSON.parse(line).input);
const strippable = inputs.filter((input) => splitPipeline(input).strip);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in a fresh copy of the fixture. Answers with what it prints, its exit status and the files that it leaves. */
function run(command: string, shell: "bash" | "sh") {
  const home = join(folder, "home");
  execFileSync("bash", [join(corpora, "pipelines-fixture.sh"), home], { stdio: "ignore" });
  const env = { ...process.env, PATH: `${home}/bin:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(shell, ["-c", command], { cwd: home, env, encoding: "latin1" });
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".git"))
    .map(({ parentPath, name }) => {
      const hash = createHash("sha256").update(readFileSync(join(parentPath, name))).digest("hex");
      return `${join(parentPath, name)} ${hash}`;
    });
  return { status, stdout, stderr, files: files.sort() };
}

describe.each(["bash", "sh"] as const)("in %s", (shell) => {
  it.each(strippable)("guarded and plain are the same: %s", (command) => {
    const split = splitPipeline(command);
    if (!split.strip) throw new Error("It is strippable.");
    const files = { output: join(folder, "it's full"), codes: join(folder, "codes") };
    const guarded = guardedCommand(command, split, { files, dialect: shell });
    const plain = run(command, shell);
    if (shell === "sh" && /syntax error|Syntax error/.test(plain.stderr)) return;
    expect({ ...run(guarded, shell), guarded }).toEqual({ ...plain, guarded });
  });
});
