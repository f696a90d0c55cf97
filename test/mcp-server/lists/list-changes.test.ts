import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { generatedTools } from "../../../src/mcp-server/generated-tools.js";
import { ListChanges } from "../../../src/mcp-server/lists/list-changes.js";
import { parsedLists } from "../../../src/mcp-server/lists/parsed-lists.js";
import { patience } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { program, toolgen } from "../../kit/toolgen.js";
import { servedOverHttp } from "../http/connect-http.js";
import { connectSdk } from "../sdk-clients.js";

const echo = "name: echo\ndescription: Prints a text.\nkind: read\ncommand: [printf, first]\n";
const greet = "prompt: greet\ndescription: Greets.\ntext: Hello.\n";
const self = { name: "toolgen-test", version: "1.0.0" };

function built(): string {
  const folder = projectOf({ "toolgen.yaml": "version: 1\nserver: lists\n", "tools.d/echo.yaml": echo, "tools.d/greet.yaml": greet });
  build(folder);
  return folder;
}

const build = (folder: string) => expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });

/** The lists that a client has fetched because it was told that they changed. */
class Followed {
  readonly tools: string[][] = [];
  readonly prompts: string[][] = [];

  readonly listChanged = {
    tools: { debounceMs: 0, onChanged: (_error: Error | null, items: Named) => void this.tools.push(namesIn(items)) },
    prompts: { debounceMs: 0, onChanged: (_error: Error | null, items: Named) => void this.prompts.push(namesIn(items)) },
  };
}

type Named = readonly { readonly name: string }[] | null;
const namesIn = (items: Named) => (items ?? []).map(({ name }) => name);

type Place = { readonly args: string[]; readonly cwd: string; readonly env?: Record<string, string> } | { readonly url: string };

/** Connects a client that follows the lists, and has read its tools. */
async function follow(era: (typeof eras)[number], place: Place) {
  const followed = new Followed();
  const { client, transport } = clientOf(era, place, followed);
  await client.connect(transport as never, patience);
  onTestFinished(() => client.close());
  await client.listTools();
  return { followed, call: async () => textIn(await client.callTool({ name: "echo", arguments: {} })) };
}

function clientOf(era: (typeof eras)[number], place: Place, { listChanged }: Followed) {
  const server = { command: process.execPath, stderr: "pipe" } as const;
  if (era === "SDK 1") {
    const transport = "url" in place ? new Http1(new URL(place.url)) : new Stdio1({ ...place, ...server });
    return { client: new Client1(self, { listChanged }), transport };
  }
  const mode = era === "SDK 2 as in 2025" ? "legacy" : { pin: "2026-07-28" };
  const transport = "url" in place ? new Http2(new URL(place.url)) : new Stdio2({ ...place, ...server });
  return { client: new Client2(self, { listChanged, versionNegotiation: { mode } }), transport };
}

const textIn = (result: object) => (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text;

const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;

it.each(eras)("tells %s about another build, and not about files that it doesn't serve", async (era) => {
  const cwd = built();
  const { followed, call } = await follow(era, { args: ["generated/mcp/server.cjs"], cwd });
  await vi.waitFor(() => expect(call()).resolves.toBe("first"), patience);
  // A build that changes nothing, and one that changes a command, leave the lists as they are.
  build(cwd);
  writeFileSync(join(cwd, "tools.d/echo.yaml"), echo.replace("first", "second"));
  build(cwd);
  await vi.waitFor(() => expect(call()).resolves.toBe("second"), patience);
  writeFileSync(join(cwd, "tools.d/more.yaml"), echo.replaceAll("echo", "more"));
  build(cwd);
  await vi.waitFor(() => expect(followed).toMatchObject({ tools: [["echo", "more"]], prompts: [] }), patience);
  writeFileSync(join(cwd, "tools.d/greet.yaml"), `${greet}---\nprompt: part\ndescription: Ends.\ntext: Bye.\n`);
  build(cwd);
  await vi.waitFor(() => expect(followed).toMatchObject({ tools: [["echo", "more"]], prompts: [["greet", "part"]] }), patience);
});

it.each(eras)("tells %s after the folder of the build was removed and made again", async (era) => {
  const cwd = built();
  const { followed } = await follow(era, { args: ["generated/mcp/server.cjs"], cwd });
  rmSync(join(cwd, "generated"), { recursive: true });
  writeFileSync(join(cwd, "tools.d/more.yaml"), echo.replaceAll("echo", "more"));
  build(cwd);
  await vi.waitFor(() => expect(followed.tools).toEqual([["echo", "more"]]), patience);
});

it.each([
  ["the specs", (cwd: string) => writeFileSync(join(cwd, "tools.d/more.yaml"), echo.replaceAll("echo", "more")), ["tools_list_changed"]],
  ["a prompt", (cwd: string) => writeFileSync(join(cwd, "tools.d/greet.yaml"), greet.replace("Greets", "Hails")), ["prompts_list_changed"]],
  ["nothing", () => {}, []],
])("tells of a build after the list was read and before it is watched, where %s changed", async (_what, change, expected) => {
  const cwd = built();
  const source = generatedTools({ folder: join(cwd, "generated/mcp"), require: createRequire(import.meta.url) });
  const options = { workspace: cwd, env: { HOME: cwd }, log: () => {} };
  const changes = new ListChanges(source, options);
  onTestFinished(() => changes.close());
  const events: string[] = [];
  changes.subscribe(({ kind }) => void events.push(kind));
  changes.watched(parsedLists(source, options)).tools("canonical");
  // Before the event loop goes on.
  change(cwd);
  build(cwd);
  await vi.waitFor(() => expect(events).toEqual(expect.arrayContaining(expected)), patience);
  if (expected.length === 0) await sleep(300);
  expect(events.length > 0).toBe(expected.length > 0);
});

it.each(eras)("serves %s changed specs, and the former ones while these have errors", async (era) => {
  const cwd = built();
  rmSync(join(cwd, "generated"), { recursive: true });
  const { followed, call } = await follow(era, { args: [program, "mcp"], cwd });
  expect(await call()).toBe("first");
  writeFileSync(join(cwd, "tools.d/echo.yaml"), echo.replace("kind: read", "kind: raed").replace("first", "wrong"));
  writeFileSync(join(cwd, "tools.d/more.yaml"), echo.replaceAll("echo", "more"));
  expect(await call()).toBe("first");
  writeFileSync(join(cwd, "tools.d/echo.yaml"), echo.replace("first", "second"));
  await vi.waitFor(() => expect(followed.tools).toEqual([["echo", "more"]]), patience);
  expect(await call()).toBe("second");
});

it.each(eras)("tells %s over HTTP", async (era) => {
  const cwd = built();
  const { url } = await servedOverHttp(cwd, { hasSessions: true });
  const { followed } = await follow(era, { url });
  writeFileSync(join(cwd, "tools.d/more.yaml"), echo.replaceAll("echo", "more"));
  build(cwd);
  await vi.waitFor(() => expect(followed.tools).toEqual([["echo", "more"]]), patience);
});

it.each(eras)("tells %s about the user's settings, whose folder need not exist", async (era) => {
  const cwd = built();
  const env = { PATH: process.env.PATH ?? "", XDG_CONFIG_HOME: join(cwd, "home", "config") };
  const { followed, call } = await follow(era, { args: ["generated/mcp/server.cjs"], cwd, env });
  // It begins to watch after it has answered the first request.
  expect(await call()).toBe("first");
  const settings = join(env.XDG_CONFIG_HOME, "toolgen", "settings.json");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ risk: { echo: { decision: "deny" } } }));
  await vi.waitFor(() => expect(followed.tools.at(-1)).toEqual([]), patience);
  rmSync(settings);
  await vi.waitFor(() => expect(followed.tools.at(-1)).toEqual(["echo"]), patience);
});

it.each(eras)("tells %s about a changed toolgen.yaml", async (era) => {
  const cwd = built();
  const { followed } = await follow(era, { args: [program, "mcp"], cwd });
  writeFileSync(join(cwd, "toolgen.yaml"), "version: 1\nserver: lists\nconfirm: { safe: ask }\n");
  // The tool's hints have changed.
  await vi.waitFor(() => expect(followed.tools).toEqual([["echo"]]), patience);
});

it("tells callers about scopes and toolsets, by which they get another part of a list", async () => {
  const cwd = built();
  const { url } = await servedOverHttp(cwd, { hasSessions: true });
  const { followed } = await follow("SDK 1", { url });
  writeFileSync(join(cwd, "tools.d/greet.yaml"), `${greet}scopes: [greet]\n`);
  build(cwd);
  await vi.waitFor(() => expect(followed).toMatchObject({ tools: [], prompts: [["greet"]] }), patience);
  writeFileSync(join(cwd, "tools.d/echo.yaml"), `${echo}toolsets: [printing]\n`);
  build(cwd);
  await vi.waitFor(() => expect(followed).toMatchObject({ tools: [["echo"]], prompts: [["greet"]] }), patience);
});

it("serves a changed image of a prompt", async () => {
  const cwd = built();
  writeFileSync(join(cwd, "pixel.png"), "one");
  writeFileSync(join(cwd, "tools.d/look.yaml"), "prompt: look\ndescription: Looks.\nmessages: [{ image: pixel.png }]\n");
  const client = await connectSdk("SDK 2 as of 2026-07-28", { cwd, args: [program, "mcp"] });
  const image = async () => JSON.stringify((await client.getPrompt({ name: "look" })).messages);
  await client.listPrompts();
  expect(await image()).toContain(Buffer.from("one").toString("base64"));
  writeFileSync(join(cwd, "pixel.png"), "another");
  await vi.waitFor(async () => expect(await image()).toContain(Buffer.from("another").toString("base64")), patience);
});

const texts = ["first", "second", "third", "fourth", "fifth", "sixth"];

it.each([
  ["toolgen mcp", [program, "mcp"]],
  ["generated/mcp/server.cjs", ["generated/mcp/server.cjs"]],
])("loses no call of %s while specs change, and answers each by one state of them", async (name, args) => {
  const cwd = built();
  const isCompiled = name === "toolgen mcp";
  const { call } = await follow("SDK 2 as of 2026-07-28", { args, cwd });
  let isChanging = true;
  const answers: (string | undefined)[] = [];
  const caller = async () => {
    while (isChanging) answers.push(await call());
  };
  const callers = Promise.all(Array.from({ length: 6 }, caller));
  for (const text of texts) {
    writeFileSync(join(cwd, "tools.d/echo.yaml"), echo.replace("first", text));
    writeFileSync(join(cwd, `tools.d/${text}.yaml`), echo.replaceAll("echo", `echo_${text}`));
    if (!isCompiled) await builtBeside(cwd);
    // A call that is sent after the change gets the new text, while others are running.
    await vi.waitFor(() => expect(call()).resolves.toBe(text), patience);
  }
  isChanging = false;
  await callers;
  expect(answers.length).toBeGreaterThan(texts.length);
  expect(answers.filter((answer) => answer === undefined || !texts.includes(answer))).toEqual([]);
});

/** A build that doesn't hold up the test's own calls. */
async function builtBeside(cwd: string): Promise<void> {
  const [status] = await once(spawn(process.execPath, [program, "build"], { cwd, stdio: "ignore" }), "close");
  expect(status).toBe(0);
}
