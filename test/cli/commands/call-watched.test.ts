import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { call } from "../../../src/cli/commands/call.js";
import { fitting } from "../../../src/cli/io/terminal.js";
import { memoryTerminal } from "../../kit/memory-terminal.mjs";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { endWarmTerminal, inWarmTerminal } from "../run/pseudo-terminal.js";

const secret = "s3cret-of-a-call";
const specs = `name: show_steps
description: Print two lines, with time between them.
kind: read
secrets: [CALL_TOKEN]
timeout: 10m
shell: |
  echo "first $CALL_TOKEN"; n=0; until [ -e go ] || [ $n -gt 10000 ]; do n=$((n+1)); sleep 0.05; done
  [ -e go ] && echo second
---
name: break_down
description: Print a line and fail.
kind: read
shell: echo before; echo broken >&2; exit 3
`;
let project: string;
beforeAll(() => {
  project = projectOf({ "tools.d/steps.yaml": specs });
});

/** The output of a call without a terminal, with or without `--watch`. */
async function shown(tool: string, isWatched: boolean) {
  const shownLines: string[] = [];
  const progress = (text: string) => {
    shownLines.push(text);
    // The tool goes on only because of this: it was shown while it ran.
    if (text.startsWith("first")) writeFileSync(join(project, "go"), "");
  };
  const environment = { PATH: process.env.PATH, TMPDIR: project, CALL_TOKEN: secret };
  const { terminal, printed } = memoryTerminal({ folder: project, environment });
  const watched = { ...terminal, isWatched, progress: isWatched ? progress : () => {} };
  const code = await call({ tool, argumentText: "{}", project: "." }, watched);
  return { code, out: printed.stdout, err: printed.stderr, progress: shownLines };
}

it("shows the last line in a terminal while it comes, and removes it", async () => {
  const { progress, ...answer } = await shown("show_steps", true);
  expect(answer).toEqual({ code: 0, out: "first [secret]\nsecond\n", err: "" });
  expect([progress[0], progress.at(-1)]).toEqual(["first [secret]", ""]);
});

it.each(["show_steps", "break_down"])("returns the same with a terminal and without (%s)", async (tool) => {
  const { progress: _, ...watched } = await shown(tool, true);
  const { progress, ...unwatched } = await shown(tool, false);
  expect(watched).toEqual(unwatched);
  expect(progress).toEqual([]);
});

/** A program of util-linux that gives another one a terminal. */
const script = "/usr/bin/script";
const hasScript = spawnSync(script, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

it.skipIf(!hasScript)("writes none of it to standard output, and nothing if standard error is not a terminal", () => {
  const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
  const onTerminal = (redirection: string) => {
    const command = `'${process.execPath}' '${program}' call show_steps '{}' ${redirection}`;
    const env = { ...process.env, CALL_TOKEN: secret, SHELL: "/bin/sh" };
    return spawnSync(script, ["-qec", command, "/dev/null"], { cwd: project, env, encoding: "utf8" }).stdout;
  };
  const line = "\r\u001b[K";
  writeFileSync(join(project, "go"), "");
  // Its program may end before a line is shown.
  const seen = onTerminal("> answer.txt").split(line);
  expect([seen[0], ...new Set(seen.slice(1, -1)), seen.at(-1)].join("|")).toMatch(/^\|(?:first \[secret\]\|)?(?:second\|)?$/);
  expect(readFileSync(join(project, "answer.txt"), "utf8")).toBe("first [secret]\nsecond\n");
  expect(onTerminal("2> said.txt")).toBe("first [secret]\r\nsecond\r\n");
  expect(existsSync(join(project, "said.txt")) && readFileSync(join(project, "said.txt"), "utf8")).toBe("");
});

const wipe = "name: wipe\ndescription: Wipe.\nkind: delete\nrisk: dangerous\nshell: touch wiped; printf done\n";

it("asks on a terminal about a call that must be confirmed, and ends the output with its line", async () => {
  const folder = projectOf({ "tools.d/wipe.yaml": wipe });
  const env = { HOME: temporaryFolder(), XDG_CONFIG_HOME: undefined };
  const callOf = (keys: string) => {
    const terminal = inWarmTerminal(["call", "wipe", "{}"], { folder, env });
    return terminal.waitFor("Run it?").then((question) => {
      terminal.type(keys);
      return terminal.ended.then((code) => ({ code, question, seen: terminal.seen() }));
    });
  };
  const refused = await callOf("\r");
  expect(refused.question).toContain("It asks because its risk is dangerous, by tools.d/wipe.yaml: risk.");
  expect(refused.seen).toContain("wipe was not run: you didn't confirm it.");
  expect([refused.code, existsSync(join(folder, "wiped"))]).toEqual([2, false]);
  const run = await callOf("y");
  expect([run.code, existsSync(join(folder, "wiped"))]).toEqual([0, true]);
  expect(run.seen).toMatch(/done\r\n$/);
  await endWarmTerminal();
});

it("cuts a line to what stands on one line of a terminal", () => {
  expect(fitting("a".repeat(100), 80)).toHaveLength(79);
  expect(fitting("草".repeat(100), 80)).toHaveLength(39);
  expect(fitting("\u{1f600}".repeat(3), 6)).toBe("\u{1f600}\u{1f600}");
  expect(fitting("short", undefined)).toBe("short");
});
