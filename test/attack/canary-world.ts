import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canary } from "./values.js";

/** One command line: a program by its absolute path, and its arguments. */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
  readonly stdin?: string;
  /** After so many seconds on the clock it is ended. A loop that starts programs takes little processor time itself. */
  readonly longestSeconds?: number;
  /** Variables besides those of every command line. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The observed effects of a command line. */
export interface Observed {
  /** The arguments of each `show` that ran, in any order. */
  readonly shown: readonly (readonly string[])[];
  /** How often the canary ran. */
  readonly runs: number;
  /** The names of files that appeared in the working folder. */
  readonly made: readonly string[];
}

/** Programs that scripts may start besides `show`; the ones that this machine has. */
const programs = [
  "sh",
  "bash",
  "cat",
  "sort",
  "sed",
  "awk",
  "xargs",
  "env",
  "find",
  "timeout",
  "nice",
  "tr",
  "head",
  "wc",
  "tee",
  "grep",
  "cut",
  "expr",
  "seq",
];
const folders = ["/usr/bin", "/bin", "/usr/local/bin"];

/** The absolute path of a program of this machine. */
export const programOf = (name: string): string | undefined => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/**
 * A folder in which nothing can run unnoticed: PATH leads to `show`, which notes its arguments, to the canary, which notes that it ran, and to some
 * real programs. The canary also lies in the working folder, and in every folder that `PATH=.` would add.
 */
export class CanaryWorld {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-attack-")));
  readonly cwd = join(this.base, "cwd");
  private readonly bin = join(this.base, "bin");
  private readonly log = join(this.base, "log");
  private readonly batch = join(this.base, "batch");

  constructor() {
    mkdirSync(this.bin);
    mkdirSync(this.cwd);
    const write = (path: string, lines: string) => {
      writeFileSync(path, `#!/bin/sh\n${lines}\n`);
      chmodSync(path, 0o755);
    };
    write(join(this.bin, "show"), `printf '%s\\0' show "$#" "$@" >> ${this.log}\nprintf '%s\\n' "$@"`);
    for (const folder of [this.bin, this.cwd]) write(join(folder, canary), `printf '%s\\0' ${canary} >> ${this.log}`);
    for (const name of programs) {
      const path = programOf(name);
      if (path !== undefined) symlinkSync(path, join(this.bin, name));
    }
  }

  /** The program that notes its arguments. */
  get show(): string {
    return join(this.bin, "show");
  }

  /** The environment of every command line. */
  get env(): Readonly<Record<string, string>> {
    return { PATH: this.bin, HOME: this.cwd, LC_ALL: "C.UTF-8", TMPDIR: this.base };
  }

  /** Runs command lines one after another, started by one shell: a thousand a second or so. */
  run(lines: readonly CommandLine[], prefix: readonly string[] = []): readonly Observed[] {
    writeFileSync(this.log, "");
    const script = lines.map((line) => `${shellLine(line)} >/dev/null 2>&1\nprintf 'end\\0' >> ${this.log}\n`);
    // What never ends is ended by the processor time that it takes, of which a loop that starts programs takes little a second. What waits has nothing
    // to wait for.
    writeFileSync(this.batch, `ulimit -t 60\n${script.join("")}`);
    const [command = "", ...rest] = [...prefix, programOf("dash") ?? "/bin/sh", this.batch];
    const { error, status } = spawnSync(command, rest, { cwd: this.cwd, env: this.env, stdio: "ignore" });
    if (error) throw error;
    if (status !== 0) throw new Error(`the batch ended with ${status}`);
    const observed = readLog(readFileSync(this.log, "utf8"), lines.length);
    const made = readdirSync(this.cwd).filter((name) => name !== canary);
    for (const name of made) rmSync(join(this.cwd, name), { recursive: true, force: true });
    if (made.length === 0) return observed;
    // Which of them made it is found by running each half alone.
    if (lines.length === 1) return observed.map((one) => ({ ...one, made }));
    const half = Math.ceil(lines.length / 2);
    return [lines.slice(0, half), lines.slice(half)].flatMap((part) => this.run(part, prefix));
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** A command line as the batch starts it, with two seconds of processor time. */
function shellLine({ program, args, stdin, longestSeconds, variables = {} }: CommandLine): string {
  const limited = longestSeconds === undefined ? [] : [programOf("timeout") ?? "timeout", "-s", "KILL", String(longestSeconds)];
  const exported = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}; `);
  const input = stdin === undefined ? ["", " </dev/null"] : [`printf %s ${quoted(stdin)} | `, ""];
  return `${input[0]}(ulimit -t 2; ${exported.join("")}exec ${[...limited, program, ...args].map(quoted).join(" ")})${input[1]}`;
}

/** In single quotes, where a POSIX shell reads nothing but their end. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The log of a batch: `show`, a number and as many arguments; the canary's name; and `end` behind each command line. */
function readLog(log: string, count: number): readonly Observed[] {
  const words = log.split("\0");
  const observed: Observed[] = [];
  let shown: (readonly string[])[] = [];
  let runs = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === "show") {
      const size = Number(words[at + 1]);
      shown.push(words.slice(at + 2, at + 2 + size));
      at += 1 + size;
    } else if (word === "end") {
      observed.push({ shown, runs, made: [] });
      shown = [];
      runs = 0;
    } else if (word !== "" || at < words.length - 1) runs++;
  }
  if (observed.length !== count) throw new Error(`of ${count} command lines ${observed.length} have ended`);
  return observed;
}
