import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { planAgentFiles, writeAgents } from "../../src/cli/clients/agent-file.js";
import { clientCalled } from "../../src/cli/clients/plan-changes.js";
import type { Installation } from "../../src/clients/client.js";
import type { ClientId } from "../../src/clients/client-ids.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const files = {
  claude: ".claude/agents/mine.md",
  copilot: ".github/agents/mine.agent.md",
  opencode: ".opencode/agent/mine.md",
} as const;

/** Plans a change of an agent's file in a new project: the text after it, or the refusal. */
function planned(id: keyof typeof files, action: "install" | "uninstall", text?: string) {
  const projectDir = temporaryFolder();
  const file = join(projectDir, files[id]);
  if (text !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return plan(id, action, projectDir);
}

function plan(id: ClientId, action: "install" | "uninstall", projectDir: string) {
  const tools = [{ tool: "changes", decision: "allow", possible: ["allow"], writes: false, toolsets: ["write"] }];
  const installation = { server: "toolgen", output: "generated", projectDir, tools, machine: { home: projectDir, environment: {} } };
  const target = { client: clientCalled(id), scope: "project", files: [] } as const;
  const request = { action, scope: "project", agent: "mine", toolsets: action === "install" ? "write" : undefined } as const;
  const { agents, refusals } = planAgentFiles([target], { ...request, installation: installation as unknown as Installation });
  return { before: agents[0]?.before, after: agents[0]?.after, problem: refusals[0]?.problem, files: agents };
}

const agent = (entry: string) => `---\nname: mine\n${entry}model: sonnet\n---\n\nDo it.\n`;
const own = "mcp__toolgen__changes";

it.each([
  'tools: "Read, Grep"\n',
  "tools: 'Read, Grep'\n",
  "tools: [Read, Grep]\n",
  "tools: Read, Grep # only these\n",
  "tools: >\n  Read\n",
  "tools: |\n  Read\n",
  "tools:\n- Read\n",
  "tools:\n  - Read\n",
  "tools: Read,\n  Grep\n",
  "tools: Read\n\n  Grep\n",
  "tools: &all Read\n",
  "tools: !!str Read\n",
  "tools: null\n",
  "tools: Read, *\n",
  "tools: Read, mcp__*\n",
  "tools: Read, mcp__tool*\n",
  "tools: Read\ntools: Grep\n",
  '"tools": Read\n',
  "tools : Read\n",
])("says what to write by hand for %j of Claude Code, and keeps the file", (entry) => {
  expect(planned("claude", "install", agent(entry)).problem).toMatch(/Write it by hand: add mcp__toolgen__changes$/);
  expect(planned("claude", "uninstall", agent(entry))).toMatchObject({ after: agent(entry) });
});

it("writes tools that YAML reads as these and the agent's other ones, and takes them out again", () => {
  const name = fc.constantFrom("Read", "Bash(git log:*)", "Agent(worker, other)", "mcp__github__*", "mcp__toolgenic__x", "WebFetch");
  const list = fc.uniqueArray(name, { minLength: 1 });
  fc.assert(
    fc.property(list, fc.constantFrom(", ", ",", " ,  "), fc.constantFrom("", " ", "\t"), (names, comma, end) => {
      const text = agent(`tools: ${names.join(comma)}${end}\n`);
      const { after = "" } = planned("claude", "install", text);
      const read = (one: string) => parse(one.split("---\n")[1] ?? "").tools.replaceAll(/(?<!\() *, */g, ", ");
      expect(read(after)).toBe([...names, own].join(", "));
      expect(read(planned("claude", "uninstall", after).after ?? "")).toBe(names.join(", "));
      expect(planned("claude", "uninstall", text).after).toBe(text);
    }),
    { numRuns: 30 },
  );
  const all = agent("tools: Read, mcp__toolgen, mcp__toolgen__old, mcp__toolgen__*\n");
  expect(planned("claude", "install", all).after).toBe(agent(`tools: Read, ${own}\n`));
});

it("leaves no agent with every tool that had a list, and takes none from one without", () => {
  for (const id of ["claude", "copilot"] as const) {
    expect(planned(id, "install", agent("")).problem).toContain("has no 'tools', so its agent has every tool");
    expect(planned(id, "uninstall", agent("")).after).toBe(agent(""));
  }
  expect(planned("claude", "uninstall", agent(`tools: ${own}\n`)).problem).toContain("without 'tools' its agent would have every tool");
  expect(planned("copilot", "uninstall", agent('tools: ["toolgen/changes"]\n')).after).toBe(agent("tools: []\n"));
  const permission = 'permission: { "toolgen_*": deny, "toolgen_changes": allow }\n';
  expect(planned("opencode", "install", agent("")).after).toBe(agent("").replace("sonnet\n", `sonnet\n${permission}`));
  expect(planned("opencode", "uninstall", agent(permission)).after).toBe(agent(""));
  const more = agent(permission.replace(" }", ', "bash": deny, "edit": { "*": ask } }'));
  expect(planned("opencode", "install", more).problem).toContain("Write it by hand");
});

it.each([
  ['["read", "toolgen/*", \'edit\']', '["read", "edit", "toolgen/changes"]'],
  ["[]", '["toolgen/changes"]'],
  ['["*"]', undefined],
  ['["read"] # these', undefined],
  ['["read" "edit"]', undefined],
  ["['it''s']", undefined],
  ["[read]", undefined],
  ['"read"', undefined],
])("changes the tools %s of Copilot CLI to %s", (before, after) => {
  const { after: text, problem } = planned("copilot", "install", agent(`tools: ${before}\n`));
  expect(text).toBe(after && agent(`tools: ${after}\n`));
  expect(problem === undefined).toBe(after !== undefined);
});

it.each(Object.entries(files))("removes the file that it made for %s, and refuses a link to nothing", (id, path) => {
  const made = planned(id as keyof typeof files, "install").after;
  expect(planned(id as keyof typeof files, "uninstall", made)).toMatchObject({ before: made, after: undefined, problem: undefined });
  const project = temporaryFolder();
  mkdirSync(dirname(join(project, path)), { recursive: true });
  symlinkSync("nothing.md", join(project, path));
  expect(plan(id as ClientId, "install", project).problem).toBe("is a link to a file that doesn't exist");
});

it("writes all files of agents, or none", () => {
  const project = temporaryFolder();
  const files = (["claude", "copilot"] as const).flatMap((id) => plan(id, "install", project).files);
  // Another program comes between.
  writeFileSync(join(project, ".github"), "mine");
  expect(writeAgents(files)).toMatchObject({ client: "copilot", problem: expect.stringMatching(/^can't be .*written: /) });
  expect(existsSync(join(project, ".claude/agents"))).toBe(false);
  expect(writeAgents(files.slice(0, 1))).toBeUndefined();
  expect(existsSync(join(project, ".claude/agents/mine.md"))).toBe(true);
});
