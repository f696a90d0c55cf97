import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { Approvals } from "../../../src/call/approvals.js";
import {
  type ConfirmationAnswer,
  type ConfirmationRequest,
  executeFunctionCall,
  type FunctionCall,
  type FunctionCallOptions,
  ToolRegistry,
} from "../../../src/runtime/index.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolOf } from "./defined.js";
import { remove, substitute, substituteProgram } from "./specs.js";

/** Prints what it gets in every way that a command can get something. */
const tell = `
name: tell
description: Tell.
kind: execute
risk: { level: moderate, impact: "Tells {{what}}." }
schema: { properties: { what: { type: string }, dir: { type: string } }, required: [what] }
paths: { dir: { access: read, type: directory } }
cwd: "{{dir}}"
env: { set: { INPUT_WHAT: "it's {{what}}", AUTH: "Bearer {{@secret.TOKEN}}" } }
secrets: { TOKEN: A token. }
stdin: "{{what}}!"
command: [echo, "{{what}}"]
`;

/** Its level goes by its arguments. */
const deploy = `
name: deploy
description: Deploy.
kind: execute
schema: { properties: { to: { type: string }, note: { type: string } }, required: [to] }
risk:
  level: dangerous
  rules: [{ when: { to: [dev, test] }, level: moderate, impact: "Deploys to {{to}}." }]
command: [echo, "{{to}}", "{{note}}"]
`;

const send = `
name: send
description: Send.
kind: other
schema: { properties: { text: { type: string } }, required: [text] }
http: { method: POST, url: "http://127.0.0.1:9/messages", body: { text: "{{text}}" }, allowPrivate: [127.0.0.1] }
`;

const open = `
name: pass_on
description: Pass everything on.
kind: execute
schema: { properties: { a: { type: string } }, additionalProperties: true }
command: [echo, "{{json @params}}"]
`;

let workspace: string;
let config: string;
let registry: ToolRegistry;
let problems: string[];
let asked: ConfirmationRequest[];
const settings = () => readFileSync(join(config, "toolgen/settings.json"), "utf8");

beforeEach(async () => {
  workspace = temporaryFolder();
  config = temporaryFolder();
  problems = [];
  asked = [];
  registry = await registryOf([tell, deploy, send, open, remove, substitute]);
  mkdirSync(join(workspace, "tools.d"), { recursive: true });
  mkdirSync(join(workspace, "sub"));
  writeFileSync(join(workspace, "tools.d/substitute.cjs"), substituteProgram);
  writeFileSync(join(workspace, "a.txt"), "one two\n");
});

async function registryOf(specs: readonly string[]): Promise<ToolRegistry> {
  const env = { PATH: process.env.PATH, HOME: workspace, XDG_CONFIG_HOME: config, TOKEN: "s3cret-token" };
  const made = new ToolRegistry({ environment: { workspace, env }, onProblem: ({ message }) => problems.push(message) });
  for (const spec of specs) made.registerTool(await toolOf(spec, workspace, env));
  return made;
}

const call = (name: string, args: FunctionCall["args"], options: Partial<FunctionCallOptions> = {}) =>
  executeFunctionCall({ name, args: args ?? {} }, { registry, signal: new AbortController().signal, ...options });

/** A user who gives these answers, one after the other, and then no. */
const answering = (...answers: (ConfirmationAnswer | undefined)[]) => ({
  confirm: async (request: ConfirmationRequest) => {
    asked.push(request);
    return answers[asked.length - 1] ?? "cancel";
  },
});

it("shows the exact command: the folder, the variables, the arguments, what it reads, and no secret", async () => {
  await call("tell", { what: "a b", dir: "sub" }, answering("cancel"));
  expect(asked[0]?.details).toMatchObject({
    type: "exec",
    title: "Tell: run this command?",
    command: `cd ${join(workspace, "sub")} && INPUT_WHAT='it'\\''s a b' AUTH='Bearer [secret]' echo 'a b' <<< 'a b!'`,
    rootCommand: "echo",
    systemMessage: "Moderate: Tells a b.\nReads: sub",
  });
  expect(asked[0]?.risk).toMatchObject({ level: "moderate", impact: "Tells a b.", decision: "ask" });
});

it("describes the impact of this very call in the metadata, and no template", async () => {
  await call("tell", { what: "a b" }, answering("cancel"));
  expect(asked[0]?.metadata).toEqual({ riskLevel: "moderate", requiresConfirmation: true, impactDescription: "Tells a b." });
  expect(registry.get("tell")?.metadata?.impactDescription).toBe("Tells ‹what›.");
});

it("leaves the impact that was given at registration as it is", async () => {
  const metadata = { riskLevel: "dangerous", requiresConfirmation: true, impactDescription: "Tells all." } as const;
  const own = new ToolRegistry({ environment: { workspace } });
  own.registerTool(await toolOf(tell, workspace, { TOKEN: "x" }), { metadata });
  await call("tell", { what: "a" }, { registry: own, ...answering("cancel") });
  expect(asked[0]?.metadata).toEqual(metadata);
});

it("shows the change of a file where it is known, and what else the call touches", async () => {
  await call("substitute", { file: "a.txt", from: "two", to: "deux" }, answering("cancel"));
  expect(asked[0]?.details).toMatchObject({
    type: "edit",
    fileDiff: expect.stringContaining("-one two\n+one deux"),
    systemMessage: "Moderate.\nReads and writes: a.txt",
  });
});

it("shows the request that would be sent", async () => {
  await call("send", { text: "hi" }, answering("cancel"));
  expect(asked[0]?.details).toMatchObject({
    type: "info",
    prompt: "POST http://127.0.0.1:9/messages\n\nhi",
    urls: ["http://127.0.0.1:9/messages"],
  });
});

it("asks nothing about a call that would be refused anyway", async () => {
  const { status, functionResponse } = await call("remove_file", { file: "../outside" }, answering("proceed_once"));
  expect([status, asked.length, functionResponse.response]).toEqual(["error", 0, { error: expect.stringContaining("outside its root") }]);
});

it("keeps a call refused that was refused before the user was asked, even if it is allowed now", async () => {
  mkdirSync(join(workspace, "real"));
  writeFileSync(join(workspace, "real/hostname"), "kept");
  symlinkSync("/etc", join(workspace, "link"));
  const turn = () => {
    rmSync(join(workspace, "link"));
    symlinkSync("real", join(workspace, "link"));
  };
  const { functionResponse } = await call("remove_file", { file: "link/hostname" }, { ...answering("proceed_once"), onStart: turn });
  expect([asked.length, functionResponse.response]).toEqual([0, { error: expect.stringContaining("outside its root") }]);
  expect(readFileSync(join(workspace, "real/hostname"), "utf8")).toBe("kept");
});

it.each(["proceed_once", "proceed_always"] as const)(
  "carries out nothing but what was asked about: a link leads elsewhere by then (%s)",
  async (answer) => {
    for (const folder of ["one", "two"]) {
      mkdirSync(join(workspace, folder));
      writeFileSync(join(workspace, folder, "x"), "kept");
    }
    symlinkSync("one", join(workspace, "link"));
    const confirm = async () => {
      rmSync(join(workspace, "link"));
      symlinkSync("two", join(workspace, "link"));
      return answer;
    };
    const { status, functionResponse } = await call("remove_file", { file: "link/x" }, { confirm });
    expect([status, functionResponse.response]).toEqual([
      "error",
      { error: expect.stringContaining("something else than what was asked about") },
    ]);
    expect(readFileSync(join(workspace, "two/x"), "utf8")).toBe("kept");
  },
);

it.each<[string, unknown]>([
  ["nothing", undefined],
  ["true", true],
  ["a word that is no outcome", "yes"],
  ["an object without an outcome", {}],
])("runs nothing for an invalid answer: %s", async (_, answer) => {
  const { status, functionResponse } = await call("remove_file", { file: "a.txt" }, { confirm: async () => answer as ConfirmationAnswer });
  expect([status, functionResponse.response]).toEqual(["error", { error: expect.stringContaining("its confirmation failed") }]);
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("one two\n");
});

it("executes nothing for an editor if there is nothing to edit: it asks again and says so", async () => {
  const { confirmation } = await call("remove_file", { file: "a.txt" }, answering("modify_with_editor", "cancel"));
  expect([confirmation, asked[1]?.details.systemMessage]).toEqual([
    "cancel",
    expect.stringMatching(/^This call has no content to edit\.\nDangerous\./),
  ]);
  const endless = await call("remove_file", { file: "a.txt" }, { confirm: async () => "modify_with_editor" });
  expect(endless.functionResponse.response).toEqual({ error: expect.stringContaining("there was no decision") });
});

it("gives up on an answer at the time limit, and notifies the asking side", async () => {
  let signal: AbortSignal | undefined;
  const confirm = (request: ConfirmationRequest) => {
    signal = request.signal;
    return new Promise<never>(() => {});
  };
  const outcome = await call("remove_file", { file: "a.txt" }, { confirm, confirmTimeoutMs: 30 });
  expect([outcome.status, outcome.functionResponse.response, signal?.aborted]).toEqual([
    "error",
    {
      error:
        "remove_file was not run: it must be confirmed, and there was no answer within 0.03 seconds. Ask the user before you call it again.",
    },
    true,
  ]);
});

it("ends a question when the call is aborted", async () => {
  const abort = new AbortController();
  const confirm = () => {
    abort.abort();
    return new Promise<never>(() => {});
  };
  const outcome = await call("remove_file", { file: "a.txt" }, { confirm, signal: abort.signal });
  expect([outcome.status, outcome.functionResponse.response]).toEqual(["cancelled", { error: "remove_file was cancelled." }]);
});

it("asks each time about what was allowed once", async () => {
  for (let i = 0; i < 2; i += 1) await call("deploy", { to: "dev" }, answering("proceed_once", "proceed_once"));
  expect(asked).toHaveLength(2);
});

it("remembers what was allowed always, and for no call that rules tell from it", async () => {
  const answers = answering("proceed_always", "cancel", "cancel");
  await call("deploy", { to: "dev" }, answers);
  const alike = await call("deploy", { to: "dev", note: "again" }, answers);
  expect([alike.status, alike.confirmation, asked.length]).toEqual(["success", undefined, 1]);
  await call("deploy", { to: "test" }, answers);
  await call("deploy", { to: "prod" }, answers);
  expect(asked).toHaveLength(3);
});

it("remembers of a dangerous call that very call alone", async () => {
  const answers = answering("proceed_always", "cancel", "cancel");
  await call("deploy", { to: "prod", note: "1" }, answers);
  expect((await call("deploy", { note: "1", to: "prod" }, answers)).status).toBe("success");
  await call("deploy", { to: "prod", note: "2" }, answers);
  await call("deploy", { to: "prod" }, answers);
  expect(asked).toHaveLength(3);
});

it("remembers a tool as a whole where that was the answer", async () => {
  const answers = answering("proceed_always_tool");
  await call("deploy", { to: "dev" }, answers);
  expect((await call("deploy", { to: "prod" }, answers)).status).toBe("success");
});

it("allows a path always as it leads, and not where a link leads elsewhere later", async () => {
  mkdirSync(join(workspace, "real"));
  symlinkSync("real", join(workspace, "link"));
  const dangerous = `${remove.replace("name: remove_file", "name: rm")}`;
  registry = await registryOf([dangerous]);
  writeFileSync(join(workspace, "real/x"), "");
  const answers = answering("proceed_always", "cancel");
  await call("rm", { file: "link/x" }, answers);
  writeFileSync(join(workspace, "real/x"), "");
  expect((await call("rm", { file: "real/x" }, answers)).status).toBe("success");
  await call("rm", { file: "a.txt" }, answers);
  expect(asked).toHaveLength(2);
});

it("saves on request, so that the next process doesn't ask; comments stay", async () => {
  mkdirSync(join(config, "toolgen"));
  writeFileSync(join(config, "toolgen/settings.json"), '{\n  // Mine.\n  "risk": { "deploy": "dangerous", },\n}\n');
  await call("deploy", { to: "dev", note: "x" }, answering("proceed_always_and_save"));
  expect(settings()).toContain("// Mine.");
  expect(problems).toEqual([]);
  registry = await registryOf([deploy]);
  asked = [];
  expect((await call("deploy", { to: "dev", note: "x" }, answering())).status).toBe("success");
  expect(asked).toEqual([]);
  await call("deploy", { to: "dev", note: "y" }, answering("cancel"));
  // The user's settings make every call of it dangerous, so no other one was allowed.
  expect(asked).toHaveLength(1);
});

it("saves the whole tool where nothing tells its calls apart", async () => {
  await call("tell", { what: "a" }, answering("proceed_always_and_save"));
  expect(JSON.parse(settings())).toEqual({ risk: { tell: { upTo: "moderate", decision: "allow" } } });
});

it("allows by what was saved nothing that is more dangerous one day", async () => {
  await call("tell", { what: "a" }, answering("proceed_always_and_save"));
  registry = await registryOf([tell]);
  expect((await call("tell", { what: "b" }, answering())).status).toBe("success");
  registry = await registryOf([tell.replace("level: moderate", "level: dangerous")]);
  asked = [];
  expect((await call("tell", { what: "b" }, answering("cancel"))).status).toBe("cancelled");
  expect(asked).toHaveLength(1);
});

it("says why what was allowed couldn't be saved, and holds to it until the end", async () => {
  const answers = answering("proceed_always_and_save", "cancel");
  await call("pass_on", { a: "1" }, answers);
  expect((await call("pass_on", { a: "1" }, answers)).status).toBe("success");
  await call("pass_on", { a: "1", b: "2" }, answers);
  expect(asked).toHaveLength(2);
  expect(problems).toEqual([
    expect.stringMatching(/^The approval for pass_on holds until this run ends, and isn't saved: This tool accepts/),
  ]);
});

it("runs nothing that the user's settings deny, or may deny because they are unreadable, whatever was allowed before", async () => {
  await call("deploy", { to: "dev" }, answering("proceed_always"));
  mkdirSync(join(config, "toolgen"));
  writeFileSync(join(config, "toolgen/settings.json"), '{ "risk": { "deploy": { "decision": "deny" } } }');
  const denied = await call("deploy", { to: "dev" }, answering("proceed_once"));
  expect(denied.functionResponse.response).toEqual({ error: expect.stringContaining("denied by the user's settings: risk.deploy") });
  writeFileSync(join(config, "toolgen/settings.json"), '{ "risk": ');
  const unread = await call("deploy", { to: "dev" }, answering("proceed_once"));
  expect(unread.functionResponse.response).toEqual({ error: expect.stringContaining("permissions cannot be determined") });
});

it("asks about a safe call, and not about a moderate one, where the user's settings say so", async () => {
  mkdirSync(join(config, "toolgen"));
  writeFileSync(join(config, "toolgen/settings.json"), '{ "risk": { "tell": { "decision": "allow" } } }');
  expect((await call("tell", { what: "a" }, answering())).status).toBe("success");
  expect(asked).toEqual([]);
});

it("remembers nothing without a place for it", async () => {
  const approvals = new Approvals();
  await approvals.remember("proceed_always_server", { tool: "a" });
  expect(approvals.has({ tool: "a" })).toBe(false);
});
