import { expect, it } from "vitest";
import { Lifetime } from "../../../src/agent/registry/lifetime.js";
import { RegistryClosedError } from "../../../src/agent/tool/tool-invocation.js";

/** Work that ends when its signal aborts, with the reason. */
const until = (signal: AbortSignal) => new Promise<unknown>((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));

it("ends work with its own signal or with the lifetime", async () => {
  const lifetime = new Lifetime();
  const own = new AbortController();
  const ended = [lifetime.run(own.signal, until), lifetime.run(new AbortController().signal, until), lifetime.run(undefined, until)];
  own.abort("left");
  expect(await ended[0]).toBe("left");
  await lifetime.end();
  const closed = new RegistryClosedError();
  expect(await Promise.all(ended)).toEqual(["left", closed, closed]);
});

it("starts work with a signal that has aborted as such", async () => {
  const signals: AbortSignal[] = [];
  await new Lifetime().run(AbortSignal.abort("early"), async (signal) => void signals.push(signal));
  expect(signals).toMatchObject([{ aborted: true, reason: "early" }]);
});

it("keeps nothing of work that has ended", async () => {
  const lifetime = new Lifetime();
  const { signal } = new AbortController();
  const added: unknown[] = [];
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    added.push(args[1]);
    add(...args);
  };
  const remove = signal.removeEventListener.bind(signal);
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    added.splice(added.indexOf(args[1]), 1);
    remove(...args);
  };
  await lifetime.run(signal, async () => expect(added).toHaveLength(1));
  expect(added).toEqual([]);
});
