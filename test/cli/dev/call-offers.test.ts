import { expect, it } from "vitest";
import { type OfferedCall, openCallOffers } from "../../../src/cli/dev/call-offers.js";

// Offers only hand a call back.
const call = { mustConfirm: true } as OfferedCall;

it("gives each call once, and none after it was told to forget them", () => {
  const offers = openCallOffers();
  const id = offers.add(call);
  expect(offers.find("other")).toBeUndefined();
  expect(offers.find(id)).toBe(call);
  offers.use(id);
  expect(offers.find(id)).toBe("used");
  const next = offers.add(call);
  offers.clear();
  expect(offers.find(next)).toBeUndefined();
  expect(offers.find(id)).toBe("used");
});

it("keeps the newest hundred", () => {
  const offers = openCallOffers();
  const ids = Array.from({ length: 101 }, () => offers.add(call));
  expect(new Set(ids).size).toBe(101);
  expect(offers.find(ids[0] ?? "")).toBeUndefined();
  expect(offers.find(ids[1] ?? "")).toBe(call);
});
