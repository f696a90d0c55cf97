import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { loopbackModel, ownTools } from "./model.js";
import { type AgentProgram, edit, type Run } from "./programs.js";

const tool = (name: string, more: string) => `name: ${name}
description: Print a text and the folder.
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
command: [sh, -c, 'printf "%s in %s" "$1" "$PWD"', sh, "{{text}}"]
${more}
`;

/** The tools of the project that the policy allows, asks about and denies. Clients that decide by a tool's hints would decide otherwise. */
export const allTools = ["reads", "changes", "banned", "asked"] as const;
/** Denied tools aren't among them. */
export const declared = ["asked", "changes", "reads"];

export interface World {
  /** It has a space in its name. */
  readonly project: string;
  /** A folder of the project. */
  readonly below: string;
  readonly home: string;
  /** Runs `toolgen` in the project, and expects that it succeeds. */
  toolgen(...args: readonly string[]): void;
}

/** A built project with more files, and a home folder that holds these, by path. */
export function world(files: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, string>> = {}): World {
  const built = builtProject({
    "toolgen.yaml": "version: 1\nrisk: { banned: { decision: deny }, asked: { decision: ask } }\n",
    "tools.d/reads.yaml": tool("reads", "kind: read\nrisk: safe"),
    "tools.d/changes.yaml": tool("changes", "kind: edit\nrisk: safe"),
    "tools.d/banned.yaml": tool("banned", "kind: read\nrisk: safe"),
    "tools.d/asked.yaml": tool("asked", "kind: read\nrisk: safe"),
    "src/deep/x": "",
    // Codex looks for settings up to the root of a repository.
    ".git/HEAD": "ref: refs/heads/main\n",
    ...more,
  });
  const [project, home] = [join(temporaryFolder(), "my project"), temporaryFolder()];
  renameSync(built, project);
  for (const [path, text] of Object.entries(files)) edit(join(home, path), () => text);
  const unset = ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "GEMINI_CLI_HOME"];
  const env = { ...Object.fromEntries(unset.map((name) => [name, undefined])), HOME: home };
  const run = (...args: readonly string[]) => {
    const answer = toolgen(project, args, { env });
    expect([answer.status, answer.stderr]).toEqual([0, ""]);
  };
  return { project, below: join(project, "src/deep"), home, toolgen: run };
}

/** The tools that a client declared, and its answers to calls of them. */
export interface Called {
  readonly declared: readonly string[];
  /** The schemas of the tools in the client's requests. */
  readonly schemas: ReadonlyMap<string, unknown>;
  /** As JSON; "" where it answered nothing. */
  answerOf(tool: string): string;
  /** The bodies of the requests to its model, as JSON. */
  readonly requests: string;
  readonly status: number | null;
  /** The client's output, for a test that fails. */
  readonly output: string;
}

/** Runs a client whose model calls tools, one after the other. */
export async function called(
  program: AgentProgram,
  { home }: World,
  folder: string,
  { tools = allTools, variables }: { readonly tools?: readonly string[]; readonly variables?: Run["variables"] } = {},
): Promise<Called> {
  const model = await loopbackModel({ ...program, tools });
  try {
    const { status, stdout, stderr } = await program.run({ folder, home, modelUrl: model.url, variables });
    return {
      declared: declaredNames(program, stdout, model.declared).toSorted(),
      schemas: model.declared,
      answerOf: (name) => model.answers.get(name) ?? "",
      requests: model.requests.join("\n"),
      status,
      output: `${stdout}\n${stderr}`,
    };
  } finally {
    model.close();
  }
}

function declaredNames({ declaredIn, prefix }: AgentProgram, stdout: string, sent: ReadonlyMap<string, unknown>): readonly string[] {
  if (declaredIn === undefined) return [...sent.keys()];
  return ownTools(
    declaredIn(stdout).map((name) => ({ name })),
    prefix,
  ).map(({ name }) => name);
}

/** Expects that what the policy allows ran in a folder, without a question, and that nothing else did. */
export function expectPolicy({ declared: now, answerOf, output }: Called, folder: string): void {
  expect(now, output).toEqual(declared);
  for (const name of ["reads", "changes"]) expect(answerOf(name), output).toContain(`hello in ${folder}`);
  for (const name of ["asked", "banned"]) expect(answerOf(name), output).not.toContain("hello in");
}

/** The text of files in a home folder, by path. */
export const textsIn = ({ home }: World, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(files).map((path) => [path, readFileSync(join(home, path), "utf8")]));
