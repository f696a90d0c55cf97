import { afterEach, expect, it, vi } from "vitest";
import { type TaskState, TaskStore, taskMs } from "../../../src/mcp-server/tasks/task-store.js";

afterEach(() => void vi.useRealTimers());

const program = { tool: "serve", pid: 5, start: "100" };
const done: TaskState = { status: "completed", at: "2026-01-01T00:00:00.000Z", result: { content: [] } };

it("gives a caller one task for a running program, and other callers their own", () => {
  const tasks = new TaskStore();
  const first = tasks.begin("a", program);
  expect(tasks.begin("a", program)?.id).toBe(first?.id);
  expect(tasks.begin("b", program)?.id).not.toBe(first?.id);
  expect(tasks.begin("a", { ...program, start: "101" })?.id).not.toBe(first?.id);
});

it("finds a task for its caller alone, for a day", () => {
  vi.useFakeTimers();
  const tasks = new TaskStore();
  const id = tasks.begin("a", program)?.id ?? "";
  expect([tasks.find(id, "a")?.state, tasks.find(id, "b"), tasks.find("other", "a")]).toEqual([
    { status: "working" },
    undefined,
    undefined,
  ]);
  vi.advanceTimersByTime(taskMs - 1);
  expect(tasks.find(id, "a")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(tasks.find(id, "a")).toBeUndefined();
});

it("ends a task once, and begins a new one for the same program's next start", () => {
  const tasks = new TaskStore();
  const task = tasks.begin("a", program);
  if (task === undefined) throw new Error("there is room");
  expect(tasks.end(task, done)?.state).toEqual(done);
  expect(tasks.end(task, { status: "cancelled", at: "" })?.state).toEqual(done);
  expect(tasks.begin("a", program)?.id).not.toBe(task.id);
});

it("begins no task beyond a thousand, and drops none before its time", () => {
  const tasks = new TaskStore();
  const first = tasks.begin("a", { ...program, pid: 0 })?.id ?? "";
  for (let pid = 1; pid < 1000; pid++) expect(tasks.begin("a", { ...program, pid })).toBeDefined();
  expect(tasks.begin("a", { ...program, pid: 1000 })).toBeUndefined();
  expect(tasks.find(first, "a")).toBeDefined();
});
