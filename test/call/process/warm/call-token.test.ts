import { expect, it } from "vitest";
import { newCallToken, warmRequest } from "../../../../src/call/process/warm-request.js";

it("gives each call a token of its own", () => {
  const tokens = Array.from({ length: 1000 }, newCallToken);
  expect(tokens.every(({ length }) => length === warmRequest.tokenBytes)).toBe(true);
  expect(new Set(tokens.map((token) => token.toString("hex"))).size).toBe(1000);
});
