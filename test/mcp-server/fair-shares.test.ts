import { expect, it } from "vitest";
import { FairShares } from "../../src/mcp-server/fair-shares.js";

it("gives no caller more than a share, and all together no more than there is", () => {
  const shares = new FairShares({ ofAll: 5, ofOne: 2 });
  const first = shares.hold("alice", 1);
  expect([shares.hold("alice", 1), shares.hold("alice", 1)]).toEqual([expect.any(Function), undefined]);
  expect(shares.hold("bob", 2)).toBeDefined();
  first?.();
  first?.();
  expect([shares.hold("alice", 2), shares.hold("alice", 1)]).toEqual([undefined, expect.any(Function)]);
  expect([shares.hold("carol", 2), shares.hold("carol", 1), shares.hold("dave", 1)]).toEqual([undefined, expect.any(Function), undefined]);
});

it("gives callers who aren't known all of it", () => {
  const shares = new FairShares({ ofAll: 5, ofOne: 2 });
  expect([shares.hold("", 5), shares.hold("", 1)]).toEqual([expect.any(Function), undefined]);
});
