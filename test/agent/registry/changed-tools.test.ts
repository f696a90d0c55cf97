import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type ConfirmationAnswer, type ConfirmationRequest, executeFunctionCall, ToolRegistry } from "../../../src/runtime/index.js";
import { patience } from "../../kit/eventually.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const program = fileURLToPath(new URL("programs/mcp-server.mjs", import.meta.url));
const never = new AbortController().signal;

let XDG_CONFIG_HOME: string;
beforeEach(() => {
  XDG_CONFIG_HOME = temporaryFolder();
});

/** A registry with the tools of one server, which says something else of `echo` once it is told to, and has another tool. */
async function registryOf(mode = "good") {
  const told: string[] = [];
  const environment = { workspace: XDG_CONFIG_HOME, env: { PATH: process.env.PATH, XDG_CONFIG_HOME } };
  const registry = new ToolRegistry({
    environment,
    mcpServers: { hand: { command: process.execPath, args: [program, mode, join(XDG_CONFIG_HOME, "mark")] } },
    onApprovalSaved: (tool) => told.push(tool),
  });
  onTestFinished(() => registry.close());
  await registry.discoverAllTools();
  const change = async () => {
    await registry.getTool("change")?.buildAndExecute({}, never);
    await vi.waitFor(() => expect(registry.getTool("brand_new")).toBeDefined(), patience);
  };
  /** The texts that the user was shown besides, who answered so; `undefined`: the user was not asked. */
  const call = async (name: string, answer: ConfirmationAnswer | (() => Promise<ConfirmationAnswer>)) => {
    const asked: ConfirmationRequest[] = [];
    const confirm = async (request: ConfirmationRequest) => {
      asked.push(request);
      return typeof answer === "function" ? answer() : answer;
    };
    const { functionResponse } = await executeFunctionCall({ name, args: { text: "hi", times: 1 } }, { registry, signal: never, confirm });
    return { asked: asked[0] && (asked[0].details.systemMessage ?? ""), response: functionResponse.response };
  };
  return { change, call, told };
}

const lapsed = "An earlier approval no longer applies: this tool is new, or its server now describes it differently.";

it("asks again about a tool that was allowed always, once its server says something else of it", async () => {
  const { change, call } = await registryOf();
  expect((await call("echo", "proceed_always")).asked).toBe("");
  expect((await call("echo", "cancel")).asked).toBe(undefined);
  await change();
  expect((await call("echo", "cancel")).asked).toBe(lapsed);
  await call("echo", "proceed_always_tool");
  expect(await call("echo", "cancel")).toEqual({ asked: undefined, response: { output: "hi 1" } });
});

it("takes a server for allowed with the tools that it had declared then, unchanged", async () => {
  const { change, call } = await registryOf();
  await call("echo", "proceed_always_server");
  expect([(await call("echo", "cancel")).asked, (await call("env", "cancel")).asked]).toEqual([undefined, undefined]);
  await change();
  expect([(await call("echo", "cancel")).asked, (await call("brand_new", "cancel")).asked]).toEqual([lapsed, lapsed]);
});

it("saves what was allowed with a mark of what the tool says of itself, and a new mark in its place", async () => {
  const saved = () => JSON.parse(readFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), "utf8")).risk.echo;
  await (await registryOf()).call("echo", "proceed_always_and_save");
  const first = saved();
  expect(first).toEqual({ upTo: "moderate", declared: expect.stringMatching(/^[0-9a-f]{32}$/), decision: "allow" });
  const { change, call, told } = await registryOf();
  expect(await call("echo", "cancel")).toEqual({ asked: undefined, response: { output: "hi 1" } });
  await change();
  expect((await call("echo", "proceed_always_and_save")).asked).toBe(lapsed);
  expect(saved()).toEqual({ ...first, declared: expect.not.stringMatching(first.declared) });
  expect(told).toEqual(["echo"]);
});

it("doesn't run an approved call if the tool has changed since", async () => {
  const { change, call } = await registryOf();
  const answer = async () => {
    await change();
    return "proceed_once" as const;
  };
  expect((await call("echo", answer)).response).toEqual({
    error: expect.stringMatching(/^echo was not run: its server has changed the declaration of this tool .* make the call again/),
  });
});

it("takes a server that has ended and is started again for the same one, until it has declared its tools", async () => {
  const { call } = await registryOf("turns");
  expect((await call("echo", "proceed_always")).asked).toBe("");
  await call("die", "proceed_once");
  expect(await call("echo", "cancel")).toEqual({
    asked: undefined,
    response: { error: expect.stringContaining("its server has changed") },
  });
  await vi.waitFor(async () => expect((await call("echo", "cancel")).asked).toBe(lapsed), patience);
});

it("lets no call to a server that is started again past the marks of its tools, no matter what started it", async () => {
  const { call } = await registryOf("turns");
  await call("echo", "proceed_always");
  await call("die", "proceed_once");
  const refused = { asked: undefined, response: { error: expect.stringContaining("its server has changed") } };
  expect(await Promise.all([call("echo", "cancel"), call("echo", "cancel"), call("echo", "cancel")])).toEqual([refused, refused, refused]);
});
