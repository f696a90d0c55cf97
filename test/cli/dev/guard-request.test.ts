import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { guardRequest } from "../../../src/cli/dev/dev-server.js";

const address = { port: 4000, token: "secret" };
const own = { host: "127.0.0.1:4000", origin: "http://127.0.0.1:4000", "content-type": "application/json" };

/** The answer to a request, as its path or its status. */
function answered(url: string, headers: IncomingHttpHeaders = { host: own.host }, method = "GET") {
  // The guard reads these three only.
  const guarded = guardRequest({ url, headers, method } as IncomingMessage, address);
  return guarded.ok ? guarded.path : guarded.status;
}

it("lets its own page pass, with the path below the token", () => {
  expect(answered("/secret/")).toBe("/");
  expect(answered("/secret/tools/a?x=/other/")).toBe("/tools/a");
  expect(answered("/secret/", { host: "localhost:4000", "sec-fetch-site": "none" })).toBe("/");
  expect(answered("/secret/run", own, "POST")).toBe("/run");
});

it.each(["/", "/secret", "/secre/", "/secrets/", "//secret/", "/SECRET/", "secret/", "", "/%73ecret/"])(
  "doesn't know the address %j",
  (url) => {
    expect(answered(url)).toBe(404);
  },
);

it.each([
  {},
  { host: "127.0.0.1" },
  { host: "127.0.0.1:4001" },
  { host: "evil.example:4000" },
  { ...own, origin: "null" },
  { ...own, origin: "https://127.0.0.1:4000" },
  { ...own, origin: "http://127.0.0.1:4001" },
  { ...own, "sec-fetch-site": "same-site" },
])("refuses a page of another site: %j", (headers) => {
  expect(answered("/secret/", headers)).toBe(403);
});

it("takes only JSON that a page has posted", () => {
  expect(answered("/secret/run", { ...own, "content-type": "text/plain" }, "POST")).toBe(415);
  expect(answered("/secret/run", { host: own.host, "content-type": "application/json" }, "POST")).toBe(403);
  expect(answered("/secret/run", own, "DELETE")).toBe(405);
});
