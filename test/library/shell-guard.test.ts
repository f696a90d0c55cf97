import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

// Hostile output through the handler of std/run_shell_command, whose commands are guarded.

let project: string;
let workspace: string;
let tmp: string;
beforeAll(() => {
  project = projectOf({ "toolgen.yaml": "version: 1\nlibrary: [std/run_shell_command]\n" });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});
beforeEach(() => {
  workspace = temporaryFolder();
  tmp = temporaryFolder();
});

function shell(command: string, more: object = {}): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(project, "generated/bin/call"), "run_shell_command"], {
    cwd: workspace,
    env: { ...process.env, TMPDIR: tmp },
    input: JSON.stringify({ command, ...more }),
    encoding: "utf8",
  });
  return stdout.trimEnd() || `failed: ${stderr}`;
}

const fileIn = (text: string) => /(?:is|are) in (\/\S+guard-[0-9a-f]{16}\.txt)/.exec(text)?.[1] ?? "";

it("is text and nothing else, whatever it spells", () => {
  const hostile = ["$(touch canary)", "`touch canary`", "'; touch canary; '", "} | touch canary", "EOF"];
  const said = shell(
    `printf '%s\\n' ${hostile.map((text) => `"${text.replaceAll(/[$`"]/g, "\\$&")}"`).join(" ")} b | grep -v nosuch | head -5`,
  );
  expect(said).toMatch(new RegExp(`^Output: ${hostile.map((text) => text.replaceAll(/[^\w]/g, "\\$&")).join("\\n")}\n`));
  expect(readFileSync(fileIn(said), "utf8")).toBe([...hostile, "b", ""].join("\n"));
  expect(existsSync(join(workspace, "canary"))).toBe(false);
});

it("doesn't act on a terminal", () => {
  const said = shell("printf '\\033]0;title\\007\\033[31mred\\033[0m\\r\\nover\\rwritten\\nlast\\n' | head -2");
  expect(said).toMatch(/^Output: red\nwritten\n/);
  expect(said).not.toContain("\u001b");
});

it("may be binary, or end inside a character", () => {
  const binary = shell("printf 'a\\0b\\nc\\0d\\n' | tail -1");
  expect(binary).toMatch(/^Output: \(binary, 4 bytes: send it to a file\)\n\[The full output/);
  expect(readFileSync(fileIn(binary), "latin1")).toBe("a\0b\nc\0d\n");
  expect(shell("printf 'a\\n\\xe2\\x82' | tail -1")).toMatch(/^Output: \uFFFD\n/);
});

it("of 100 MB reaches the filters to the last line, and a failure in it is told", () => {
  const said = shell("(seq 1 12000000; exit 3) | tail -1");
  expect(said).toMatch(/^Output: 12000000\n\[`\(seq 1 12000000; exit 3\)` exited with code 3\.\]\n\[The first 67108864 bytes/);
  expect(statSync(fileIn(said)).size).toBe(64 * 1024 * 1024);
});

it("leaves no file where nothing was left out, and none of the exit codes", () => {
  expect(shell("echo a | cat | tail -1")).toBe("Output: a");
  expect(shell("seq 9 | tail -1")).toMatch(/^Output: 9\n\[The full output/);
  const kept = readdirSync(tmp, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("guard-"));
  expect(kept).toHaveLength(1);
});
