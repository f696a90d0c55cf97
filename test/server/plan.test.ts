import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ToolRegistry } from "../../src/agent/registry/tool-registry.js";
import { builtProject, projectOf } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";
import { envelope, initialize, initialized, serverHere } from "./raw-server.js";

const page = readFileSync(new URL("../../docs/plans.md", import.meta.url), "utf8");
const specs = [...page.matchAll(/```yaml\n(name: (\w+)\n[^`]*)```/g)].map(([, text = "", name = ""]) => ({ name, text }));
const specOf = (wanted: string) => specs.find(({ name }) => name === wanted)?.text ?? "";

const mirrorFiles = {
  "tools.d/mirror.yaml": specOf("mirror"),
  "src/new.txt": "new",
  "src/same.txt": "same",
  "backup/old.txt": "old",
};

const asking = { ...initialize, params: { ...initialize.params, capabilities: { elicitation: {} } } };

/** A call over the server of a project. Each question is answered by the next of these functions. */
async function called(
  project: string,
  {
    name,
    args,
    answers,
    more = [],
  }: { name: string; args: object; answers: readonly ((message: string) => string)[]; more?: readonly string[] },
) {
  const server = serverHere(project, { args: more });
  server.send(asking, initialized, { id: "call", method: "tools/call", params: { name, arguments: args } });
  const messages: string[] = [];
  for (const answer of answers) {
    const { id, params } = await server.asked("elicitation/create");
    const message = String(params.message);
    messages.push(message);
    expect(params.requestedSchema).toEqual({ type: "object", properties: {} });
    server.send({ id, result: { action: answer(message), content: {} } });
  }
  const { result } = await server.answer("call");
  await server.end();
  return { messages, text: JSON.stringify(result) };
}

it("shows the plan of rsync, and does it when the user agrees", async () => {
  const project = builtProject(mirrorFiles);
  const args = { source: "src", target: "backup" };
  const refused = await called(project, { name: "mirror", args, answers: [() => "decline"] });
  expect(refused.messages[0]).toContain("mirror: do this?");
  expect(refused.messages[0]).toContain("│ *deleting   old.txt");
  expect(refused.messages[0]).toContain("│ >f+++++++++ new.txt");
  expect(existsSync(join(project, "backup/old.txt"))).toBe(true);
  // A client that asks by itself doesn't see the plan, so the server asks too.
  const done = await called(project, { name: "mirror", args, answers: [() => "accept"], more: ["--client-asks"] });
  expect(done.text).not.toContain("not run");
  expect(existsSync(join(project, "backup/old.txt"))).toBe(false);
  expect(readFileSync(join(project, "backup/new.txt"), "utf8")).toBe("new");
});

it("asks again when the plan has changed since the answer", async () => {
  const project = builtProject(mirrorFiles);
  const { messages } = await called(project, {
    name: "mirror",
    args: { source: "src", target: "backup" },
    answers: [
      () => {
        writeFileSync(join(project, "src/late.txt"), "late");
        return "accept";
      },
      () => "decline",
    ],
  });
  expect(messages[0]).not.toContain("late.txt");
  expect(messages[1]).toContain("│ >f+++++++++ late.txt");
  expect(existsSync(join(project, "backup/new.txt"))).toBe(false);
});

const unsteady = "name: t\ndescription: d\nkind: edit\ncommand: [touch, done]\nplan: [date, +%N]\n";
const eachTime = "t was not run: its plan prints something else each time";
const noClocks = "the plan in its spec must leave out clocks and progress";

it("asks at most twice about a plan that prints something else each time, and says why the call is refused", async () => {
  const project = builtProject({ "tools.d/t.yaml": unsteady });
  const { text } = await called(project, { name: "t", args: {}, answers: [() => "accept", () => "accept"] });
  expect(text).toContain(eachTime);
  expect(text).toContain(noClocks);
  const server = serverHere(project);
  const _meta = { ...envelope._meta, "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
  const inputResponses = { consent: { action: "accept", content: {} } };
  let state: unknown;
  const kinds: unknown[] = [];
  for (let id = 0; id < 3; id++) {
    const more = state === undefined ? {} : { inputResponses, requestState: state };
    server.send({ id, method: "tools/call", params: { name: "t", arguments: {}, ...more, _meta } });
    const { result } = await server.answer(id);
    state = result?.requestState;
    kinds.push(state === undefined ? JSON.stringify(result) : "asked");
  }
  expect(kinds).toEqual(["asked", "asked", expect.stringContaining(eachTime)]);
  await server.end();
  const registry = new ToolRegistry({ environment: { workspace: project } });
  registry.registerGenerated(join(project, "generated"));
  const { signal } = new AbortController();
  const invocation = registry.getTool("t")?.build({});
  await invocation?.shouldConfirmExecute(signal);
  expect((await invocation?.execute({ abortSignal: signal }))?.error?.message).toContain(noClocks);
  await registry.close();
  expect(existsSync(join(project, "done"))).toBe(false);
});

it("isn't skipped by settings, by bin/call, by a hook or by a client that can't ask", async () => {
  const project = builtProject({ ...mirrorFiles, "toolgen.yaml": "version: 1\nconfirm: { unattended: allow }\n" });
  const config = projectOf({ "toolgen/settings.json": '{ "risk": { "mirror": { "decision": "allow" } } }' });
  const env = { ...process.env, XDG_CONFIG_HOME: config };
  const input = JSON.stringify({ source: "src", target: "backup" });
  const call = spawnSync(join(project, "generated/bin/call"), ["mirror"], { cwd: project, input, env, encoding: "utf8" });
  expect(call.status).toBe(2);
  expect(call.stderr).toContain("mirror was not run, because its user must see first what it would do.");
  const server = serverHere(project, { env: { XDG_CONFIG_HOME: config } });
  server.send(initialize, initialized, { id: "call", method: "tools/call", params: { name: "mirror", arguments: JSON.parse(input) } });
  expect(JSON.stringify((await server.answer("call")).result)).toContain("mirror was not run");
  await server.end();
  const registry = new ToolRegistry({ environment: { workspace: project, env } });
  registry.registerGenerated(join(project, "generated"));
  const result = await registry.getTool("mirror")?.buildAndExecute(JSON.parse(input), new AbortController().signal);
  expect(result?.error?.message).toContain("mirror was not run");
  await registry.close();
  expect(existsSync(join(project, "backup/new.txt"))).toBe(false);
});

it("shows the plan in a registry's confirmation, and refuses a call whose plan has changed since", async () => {
  const project = builtProject(mirrorFiles);
  const registry = new ToolRegistry({ environment: { workspace: project } });
  registry.registerGenerated(join(project, "generated"));
  const { signal } = new AbortController();
  const invocation = () => registry.getTool("mirror")?.build({ source: "src", target: "backup" });
  const first = invocation();
  const details = await first?.shouldConfirmExecute(signal);
  expect(JSON.stringify(details)).toContain("│ *deleting   old.txt");
  writeFileSync(join(project, "src/late.txt"), "late");
  expect((await first?.execute({ abortSignal: signal }))?.error?.message).toContain("it would now do something else");
  const second = invocation();
  await second?.shouldConfirmExecute(signal);
  expect((await second?.execute({ abortSignal: signal }))?.error).toBeUndefined();
  expect(existsSync(join(project, "backup/late.txt"))).toBe(true);
  await registry.close();
});

it("refuses a call whose plan writes or fails, without a question", async () => {
  const tool = (plan: string) => `name: t\ndescription: d\nkind: edit\ncommand: [touch, done]\nplan: ${plan}\n`;
  const project = builtProject({
    "script.sh": "#!/bin/sh\necho planned > planned.txt\n",
    "tools.d/t.yaml": tool('[sh, "{{@specDir}}/../script.sh"]'),
  });
  const writes = await called(project, { name: "t", args: {}, answers: [] });
  expect(writes.text).toContain("Its plan failed with exit code");
  expect(existsSync(join(project, "planned.txt"))).toBe(false);
  expect(existsSync(join(project, "done"))).toBe(false);
  const fails = await called(builtProject({ "tools.d/t.yaml": tool("[ls, nowhere]") }), { name: "t", args: {}, answers: [] });
  expect(fails.text).toContain("Its plan failed with exit code 2: ls: cannot access");
});

it("shows the rows that a query would delete, and what Git would remove", async () => {
  const project = builtProject({ "tools.d/delete.yaml": specOf("delete_customers"), "tools.d/clean.yaml": specOf("clean") });
  execFileSync("sqlite3", [
    join(project, "shop.db"),
    "CREATE TABLE customers (name, country); INSERT INTO customers VALUES ('Ann', 'FR'), ('Bob', 'DE')",
  ]);
  const rows = () => execFileSync("sqlite3", [join(project, "shop.db"), "SELECT name FROM customers"], { encoding: "utf8" });
  const deleting = await called(project, { name: "delete_customers", args: { country: "FR" }, answers: [() => "accept"] });
  expect(deleting.messages[0]).toContain("Plan:\n│ Ann");
  expect(rows()).toBe("Bob\n");
  execFileSync("git", ["init", "-q"], { cwd: project });
  writeFileSync(join(project, "stray.txt"), "");
  const cleaning = await called(project, { name: "clean", args: {}, answers: [() => "decline"] });
  expect(cleaning.messages[0]).toContain("│ Would remove stray.txt");
});

it("builds every spec of the page", () => {
  expect(specs.map(({ name }) => name)).toEqual([
    "mirror",
    "terraform_apply",
    "kubectl_apply",
    "delete_customers",
    "delete_orders",
    "clean",
  ]);
  const project = projectOf(Object.fromEntries(specs.map(({ name, text }) => [`tools.d/${name}.yaml`, text])));
  expect(toolgen(project, ["check"])).toMatchObject({ status: 0, stderr: expect.not.stringContaining("error") });
});

it.each([
  ["plan: { shell: echo > plan.txt }", "plan-not-safe"],
  ['schema: { properties: { x: { type: string } } }\nplan: [unknown-program, "{{x}}"]', "plan-not-safe"],
  ['plan: [echo, "{{nobody}}"]', "unknown-name"],
  ["background: true\nplan: [echo, a]", "plan-not-possible"],
  ["plan: { command: [echo], exitcodes: { 1: a } }", "unknown-key"],
])("refuses %s", (lines, code) => {
  const project = projectOf({ "tools.d/t.yaml": `name: t\ndescription: d\nkind: edit\ncommand: [touch, done]\n${lines}\n` });
  expect(toolgen(project, ["check"]).stderr).toContain(code);
});
