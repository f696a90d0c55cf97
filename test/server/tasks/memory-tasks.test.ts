import { afterEach, expect, it, vi } from "vitest";
import { type EndedTaskState, MemoryTasks, taskMs } from "../../../src/server/state/task-store.js";

afterEach(() => void vi.useRealTimers());

const program = { tool: "serve", pid: 5, start: "100" };
const done: EndedTaskState = { status: "completed", at: "2026-01-01T00:00:00.000Z", result: { content: [] } };

it("gives a caller one task for a running program, and other callers their own", async () => {
  const tasks = new MemoryTasks();
  const first = await tasks.begin("a", program);
  expect((await tasks.begin("a", program))?.id).toBe(first?.id);
  expect((await tasks.begin("b", program))?.id).not.toBe(first?.id);
  expect((await tasks.begin("a", { ...program, start: "101" }))?.id).not.toBe(first?.id);
});

it("finds a task for its caller alone, for a day", async () => {
  vi.useFakeTimers();
  const tasks = new MemoryTasks();
  const id = (await tasks.begin("a", program))?.id ?? "";
  expect([(await tasks.find(id, "a"))?.state, await tasks.find(id, "b"), await tasks.find("other", "a")]).toEqual([
    { status: "working" },
    undefined,
    undefined,
  ]);
  vi.advanceTimersByTime(taskMs - 1);
  expect(await tasks.find(id, "a")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(await tasks.find(id, "a")).toBeUndefined();
});

it("ends a task once, and begins a new one for the same program's next start", async () => {
  const tasks = new MemoryTasks();
  const task = await tasks.begin("a", program);
  if (task === undefined) throw new Error("there is room");
  expect((await tasks.end(task, done))?.state).toEqual(done);
  expect((await tasks.end(task, { status: "cancelled", at: "" }))?.state).toEqual(done);
  expect((await tasks.begin("a", program))?.id).not.toBe(task.id);
});

it("begins no task beyond a thousand, and drops none before its time", async () => {
  const tasks = new MemoryTasks();
  const first = (await tasks.begin("a", { ...program, pid: 0 }))?.id ?? "";
  for (let pid = 1; pid < 1000; pid++) expect(await tasks.begin("a", { ...program, pid })).toBeDefined();
  expect(await tasks.begin("a", { ...program, pid: 1000 })).toBeUndefined();
  expect(await tasks.find(first, "a")).toBeDefined();
});
