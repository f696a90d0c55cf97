import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { patience } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program, toolgen } from "../../kit/toolgen.js";
import { toolgenProcess } from "../../kit/toolgen-process.js";
import { HereTransport } from "../connect.js";

const eras = ["SDK 1", "SDK 2 as in 2025"] as const;
const self = { name: "toolgen-test", version: "1.0.0" };

let project: string;
/** Two folders that a client may open, and one that it may not. */
let allowed: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/where.yaml": "name: where\ndescription: d\nkind: read\ncommand: [pwd]\n",
    "tools.d/show.yaml":
      "name: show\ndescription: d\nkind: read\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: read }\ncommand: [cat, '{{file}}']\n",
    "tools.d/note.yaml": "resource: note\ndescription: d\nuri: note://all\ncommand: [cat, note.txt]\n",
  });
  allowed = temporaryFolder();
  for (const name of ["one", "two", "größe"]) {
    mkdirSync(join(allowed, name));
    writeFileSync(join(allowed, name, "note.txt"), name);
  }
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const uri = (...parts: readonly string[]) => pathToFileURL(join(allowed, ...parts)).href;

interface Opened {
  /** The URIs of the client's roots; it has no roots without them. */
  roots?: readonly string[];
  readonly notifies?: boolean;
  readonly args?: readonly string[];
  /** The program of a server that the client starts. */
  readonly program?: readonly string[];
}

/** A client with roots, that can open others, and counts how often it is asked. */
async function open(era: (typeof eras)[number] | "SDK 2 as of 2026-07-28", opened: Opened) {
  const { args = ["--roots", allowed], notifies = true } = opened;
  const capabilities = opened.roots === undefined ? {} : { roots: { listChanged: notifies } };
  let asked = 0;
  const list = async () => {
    asked++;
    return { roots: (opened.roots ?? []).map((one) => ({ uri: one })) };
  };
  const client = era === "SDK 1" ? new Client1(self, { capabilities }) : new Client2(self, { capabilities, ...versionOf(era) });
  if (opened.roots !== undefined) {
    if (client instanceof Client1) client.setRequestHandler(ListRootsRequestSchema, list);
    else client.setRequestHandler("roots/list", list);
  }
  const transport = opened.program
    ? new Stdio2({ command: process.execPath, args: [...opened.program], cwd: project, stderr: "pipe" })
    : new HereTransport({ cwd: project, args });
  await client.connect(transport as never, patience);
  onTestFinished(() => client.close());
  const call = async (name: string, given: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...given } });
    const { content, isError = false } = result as { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean };
    return { text: content[0]?.text, isError };
  };
  return {
    call,
    read: async () => (await client.readResource({ uri: "note://all" })).contents[0],
    asked: () => asked,
    change: async (...roots: readonly string[]) => {
      opened.roots = roots;
      await client.sendRootsListChanged();
    },
  };
}

const versionOf = (era: string) =>
  ({ versionNegotiation: { mode: era === "SDK 2 as in 2025" ? "legacy" : { pin: "2026-07-28" } } }) as const;

it.each(eras)("works in the root of %s, and follows it", async (era) => {
  const { call, read, asked, change } = await open(era, { roots: [uri("one")] });
  expect(await call("where")).toEqual({ text: join(allowed, "one"), isError: false });
  expect(await call("show", { file: "note.txt" })).toEqual({ text: "one", isError: false });
  expect(await read()).toMatchObject({ text: "one" });
  expect(asked()).toBe(1);
  await change(uri("two"));
  await vi.waitFor(async () => expect(await call("show", { file: "note.txt" })).toEqual({ text: "two", isError: false }), patience);
  expect(asked()).toBe(2);
});

it("doesn't let a path leave the root", async () => {
  const { call } = await open("SDK 1", { roots: [uri("one")] });
  for (const file of ["../two/note.txt", join(allowed, "two/note.txt")])
    expect(await call("show", { file })).toMatchObject({ isError: true, text: expect.stringContaining("outside") });
});

it("takes roots with other characters", async () => {
  const { call } = await open("SDK 1", { roots: [uri("größe")] });
  expect(await call("show", { file: "note.txt" })).toEqual({ text: "größe", isError: false });
});

it("asks a client that doesn't notify before each call", async () => {
  const { call, asked } = await open("SDK 2 as in 2025", { roots: [uri("one")], notifies: false });
  await call("where");
  await call("where");
  expect(asked()).toBe(2);
});

it.each([
  { why: "none", roots: () => [], said: "The client has no root to work in." },
  { why: "several", roots: () => [uri("one"), uri("two")], said: "The client has 2 roots" },
  { why: "one that isn't a file", roots: () => ["https://example.com/one"], said: "must be a file:// URI" },
  { why: "one on another machine", roots: () => ["file://host/one"], said: "is not a folder of this machine" },
  { why: "one that doesn't exist", roots: () => [uri("three")], said: "is not a folder of this machine" },
  { why: "a file", roots: () => [uri("one", "note.txt")], said: "is not a folder" },
  { why: "one outside", roots: () => [pathToFileURL(project).href], said: "is outside of" },
  { why: "one beside, with the same beginning", roots: () => [pathToFileURL(`${besideAllowed()}`).href], said: "is outside of" },
  { why: "a link to the outside", roots: () => [pathToFileURL(linkOut()).href], said: "is outside of" },
])("runs nothing for a client with $why", async ({ roots, said }) => {
  for (const era of ["SDK 1", "SDK 2 as in 2025"] as const) {
    const { call, read, change } = await open(era, { roots: roots() });
    expect(await call("where")).toEqual({ isError: true, text: expect.stringContaining(said) });
    await expect(read()).rejects.toThrow(said);
    // It may open a folder meanwhile.
    await change(uri("one"));
    await vi.waitFor(async () => expect(await call("where")).toMatchObject({ isError: false }), patience);
  }
});

function besideAllowed(): string {
  mkdirSync(`${allowed}-more`, { recursive: true });
  return `${allowed}-more`;
}

function linkOut(): string {
  const link = join(allowed, `link-${Math.random().toString(36).slice(2)}`);
  symlinkSync(project, link);
  return link;
}

it.each(["SDK 1", "SDK 2 as of 2026-07-28"] as const)("works in its own folder for %s without roots, if that is allowed", async (era) => {
  const inside = await open(era, { args: ["--roots", project] });
  expect(await inside.call("where")).toEqual({ text: project, isError: false });
  const chosen = await open(era, { args: ["--roots", allowed, "--workspace", join(allowed, "two")] });
  expect(await chosen.call("where")).toEqual({ text: join(allowed, "two"), isError: false });
  const outside = await open(era, {});
  expect(await outside.call("where")).toEqual({ isError: true, text: expect.stringContaining("The client names no roots.") });
});

it("asks no client for roots without the flag", async () => {
  const { call, asked } = await open("SDK 1", { roots: [uri("one")], args: [] });
  expect(await call("where")).toEqual({ text: project, isError: false });
  expect(asked()).toBe(0);
});

it("has the option in toolgen mcp, too", async () => {
  const { call } = await open("SDK 1", { roots: [uri("two")], program: [program, "mcp", "--roots", allowed] });
  expect(await call("where")).toEqual({ text: join(allowed, "two"), isError: false });
});

it.each([
  { args: ["--roots", "missing"], said: "which is not a folder" },
  { args: ["--roots", ""], said: "--roots is empty" },
  { args: ["--roots", ".", "--http"], said: "--roots is for a server on standard input and output" },
])("doesn't start with $args", async ({ args, said }) => {
  const { status, stderr } = toolgenProcess(project, ["mcp", ...args]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(said) });
});
