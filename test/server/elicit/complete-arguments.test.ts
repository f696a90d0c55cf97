import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { readAudit } from "../../../src/call/audit-log.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { clientsHere, type ServerHere, type Session } from "../connect.js";
import { httpClients, servedOverHttp } from "../http/connect-http.js";
import { modernCall } from "../http/send.js";

const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/ship.yaml": `name: ship
description: d
kind: read
schema:
  properties:
    service: { type: string }
    reason: { type: string, title: Reason, description: Why now., minLength: 3, pattern: "^[A-Z]" }
  required: [service, reason]
aliases: { service: [svc] }
elicit: [reason]
command: [echo, "{{service}}:", "{{reason}}"]
`,
    "tools.d/drop.yaml": `name: drop
description: d
kind: delete
schema:
  properties:
    table: { type: string }
    mode: { enum: [soft, hard] }
    days: { type: integer, minimum: 1 }
  required: [table, mode, days]
elicit: [mode, days]
command: [echo, dropped, "{{table}}", "{{mode}}", "{{days}}"]
`,
    "tools.d/scale.yaml": `name: scale
description: d
kind: read
schema:
  properties: { service: { type: string }, count: { type: integer, minimum: 1 } }
  required: [service, count]
elicit: { count: { suggest: 2 } }
command: [echo, "{{service}}", "{{count}}"]
`,
    "tools.d/login.yaml": `name: login
description: d
kind: read
schema:
  properties: { user: { type: string }, pin: { type: string, writeOnly: true } }
  required: [user, pin]
aliases: { pin: [code] }
elicit: [user]
stdin: "{{pin}}"
command: [echo, "{{user}}"]
`,
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});
const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

/** A client whose user answers one question after the other, and the questions. */
async function connect(era: (typeof eras)[number], answers?: readonly object[], more: Partial<ServerHere> = {}) {
  const asked: { readonly message: string; readonly schema: unknown }[] = [];
  const answer = async (message: string, schema: unknown) => answers?.[asked.push({ message, schema }) - 1] ?? { action: "cancel" };
  const env = { XDG_CONFIG_HOME: "/nonexistent" };
  const session = await clientsHere[era]({ cwd: project, env, ...(answers && { answer }), ...more });
  sessions.push(session);
  return { session, asked };
}

const accept = (content: object) => ({ action: "accept", content });

it.each(eras)("asks the user of %s for what the call lacks, and runs it with the answer", async (era) => {
  const { session, asked } = await connect(era, [accept({ reason: "Because" })]);
  expect(await session.call("ship", { service: "web" })).toEqual({ text: "web: Because", isError: false });
  expect(asked).toEqual([
    {
      message: 'ship: enter reason.\nThe call so far: {"service":"web"}',
      schema: {
        type: "object",
        properties: { reason: { type: "string", title: "Reason", description: "Why now.", minLength: 3 } },
        required: ["reason"],
      },
    },
  ]);
  // Nothing is asked about a call that has it.
  expect(await session.call("ship", { service: "web", reason: "Now" })).toEqual({ text: "web: Now", isError: false });
  expect(asked).toHaveLength(1);
});

it.each(eras)("shows the user of %s what the spec suggests, and takes only what the user has sent", async (era) => {
  const { session, asked } = await connect(era, [accept({ count: 7 }), accept({})]);
  expect(await session.call("scale", { service: "web" })).toEqual({ text: "web 7", isError: false });
  expect(asked[0]?.schema).toMatchObject({ properties: { count: { type: "integer", default: 2 } }, required: ["count"] });
  expect(await session.call("scale", { service: "web" })).toMatchObject({ isError: true });
  // A client that can't ask doesn't get the suggestion instead.
  const { session: other } = await connect(era);
  expect(await other.call("scale", { service: "web" })).toMatchObject({ isError: true, text: expect.stringContaining("missing") });
});

it("shows the parameter as one that can be left out", async () => {
  const { session } = await connect("SDK 1");
  expect((await session.list()).find(({ name }) => name === "ship")?.inputSchema).toMatchObject({
    required: ["service"],
    properties: { reason: { description: "Why now. Leave it out to have the user asked." } },
  });
});

it.each([{ svc: "web" }, { arguments: { service: "web" } }, { arguments: '{"svc":"web"}' }, { service: "web", reason: null }])(
  "adds the answer to %j, which is repaired",
  async (args) => {
    const { session } = await connect("SDK 2 as in 2025", [accept({ reason: "Because" })]);
    expect(await session.call("ship", args)).toEqual({ text: "web: Because", isError: false });
  },
);

it.each(eras)("confirms the call of %s with what the user has entered", async (era) => {
  const entered = accept({ mode: "hard", days: 3 });
  const { session, asked } = await connect(era, [entered, accept({}), entered, { action: "decline" }]);
  expect(await session.call("drop", { table: "t" })).toEqual({ text: "dropped t hard 3", isError: false });
  expect(asked.map(({ message }) => message)).toEqual([
    'drop: enter mode, days.\nThe call so far: {"table":"t"}',
    expect.stringContaining("Command: echo dropped t hard 3"),
  ]);
  expect(await session.call("drop", { table: "t" })).toEqual({ text: "Tool execution denied by user.", isError: true });
  expect(asked).toHaveLength(4);
});

it.each([
  { answer: { action: "decline" }, said: "the user was asked for `reason`, and declined to give it" },
  { answer: { action: "cancel" }, said: "the user was asked for `reason`, and closed the question without an answer" },
  { answer: accept({}), said: "the client's answer could not be understood" },
  { answer: accept({ reason: "Yes", service: "other" }), said: "the client's answer could not be understood" },
  { answer: accept({ reason: "no" }), said: "`reason` must" },
])("runs nothing after $answer, and tells the model why", async ({ answer, said }) => {
  for (const era of ["SDK 1", "SDK 2 as of 2026-07-28"] as const) {
    const { session, asked } = await connect(era, [answer]);
    expect(await session.call("ship", { service: "web" })).toEqual({ isError: true, text: expect.stringContaining(said) });
    expect(asked).toHaveLength(1);
  }
});

it("says whose value a refusal is about", async () => {
  const { session } = await connect("SDK 1", [accept({ reason: "no" })]);
  expect((await session.call("ship", { service: "web" })).text).toContain("The user entered `reason`");
});

it.each([{ pin: "1234" }, { code: "1234" }, { arguments: '{"pin":"1234"}' }])(
  "shows nothing hidden of %j in the question",
  async (args) => {
    const { session, asked } = await connect("SDK 1", [accept({ user: "ada" })]);
    expect(await session.call("login", args)).toEqual({ text: "ada", isError: false });
    expect(asked[0]?.message).toContain("login: enter user.");
    expect(asked[0]?.message).not.toContain("1234");
  },
);

it.each([
  { args: { service: "web", extra: 1 }, why: "another mistake" },
  { args: {}, why: "something missing that isn't the user's" },
])("leaves a call with $why to the model", async ({ args }) => {
  const { session, asked } = await connect("SDK 1", [accept({ reason: "Because" })]);
  expect(await session.call("ship", args)).toMatchObject({ isError: true });
  expect(asked).toEqual([]);
});

it("refuses the call where the client can't ask", async () => {
  const { session } = await connect("SDK 1");
  expect(await session.call("ship", { service: "web" })).toEqual({
    isError: true,
    text: expect.stringContaining("`reason` is required, but missing."),
  });
});

it("logs the call with what was entered, and how a user refused", async () => {
  const log = join(temporaryFolder(), "audit.jsonl");
  const env = { XDG_CONFIG_HOME: "/nonexistent", TOOLGEN_AUDIT: log };
  const { session } = await connect("SDK 1", [accept({ reason: "Because" }), { action: "decline" }], { env });
  await session.call("ship", { service: "web" });
  await session.call("ship", { service: "web" });
  await session.call("ship", { service: "web", reason: "Because" });
  const [entered, declined, sent] = readAudit(log);
  expect([entered?.answer, declined?.answer, sent?.answer]).toEqual(["elicited", "declined", undefined]);
  expect(entered?.argumentsHash).toBe(sent?.argumentsHash);
  expect(declined?.argumentsHash).not.toBe(sent?.argumentsHash);
});

it("asks over HTTP: stateless in 2026-07-28, and before that in a session", async () => {
  const answer = () => accept({ reason: "Because" });
  const done = { text: "web: Because", isError: false };
  const stateless = await servedOverHttp(project);
  const sessionful = await servedOverHttp(project, { hasSessions: true });
  for (const era of eras) {
    const modern = era === "SDK 2 as of 2026-07-28";
    const client = await httpClients[era]({ url: stateless.url, answer });
    expect(await client.call("ship", { service: "web" })).toMatchObject(modern ? done : { isError: true });
    const inSession = await httpClients[era]({ url: sessionful.url, answer });
    expect(await inSession.call("ship", { service: "web" })).toEqual(done);
  }
});

it("takes an answer once, and only for the call that it was asked about", async () => {
  const { url } = await servedOverHttp(project);
  const call = { name: "ship", args: { service: "web" } };
  const { requestState, resultType } = await modernCall(url, call);
  expect(resultType).toBe("input_required");
  const more = { requestState, inputResponses: { parameters: accept({ reason: "Because" }) } };
  expect(await modernCall(url, { ...call, args: { service: "other" }, more })).toMatchObject({ resultType: "input_required" });
  const again = await modernCall(url, call);
  const answered = { ...more, requestState: again.requestState };
  expect(await modernCall(url, { ...call, more: answered })).toMatchObject({ text: "web: Because" });
  expect(await modernCall(url, { ...call, more: answered })).toMatchObject({ resultType: "input_required" });
  // An answer without its question has no effect.
  const { inputResponses } = more;
  expect(await modernCall(url, { ...call, more: { inputResponses } })).toMatchObject({ resultType: "input_required" });
});

it("doesn't let a client change what was entered before the confirmation", async () => {
  const { url } = await servedOverHttp(project);
  const call = { name: "drop", args: { table: "t" } };
  const { requestState } = await modernCall(url, call);
  const parameters = accept({ mode: "soft", days: 1 });
  const confirming = await modernCall(url, { ...call, more: { requestState, inputResponses: { parameters } } });
  expect(confirming.resultType).toBe("input_required");
  const consent = accept({});
  const changed = { consent, parameters: accept({ mode: "hard", days: 9 }) };
  expect(await modernCall(url, { ...call, more: { requestState: confirming.requestState, inputResponses: changed } })).toMatchObject({
    text: "dropped t soft 1",
  });
});
