import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { BodyBudget } from "../../../src/server/http/admission.js";

const megabyte = 1024 * 1024;

function request(headers: object) {
  const [socket, response] = [new EventEmitter(), new EventEmitter()];
  return { socket, response, from: { headers, socket } as unknown as IncomingMessage, to: response as unknown as ServerResponse };
}

it("admits requests until their bodies fill the budget, and again once one is answered or gone", () => {
  const budget = new BodyBudget(64 * megabyte);
  const known = { "content-length": String(64 * megabyte) };
  const [first, second, ...more] = [request(known), request({ "transfer-encoding": "chunked" }), ...[1, 2, 3].map(() => request(known))];
  const admit = (one: ReturnType<typeof request> | undefined) => one && budget.admit(one.from, one.to);
  expect([first, second, ...more].map(admit)).toEqual([true, true, true, true, false]);
  first?.response.emit("close");
  first?.socket.emit("close");
  expect(admit(more[2])).toBe(true);
  expect(admit(first)).toBe(false);
  second?.socket.emit("close");
  expect(admit(first)).toBe(true);
});

it("counts nothing for a request without a body", () => {
  const budget = new BodyBudget(512 * megabyte);
  for (const headers of [{}, { "content-length": "0" }]) {
    const { from, to } = request(headers);
    expect(budget.admit(from, to)).toBe(true);
  }
});
