import { classifyInboundRequest, isJSONRPCRequest } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isUsualRequest } from "../../../src/server/call/direct-calls.js";

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { text: "hello" } } };
const withMeta = (_meta: unknown) => ({ ...call, params: { ...call.params, _meta } });

it.each([
  ["a call", call],
  ["an id that is a text", { ...call, id: "one" }],
  ["no parameters", { jsonrpc: "2.0", id: 0, method: "tools/list" }],
  ["a progress token", withMeta({ progressToken: "p" })],
  ["an empty _meta", withMeta({})],
])("takes %s", (_, message) => {
  expect(isUsualRequest(message)).toBe(true);
});

it.each([
  ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
  ["a response", { jsonrpc: "2.0", id: 1, result: {} }],
  ["a batch", [call]],
  ["another version of JSON-RPC", { ...call, jsonrpc: "1.0" }],
  ["an id that isn't whole", { ...call, id: 1.5 }],
  ["a further member", { ...call, result: {} }],
  ["parameters in a list", { ...call, params: [] }],
  ["a claim of the revision 2026-07-28", withMeta({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" })],
  ["a progress token that is no token", withMeta({ progressToken: {} })],
  ["a _meta that is no object", withMeta("p")],
  ["no message", null],
])("leaves %s to the SDK's check", (_, message) => {
  expect(isUsualRequest(message)).toBe(false);
});

it("takes only what the SDK takes as a request of a revision up to 2025-11-25", () => {
  const token = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null), fc.constant({}));
  const meta = fc.oneof(
    fc.record({ progressToken: token, "io.modelcontextprotocol/protocolVersion": fc.string() }, { requiredKeys: [] }),
    fc.jsonValue(),
  );
  const params = fc.oneof(fc.record({ name: fc.string(), _meta: meta }, { requiredKeys: [] }), fc.jsonValue());
  const further = fc.option(fc.record({ result: fc.constant({}), error: fc.constant({}), _meta: meta }, { requiredKeys: [] }), {
    nil: {},
    freq: 1,
  });
  const member = { jsonrpc: fc.constantFrom("2.0", "2.0", "2.0", "1.0"), id: token, params };
  const method = fc.oneof(fc.constantFrom("initialize", "tools/call"), fc.string(), fc.integer());
  const message = fc
    .tuple(fc.record({ ...member, method }, { requiredKeys: ["jsonrpc", "id", "method"] }), further)
    .map(([request, more]) => ({ ...request, ...more }));
  let taken = 0;
  fc.assert(
    fc.property(message, (sent) => {
      // As a server gets it.
      const body: unknown = JSON.parse(JSON.stringify(sent));
      if (!isUsualRequest(body)) return;
      taken++;
      expect(isJSONRPCRequest(body)).toBe(true);
      expect(classifyInboundRequest({ httpMethod: "POST", body })).toMatchObject({ kind: "legacy" });
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(100);
});
