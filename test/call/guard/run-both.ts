import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { guardScript, splitPipeline } from "../../../src/call/split-pipeline.js";

export const corpora = fileURLToPath(new URL("../../corpora/", import.meta.url));

/**
 * The programs of the system that the commands may start. Others, such as `npm` and `pytest`, are the fixture's own or
 * don't exist: no test starts the developer's.
 */
const programs = [
  ...["awk", "basename", "bash", "cat", "chmod", "cmp", "column", "cp", "cut", "date", "diff", "dirname", "egrep", "env", "expr", "false"],
  ...["fgrep", "find", "git", "grep", "gzip", "head", "jq", "kill", "less", "ls", "mkdir", "more", "mv", "nl", "od", "paste", "printf"],
  ...["pwd", "python3", "rev", "rg", "rm", "sed", "seq", "sh", "sleep", "sort", "tac", "tail", "tee", "test", "timeout", "touch", "tr"],
  ...["true", "uniq", "wc", "xargs", "yq", "zgrep"],
];

/** Links to these programs in a folder of their own. */
function linkPrograms(folder: string): void {
  mkdirSync(folder);
  for (const name of programs) {
    const found = (process.env.PATH ?? "").split(":").find((path) => existsSync(join(path, name)));
    if (found !== undefined) symlinkSync(join(found, name), join(folder, name));
  }
}

export type Shell = "bash" | "sh";

/** The output of a command, its end, and the files that it left. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: readonly string[];
}

/** A folder with the fixture of the pipelines, of which each run gets a copy of its own in one place. */
export class Fixture {
  readonly #folder = mkdtempSync(join(tmpdir(), "toolgen-guard-"));
  readonly #home = join(this.#folder, "home");
  readonly #programs = join(this.#folder, "programs");
  /** The home as it was copied, until a run changes it. */
  #unchanged: readonly string[] | undefined;

  constructor() {
    linkPrograms(this.#programs);
    execFileSync("bash", [join(corpora, "pipelines-fixture.sh"), join(this.#folder, "fresh")], { stdio: "ignore" });
  }

  run(command: string, shell: Shell): Ran {
    const before = this.#unchanged ?? this.#copyHome();
    // Below that level, bash takes a socket on its standard input for a login from another host, and reads ~/.bashrc.
    const env = { ...process.env, SHLVL: "2", PATH: `${this.#home}/bin:${this.#programs}` };
    const { status, stdout, stderr } = spawnSync(shell, ["-c", command], { cwd: this.#home, env, encoding: "latin1" });
    const after = this.#entries();
    // What is in `.git` isn't compared.
    const isUnchanged = !command.includes("git") && after.join() === before.join();
    this.#unchanged = isUnchanged ? before : undefined;
    return { status, stdout, stderr, files: after };
  }

  #copyHome(): readonly string[] {
    rmSync(this.#home, { recursive: true, force: true });
    execFileSync("cp", ["-a", join(this.#folder, "fresh"), this.#home]);
    return this.#entries();
  }

  /** The same command under guard; `undefined` where there is nothing to guard. The copy of the output has an awkward name. */
  runGuarded(command: string, shell: Shell): (Ran & { readonly output: string; readonly codes: string }) | undefined {
    const split = splitPipeline(command);
    if (!split.strip) return undefined;
    const files = {
      output: join(this.#folder, "it's $(all) of it"),
      codes: join(this.#folder, "codes"),
      answer: join(this.#folder, "answer"),
    };
    for (const file of Object.values(files)) writeFileSync(file, "");
    const ran = this.run(guardScript(command, split, { files, dialect: shell }), shell);
    return {
      ...ran,
      output: readFileSync(files.output, "latin1"),
      codes: readFileSync(files.codes, "utf8"),
    };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The files, with their content, and whatever else is in the home, with permissions. */
  #entries(): readonly string[] {
    return readdirSync(this.#home, { recursive: true, withFileTypes: true })
      .filter(({ parentPath }) => !parentPath.includes(".git"))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const { mode } = lstatSync(path);
        return `${path} ${mode.toString(8)}${entry.isFile() ? ` ${hash(readFileSync(path))}` : ""}`;
      })
      .sort();
  }
}

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
