import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { builtProject } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { clients, clientsHere, type Session } from "./connect.js";
import { envelope, serverHere, startServer } from "./raw-server.js";

const program = join(import.meta.dirname, "../../dist/cli/main.js");
const bundle = "generated/mcp/server.cjs";
const tool = (name: string, more: string) =>
  `name: ${name}\ndescription: d\nschema: { properties: { all: { type: boolean } } }\ncommand: [echo, ${name}, "{{#if all}}all{{/if}}"]\n${more}`;

let project: string;
beforeAll(() => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nrisk: { governed: { level: dangerous } }\n",
    "tools.d/look.yaml": tool("look", "kind: read\ntoolsets: [git]\nannotations: { openWorldHint: true }\n"),
    "tools.d/push.yaml": tool(
      "push",
      "kind: edit\nnameAliases: [upload]\ntoolsets: [git]\nrisk: { rules: [{ when: { all: true }, level: dangerous }] }\n",
    ),
    "tools.d/governed.yaml": tool("governed", "kind: read\nannotations: { readOnlyHint: true, destructiveHint: false }\n"),
  });
});
const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

/** The hints that a server lists under a user's settings, as letters: readOnly, Destructive, Idempotent, Open world. */
async function listed(session: Session): Promise<Readonly<Record<string, string>>> {
  const tools = await session.list();
  return Object.fromEntries(
    tools.map(({ name, annotations }) => {
      const hints: Readonly<Record<string, unknown>> = { ...annotations };
      const letter = (hint: string, sign: string) => (hints[hint] === true ? sign : "-");
      expect(hints.title).toBe(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
      return [
        name,
        ["readOnly", "destructive", "idempotent", "openWorld"].map((one) => letter(`${one}Hint`, (one[0] ?? "").toUpperCase())).join(""),
      ];
    }),
  );
}

/** A server whose user's settings can be written while it runs. */
async function start(args: readonly string[] = [bundle]) {
  const XDG_CONFIG_HOME = temporaryFolder();
  const file = join(XDG_CONFIG_HOME, "toolgen/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  const [name, ...more] = args;
  const server = { cwd: project, env: { XDG_CONFIG_HOME } };
  const session = await (name === bundle ? clientsHere["SDK 1"]({ ...server, args: more }) : clients["SDK 1"]({ ...server, args }));
  sessions.push(session);
  return {
    session,
    file,
    say: (settings: object | string) => writeFileSync(file, typeof settings === "string" ? settings : JSON.stringify(settings)),
    unsay: () => rmSync(file),
  };
}

const asBuilt = { governed: "-D--", look: "R-IO", push: "-D--" };

it.each([[[bundle]], [[program, "mcp"]]])("lists tools as the user's settings leave them, while it runs (%s)", async (args) => {
  const { session, say, unsay } = await start(args);
  expect(await listed(session)).toEqual(asBuilt);
  say({ risk: { push: { decision: "deny" }, look: { decision: "ask" } } });
  expect(await listed(session)).toEqual({ governed: "-D--", look: "---O" });
  say({ risk: { "toolset:git": "dangerous" } });
  expect(await listed(session)).toEqual({ governed: "-D--", look: "-D-O", push: "-D--" });
  say({ risk: { push: { decision: "allow", level: "safe" } } });
  expect(await listed(session)).toEqual({ ...asBuilt, push: "----" });
  say({ confirm: { dangerous: "deny", moderate: "deny" } });
  expect(await listed(session)).toEqual({ look: "R-IO" });
  unsay();
  expect(await listed(session)).toEqual(asBuilt);
});

it("lists all where settings can't be read, and refuses every call of it", async () => {
  const { session, say } = await start();
  say('{ "risk": { "push": { "decision": "de');
  expect(await listed(session)).toEqual(asBuilt);
  expect(await session.call("look", {})).toEqual({
    isError: true,
    text: expect.stringMatching(/permissions cannot be determined[\s\S]*not valid JSON[\s\S]*until the user corrects the settings/),
  });
});

it("goes by what the user's file says when a call comes, though its size and time are what they were", async () => {
  const { session, file, say } = await start();
  const saying = (decision: string) => {
    say(`{ "risk": { "look": { "decision": ${decision} } } }`);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
  };
  for (let round = 0; round < 3; round++) {
    saying('"allow"');
    expect(await session.call("look", {})).toEqual({ isError: false, text: "look" });
    saying('"deny" ');
    expect(await session.call("look", {})).toEqual({
      isError: true,
      text: expect.stringContaining("denied by the user's settings: risk.look"),
    });
  }
});

it("tells people of a --risk that is about no tool here", async () => {
  const { session } = await start([bundle, "--risk", "psuh=deny", "--risk", "toolset:git=moderate", "--risk", "toolset:gti=deny"]);
  await session.list();
  expect(session.said()).toBe(
    "toolgen mcp: --risk speaks of 'psuh', which is not a tool here. Did you mean 'push'?\ntoolgen mcp: --risk speaks of 'toolset:gti', which is not a toolset here. Did you mean 'toolset:git'?\n",
  );
});

it.each([[[bundle]], [[program, "mcp"]]])("says which tool a --risk means that gives another name of it (%s)", async (server) => {
  const { session } = await start([...server, "--risk", "upload=deny"]);
  await session.list();
  expect(session.said()).toBe("toolgen mcp: --risk speaks of 'upload', which is not a tool here. Did you mean 'push'?\n");
});

it("goes by its own arguments before the user's file", async () => {
  const { session, say } = await start([bundle, "--risk", "push=allow", "--risk", "look=deny"]);
  say({ risk: { push: { decision: "deny" } } });
  expect(await listed(session)).toEqual({ governed: "-D--", push: "-D--" });
  expect(await session.call("push", {})).toEqual({ isError: false, text: "push" });
  expect(await session.call("look", {})).toEqual({ isError: true, text: expect.stringContaining("denied by the command line: risk.look") });
});

it.each([[[bundle]], [[program, "mcp"]]])("reads no resource that --risk denies, and knows its name (%s)", async (args) => {
  const folder = builtProject({
    "tools.d/all.yaml":
      "name: look\ndescription: d\nkind: read\ncommand: [echo]\n---\nresource: motto\nuri: n://motto\ndescription: d\ntext: Count first.\n---\n" +
      "resource: note\nuriTemplate: n://notes/{x}\ndescription: d\nschema: { properties: { x: { type: string } }, required: [x] }\ncommand: [echo, '{{x}}']\n",
  });
  const [name, ...more] = [...args, "--risk", "motto=deny", "--risk", "note=ask", "--risk", "noet=deny"];
  const server = name === bundle ? serverHere(folder, { args: more }) : startServer(folder, { args: [name ?? "", ...more] });
  for (const [id, uri] of ["n://motto", "n://notes/a"].entries()) {
    server.send({ id, method: "resources/read", params: { uri, ...envelope } });
    expect((await server.answer(id)).error?.message).toMatch(/^(motto|note) was not run: this safe call (is denied|requires confirmation)/);
  }
  expect((await server.end()).stderr).toBe("toolgen mcp: --risk speaks of 'noet', which is not a tool here. Did you mean 'note'?\n");
});
