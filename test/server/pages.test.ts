import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { ToolRegistry } from "../../dist/runtime/index.js";
import { tokenFile } from "../../src/server/http/token-file.js";
import { projectOf } from "../kit/project.js";
import { temporaryCopy } from "../kit/temporary-folder.js";
import { program, toolgen } from "../kit/toolgen.js";
import { connectSdk, sdkClientNames } from "./connect.js";
import { servedOverHttp } from "./http/connect-http.js";
import { asClient, send } from "./http/send.js";
import { initialize, initialized, startServer } from "./raw-server.js";

const letters = [..."abcde"];
const documents = (make: (letter: string) => string) => letters.map(make).join("---\n");

let project: string;
beforeAll(() => {
  project = projectOf({
    "toolgen.yaml": "version: 1\nfeatures: [search]\ntargets: { mcp: { pageSize: 2 } }\n",
    "tools.d/tools.yaml": documents((l) => `name: tool_${l}\ndescription: d\nkind: read\nrisk: safe\ncommand: [echo, ${l}]\n`),
    "tools.d/prompts.yaml": documents((l) => `prompt: prompt_${l}\ndescription: d\n${l === "c" ? "scopes: [x]\n" : ""}text: Hello.\n`),
    "tools.d/resources.yaml": documents((l) => `resource: note_${l}\ndescription: d\nuri: notes://${l}\ntext: Hello.\n`),
    "tools.d/templates.yaml": documents(
      (l) =>
        `resource: page_${l}\ndescription: d\nuriTemplate: pages://${l}/{id}\nschema: { properties: { id: { enum: [x] } }, required: [id] }\ncommand: [echo, "{{id}}"]\n`,
    ),
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const tools = letters.map((letter) => `tool_${letter}`);
const lists = { tools, prompts: letters.map((l) => `prompt_${l}`), resources: letters.map((l) => `note_${l}`) };
const templates = letters.map((letter) => `page_${letter}`);

/** A page of a list, with the key that has its items. */
type Page = Readonly<Record<string, unknown>> & { readonly nextCursor?: string | undefined };
type ReadPage = (cursor: { readonly cursor?: string }) => Promise<object>;

/** Reads the pages of a list one by one, and returns the names on each. */
async function pagesOf(key: string, read: ReadPage): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = (await read(cursor === undefined ? {} : { cursor })) as Page;
    const items = page[key] as readonly { readonly name: string }[];
    pages.push(items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

const inPages = ([a = "", b = "", c = "", d = "", e = ""]: readonly string[]) => [[a, b], [c, d], [e]];

it.each(["stdio", "http"] as const)("gives both SDKs' clients every list in pages (%s)", async (over) => {
  const place = over === "stdio" ? { cwd: project } : await servedOverHttp(project, { pageSize: 2 });
  // The clients of SDK 2 read all pages by themselves.
  const first = await connectSdk("SDK 1", place);
  expect(await pagesOf("tools", (params) => first.listTools(params))).toEqual(inPages(lists.tools));
  expect(await pagesOf("prompts", (params) => first.listPrompts(params))).toEqual(inPages(lists.prompts));
  expect(await pagesOf("resources", (params) => first.listResources(params))).toEqual(inPages(lists.resources));
  expect(await pagesOf("resourceTemplates", (params) => first.listResourceTemplates(params))).toEqual(inPages(templates));
  for (const name of sdkClientNames.filter((one) => one !== "SDK 1")) {
    const client = await connectSdk(name, place);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(lists.tools);
    expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toEqual(lists.prompts);
    await expect(client.listTools({ cursor: "bad" })).rejects.toMatchObject({ code: -32602 });
  }
  await expect(first.listTools({ cursor: "bad" })).rejects.toMatchObject({ code: -32602 });
});

it("gives a registry all pages", async () => {
  const registry = new ToolRegistry({
    mcpServers: { paged: { command: process.execPath, args: ["generated/mcp/server.cjs"], cwd: project, trust: true } },
  });
  onTestFinished(() => registry.close());
  await registry.discoverAllTools();
  expect(registry.getAllTools().map(({ name }) => name)).toEqual(tools.map((name) => expect.stringContaining(name)));
});

it("lets another replica go on after a build that removed and added tools", async () => {
  const changed = temporaryCopy(project);
  const url = async (folder: string) => (await servedOverHttp(folder, { pageSize: 2 })).url;
  const first = await connectSdk("SDK 1", { url: await url(project) });
  const { nextCursor = "" } = await first.listTools();
  const fewer = letters
    .filter((letter) => letter !== "c")
    .map((l) => `name: tool_${l}\ndescription: d\nkind: read\ncommand: [echo, ${l}]\n`);
  writeFileSync(
    join(changed, "tools.d/tools.yaml"),
    [...fewer, "name: tool_bb\ndescription: d\nkind: read\ncommand: [echo]\n"].join("---\n"),
  );
  expect(toolgen(changed, ["build"]).status).toBe(0);
  const second = await connectSdk("SDK 1", { url: await url(changed) });
  expect((await second.listTools({ cursor: nextCursor })).tools.map(({ name }) => name)).toEqual(["tool_bb", "tool_d"]);
  writeFileSync(join(changed, "tools.d/tools.yaml"), "name: tool_z\ndescription: d\nkind: read\ncommand: [echo]\n");
  expect(toolgen(changed, ["build"]).status).toBe(0);
  await expect(second.listTools({ cursor: nextCursor })).rejects.toMatchObject({ code: -32602 });
});

it("makes pages of what a caller may see, and takes no cursor of other items", async () => {
  const path = join(project, "tokens");
  const hash = (token: string) => createHash("sha256").update(token).digest("hex");
  writeFileSync(path, `all sha256:${hash("all")} scope:x\nsome sha256:${hash("some")}\n`);
  const { url } = await servedOverHttp(project, { pageSize: 2, tokens: tokenFile(path) });
  const list = (token: string) => async (params: object) => {
    const headers = { ...asClient, "mcp-protocol-version": "2025-11-25", authorization: `Bearer ${token}` };
    const { body } = await send(url, { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "prompts/list", params }) });
    const { result, error } = JSON.parse(body.replace(/^[\s\S]*data: /, ""));
    return result ?? error;
  };
  expect(await pagesOf("prompts", list("all"))).toEqual(inPages(lists.prompts));
  expect(await pagesOf("prompts", list("some"))).toEqual([
    ["prompt_a", "prompt_b"],
    ["prompt_d", "prompt_e"],
  ]);
  const cursor = (name: string) => Buffer.from(`prompts ${name}`).toString("base64url");
  const [hidden, missing] = [await list("some")({ cursor: cursor("prompt_c") }), await list("some")({ cursor: cursor("prompt_x") })];
  expect([hidden, hidden.code]).toEqual([missing, -32602]);
  expect(await list("all")({ cursor: cursor("prompt_c") })).toMatchObject({ prompts: [{ name: "prompt_d" }, { name: "prompt_e" }] });
});

it("makes pages of the tools that the arguments and a user's settings leave", async () => {
  const names = async (server: { readonly args: readonly string[] } | { readonly program: readonly string[] }) => {
    const client = await connectSdk("SDK 1", { cwd: project, ...server });
    return pagesOf("tools", (params) => client.listTools(params));
  };
  expect(await names({ args: ["--tools", "tool_a,tool_c,tool_e"] })).toEqual([["tool_a", "tool_c"], ["tool_e"]]);
  expect(await names({ args: ["--risk", "tool_b=deny"] })).toEqual([
    ["tool_a", "tool_c"],
    ["tool_d", "tool_e"],
  ]);
  expect(await names({ args: ["--search"] })).toEqual([["find_tools", "describe_tools"], ["call_tool"]]);
  expect(await names({ args: ["--page-size", "4"] })).toEqual([tools.slice(0, 4), tools.slice(4)]);
  expect(await names({ program: [program, "mcp"] })).toEqual(inPages(tools));
  expect(await names({ program: [program, "mcp", "--page-size", "100"] })).toEqual([tools]);
});

it("starts with no size of a page that isn't a whole number", async () => {
  const server = startServer(project, { args: ["generated/mcp/server.cjs", "--page-size", "0"] });
  server.send(initialize, initialized);
  server.child.stdin.on("error", () => {});
  expect(await server.end()).toMatchObject({ code: 1, lines: [], stderr: expect.stringContaining("Write a whole number from 1.") });
});
