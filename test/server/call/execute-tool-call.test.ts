import { readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createValidator } from "../../../src/agent/validator.js";
import { Approvals } from "../../../src/call/approvals.js";
import type { CompiledTool, Validator } from "../../../src/contract/definition.js";
import { executeToolCall } from "../../../src/server/call/execute-tool-call.js";
import { ConcurrencyLimit } from "../../../src/server/state/concurrency-limit.js";
import type { ElicitationAnswer } from "../../../src/server/state/elicitation-question.js";
import { type ResultRoom, SlotWithRoom } from "../../../src/server/state/result-room.js";
import { compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const { tool: model } = await compiledTool(
  "name: put\ndescription: d\nkind: edit\nschema: { properties: { file: { type: string }, text: { type: string } }, required: [file, text] }\npaths: { file: write }\nstdin: '{{text}}'\nshell: cat > {{file}}\noutput: { display: diff, preview: true }\n",
);
if (model === undefined) throw new Error("the spec is wrong");
const { definition } = model;
const text = { type: "string" };
const check = createValidator({
  type: "object",
  properties: { file: text, text },
  required: ["file", "text"],
  additionalProperties: false,
});

interface Served {
  readonly args: object;
  readonly answer?: ElicitationAnswer;
  readonly env?: Readonly<Record<string, string>>;
  /** Is called while the question is open. */
  readonly meanwhile?: (folder: string) => void;
  /** Free slots for calls. */
  readonly slots?: ConcurrencyLimit;
  readonly room?: ResultRoom;
  readonly folder?: string;
}

/** Serves a call, counting how often its arguments are validated. */
async function serve({
  args,
  answer = "once",
  env = {},
  meanwhile,
  slots = new ConcurrencyLimit(),
  room,
  folder = temporaryFolder(),
}: Served) {
  writeFileSync(join(folder, "a"), "before\n");
  let validated = 0;
  const validate: Validator = (given) => {
    validated++;
    const isValid = check(given);
    validate.errors = check.errors ?? null;
    return isValid;
  };
  const tool: CompiledTool = { definition, validate };
  const questions: string[] = [];
  const result = await executeToolCall<never>(
    {
      found: { ok: true, tool, projectDir: folder },
      args,
      signal: new AbortController().signal,
      isRepeated: false,
      client: { canElicit: true, asksItself: false, approvals: new Approvals() },
      slot: room ? new SlotWithRoom(slots.slot(), room) : slots.slot(),
      ...(room && { room }),
      ask: async (question, change) => {
        questions.push((await change()).join("\n"));
        meanwhile?.(folder);
        return { answer, files: question.files };
      },
    },
    { workspace: folder, env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, ...env }, log: () => undefined },
  );
  return { folder, result, questions, validated };
}

it("repairs and validates a call's arguments once, however often it looks at the call", async () => {
  const { folder, result, questions, validated } = await serve({ args: { file: "a", text: "after\n" } });
  expect(questions).toEqual([expect.stringContaining("│ +after")]);
  expect(result).not.toHaveProperty("isError");
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("after\n");
  expect(validated).toBe(1);
});

it.each(["once", "no"] as const)("does so with an audit log, too, after the answer %s", async (answer) => {
  const { folder, validated } = await serve({ args: { file: "a", text: "after\n" }, answer, env: { TOOLGEN_AUDIT: "1" } });
  const [line = "", ...more] = readFileSync(join(folder, "toolgen/audit.jsonl"), "utf8").trimEnd().split("\n");
  expect([JSON.parse(line).outcome, more]).toEqual([answer === "once" ? "done" : "denied", []]);
  expect(validated).toBe(1);
});

it("does so for arguments that are refused, which the audit log has with the reason", async () => {
  const { folder, result, validated } = await serve({ args: { fiel: 3 }, env: { TOOLGEN_AUDIT: "1" } });
  expect(result).toMatchObject({ isError: true });
  expect(JSON.parse(readFileSync(join(folder, "toolgen/audit.jsonl"), "utf8"))).toMatchObject({ outcome: "invalid" });
  const { validated: unaudited } = await serve({ args: { fiel: 3 } });
  expect(validated).toBe(unaudited);
});

it("looks at paths again after the answer", async () => {
  const swap = (folder: string) => {
    unlinkSync(join(folder, "a"));
    symlinkSync("/etc/hostname", join(folder, "a"));
  };
  const { result, validated } = await serve({ args: { file: "a", text: "after\n" }, meanwhile: swap });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("outside its root") }] });
  expect(validated).toBe(1);
});

const auditLines = (folder: string) =>
  readFileSync(join(folder, "toolgen/audit.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const noRoom = "too many answers that aren't sent yet";
const put = { args: { file: "a", text: "after\n" }, env: { TOOLGEN_AUDIT: "1" } };

it("asks nothing about a call whose result has no room, and logs it", async () => {
  const folder = temporaryFolder();
  const meanwhile = () => expect.unreachable();
  await expect(serve({ ...put, folder, meanwhile, room: { hasRoom: () => false, hold: () => {} } })).rejects.toThrow(noRoom);
  expect(auditLines(folder)).toMatchObject([{ tool: "put", outcome: "unavailable" }]);
});

it("logs a call that has no room any more after the user has allowed it", async () => {
  const folder = temporaryFolder();
  let hasRoom = true;
  const meanwhile = () => {
    hasRoom = false;
  };
  await expect(serve({ ...put, folder, meanwhile, room: { hasRoom: () => hasRoom, hold: () => {} } })).rejects.toThrow(noRoom);
  expect(auditLines(folder)).toMatchObject([{ tool: "put", outcome: "unavailable", answer: "proceed_once" }]);
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("before\n");
});

it("counts a result before another call gets the slot", async () => {
  const slots = new ConcurrencyLimit({ total: 1, perCaller: 1 });
  let held = 0;
  const room = { hasRoom: () => held === 0, hold: () => void held++ };
  const calls = await Promise.allSettled([serve({ ...put, slots, room }), serve({ ...put, slots, room })]);
  expect(calls.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(held).toBe(1);
});
