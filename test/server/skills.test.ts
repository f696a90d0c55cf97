import { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { builtProject } from "../kit/project.js";

let project: string;
beforeAll(() => {
  const tool = (name: string, more: string) => `name: ${name}\ndescription: Look at ${name}.\nkind: read\ncommand: [wc]\n${more}`;
  project = builtProject({
    "toolgen.yaml": "version: 1\nserver: notes\ntargets: { skills: { version: 1.2.0 }, mcp: { pageSize: 1 } }\n",
    "tools.d/a.yaml": tool("find_note", "toolsets: [find]\n"),
    "tools.d/b.yaml": tool("count_words", ""),
    // With the name of a skill, so that a cursor can't be a name.
    "tools.d/r.yaml": "resource: notes\nuri: notes://all\ndescription: d\ntext: All notes.\n",
  });
});

async function connected(...args: readonly string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ["generated/mcp/server.cjs", ...args], cwd: project, stderr: "ignore" }),
  );
  return client;
}

it("serves skills whose every file a client of the SDK verifies", async () => {
  const client = await connected();
  const skills = new SkillsClient(client);
  const { skills: entries } = await skills.list();
  expect(entries.map(({ uri }) => uri)).toEqual(["skill://notes-find/SKILL.md", "skill://notes/SKILL.md"]);
  for (const entry of entries) {
    const resources = entry.resources === "dynamic" ? [] : entry.resources;
    const files = await Promise.all(resources.map(({ uri }) => skills.read(entry, uri)));
    expect(files.map(({ verified }) => verified)).toEqual(resources.map(() => true));
  }
  expect((await client.readResource({ uri: "skill://notes/references/count_words.md" })).contents).toMatchObject([
    { mimeType: "text/markdown", text: expect.stringContaining("Look at count_words.") },
  ]);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(["notes://all", "skill://notes-find/SKILL.md", "skill://notes/SKILL.md"]);
});

it.each([
  ["skill://notes/../../mcp/server.json"],
  ["skill://notes/references/../../notes-find/SKILL.md"],
  ["skill://notes/references/%2e%2e/SKILL.md"],
  ["skill://notes/references"],
  ["skill://notes"],
])("reads nothing but files of skills: %s", async (uri) => {
  await expect((await connected()).readResource({ uri })).rejects.toThrow();
});

it("doesn't offer a skill none of whose tools the client is offered, nor its files", async () => {
  const client = await connected("--tools", "count_words");
  expect((await new SkillsClient(client).list()).skills.map(({ uri }) => uri)).toEqual(["skill://notes/SKILL.md"]);
  await expect(client.readResource({ uri: "skill://notes-find/SKILL.md" })).rejects.toThrow();
});
