import { afterEach, beforeAll, expect, it } from "vitest";
import { readSelection } from "../../../src/mcp-server/lists/tool-selection.js";
import { builtProject } from "../../kit/project.js";
import { toolgenProcess } from "../../kit/toolgen.js";
import { clients, type Session } from "../connect.js";

const spec = (name: string, more: string) => `name: ${name}\ndescription: d\n${more}`;
const program = new URL("../../../dist/cli/main.js", import.meta.url).pathname;

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/look.yaml": spec("look", "kind: read\ntoolsets: [git, daily]\nnameAliases: [peek]\ncommand: [echo, look]\n"),
    "tools.d/push.yaml": spec("push", "kind: edit\nrisk: safe\ntoolsets: [git]\ncommand: [echo, push]\n"),
    "tools.d/serve.yaml": spec("serve", "kind: execute\nrisk: safe\ncommand: [sleep, '600']\nbackground: {}\n"),
  });
});
const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

const programs = { "server.cjs": ["generated/mcp/server.cjs"], "toolgen mcp": [program, "mcp"] };
const cases = Object.keys(programs).flatMap((name) => [
  { name, args: ["--toolsets", "git"], offered: ["look", "push"] },
  { name, args: ["--toolsets", "daily,git", "--read-only"], offered: ["look"] },
  // The tools of a background tool come with it.
  { name, args: ["--tools=serve"], offered: ["serve", "serve_output", "serve_stop"] },
  { name, args: ["--toolsets=daily", "--tools", "push"], offered: ["look", "push"] },
]);

it.each(cases)("$name $args offers $offered, and knows no other tool", async ({ name, args, offered }) => {
  const start = programs[name as keyof typeof programs];
  const session = await clients["SDK 1"]({ args: [...start, ...args], cwd: project });
  sessions.push(session);
  expect((await session.list()).map((tool) => tool.name)).toEqual(offered);
  for (const tool of ["look", "push"])
    if (offered.includes(tool)) expect(await session.call(tool, {})).toEqual({ text: tool, isError: false });
    else await expect(session.call(tool, {})).rejects.toThrow(/no tool named ['"]/);
  // An alias doesn't get around it.
  if (!offered.includes("look")) await expect(session.call("peek", {})).rejects.toThrow(/no tool named ['"]/);
});

it.each([
  { args: ["--toolsets", "gti"], said: "There is no toolset 'gti' here. Did you mean 'git'?" },
  { args: ["--tools", "look,psuh"], said: "There is no tool 'psuh' here. Did you mean 'push'?" },
  { args: ["--tools", "look,,push"], said: "--tools takes names with commas between them" },
])("doesn't start with $args", async ({ args, said }) => {
  const { status, stderr } = await toolgenProcess(project, ["mcp", ...args]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(said) });
});

it("reads nothing as every tool, and an empty list as a mistake", () => {
  expect(readSelection({})).toBeUndefined();
  expect(readSelection({ readOnly: false })).toBeUndefined();
  expect(() => readSelection({ tools: "" })).toThrow("--tools");
});
