import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ConcurrencyLimit, type ConcurrencySlot, maxConcurrentCalls } from "../../../src/server/state/concurrency-limit.js";
import { eventually } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryCopy, temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { clientsHere, type Session } from "../connect.js";

const tool = (name: string, command: string, more = "") => `name: ${name}
description: d
kind: read
schema: { properties: { name: { type: string, description: Who. } }, required: [name] }
paths: { name: write }
data: [name]
risk: { level: safe }
command: ${command}
${more}`;

/** Says how many of it were running at once, as far as it saw. */
const count = `#!/bin/sh
: > "running/$1"
most=0
for look in 1 2 3 4; do
  sleep 0.2
  set -- running/* "$1"
  now=$(($# - 1))
  [ "$now" -gt "$most" ] && most=$now
  shift "$now"
done
rm "running/$1"
echo "$most"
`;
/** Says that it is there, and stays until it may go. */
const stay = '#!/bin/sh\n: > "there/$1"\nwhile [ ! -e go ]; do sleep 0.3; done\necho "$1 went"\n';

const eras = ["SDK 1", "SDK 2 as of 2026-07-28"] as const;
let built: string;
let project: string;
const sessions: Session[] = [];

beforeAll(() => {
  built = projectOf({
    "tools.d/count.yaml": tool("count", `[sh, "{{@specDir}}/count.sh", "{{name}}"]`),
    "tools.d/count.sh": count,
    "tools.d/stay.yaml": tool("stay", `[sh, "{{@specDir}}/stay.sh", "{{name}}"]`),
    "tools.d/stay.sh": stay,
    "tools.d/make.yaml": tool("make", `[sh, "{{@specDir}}/make.sh", "{{name}}"]`),
    "tools.d/make.sh": 'touch "$1"\n',
    "tools.d/change.yaml":
      "name: change\ndescription: d\nkind: edit\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: write }\nrisk: { level: dangerous }\nshell: ': > there/changed; echo new > {{file}}'\noutput: { display: diff, preview: true }\n",
    "tools.d/wipe.yaml": tool("wipe", `[touch, "{{name}}"]`).replace("level: safe", "level: dangerous"),
  });
  expect(toolgen(built, ["build"])).toMatchObject({ status: 0, stderr: "" });
  for (const folder of ["running", "there", "real"]) mkdirSync(join(built, folder));
});
beforeEach(() => {
  project = temporaryCopy(built);
});
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

async function connect(era: (typeof eras)[number], answer?: () => Promise<object>): Promise<Session> {
  const session = await clientsHere[era]({ cwd: project, env: { XDG_CONFIG_HOME: "/nonexistent" }, ...(answer && { answer }) });
  sessions.push(session);
  return session;
}

/** Has as many calls running as may, which stay until they are let go. */
async function fill(session: Session) {
  const calls = Array.from({ length: maxConcurrentCalls }, (_, i) => session.call("stay", { name: `n${i}` }));
  expect(await eventually(() => readdirSync(join(project, "there")).length === maxConcurrentCalls)).toBe(true);
  return {
    release: async () => {
      writeFileSync(join(project, "go"), "");
      expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(calls.map((_, i) => `n${i} went`));
    },
  };
}

/** A call that is to wait; `told` once it is known that it does. */
function startWaiting(session: Session, name: string, params: object) {
  let isTold = () => {};
  const told = new Promise<void>((resolve) => {
    isTold = resolve;
  });
  const answer = session.watch(name, params, ({ message }) => {
    if (message?.startsWith("Waits for other calls: at most 32 run at once")) isTold();
  });
  return { told, answer };
}

it("runs no more than so many of many calls at once, and answers all", async () => {
  const session = await connect("SDK 2 as of 2026-07-28");
  const answers = await Promise.all(
    Array.from({ length: repeat({ usual: 40, soak: 200 }) }, (_, i) => session.call("count", { name: `n${i}` })),
  );
  const seen = answers.map(({ text, isError }) => (isError ? Number.NaN : Number(text)));
  expect(Math.max(...seen)).toBeLessThanOrEqual(maxConcurrentCalls);
  expect(Math.max(...seen)).toBeGreaterThan(1);
  expect(readdirSync(join(project, "running"))).toEqual([]);
});

it.each(eras)("tells that a call waits, runs it when one has ended, and never one that was cancelled meanwhile (%s)", async (era) => {
  const session = await connect(era);
  const { release } = await fill(session);
  const controller = new AbortController();
  const cancelled = expect(session.call("make", { name: "cancelled" }, controller.signal)).rejects.toThrow();
  // Requests are taken up in order: where this one waits, so does the one before.
  const waiting = startWaiting(session, "make", { name: "made" });
  await waiting.told;
  controller.abort();
  await cancelled;
  expect(readdirSync(project)).not.toContain("made");
  await release();
  expect(await waiting.answer).toMatchObject({ isError: false });
  expect(await session.call("make", { name: "last" })).toMatchObject({ isError: false });
  expect(readdirSync(project)).toEqual(expect.arrayContaining(["made", "last"]));
  expect(readdirSync(project)).not.toContain("cancelled");
});

it.each(eras)("checks the targets of a call again after it has waited (%s)", async (era) => {
  const session = await connect(era);
  symlinkSync("real", join(project, "link"));
  const { release } = await fill(session);
  const waiting = startWaiting(session, "make", { name: "link/file" });
  await waiting.told;
  const outside = temporaryFolder();
  rmSync(join(project, "link"));
  symlinkSync(outside, join(project, "link"));
  await release();
  expect(await waiting.answer).toMatchObject({ isError: true, text: expect.stringContaining("outside its root") });
  expect(readdirSync(outside)).toEqual([]);
});

it.each(eras)("holds no slot for a call that the user is asked about (%s)", async (era) => {
  let answer = () => {};
  let asked = 0;
  const answered = new Promise<object>((resolve) => {
    answer = () => resolve({ action: "accept", content: {} });
  });
  const session = await connect(era, () => {
    asked++;
    return answered;
  });
  const calls = Array.from({ length: maxConcurrentCalls }, (_, i) =>
    session.call(i % 4 === 0 ? "change" : "wipe", { [i % 4 === 0 ? "file" : "name"]: `w${i}` }),
  );
  expect(await eventually(() => asked === maxConcurrentCalls)).toBe(true);
  const previewed = session.call("change", { file: "changed" });
  expect(await eventually(() => asked === maxConcurrentCalls + 1)).toBe(true);
  expect(await session.call("make", { name: "made" })).toMatchObject({ isError: false });
  answer();
  expect(await previewed).toMatchObject({ isError: false });
  expect((await Promise.all(calls)).filter(({ isError }) => isError)).toEqual([]);
});

it.each(eras)("waits for a slot to run the preview of a change before the user is asked (%s)", async (era) => {
  let asked = 0;
  const session = await connect(era, async () => {
    asked++;
    return { action: "accept", content: {} };
  });
  const { release } = await fill(session);
  const waiting = startWaiting(session, "change", { file: "changed" });
  await waiting.told;
  expect([asked, readdirSync(join(project, "there")).includes("changed")]).toEqual([0, false]);
  await release();
  expect(await waiting.answer).toMatchObject({ isError: false });
  expect([asked, readFileSync(join(project, "changed"), "utf8")]).toEqual([1, "new\n"]);
});

it("gives slots in the order of the requests, whichever calls are cancelled", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.boolean(), { maxLength: 20 }), async (most, leaving) => {
      const limit = new ConcurrencyLimit({ total: most, perCaller: most });
      const begun: number[] = [];
      let running = 0;
      const calls = leaving.map((leaves, i) => {
        const controller = new AbortController();
        const slot = limit.slot();
        const work = async () => {
          const waited = await slot.acquire(controller.signal);
          expect(waited).toBe(i >= most);
          begun.push(i);
          expect(++running).toBeLessThanOrEqual(most);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          slot.release();
          slot.release();
        };
        const done = work().catch((error) => expect(error).toBe(controller.signal.reason));
        return { done, leave: () => leaves && i >= most && controller.abort() };
      });
      for (const { leave } of calls) leave();
      await Promise.all(calls.map(({ done }) => done));
      expect(begun).toEqual(leaving.flatMap((leaves, i) => (leaves && i >= most ? [] : [i])));
      const after: ConcurrencySlot[] = Array.from({ length: most }, () => limit.slot());
      for (const slot of after) expect(await slot.acquire(new AbortController().signal)).toBe(false);
    }),
    { numRuns: 100 },
  );
});

it("leaves slots to others, whatever number of calls one principal has waiting", async () => {
  const limit = new ConcurrencyLimit({ total: 4, perCaller: 2 });
  const { signal } = new AbortController();
  const started: string[] = [];
  const start = (principal: string) => {
    const slot = limit.slot(principal);
    void slot.acquire(signal).then(() => started.push(principal));
    return slot;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const slots = Array.from({ length: 10 }, () => start("greedy"));
  start("bob");
  await settled();
  expect(started).toEqual(["greedy", "greedy", "bob"]);
  start("carol");
  start("dave");
  await settled();
  expect(started.slice(3)).toEqual(["carol"]);
  // Dave has come last, and holds none.
  slots[0]?.release();
  await settled();
  expect(started.slice(4)).toEqual(["dave"]);
  slots[1]?.release();
  await settled();
  expect(started.slice(5)).toEqual(["greedy"]);
});

it("lets callers who aren't known use all slots", async () => {
  const limit = new ConcurrencyLimit({ total: 3, perCaller: 1 });
  for (let i = 0; i < 3; i++) expect(await limit.slot().acquire(new AbortController().signal)).toBe(false);
});

it("gives no slot to a call that was cancelled before", async () => {
  const limit = new ConcurrencyLimit({ total: 1, perCaller: 1 });
  const left = AbortSignal.abort("gone");
  await expect(limit.slot().acquire(left)).rejects.toBe("gone");
  expect(await limit.slot().acquire(new AbortController().signal)).toBe(false);
});
