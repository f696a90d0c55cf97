import { expect, it } from "vitest";
import { type OfferedCall, openCallOffers } from "../../../src/cli/dev/call-offers.js";

// Offers only hand a call back.
const call = { mustConfirm: true } as OfferedCall;

it("gives each call once, and none after it was told to forget them", () => {
  const offers = openCallOffers();
  const id = offers.add(call);
  expect(offers.take("other")).toBeUndefined();
  expect(offers.take(id)).toBe(call);
  expect(offers.take(id)).toBeUndefined();
  const next = offers.add(call);
  offers.clear();
  expect(offers.take(next)).toBeUndefined();
});

it("keeps the newest hundred", () => {
  const offers = openCallOffers();
  const ids = Array.from({ length: 101 }, () => offers.add(call));
  expect(new Set(ids).size).toBe(101);
  expect(offers.take(ids[0] ?? "")).toBeUndefined();
  expect(offers.take(ids[1] ?? "")).toBe(call);
});
