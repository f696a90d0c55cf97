import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Approvals } from "../../src/call/approvals.js";
import { readAudit } from "../../src/call/audit-log.js";
import { prepareOrRefuse } from "../../src/call/execute-call.js";
import { callResultText } from "../../src/call/shape-result.js";
import { executeFunctionCall, ToolRegistry } from "../../src/runtime/index.js";
import { executeToolCall } from "../../src/server/call/execute-tool-call.js";
import { ConcurrencyLimit } from "../../src/server/state/concurrency-limit.js";
import { defined, toolOf } from "../agent/tool/defined.js";
import { callTool } from "../kit/printed.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const workspace = temporaryFolder();
const context = (env: Record<string, string> = {}) => ({ workspace, projectDir: workspace, env: { PATH: process.env.PATH, ...env } });
const spec = (more: string) => `name: t\ndescription: d\nkind: read\nschema: { properties: { x: { type: string } } }\n${more}`;
const needy = spec("secrets: { KEY: Key of the service., OTHER: '' }\ncommand: [echo, '{{x}}']\n");

const lacksSecrets = [
  "t was not run: its environment lacks a secret that it needs.",
  "- The secret KEY (Key of the service) is not set.",
  "- The secret OTHER is not set.",
  "Nothing was changed. The arguments are not the cause, so don't change them. Calling t again won't help until the user sets it in the environment of the program that calls this tool (for an MCP server, in `env` of its entry in the client's configuration) and restarts that program. Tell the user.",
].join("\n");

it("says that a missing secret is the user's to set, and not a wrong argument: call", async () => {
  const outcome = callTool(await defined(needy), { x: "a" }, context());
  expect(outcome).toEqual({ exitCode: 2, stdout: "", stderr: `${lacksSecrets}\n`, refusal: "missingSecret" });
});

it("says it alike through a class, a registry and the MCP server", async () => {
  const tool = await toolOf(needy, workspace, { PATH: process.env.PATH });
  const signal = new AbortController().signal;
  const failure = { llmContent: lacksSecrets, error: { message: lacksSecrets, type: "execution_failed" } };
  expect(await tool.buildAndExecute({ x: "a" }, signal)).toMatchObject(failure);

  const registry = new ToolRegistry();
  registry.registerTool(tool);
  const { functionResponse, result } = await executeFunctionCall({ name: "t", args: { x: "a" } }, { registry, signal });
  expect(functionResponse.response).toEqual({ error: lacksSecrets });
  expect(result).toMatchObject(failure);

  const found = { ok: true, tool: await defined(needy), projectDir: workspace } as const;
  const client = { canElicit: false, asksItself: false, approvals: new Approvals() };
  const ask = async () => ({ later: "never" });
  const served = { found, args: { x: "a" }, signal, isRepeated: false, client, slot: new ConcurrencyLimit().slot(), ask };
  expect(await executeToolCall(served, { workspace, env: context().env, log: () => {} })).toEqual({
    content: [{ type: "text", text: lacksSecrets }],
    isError: true,
  });
});

it("speaks of the arguments first, while they are wrong", async () => {
  const { refusal, stderr } = callTool(await defined(needy), { y: 2 }, context());
  expect(refusal).toBe("invalidArguments");
  expect(stderr).toContain("Correct this and call t again.");
});

it("asks the user, and not the model, to correct a secret that no header can hold", async () => {
  const headers = "{ X-Key: '{{@secret.KEY}}', X-Name: '{{x}}' }";
  const tool = await defined(spec(`secrets: [KEY]\nhttp: { url: 'https://example.com/', headers: ${headers} }\n`));
  const prepared = prepareOrRefuse(tool, { x: "a\nb" }, context({ KEY: "a\nb" }));
  expect(prepared).toMatchObject({ ok: false, refused: { refusal: { code: "invalidSecret" } } });
  const stderr = prepared.ok ? "" : callResultText(prepared.refused);
  expect(stderr).toContain(
    "- The secret KEY contains a line break or another character that a header can't contain.\nNothing was changed. The arg",
  );
  expect(stderr).not.toContain("`x`");
  expect(stderr).not.toContain("Correct this and call");
  const unsendable = prepareOrRefuse(tool, { x: "a\nb" }, context({ KEY: "a" }));
  expect(unsendable).toMatchObject({
    ok: false,
    refused: { refusal: { code: "invalidArguments", problems: [{ code: "header-character", name: "x" }] } },
  });
});

it("asks the user, and not the model, for the folder that the spec runs its program in", async () => {
  const authors = callTool(await defined(spec("cwd: nowhere\ncommand: [echo, '{{x}}']\n")), { x: "a" }, context());
  expect(authors.refusal).toBe("unusableFolder");
  expect(authors.stderr).toContain("Calling t again won't help until the user corrects this. Tell the user.");
  const models = callTool(await defined(spec("cwd: '{{x}}'\npaths: { x: read }\ncommand: [pwd]\n")), { x: "nowhere" }, context());
  expect(models.refusal).toBe("invalidArguments");
  expect(models.stderr).toContain("Correct this and call t again.");
});

it("asks the user, and not the model, to correct a root of paths that leads nowhere", async () => {
  const own = temporaryFolder();
  symlinkSync("loop", join(own, "loop"));
  const tool = await defined(spec("paths: { x: read }\ncommand: [cat, '{{x}}']\n"));
  const outcome = callTool(tool, { x: "a" }, { ...context(), workspace: join(own, "loop") });
  expect(outcome.refusal).toBe("unusableFolder");
  expect(outcome.stderr).toContain("The arguments are not the cause");
});

it("says of a program that is missing that another call won't find it either", async () => {
  const { exitCode, stderr } = callTool(await defined(spec("command: [no-such-program-here, '{{x}}']\n")), { x: "a" }, context());
  expect(exitCode).toBe(127);
  expect(stderr).toMatch(
    /not found on PATH.*\nNothing was run\. The arguments are not the cause.*until the user corrects this\. Tell the user\.\n$/,
  );
});

it("says the same of temporary files that can't be written", async () => {
  const tool = await defined(spec("tempFiles: { code: { suffix: .txt, text: '{{x}}' } }\ncommand: [cat, '{{@temp.code}}']\n"));
  const { exitCode, stderr } = callTool(tool, { x: "a" }, context({ TMPDIR: "/dev/null" }));
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^The files of this call can't be written: .*\nNothing was run\. The arguments are not the cause/);
});

it("writes down that the tool was unavailable, and not that its arguments were wrong", async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, "toolgen"));
  writeFileSync(join(home, "toolgen/settings.json"), JSON.stringify({ audit: true }));
  const env = context({ XDG_CONFIG_HOME: home, XDG_STATE_HOME: home });
  callTool(await defined(needy), { x: "a" }, { ...env, via: "call" });
  callTool(await defined(needy), { y: "a" }, { ...env, via: "call" });
  expect(readAudit(join(home, "toolgen/audit.jsonl"))).toMatchObject([{ outcome: "unavailable" }, { outcome: "invalid" }]);
});
