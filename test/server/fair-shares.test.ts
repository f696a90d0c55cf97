import { expect, it } from "vitest";
import { FairShares } from "../../src/server/state/fair-shares.js";

it("gives no caller more than a share, and all together no more than there is", () => {
  const shares = new FairShares({ ofAll: 5, ofOne: 2 });
  const first = shares.hold({ principal: "alice" }, 1);
  expect([shares.hold({ principal: "alice" }, 1), shares.hold({ principal: "alice" }, 1)]).toEqual([expect.any(Function), undefined]);
  expect(shares.hold({ principal: "bob" }, 2)).toBeDefined();
  first?.();
  first?.();
  expect([shares.hold({ principal: "alice" }, 2), shares.hold({ principal: "alice" }, 1)]).toEqual([undefined, expect.any(Function)]);
  expect([shares.hold({ principal: "carol" }, 2), shares.hold({ principal: "carol" }, 1), shares.hold({ principal: "dave" }, 1)]).toEqual([
    undefined,
    expect.any(Function),
    undefined,
  ]);
});

it("holds what exists already beyond the limit, and says that there is no room then", () => {
  const shares = new FairShares({ ofAll: 5, ofOne: 2 });
  const alice = { principal: "alice" };
  expect(shares.hasRoom(alice)).toBe(true);
  const release = shares.holdAnyway(alice, 4);
  expect([shares.hasRoom(alice), shares.hold(alice, 1), shares.hasRoom({ principal: "bob" })]).toEqual([false, undefined, true]);
  const more = shares.holdAnyway({ principal: "bob" }, 2);
  expect(shares.hasRoom({ principal: "carol" })).toBe(false);
  release();
  more();
  expect([shares.hasRoom(alice), shares.hasRoom({ principal: "carol" })]).toEqual([true, true]);
});

it("gives callers all of it of whom nothing is known", () => {
  const shares = new FairShares({ ofAll: 5, ofOne: 2 });
  expect([shares.hold({ principal: "" }, 5), shares.hold({ principal: "" }, 1)]).toEqual([expect.any(Function), undefined]);
});

it("gives a network without names as much as it leaves free, so that there is room for another", () => {
  const shares = new FairShares({ ofAll: 8, ofOne: 2 });
  const by = (network: string) => ({ principal: "", network });
  const released = Array.from({ length: 5 }, () => shares.hold(by("10.0.0.1"), 1));
  expect(released.map((release) => release !== undefined)).toEqual([true, true, true, true, false]);
  expect([shares.hold(by("10.0.0.2"), 2), shares.hold(by("10.0.0.2"), 1)]).toEqual([expect.any(Function), undefined]);
  expect(shares.hold({ principal: "alice", network: "10.0.0.1" }, 1)).toBeDefined();
  released[0]?.();
  expect(shares.hold(by("10.0.0.3"), 1)).toBeDefined();
});
