import { expect, it, vi } from "vitest";
import { runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf, type Turn } from "./model.js";

/** Tools that note when they begin and end; each takes as many turns of the event loop as `times` says. */
function noting(...kinds: readonly ("read" | "search" | "fetch" | "think" | "edit" | "delete" | "move" | "execute" | "other")[]) {
  const events: string[] = [];
  const tools = kinds.map(
    (kind) =>
      new OwnTool(kind, {
        kind,
        decision: "allow",
        execute: async ({ what, times = 1 }) => {
          events.push(`+${what}`);
          for (let turn = 0; turn < times; turn++) await new Promise(setImmediate);
          events.push(`-${what}`);
          return what;
        },
      }),
  );
  return { registry: registryOf(...tools), events };
}

const turn = (...calls: readonly (readonly [name: string, what: string, times?: number])[]): Turn => ({
  calls: calls.map(([name, what, times = 1]) => [name, { what, times }]),
});

it("runs calls that change nothing at the same time, and hands results back in the order of the calls", async () => {
  const { registry, events } = noting("read", "search", "fetch", "think");
  const { model, prompts } = modelOf(turn(["read", "a", 9], ["search", "b", 5], ["fetch", "c"], ["think", "d", 3]), { text: "Done." });
  await runAgenticLoop({ model, registry, prompt: "Go." });
  expect(events.slice(0, 4)).toEqual(["+a", "+b", "+c", "+d"]);
  expect(events.slice(4)).toEqual(["-c", "-d", "-b", "-a"]);
  const told = prompts[1]?.at(-1)?.content as readonly { readonly toolCallId: string }[];
  expect(told.map(({ toolCallId }) => toolCallId)).toEqual(["t1.1", "t1.2", "t1.3", "t1.4"]);
});

it.each(["edit", "delete", "move", "execute", "other"] as const)(
  "runs a call of kind %s alone, after what came before it and before what follows",
  async (kind) => {
    const { registry, events } = noting("read", kind);
    const { model } = modelOf(turn(["read", "a", 5], ["read", "b"], [kind, "w", 5], [kind, "x"], ["read", "c", 3], ["read", "d"]), {
      text: "Done.",
    });
    await runAgenticLoop({ model, registry, prompt: "Go." });
    expect(events).toEqual(["+a", "+b", "-b", "-a", "+w", "-w", "+x", "-x", "+c", "+d", "-d", "-c"]);
  },
);

it("runs a dangerous call alone, whatever its kind", async () => {
  const { registry, events } = noting("read");
  const dangerous = new OwnTool("script", { decision: "allow", execute: async ({ what }) => `${events.push(`script ${what}`)}` });
  Object.defineProperty(dangerous, "risk", { value: { level: "dangerous", requiresConfirmation: true } });
  registry.registerTool(dangerous);
  const { model } = modelOf(turn(["read", "a", 3], ["script", "s"], ["read", "b"]), { text: "Done." });
  await runAgenticLoop({ model, registry, prompt: "Go." });
  expect(events).toEqual(["+a", "-a", "script s", "+b", "-b"]);
});

it("runs no more calls at the same time than it may", async () => {
  const { registry, events } = noting("read");
  const { model } = modelOf(turn(["read", "a", 5], ["read", "b", 1], ["read", "c", 1]), { text: "Done." });
  await runAgenticLoop({ model, registry, prompt: "Go.", limits: { parallel: 2 } });
  expect(events).toEqual(["+a", "+b", "-b", "+c", "-c", "-a"]);
});

it("asks about one call after the other, while those that need no answer run", async () => {
  const events: string[] = [];
  const asked = new OwnTool("asked", { decision: "ask_user", execute: ({ what }) => `${events.push(`run ${what}`)}` });
  const free = new OwnTool("free", { decision: "allow", execute: ({ what }) => `${events.push(`run ${what}`)}` });
  const { model } = modelOf(turn(["asked", "a"], ["asked", "b"], ["free", "c"]), { text: "Done." });
  await runAgenticLoop({
    model,
    registry: registryOf(asked, free),
    prompt: "Go.",
    onToolConfirmationRequired: async ({ args }) => {
      events.push(`ask ${args.what}`);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      events.push(`answer ${args.what}`);
      return true;
    },
  });
  expect(events.indexOf("run c")).toBeLessThan(events.indexOf("answer a"));
  expect(events.filter((event) => event !== "run c")).toEqual(["ask a", "answer a", "run a", "ask b", "answer b", "run b"]);
});

it("asks nothing more about a tool that was allowed for good while its other calls waited to be asked about", async () => {
  const asked = new OwnTool("asked", { decision: "ask_user" });
  const { model } = modelOf(turn(["asked", "a"], ["asked", "b"], ["asked", "c"]), { text: "Done." });
  const onToolConfirmationRequired = vi.fn(async () => "proceed_always_tool" as const);
  await runAgenticLoop({ model, registry: registryOf(asked), prompt: "Go.", onToolConfirmationRequired });
  expect(onToolConfirmationRequired).toHaveBeenCalledOnce();
  expect(asked.runs).toHaveLength(3);
});
