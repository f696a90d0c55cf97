import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { readAudit } from "../../src/call/audit-log.js";
import { readServerArguments } from "../../src/server/serve/server-arguments.js";
import { projectOf } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";
import { clientsHere, type ServerHere, type Session } from "./connect.js";
import { envelope, initialize, initialized, servedHere, serverHere, startServer } from "./raw-server.js";

const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;
const none = { XDG_CONFIG_HOME: "/nonexistent" };
const tool = (name: string, more: string) =>
  `name: ${name}\ndescription: d\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: write }\ncommand: [touch, "{{file}}"]\n${more}`;

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/wipe.yaml": tool("wipe", 'kind: delete\nrisk: { impact: "Wipes {{file}}.", rules: [{ when: { file: dry }, level: safe }] }\n'),
    "tools.d/note.yaml": tool("note", "kind: edit\n"),
    "tools.d/put.yaml":
      "name: put\ndescription: d\nkind: edit\nschema: { properties: { file: { type: string }, text: { type: string } }, required: [file, text] }\npaths: { file: write }\nstdin: '{{text}}'\nshell: cat > {{file}}\noutput: { display: diff, preview: true }\n",
    "tools.d/say.yaml":
      "name: say\ndescription: d\nkind: edit\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [echo, 'It is: {{text}}']\n",
    "tools.d/post.yaml":
      "name: post\ndescription: d\nkind: edit\nsecrets: { KEY: Of it. }\nschema: { properties: { text: { type: string } }, required: [text] }\nhttp: { method: POST, url: 'http://127.0.0.1:9/notes', headers: { X-Key: '{{@secret.KEY}}' }, body: { json: { text: '{{text}}' } }, allowPrivate: [127.0.0.1] }\n",
    "tools.d/tell.yaml":
      "name: tell\ndescription: d\nkind: edit\nsecrets: { KEY: Of it. }\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [echo, 'It is: {{text}}']\n",
    "tools.d/judge.yaml":
      "name: judge\ndescription: d\nkind: execute\nschema: { properties: { code: { type: string } }, required: [code] }\ntempFiles: { code: { suffix: .txt, text: '{{code}}' } }\ncommand: [cat, '{{@temp.code}}']\n",
  });
  mkdirSync(join(project, "real"));
  symlinkSync("real", join(project, "link"));
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});
const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

let files = 0;
/** A name of a file that no call has made before. */
const newFile = () => `file-${files++}`;
const isMade = (file: string) => existsSync(join(project, file));

async function connect(era: (typeof eras)[number], more: Partial<ServerHere> = {}) {
  const session = await clientsHere[era]({ cwd: project, env: none, ...more });
  sessions.push(session);
  return session;
}

/** A folder for XDG_CONFIG_HOME that holds a user's settings. */
function settingsOf(text: string): { readonly XDG_CONFIG_HOME: string } {
  const XDG_CONFIG_HOME = temporaryFolder();
  const path = join(XDG_CONFIG_HOME, "toolgen/settings.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { XDG_CONFIG_HOME };
}

it("asks about a trusted path also where the tool itself is less dangerous, and refuses it where it can't", async () => {
  const asked: string[] = [];
  const asking = await connect("SDK 2 as in 2025", {
    answer: async (message) => {
      asked.push(message);
      return { action: "decline" };
    },
  });
  expect(await asking.call("note", { file: ".envrc" })).toMatchObject({ isError: true });
  expect(asked).toEqual([expect.stringMatching(/dangerous[\s\S]*\.envrc: shells and their tools run it/)]);
  const silent = await connect("SDK 2 as in 2025");
  expect(await silent.call("note", { file: newFile() })).toMatchObject({ isError: false });
  expect(await silent.call("note", { file: ".envrc" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("this dangerous call requires confirmation"),
  });
  expect(isMade(".envrc")).toBe(false);
});

it.each(eras)("asks if the client can, says what will happen, and runs what is accepted (%s)", async (era) => {
  const asked: string[] = [];
  const session = await connect(era, {
    answer: async (message) => {
      asked.push(message);
      return { action: "accept", content: {} };
    },
  });
  const file = newFile();
  expect(await session.call("wipe", { file: `link/${file}` })).toMatchObject({ isError: false });
  expect(asked).toEqual([
    `wipe: run this command?\nRisk: dangerous. Wipes link/${file}.\nCommand: touch real/${file}\nWrites: link/${file} (leads to ${join(project, "real", file)})`,
  ]);
  expect(isMade(`real/${file}`)).toBe(true);
  expect(await session.call("wipe", { file: "dry" })).toMatchObject({ isError: false });
  expect(asked).toHaveLength(1);
});

it.each(eras)("asks once about a call with files of its own, whose folder has another name each time (%s)", async (era) => {
  const asked: string[] = [];
  const session = await connect(era, {
    answer: async (message) => {
      asked.push(message);
      return asked.length > 3 ? { action: "decline" } : { action: "accept", content: {} };
    },
  });
  expect(await session.call("judge", { code: "print 1" })).toMatchObject({ isError: false });
  expect(asked).toEqual([expect.stringContaining("print 1")]);
});

it.each(eras)(
  "leaves a file alone that has changed since its change was asked about, and tells the model to read it again (%s)",
  async (era) => {
    const file = newFile();
    const write = (text: string) => writeFileSync(join(project, file), text);
    const answers = [() => write("by somebody else"), () => {}];
    const session = await connect(era, {
      answer: async () => {
        answers.shift()?.();
        return { action: "accept", content: {} };
      },
    });
    write("as it was");
    expect(await session.call("put", { file, text: "new" })).toEqual({
      isError: true,
      text: `put was not run: ${join(project, file)} has changed since the user was asked about this call, so nothing was written. Read it again, and repeat the call if it is still right.`,
    });
    expect(await session.call("put", { file, text: "new" })).toMatchObject({ isError: false });
    expect(answers).toEqual([]);
  },
);

it.each(eras)("leaves out the middle of a long change, and never how it ends (%s)", async (era) => {
  let asked = "";
  const session = await connect(era, {
    answer: async (message) => {
      asked = message;
      return { action: "decline" };
    },
  });
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);
  const shown = async (count: number) => {
    await session.call("put", { file: newFile(), text: `${lines(count).join("\n")}\n` });
    return asked.split("\n").filter((line) => line.startsWith("│ "));
  };
  const added = (from: number, to: number) =>
    lines(to)
      .slice(from)
      .map((line) => `│ +${line}`);
  expect(await shown(199)).toEqual(["│ @@ -0,0 +1,199 @@", ...added(0, 199)]);
  expect(await shown(200)).toEqual([
    "│ @@ -0,0 +1,200 @@",
    ...added(0, 149),
    "│ … 1 line of the change left out here …",
    ...added(150, 200),
  ]);
  expect((await shown(1000)).slice(149, 153)).toEqual([
    "│ +line 149",
    "│ … 801 lines of the change left out here …",
    "│ +line 951",
    "│ +line 952",
  ]);
});

it.each(eras)("runs nothing that is declined, cancelled, or answered otherwise than the form says (%s)", async (era) => {
  const answers: object[] = [];
  const session = await connect(era, { answer: async () => answers.shift() ?? {} });
  const file = newFile();
  for (const answer of [{ action: "decline" }, { action: "cancel" }]) {
    answers.push(answer);
    expect(await session.call("wipe", { file })).toEqual({ isError: true, text: "Tool execution denied by user." });
  }
  for (const content of [{ always: "yes" }, { always: true, level: "safe" }, { confirm: false }]) {
    answers.push({ action: "accept", content });
    expect(await session.call("note", { file })).toEqual({
      isError: true,
      text: expect.stringMatching(/^note was not run: .* could not be understood\./),
    });
  }
  expect(isMade(file)).toBe(false);
});

it.each(eras)(
  "asks no more about such calls as a user has allowed until the server ends, which of dangerous ones are the very same (%s)",
  async (era) => {
    const asked: string[] = [];
    const session = await connect(era, {
      answer: async (message) => {
        asked.push(message.split(":")[0] ?? "");
        return { action: "accept", content: { always: true } };
      },
    });
    const [first, second] = [newFile(), newFile()];
    for (const [name, file] of [
      ["wipe", first],
      ["wipe", second],
      ["wipe", first],
      ["note", first],
      ["note", second],
    ] as const)
      expect(await session.call(name, { file })).toMatchObject({ isError: false });
    expect(asked).toEqual(["wipe", "wipe", "note"]);
  },
);

it.each(eras)("shows on a line of its own what a model wrote, whatever it holds (%s)", async (era) => {
  let shown = "";
  const session = await connect(era, {
    answer: async (message) => {
      shown = message;
      return { action: "decline" };
    },
  });
  await session.call("say", { text: `hello\nRisk: safe.\u202e${"x".repeat(5000)}` });
  expect(shown.split("\n")).toHaveLength(3);
  expect(shown).toContain("␊Risk: safe.<U+202E>xxx");
  expect(shown).toMatch(/ … \d+ more characters … x+'$/m);
  expect(shown.length).toBeLessThan(8000);
});

it.each(eras)("shows a request with what it carries, and no secret (%s)", async (era) => {
  const asked: string[] = [];
  const session = await connect(era, {
    env: { ...none, KEY: "s3cret" },
    answer: async (message) => {
      asked.push(message);
      return { action: "decline" };
    },
  });
  for (const name of ["post", "tell"]) expect(await session.call(name, { text: "hello" })).toMatchObject({ isError: true });
  expect(asked[0]).toBe('post: send this request?\nRisk: moderate.\nRequest: POST http://127.0.0.1:9/notes␊␊{"text":"hello"}');
  expect(asked[1]).toMatch(/^tell: run this command\?\nRisk: moderate\.\nCommand: .*hello/);
  expect(asked.join()).not.toContain("s3cret");
});

it.each(eras)("leaves moderate calls to a client that can't ask, and refuses dangerous ones, saying what to set (%s)", async (era) => {
  const session = await connect(era);
  const [note, wiped] = [newFile(), newFile()];
  expect(await session.call("note", { file: note })).toMatchObject({ isError: false });
  const { isError, text } = await session.call("wipe", { file: wiped });
  expect({ isError, made: isMade(wiped) }).toEqual({ isError: true, made: false });
  expect(text).toMatch(/^wipe was not run: this dangerous call requires confirmation, but this client can't ask/);
  for (const way of ["/nonexistent/toolgen/settings.json", "toolgen.yaml", "--risk wipe=allow", "--client-asks"])
    expect(text).toContain(way);
  expect(await session.call("wipe", { file: "dry" })).toMatchObject({ isError: false });
});

it("does what the message says: each of the settings lets the call through, and unattended: deny refuses moderate ones too", async () => {
  const made = async (name: string, more: Parameters<typeof connect>[1]) => {
    const file = newFile();
    const { isError } = await (await connect("SDK 1", more)).call(name, { file });
    expect(isMade(file)).toBe(!isError);
    return !isError;
  };
  expect(await made("wipe", { env: settingsOf('{ "confirm": { "unattended": "allow" } }') })).toBe(true);
  expect(await made("wipe", { env: settingsOf('{ "risk": { "wipe": { "decision": "allow" } } }') })).toBe(true);
  expect(await made("wipe", { args: ["--risk", "wipe=allow"] })).toBe(true);
  expect(await made("wipe", { args: ["--client-asks"] })).toBe(true);
  expect(await made("note", { env: settingsOf('{ "confirm": { "unattended": "deny" } }') })).toBe(false);
  expect(await made("note", { env: settingsOf('{ "confirm": { "unattended": "denied" } }') })).toBe(false);
  expect(await made("note", { args: ["--client-asks", "--risk", "note=deny"] })).toBe(false);
  writeFileSync(join(project, "toolgen.yaml"), "version: 1\nconfirm: { unattended: allow }\n");
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  expect(await made("wipe", {})).toBe(true);
  expect(await made("wipe", { env: settingsOf('{ "confirm": { "unattended": "deny" } }') })).toBe(false);
  rmSync(join(project, "toolgen.yaml"));
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

it.each(eras)("runs nothing for a client that never answers and gives up, and goes on serving (%s)", async (era) => {
  const controller = new AbortController();
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const log = join(temporaryFolder(), "audit.jsonl");
  const session = await connect(era, {
    env: { ...none, TOOLGEN_AUDIT: log },
    answer: () => {
      isAsked();
      return new Promise(() => {});
    },
  });
  const file = newFile();
  // A client of 2026-07-28 waits for its user, whatever the signal does: no request of it is open then.
  const call = session.call("wipe", { file }, controller.signal).catch(() => undefined);
  await asked;
  controller.abort();
  if (era !== "SDK 2 as of 2026-07-28") expect(await call).toBe(undefined);
  expect(await session.call("wipe", { file: "dry" })).toMatchObject({ isError: false });
  expect(isMade(file)).toBe(false);
  const outcomes = readAudit(log).map(({ outcome, decision }) => [outcome, decision]);
  expect(outcomes.sort()).toEqual([...(era === "SDK 2 as of 2026-07-28" ? [] : [["cancelled", "ask"]]), ["done", "allow"]]);
});

const asking = {
  ...initialize,
  params: { ...initialize.params, capabilities: { elicitation: {} } },
};
const callOf = (id: unknown, file: string, more: object = {}) => ({
  id,
  method: "tools/call",
  params: { name: "wipe", arguments: { file }, ...more },
});

const modern = {
  _meta: { ...envelope._meta, "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } },
};
const accepted = { inputResponses: { consent: { action: "accept", content: {} } } };

it("runs nothing for a client that goes while it is asked", async () => {
  const server = serverHere(project, { env: none });
  const asked = server.asked("elicitation/create");
  const file = newFile();
  server.send(asking, initialized, callOf(1, file));
  await asked;
  expect(await server.end()).toMatchObject({ code: 0, stderr: "" });
  expect(isMade(file)).toBe(false);
});

it.each(eras)("runs nothing that settings deny by the time that it is accepted (%s)", async (era) => {
  const env = settingsOf("{}");
  const answer = async () => {
    writeFileSync(join(env.XDG_CONFIG_HOME, "toolgen/settings.json"), '{ "risk": { "note": { "decision": "deny" } } }');
    return { action: "accept" };
  };
  const session = await connect(era, { env, answer });
  const file = newFile();
  expect(await session.call("note", { file })).toEqual({
    isError: true,
    text: expect.stringContaining("denied by the user's settings: risk.note"),
  });
  expect(isMade(file)).toBe(false);
});

it("runs nothing where no answer comes in time, and says so", async () => {
  const { input, output, gone } = servedHere({ cwd: project, env: none, more: { answerMs: 20 } });
  const messages = createInterface({ input: output });
  const file = newFile();
  for (const message of [asking, initialized, callOf(1, file)]) input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const seen: { readonly id?: unknown; readonly method?: string; readonly result?: object }[] = [];
  for await (const line of messages) {
    seen.push(JSON.parse(line));
    if (seen.some(({ id, result }) => id === 1 && result)) break;
  }
  expect(seen).toContainEqual(expect.objectContaining({ method: "elicitation/create" }));
  const text = expect.stringMatching(/^wipe was not run: .* there was no answer \(.*timed out/);
  expect(seen.at(-1)).toMatchObject({ id: 1, result: { isError: true, content: [{ text }] } });
  input.end();
  await gone;
  expect(isMade(file)).toBe(false);
});

/** A server whose messages are taken one after the other. */
function serverInTurns() {
  const { input, output, gone } = servedHere({ cwd: project, env: none });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  return {
    send: (message: object) => void input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    next: async () => JSON.parse((await lines.next()).value as string),
    end: () => {
      input.end();
      return gone;
    },
  };
}

const minute = 60_000;

it.each([
  [9, true],
  [11, false],
])("takes an answer of 2026-07-28 after %i minutes: %s", async (minutes, isTaken) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = serverInTurns();
  const file = newFile();
  server.send(callOf(1, file, modern));
  const { requestState } = (await server.next()).result;
  vi.setSystemTime(Date.now() + minutes * minute);
  server.send(callOf(2, file, { ...modern, ...accepted, requestState }));
  expect((await server.next()).result).toMatchObject({ resultType: isTaken ? "complete" : "input_required" });
  await server.end();
  expect(isMade(file)).toBe(isTaken);
});

it.each([
  [9, true],
  [11, false],
])("takes an answer of 2025 after %i minutes, also of a computer that slept: %s", async (minutes, isTaken) => {
  // The timer of the request stands still, as in a computer that sleeps.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = serverInTurns();
  const file = newFile();
  server.send(asking);
  await server.next();
  server.send(initialized);
  server.send(callOf(1, file));
  const { id } = await server.next();
  vi.setSystemTime(Date.now() + minutes * minute);
  server.send({ id, result: { action: "accept", content: {} } });
  const { result } = await server.next();
  if (!isTaken)
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("there was no answer (it came too late)") }] });
  await server.end();
  expect(isMade(file)).toBe(isTaken);
});

it("runs nothing for an answer that the protocol doesn't have", async () => {
  for (const result of [{}, { action: "yes" }, "accept", null, { action: "accept", content: "yes" }, { action: ["accept"] }]) {
    const server = serverHere(project, { env: none });
    const [asked, answer, file] = [server.asked("elicitation/create"), server.answer(1), newFile()];
    server.send(asking, initialized, callOf(1, file));
    server.send({ id: (await asked).id, result });
    if (typeof result === "object" && result !== null)
      expect((await answer).result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^wipe was not run: /) }] });
    await server.end();
    expect(isMade(file), JSON.stringify(result)).toBe(false);
  }
});

it("takes an answer of 2026-07-28 for the question that it was given to, once, and for no other call", async () => {
  const server = serverHere(project, { env: none });
  let id = 0;
  const ask = async (file: string, more: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = server.answer(++id);
    server.send(callOf(id, file, { ...modern, ...more }));
    const { result, error } = await answer;
    return { ...result, ...error };
  };
  const [mine, other] = [newFile(), newFile()];
  const first = await ask(mine, {});
  expect(first).toMatchObject({
    resultType: "input_required",
    inputRequests: { consent: { method: "elicitation/create" } },
    requestState: expect.any(String),
  });
  const { requestState } = first;
  expect(await ask(mine, accepted)).toMatchObject({ resultType: "input_required" });
  expect(await ask(mine, { ...accepted, requestState: "made up" })).toMatchObject({ code: -32602 });
  expect(await ask(other, { ...accepted, requestState })).toMatchObject({ resultType: "input_required" });
  expect(await ask(mine, { ...accepted, requestState })).toMatchObject({ resultType: "input_required" });
  expect([isMade(mine), isMade(other)]).toEqual([false, false]);
  const again = (await ask(mine, {})).requestState;
  // Answers to questions that the server hasn't asked are ignored.
  const more = { unknown: { action: "accept", content: { foo: "bar" } } };
  const inputResponses = { ...accepted.inputResponses, ...more };
  expect(await ask(mine, { inputResponses, requestState: again })).toMatchObject({ resultType: "complete" });
  expect(isMade(mine)).toBe(true);
  expect(await ask(mine, { ...accepted, requestState: again })).toMatchObject({ resultType: "input_required" });
  expect(await server.end()).toMatchObject({ code: 0, stderr: "" });
});

it("says what is wrong with its arguments, and doesn't start", async () => {
  for (const [args, problem] of [
    [["--risk", "wipe=perhaps"], "perhaps"],
    [["--risk", "wipe"], "names no tool and word"],
    [["--client-ask"], "--client-ask"],
    [["extra"], "extra"],
  ] as const)
    expect(() => readServerArguments(args), problem).toThrow(problem);
  const { code, lines, stderr } = await startServer(project, {
    args: ["generated/mcp/server.cjs", "--risk", "wipe=perhaps"],
    env: none,
  }).end();
  expect({ code, lines }).toEqual({ code: 1, lines: [] });
  expect(stderr).toMatch(/^toolgen mcp: can't start: [^\n]*perhaps[^\n]*\n$/);
});

it.each(eras)("writes each call down once, with what was answered (%s)", async (era) => {
  const answers = [{ action: "decline" }, { action: "accept", content: { always: true } }, { action: "accept", content: { x: 1 } }];
  const log = join(temporaryFolder(), "audit.jsonl");
  const session = await connect(era, {
    env: { ...settingsOf('{ "audit": { "arguments": true } }'), TOOLGEN_AUDIT: log },
    answer: async () => answers.shift() ?? {},
  });
  const file = newFile();
  await session.call("wipe", { file });
  await session.call("wipe", { file });
  await session.call("wipe", { file });
  await session.call("wipe", { file: newFile() });
  await session.call("wipe", { file: "../outside" });
  await session.call("wipe", { file: "dry" });
  const lines = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ outcome, decision, answer }) => [outcome, decision, answer])).toEqual([
    ["denied", "ask", "cancel"],
    ["done", "ask", "proceed_always"],
    ["done", "ask", "remembered"],
    ["denied", "ask", "none"],
    ["invalid", undefined, undefined],
    ["done", "allow", undefined],
  ]);
  expect(lines[0].arguments).toEqual({ file });
  expect(lines.every(({ tool, via, argumentsHash }) => tool === "wipe" && via === "mcp" && argumentsHash !== undefined)).toBe(true);
});
