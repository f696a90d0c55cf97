import { spawnSync } from "node:child_process";
import { beforeAll, expect, it } from "vitest";
import { clientIds } from "../../../src/clients/client-ids.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

let folder: string;
beforeAll(() => {
  folder = projectOf({
    "toolgen.yaml": "version: 1\noutput: out\n",
    "out/bin/tools/git_log.cjs": "",
    "out/bin/tools/git_show.cjs": "",
    "out/mcp/prompts/git-review.cjs": "",
    "out/mcp/prompts/git-$(touch hacked).cjs": "",
    "out/mcp/resources/git_status.cjs": "",
    // Nothing has such a name; a shell would run what is in it.
    "out/bin/tools/git_$(touch hacked).cjs": "",
    "src/a.txt": "",
  });
});

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const lines = [
  "toolgen ",
  "toolgen b",
  "toolgen build --c",
  "toolgen build --format ",
  "toolgen call git_",
  "toolgen explain git",
  "toolgen --project .. call git_s",
];
const more = [
  "toolgen policy w",
  "toolgen policy why git_l",
  "toolgen new ",
  "toolgen init --client c",
  "toolgen policy --client ",
  "toolgen help b",
];

/** The possible continuations of each line. */
const expected = {
  "toolgen b": ["budget", "build"],
  "toolgen build --c": ["--check", "--color"],
  "toolgen build --format ": ["github", "json", "junit", "pretty", "sarif"],
  "toolgen call git_": ["git_log", "git_show"],
  "toolgen explain git": ["git-review", "git_log", "git_show", "git_status"],
  "toolgen --project .. call git_s": ["git_show"],
  "toolgen policy w": ["why"],
  "toolgen policy why git_l": ["git_log"],
  "toolgen init --client c": ["claude", "codex", "continue", "copilot", "crush", "cursor"],
  "toolgen policy --client ": [...clientIds].sort(),
  "toolgen help b": ["budget", "build"],
};

/** Runs a shell in a folder of the project, and reads a JSON-like answer for each line: `line<TAB>word word`. */
function answers(shell: string, args: readonly string[], script: string): Readonly<Record<string, readonly string[]>> {
  const { stdout, stderr } = spawnSync(shell, [...args, "-c", script], { cwd: `${folder}/src`, encoding: "utf8" });
  expect(stderr).toBe("");
  return Object.fromEntries(
    stdout
      .trimEnd()
      .split("\n")
      .map((answer) => answer.split("\t"))
      .map(([line = "", words = ""]) => [
        line,
        words
          .split(" ")
          .filter((word) => word !== "")
          .sort(),
      ]),
  );
}

it.runIf(has("bash"))("completes commands, options, choices and names of tools in bash", () => {
  const script = toolgen(folder, ["completion", "bash"]).stdout;
  const ask = [...lines, ...more].map((line) => {
    const words = line.split(" ").map((word) => `'${word}'`);
    return `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _toolgen; printf '%s\\t%s\\n' '${line}' "\${COMPREPLY[*]}"`;
  });
  const found = answers("bash", ["--norc"], [script, ...ask].join("\n"));
  expect(found).toMatchObject(expected);
  const commands = ["init", "new", "build", "check", "test", "call", "doctor", "completion"];
  expect(found["toolgen "]).toEqual(expect.arrayContaining([...commands, "--project", "--version"]));
  expect(spawnSync("ls", { cwd: `${folder}/src`, encoding: "utf8" }).stdout).toBe("a.txt\n");
});

it.runIf(has("fish"))("completes the same in fish", () => {
  const script = toolgen(folder, ["completion", "fish"]).stdout;
  const ask = [...lines, ...more].map(
    (line) => `printf '%s\\t%s\\n' '${line}' (complete -C '${line}' | string replace -r '\\t.*' '' | string join ' ')`,
  );
  const found = answers("fish", ["--no-config"], [script, ...ask].join("\n"));
  expect(found).toMatchObject(expected);
  expect(found["toolgen "]).toEqual(expect.arrayContaining(["init", "new", "build"]));
});

it.runIf(has("zsh"))("prints a script that zsh reads", () => {
  const script = toolgen(folder, ["completion", "zsh"]).stdout;
  expect(script.startsWith("#compdef toolgen\n")).toBe(true);
  const { status, stderr } = spawnSync("zsh", ["-f", "-n"], { input: script, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("knows three shells", () => {
  const { status, stderr } = toolgen(folder, ["completion", "tcsh"]);
  expect(status).toBe(2);
  expect(stderr).toContain("Allowed choices are bash, zsh, fish.");
});
