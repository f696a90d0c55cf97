import { afterEach, beforeAll, expect, it } from "vitest";
import { readSelection } from "../../../src/server/tool-selection.js";
import { builtProject } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { clients, clientsHere, type Session } from "../connect.js";

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

const cases = [
  { name: "server.cjs", args: ["--toolsets", "git"], offered: ["look", "push"] },
  { name: "server.cjs", args: ["--toolsets", "daily,git", "--read-only"], offered: ["look"] },
  // The tools of a background tool come with it.
  { name: "server.cjs", args: ["--tools=serve"], offered: ["serve", "serve_output", "serve_stop"] },
  { name: "server.cjs", args: ["--toolsets=daily", "--tools", "push"], offered: ["look", "push"] },
  { name: "toolgen mcp", args: ["--toolsets", "daily,git", "--read-only"], offered: ["look"] },
];

it.each(cases)("$name $args offers $offered, and knows no other tool", async ({ name, args, offered }) => {
  const isHere = name === "server.cjs";
  const session = await (isHere ? clientsHere : clients)["SDK 1"]({ args: [...(isHere ? [] : [program, "mcp"]), ...args], cwd: project });
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
  const { status, stderr } = toolgen(project, ["mcp", ...args]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(said) });
});

it("reads nothing as every tool, and an empty list as a mistake", () => {
  expect(readSelection({})).toBeUndefined();
  expect(readSelection({ readOnly: false })).toBeUndefined();
  expect(() => readSelection({ tools: "" })).toThrow("--tools");
});
