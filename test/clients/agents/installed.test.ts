import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { projectOf, toolgen } from "../../cli/toolgen.js";
import { freshFolder, removeFolders } from "../../tools.d/repository.js";
import { loopbackModel } from "./loopback-model.js";
import { hasClaude, hasCodex, type Run, runClaude, runCodex } from "./programs.js";

afterAll(removeFolders);

const tool = (name: string, more: string) => `name: ${name}
description: Print a text and the folder.
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
command: [sh, -c, 'printf "%s in %s" "$1" "$PWD"', sh, "{{text}}"]
${more}
`;

/** A project in a folder with a space in its name: one tool that is allowed, one that is asked about, one that is denied. */
function world() {
  const parent = projectOf({
    "my project/toolgen.yaml": "version: 1\nrisk: { banned: { decision: deny } }\n",
    "my project/tools.d/allowed.yaml": tool("allowed", "kind: read\nrisk: safe"),
    "my project/tools.d/asked.yaml": tool("asked", "kind: delete\nrisk: dangerous"),
    "my project/tools.d/banned.yaml": tool("banned", "kind: read\nrisk: safe"),
    "my project/src/deep/x": "",
    // Codex looks for settings up to the root of a repository.
    "my project/.git/HEAD": "ref: refs/heads/main\n",
  });
  const project = join(parent, "my project");
  const home = freshFolder();
  const env = { HOME: home, XDG_STATE_HOME: undefined, CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined };
  const run = (...args: readonly string[]) => {
    const answer = toolgen(project, args, { env });
    expect([answer.status, answer.stderr]).toEqual([0, ""]);
  };
  run("build");
  return { project, home, run };
}

/** What a client declares and answers when its model calls a tool. */
async function called(name: string, client: (run: Run) => Promise<{ stdout: string; stderr: string }>, at: Omit<Run, "modelUrl">) {
  const model = await loopbackModel(name);
  try {
    const { stdout, stderr } = await client({ ...at, modelUrl: model.url });
    expect(model.answers, `${stdout}\n${stderr}`).toHaveLength(1);
    return { declared: [...model.declared].sort(), answer: model.answers[0] };
  } finally {
    model.close();
  }
}

function trustInClaude(home: string, folder: string): void {
  const file = join(home, ".claude.json");
  const projects = { [folder]: { hasTrustDialogAccepted: true } };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readOr(file, "{}")), projects }));
}

function trustInCodex(home: string, folder: string): void {
  mkdirSync(join(home, ".codex"), { recursive: true });
  const file = join(home, ".codex/config.toml");
  writeFileSync(file, `${readOr(file, "")}\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`);
}

function readOr(path: string, text: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return text;
  }
}

it.runIf(hasClaude)("lets Claude Code run what is allowed, refuse what it would ask about, and not see what is denied", async () => {
  const { project, home, run } = world();
  run("install", "claude", "--yes");
  trustInClaude(home, project);
  const allowed = await called("allowed", runClaude, { folder: project, home });
  expect(allowed).toEqual({ declared: ["allowed", "asked"], answer: expect.stringContaining(`hello in ${project}`) });
  const asked = await called("asked", runClaude, { folder: project, home });
  expect(asked.answer).toContain('"is_error":true');
  expect(asked.answer).not.toContain(`hello in`);
});

it.runIf(hasClaude)("lets Claude Code do so from a subfolder, by the user's settings", async () => {
  const { project, home, run } = world();
  run("install", "claude", "--user", "--yes");
  const folder = join(project, "src/deep");
  const allowed = await called("allowed", runClaude, { folder, home });
  expect(allowed).toEqual({ declared: ["allowed", "asked"], answer: expect.stringContaining(`hello in ${folder}`) });
  expect((await called("banned", runClaude, { folder, home })).answer).not.toContain("hello in");
});

it.runIf(hasClaude)("starts the project's server in the project's root for Claude Code in a subfolder, which then asks", async () => {
  const { project, home, run } = world();
  run("install", "claude", "--yes");
  const folder = join(project, "src/deep");
  trustInClaude(home, folder);
  const allowed = await called("allowed", runClaude, { folder, home });
  // Its settings aren't read there, denials included: it asks, and the server refuses what is denied.
  expect(allowed.answer).toContain('"is_error":true');
  expect(allowed.declared).toContain("allowed");
  expect((await called("banned", runClaude, { folder, home })).answer).not.toContain("hello in");
});

it.runIf(hasCodex)(
  "lets Codex run what is allowed, refuse what it would ask about, and not see what is denied, from a subfolder too",
  async () => {
    const { project, home, run } = world();
    run("install", "codex", "--yes");
    trustInCodex(home, project);
    for (const folder of [project, join(project, "src/deep")]) {
      const allowed = await called("allowed", runCodex, { folder, home });
      expect(allowed).toEqual({ declared: ["allowed", "asked"], answer: expect.stringContaining(`hello in ${project}`) });
      expect((await called("asked", runCodex, { folder, home })).answer).not.toContain("hello in");
    }
  },
);

it.runIf(hasCodex)("lets Codex do so by the user's settings, and forget it after uninstall", async () => {
  const { project, home, run } = world();
  trustInCodex(home, project);
  const before = readFileSync(join(home, ".codex/config.toml"), "utf8");
  run("install", "codex", "--user", "--yes");
  expect((await called("allowed", runCodex, { folder: project, home })).answer).toContain(`hello in ${project}`);
  run("uninstall", "codex", "--user", "--yes");
  expect(readFileSync(join(home, ".codex/config.toml"), "utf8")).toBe(before);
});
