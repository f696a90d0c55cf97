import { expect, it } from "vitest";
import { warmRequest } from "../../../../src/runtime/contract/warm-request.js";
import { newCallToken } from "../../../../src/runtime/process/warm/call-token.js";

it("gives each call a token of its own", () => {
  const tokens = Array.from({ length: 1000 }, newCallToken);
  expect(tokens.every(({ length }) => length === warmRequest.tokenBytes)).toBe(true);
  expect(new Set(tokens.map((token) => token.toString("hex"))).size).toBe(1000);
});
