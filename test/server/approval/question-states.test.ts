import type { ServerContext } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ElicitationQuestion } from "../../../src/server/state/elicitation-question.js";
import { isLate } from "../../../src/server/state/question-states.js";
import { createServerState } from "../../../src/server/state/server-state.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const files = new Map([["/work/notes.txt", "mark"]]);
const question = { digest: "digest", files } as unknown as ElicitationQuestion;
const tenMinutes = 600_000;
const unverified = { code: -32602, message: expect.stringContaining("not one that the server has signed") };
const key = new Uint8Array(32).fill(7);
const by = (clientId?: string) => ({ http: clientId === undefined ? {} : { authInfo: { clientId } } }) as unknown as ServerContext;

it("takes an answer within its time, once", async () => {
  const { questions } = createServerState();
  const state = await questions.seal(question, by());
  vi.advanceTimersByTime(tenMinutes);
  expect(await questions.open(state, by())).toEqual({ digest: "digest", files });
  expect(await questions.open(state, by())).toBeUndefined();
});

it("takes no answer after its time, nor by a clock that was set back", async () => {
  const { questions } = createServerState();
  const [late, early] = [await questions.seal(question, by()), await questions.seal(question, by())];
  const asked = Date.now();
  vi.setSystemTime(asked + tenMinutes + 1);
  expect(await questions.open(late, by())).toBeUndefined();
  vi.setSystemTime(asked - 1000);
  expect(await questions.open(early, by())).toBeUndefined();
  expect([isLate(asked - 2000, 1000), isLate(asked - 3000, 1000)]).toEqual([false, true]);
});

it("takes the answer to a replica's question if both have the same key", async () => {
  const [asking, answering, stranger] = [createServerState({ key }), createServerState({ key }), createServerState()];
  const state = await asking.questions.seal(question, by());
  await expect(stranger.questions.open(state, by())).rejects.toMatchObject(unverified);
  expect(await answering.questions.open(state, by())).toEqual({ digest: "digest", files });
});

it("takes no other principal's answer", async () => {
  const { questions } = createServerState();
  const state = await questions.seal(question, by("alice"));
  await expect(questions.open(state, by("bob"))).rejects.toMatchObject(unverified);
  await expect(questions.open(state, by())).rejects.toMatchObject(unverified);
  expect(await questions.open(state, by("alice"))).toEqual({ digest: "digest", files });
});

it("takes no state that was changed, or made up", async () => {
  const { questions } = createServerState();
  const state = await questions.seal(question, by());
  const [version, body = "", mac] = state.split(".");
  const changed = Buffer.from(Buffer.from(body, "base64url").toString().replace("digest", "tsegid")).toString("base64url");
  for (const forged of [`${version}.${changed}.${mac}`, `${version}.${body}.`, "made up", "", 7])
    await expect(questions.open(forged, by())).rejects.toMatchObject(unverified);
  expect(await questions.open(undefined, by())).toBeUndefined();
});

it("refuses a key that is too short", () => {
  expect(() => createServerState({ key: new Uint8Array(31) })).toThrow(RangeError);
});
