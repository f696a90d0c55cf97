import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showSlowWork } from "../../../src/cli/io/slow-work.js";
import { memoryTerminal } from "../../kit/memory-terminal.mjs";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function shown(ms: number, isWatched: boolean): Promise<readonly string[]> {
  const lines: string[] = [];
  const terminal = { ...memoryTerminal({ folder: "/" }).terminal, isWatched, progress: (text: string) => void lines.push(text) };
  const work = showSlowWork(terminal, "Compiling…", () => new Promise((resolve) => setTimeout(resolve, ms)));
  await vi.advanceTimersByTimeAsync(ms);
  await work;
  return lines;
}

it("shows on a terminal what is being waited for after a second, and takes it away", async () => {
  expect(await shown(999, true)).toEqual([]);
  expect(await shown(1500, true)).toEqual(["Compiling…", ""]);
});

it("shows nothing without a terminal", async () => {
  expect(await shown(5000, false)).toEqual([]);
});
