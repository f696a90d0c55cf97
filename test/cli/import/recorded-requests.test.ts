import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/contract/json-value.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { warmToolgenAsync } from "../../kit/warm-toolgen.js";

interface Drawn {
  readonly location: "query" | "path" | "json" | "form";
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly schema: JsonObject;
  readonly value: JsonValue;
}

const word = fc
  .string({ minLength: 1, maxLength: 6, unit: fc.constantFrom("a", "B", "1", " ", ",", "&", "=", "ü", "+", "%", "#", "?") })
  .filter((one) => one.trim() === one && !/^\.+$/.test(one));
const scalar = word.map((value) => ({ schema: { type: "string" }, value }));
const number = fc.integer().map((value) => ({ schema: { type: "integer" }, value }));
const list = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((value) => ({ schema: { type: "array", items: { type: "string" } }, value }));
const nullable = fc.constant({ schema: { type: ["string", "null"] }, value: null });
const drawn: fc.Arbitrary<Drawn> = fc.oneof(
  fc
    .tuple(fc.constantFrom("query", "form"), fc.oneof(scalar, number))
    .map(([location, one]) => ({ ...one, location, style: undefined, explode: undefined })),
  fc
    .tuple(fc.constantFrom("query", "form"), fc.constantFrom(undefined, true, false), list)
    .map(([location, explode, one]) => ({ ...one, location, style: undefined, explode })),
  fc
    .tuple(fc.constantFrom("spaceDelimited", "pipeDelimited"), list)
    .map(([style, one]) => ({ ...one, location: "query" as const, style, explode: false })),
  fc.oneof(scalar, list).map((one) => ({ ...one, location: "path" as const, style: undefined, explode: undefined })),
  fc.oneof(scalar, number, list, nullable).map((one) => ({ ...one, location: "json" as const, style: undefined, explode: undefined })),
) as fc.Arbitrary<Drawn>;

/** An operation of the document. */
function operationOf({ location, style, explode, schema }: Drawn): JsonObject {
  const responses = { 204: { description: "ok" } };
  const how = { ...(style === undefined ? {} : { style }), ...(explode === undefined ? {} : { explode }) };
  if (location === "query" || location === "path")
    return { get: { responses, parameters: [{ name: "v", in: location, required: true, schema, ...how }] } };
  const media = {
    schema: { type: "object", required: ["v"], properties: { v: schema } },
    ...(explode === undefined ? {} : { encoding: { v: how } }),
  };
  const type = location === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return { post: { responses, requestBody: { required: true, content: { [type]: media } } } };
}

/** The request that OpenAPI 3.1 describes, in percent-encoding that a server decodes. */
function expectedOf({ location, style, explode, value }: Drawn, n: number): { readonly url: string; readonly body: unknown } {
  const encoded = (one: JsonValue) => encodeURIComponent(String(one));
  const texts = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const separator = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style ?? ""] ?? ",";
  const entries = explode === false ? [`v=${texts.map(encoded).join(separator)}`] : texts.map((one) => `v=${encoded(one)}`);
  if (location === "path") return { url: `/${n}/${texts.map(encoded).join(",")}`, body: "" };
  if (location === "query") return { url: `/${n}?${entries.join("&")}`, body: "" };
  if (location === "json") return { url: `/${n}`, body: { v: value } };
  return { url: `/${n}`, body: explode === false ? [["v", texts.join(",")]] : texts.map((one) => ["v", String(one)]) };
}

const sameCharacters = (url: string) => url.replaceAll("|", "%7C").replaceAll(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

it("sends what the document says: parameters, lists, forms and JSON, as a server records them", async () => {
  const requests: { readonly message: IncomingMessage; readonly body: string }[] = [];
  const server = createServer(async (message, response) => {
    requests.push({ message, body: await text(message) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const all = fc.sample(drawn, 40);
  const paths = all.map((one, n) => [one.location === "path" ? `/${n}/{v}` : `/${n}`, operationOf(one)] as const);
  const document = {
    openapi: "3.1.0",
    info: { title: "Recorder", version: "1" },
    servers: [{ url: origin }],
    paths: Object.fromEntries(paths),
  };
  const project = projectOf({ "api.json": JSON.stringify(document) });
  const report = JSON.parse(toolgen(project, ["import", "openapi", "api.json", "--json"]).stdout);
  expect({ leftOut: report.leftOut, notes: report.notes }).toEqual({ leftOut: [], notes: [] });
  const tested = toolgen(project, ["test"]);
  expect(tested.status, tested.stdout).toBe(0);
  for (const [n, one] of all.entries()) {
    const tool = report.files.find(({ operation }: { operation: string }) => operation.endsWith(` ${paths[n]?.[0]}`)).tool;
    requests.length = 0;
    const answer = await warmToolgenAsync({
      folder: project,
      args: ["call", tool, JSON.stringify({ v: one.value })],
      environment: process.env,
      input: "",
    });
    const { message, body } = requests[0] ?? { message: undefined, body: "" };
    const type = message?.headers["content-type"] ?? "";
    const read = type.includes("json") ? JSON.parse(body) : type.includes("form") ? [...new URLSearchParams(body)] : body;
    const got = { url: sameCharacters(message?.url ?? answer.stderr), body: read };
    const expected = expectedOf(one, n);
    expect(got, JSON.stringify(one)).toEqual({ ...expected, url: sameCharacters(expected.url) });
  }
});
