import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { sampled } from "../../../kit/repeat.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { observing, perl, type ServedCall, ServedSession, shells } from "./served-session.js";

const path = "/usr/local/bin:/usr/bin:/bin";
const folder = temporaryFolder("served");
const sessions = new Map(shells.map((shell) => [shell, new ServedSession(shell)]));
afterAll(async () => {
  for (const session of sessions.values()) expect(await session.end()).toBe(0);
});

const call = (parts: Partial<ServedCall>): ServedCall => ({ program: "true", args: [], cwd: tmpdir(), env: { PATH: path }, ...parts });
const observed = (parts: Partial<ServedCall> & { readonly words?: readonly string[] }) => {
  const { words = [], ...rest } = parts;
  return call({ ...observing(...words), ...rest });
};
const withVariable = (name: string, value: string) => observed({ env: { PATH: path, [name]: value } });

/** A program in a folder of its own on PATH, and the ways in which a call can name it. */
function started(name: string, text: string): readonly (readonly [string, ServedCall])[] {
  const bin = join(folder, `bin ${name}`);
  mkdirSync(bin);
  writeFileSync(join(bin, name), text, { mode: 0o755 });
  const args = ["one two", "", "-x"];
  return [
    [`by its name, ${name}`, call({ program: name, args, env: { PATH: `${bin}:${path}` } })],
    [`by its path, ${name}`, call({ program: join(bin, name), args })],
    [`by its path from a folder, ${name}`, call({ program: `./${name}`, args, cwd: bin })],
  ];
}

symlinkSync("/usr", join(folder, "link"));
const words = ["", "-e", "--", "$(id)", "`id`", "a\nb", "\n", "\n\n", "a\n", "\nb", "+x", "\n+y", "a\\b\\", " lead", "trail ", "\ttab\t"];

/** Starts that a waiting shell can read. */
const waits: readonly (readonly [string, ServedCall])[] = [
  ["no arguments", observed({})],
  [
    "every kind of argument",
    observed({ words: [...words, "'", '"', "*", "~", "{a,b}", "!x", "%s", "p", "n", "e", "$HOME", "${x}", "\\n"] }),
  ],
  ["input of every byte", observed({ stdin: String.fromCodePoint(...Array.from({ length: 256 }, (_, i) => i)) })],
  ["input that looks like the end of a message", observed({ stdin: "n\np\nasecond\n" })],
  ["empty input", observed({ stdin: "" })],
  ["much input", observed({ stdin: "x".repeat(300_000) })],
  ["input that isn't read", call({ stdin: "x".repeat(300_000) })],
  ["the root", observed({ cwd: "/" })],
  ["a folder behind a link and two dots", observed({ cwd: join(folder, "link/lib/../bin") })],
  ["no variables", call({ program: "/usr/bin/env", args: ["-0"], env: {} })],
  ["no PATH", call({ program: "env", args: ["-0"], env: { HOME: "/" } })],
  ["variables that a script may use", withVariable("line", "text")],
  ["a variable of several lines", withVariable("TOKEN", "a\nb=c\n\n")],
  ["an empty variable", withVariable("TOKEN", "")],
  ["a variable that is code in an array's index", withVariable("x", "a[$(id)]")],
  ["a locale", withVariable("LC_ALL", "C.UTF-8")],
  ["an exit code", call({ program: "sh", args: ["-c", "echo out; echo err >&2; exit 127"] })],
  ["a signal", call({ program: "sh", args: ["-c", "kill -SEGV $$"] })],
  // Outside of the soak, each program is started in one of the ways.
  ...sampled(
    [
      ...started("script", "#!/bin/sh\necho $0 $# $*; cat\n"),
      ...started("plain", "echo $0 $# $*; env\n"),
      ...started("uninterpreted", "#!/no/such/interpreter\n"),
      ...started("empty", ""),
      ...started("-dash", "#!/bin/sh\necho $0\n"),
      ...started("a=b", "#!/bin/sh\necho $0\n"),
      ...started("with space", "#!/bin/sh\necho $0\n"),
    ],
    { usual: 7, kind: ([name]) => name.replace(/^.*, /, "") },
  ),
];

/** Variables that shells set, read or act on, and what no shell is trusted to read. */
const doesNotWait: readonly (readonly [string, ServedCall])[] = [
  ["a program that is missing", call({ program: "no-such-program" })],
  ["a folder that is missing", observed({ cwd: join(folder, "none") })],
  ["a file in the place of a folder", observed({ cwd: "/etc/passwd" })],
  ["a folder that names the process", observed({ cwd: "/proc/self/cwd" })],
  ["letters outside of ASCII", observed({ words: ["é"] })],
  ["a control character", observed({ words: ["\u0001", "\u007f", "\r"] })],
  ["long arguments", observed({ words: ["x".repeat(100_000)] })],
  ["arguments that are too long", call({ args: Array.from({ length: 400 }, () => "x".repeat(100_000)) })],
  ["a search path that dash gives a meaning", observed({ env: { PATH: `/%builtin:${path}` } })],
  ...sampled(
    [
      ...["IFS", "PWD", "OLDPWD", "SHLVL", "_", "OPTIND", "OPTERR", "UID", "COLUMNS", "TMOUT", "CDPATH", "BASH_ENV", "HISTSIZE", "ENV"].map(
        (name) => [`the variable ${name}`, withVariable(name, "5")] as const,
      ),
      ...["npm_config_//x/:y", "a.b", "BASH_FUNC_id%%", "LD_LIBRARY_PATH", "LD_PRELOAD"].map(
        (name) => [`the variable ${name}`, withVariable(name, "/none")] as const,
      ),
    ],
    { usual: 8 },
  ),
];

it.skipIf(perl === undefined).each(shells.flatMap((shell) => waits.map(([name, one]) => [shell, name, one] as const)))(
  "starts the same program in a shell that has waited: %s, %s",
  async (shell, _, one) => {
    const { alone, served, hasWaited } = (await sessions.get(shell)?.compare(one)) ?? {};
    expect(served).toEqual(alone);
    expect(hasWaited).toBe(true);
  },
);

it.skipIf(perl === undefined).each(shells.flatMap((shell) => doesNotWait.map(([name, one]) => [shell, name, one] as const)))(
  "starts what a waiting shell can't read in another one: %s, %s",
  async (shell, _, one) => {
    const { alone, served, hasWaited } = (await sessions.get(shell)?.compare(one)) ?? {};
    expect(served).toEqual(alone);
    expect(hasWaited).toBe(false);
  },
);

it.runIf(shells.includes("dash"))("gives programs the mask of new files that this process has now", async () => {
  const session = new ServedSession("dash");
  const { served, hasWaited } = await session.compare({ ...call({ program: "sh", args: ["-c", "umask"] }), mask: 0o027 });
  expect([served, hasWaited]).toMatchObject([{ stdout: "0027\n" }, true]);
  expect(await session.end()).toBe(0);
});
