import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { liveOutput } from "../../../src/call/live-output.js";

const collected = () => {
  const told: string[] = [];
  return { told, update: (text: string) => told.push(text) };
};

it("tells at once, then no more often than ten times a second, and at the end", async () => {
  const { told, update } = collected();
  const live = liveOutput(update, { mostBytes: 1000 });
  for (let i = 0; i < 50; i++) live.add(Buffer.from(`${i};`));
  expect(told).toEqual(["0;"]);
  await sleep(150);
  expect(told).toHaveLength(2);
  live.add(Buffer.from("end"));
  live.end();
  expect(told.at(-1)).toMatch(/;49;end$/);
});

it("keeps characters whole that fall across two reads, and the end of what is too long", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat(), (text, cut) => {
      const { told, update } = collected();
      const live = liveOutput(update, { mostBytes: 10_000 });
      const bytes = Buffer.from(text.toWellFormed());
      const at = bytes.length === 0 ? 0 : cut % bytes.length;
      live.add(bytes.subarray(0, at));
      live.add(bytes.subarray(at));
      live.end();
      expect(told.at(-1) ?? "").toBe(text.toWellFormed());
    }),
  );
  const { told, update } = collected();
  const live = liveOutput(update, { mostBytes: 8 });
  live.add(Buffer.from("one\ntwo\nthree\n"));
  live.end();
  expect(told.at(-1)).toBe("three\n");
});

it("ends for outputs that are full of what may begin an escape", () => {
  const { told, update } = collected();
  const live = liveOutput(update, { mostBytes: 1000, secrets: ["hunter2hunter2"] });
  const text = `${"%".repeat(80)} `;
  live.add(Buffer.from(text));
  live.end();
  expect(told.at(-1)).toBe(text);
});
