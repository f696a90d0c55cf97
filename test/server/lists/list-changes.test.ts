import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { ListChanges } from "../../../src/server/lists/list-changes.js";
import { parsedLists } from "../../../src/server/lists/served-lists.js";
import { generatedTools } from "../../../src/server/serve/generated-tools.js";
import { patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { program, toolgen } from "../../kit/toolgen.js";
import { warmToolgenAsync } from "../../kit/warm-toolgen.js";
import { connectSdk, HereTransport } from "../connect.js";
import { servedOverHttp } from "../http/connect-http.js";
import type { ServedHere } from "../raw-server.js";

const echo = "name: echo\ndescription: Prints a text.\nkind: read\ncommand: [printf, first]\n";
const greet = "prompt: greet\ndescription: Greets.\ntext: Hello.\n";
const self = { name: "toolgen-test", version: "1.0.0" };

const built = () => builtProject({ "toolgen.yaml": "version: 1\nserver: lists\n", "tools.d/echo.yaml": echo, "tools.d/greet.yaml": greet });

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

type Place = ServedHere | { readonly cwd: string; readonly program: readonly string[] } | { readonly url: string };

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
  const there = (make: (url: URL) => object) => {
    if ("url" in place) return make(new URL(place.url));
    if (!("program" in place)) return new HereTransport({ ...place, more: { lookMs: 20 } });
    return new Stdio1({ command: process.execPath, args: [...place.program], cwd: place.cwd, stderr: "pipe" });
  };
  if (era === "SDK 1") return { client: new Client1(self, { listChanged }), transport: there((url) => new Http1(url)) };
  const mode = era === "SDK 2 as in 2025" ? "legacy" : { pin: "2026-07-28" };
  const transport = there((url) => new Http2(url));
  return { client: new Client2(self, { listChanged, versionNegotiation: { mode } }), transport };
}

const textIn = (result: object) => (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text;

const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;
/** One client of each kind of notification. */
const kinds = ["SDK 1", "SDK 2 as of 2026-07-28"] as const;

it.each(eras)("tells %s about another build, and not about files that it doesn't serve", async (era) => {
  const cwd = built();
  const { followed, call } = await follow(era, { cwd });
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

it.each(kinds)("tells %s after the folder of the build was removed and made again", async (era) => {
  const cwd = built();
  const { followed } = await follow(era, { cwd });
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

it("serves changed specs with toolgen mcp, and the former ones while these have errors, and a changed toolgen.yaml", async () => {
  const cwd = built();
  rmSync(join(cwd, "generated"), { recursive: true });
  const { followed, call } = await follow("SDK 1", { program: [program, "mcp"], cwd });
  expect(await call()).toBe("first");
  writeFileSync(join(cwd, "tools.d/echo.yaml"), echo.replace("kind: read", "kind: raed").replace("first", "wrong"));
  writeFileSync(join(cwd, "tools.d/more.yaml"), echo.replaceAll("echo", "more"));
  expect(await call()).toBe("first");
  writeFileSync(join(cwd, "tools.d/echo.yaml"), echo.replace("first", "second"));
  await vi.waitFor(() => expect(followed.tools).toEqual([["echo", "more"]]), patience);
  expect(await call()).toBe("second");
  writeFileSync(join(cwd, "toolgen.yaml"), "version: 1\nserver: lists\nconfirm: { safe: ask }\n");
  // The tools' hints have changed.
  await vi.waitFor(
    () =>
      expect(followed.tools).toEqual([
        ["echo", "more"],
        ["echo", "more"],
      ]),
    patience,
  );
});

it.each(kinds)("tells %s over HTTP", async (era) => {
  const cwd = built();
  const { url } = await servedOverHttp(cwd, { hasSessions: true });
  const { followed } = await follow(era, { url });
  writeFileSync(join(cwd, "tools.d/more.yaml"), echo.replaceAll("echo", "more"));
  build(cwd);
  await vi.waitFor(() => expect(followed.tools).toEqual([["echo", "more"]]), patience);
});

it.each(kinds)("tells %s about the user's settings, whose folder need not exist", async (era) => {
  const cwd = built();
  const env = { PATH: process.env.PATH ?? "", XDG_CONFIG_HOME: join(cwd, "home", "config") };
  const { followed, call } = await follow(era, { cwd, env });
  // It begins to watch after it has answered the first request.
  expect(await call()).toBe("first");
  const settings = join(env.XDG_CONFIG_HOME, "toolgen", "settings.json");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ risk: { echo: { decision: "deny" } } }));
  await vi.waitFor(() => expect(followed.tools.at(-1)).toEqual([]), patience);
  rmSync(settings);
  await vi.waitFor(() => expect(followed.tools.at(-1)).toEqual(["echo"]), patience);
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
  const client = await connectSdk("SDK 1", { cwd, program: [program, "mcp"] });
  const image = async () => JSON.stringify((await client.getPrompt({ name: "look" })).messages);
  await client.listPrompts();
  expect(await image()).toContain(Buffer.from("one").toString("base64"));
  writeFileSync(join(cwd, "pixel.png"), "another");
  await vi.waitFor(async () => expect(await image()).toContain(Buffer.from("another").toString("base64")), patience);
});

const texts = ["first", "second", "third", "fourth", "fifth", "sixth"];

it.each(["toolgen mcp", "generated/mcp/server.cjs"])(
  "loses no call of %s while specs change, and answers each by one state of them",
  async (name) => {
    const cwd = built();
    const isCompiled = name === "toolgen mcp";
    const { call } = await (isCompiled ? follow("SDK 1", { program: [program, "mcp"], cwd }) : follow("SDK 2 as of 2026-07-28", { cwd }));
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
  },
);

/** A build that doesn't hold up the test's own calls. */
async function builtBeside(cwd: string): Promise<void> {
  const { PATH } = process.env;
  expect(await warmToolgenAsync({ folder: cwd, args: ["build"], environment: { PATH }, input: "" })).toMatchObject({ status: 0 });
}
