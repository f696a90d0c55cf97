import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Startable } from "../../../../src/runtime/process/start-guarded.js";

const host = fileURLToPath(new URL("served-host.mjs", import.meta.url));
const programs = { dash: ["/usr/bin/dash"], bash: ["/usr/bin/bash"], busybox: ["/usr/bin/busybox"], mksh: ["/bin/mksh", "/usr/bin/mksh"] };

/** The shells of this machine that a host can be given as its `/bin/sh`: the one that is there, and others in a mount of their own. */
export const shells: readonly string[] = Object.keys(programs).filter((name) => prefixOf(name) !== undefined);

export interface Compared {
  readonly alone: unknown;
  readonly served: unknown;
  /** True if a shell that had waited became the program. */
  readonly hasWaited: boolean;
}

export type ServedCall = Startable & { readonly stdin?: string; readonly mask?: number };

/** A host in which `/bin/sh` is this shell. It runs calls both ways. */
export class ServedSession {
  readonly #child;
  readonly #answers;

  constructor(shell: string) {
    const [program = "", ...args] = [...(prefixOf(shell) ?? []), process.execPath, host];
    this.#child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async compare(call: ServedCall): Promise<Compared> {
    this.#child.stdin.write(`${JSON.stringify(call)}\n`);
    const { value } = await this.#answers.next();
    return JSON.parse(value as string) as Compared;
  }

  /** Resolves to its exit code once it has ended by itself. */
  async end(): Promise<number | null> {
    this.#child.stdin.end();
    const [code] = await once(this.#child, "exit");
    return code as number | null;
  }
}

function prefixOf(name: string): readonly string[] | undefined {
  const there = realpathSync("/bin/sh");
  const path = programs[name as keyof typeof programs].find(existsSync);
  if (path === undefined) return undefined;
  if (realpathSync(path) === there) return [];
  const prefix = ["bwrap", "--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc", "--ro-bind", path, there];
  return spawnSync("bwrap", [...prefix.slice(1), "/bin/sh", "-c", ":"]).status === 0 ? prefix : undefined;
}

/** The program that shows what it was given. */
export const perl = ["/usr/bin/perl"].find(existsSync);

/**
 * Prints all that a program can be given: arguments, variables, folder, masks of files and signals, limits, open files,
 * group and session, and its input.
 */
const script = String.raw`
sub all { open(my $f, "<", $_[0]) or return "-"; local $/; <$f> }
print "$0\0", join("\0", @ARGV), "\n", join("\n", sort split(/\0/, all("/proc/self/environ"))), "\n", readlink("/proc/self/cwd"), "\n";
print grep { /^(Umask|[UG]id|Groups|Sig(Blk|Ign|Cgt)|NoNew|Cap|Seccomp)/ } split(/^/m, all("/proc/self/status"));
for (0 .. 20) { my $l = readlink("/proc/self/fd/$_"); $l =~ s/\d+/N/; print "$_ $l\n" if $l }
@s = split / /, all("/proc/self/stat"); print all("/proc/self/limits"), $s[4] == $$, $s[5] == $$, " $s[6] $s[18]\n";
local $/; print <STDIN>`.replaceAll("\n", " ");

export const observing = (...args: readonly string[]) => ({ program: "perl", args: ["-e", script.trim(), "--", ...args] });
