import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json-value.js";
import { convertPostman } from "../../src/import/openapi/convert-postman.js";
import { isPostmanCollection } from "../../src/import/upgrade-swagger.js";
import { imported } from "./imported.js";

const info = { name: "Shop", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" };
const bearer = { type: "bearer", bearer: [{ key: "token", value: "{{token}}" }] };
const base = { info, variable: [{ key: "base", value: "https://shop.example.com/v1" }], auth: bearer };
const raw = (body: string, more: object = {}) => ({ mode: "raw", raw: body, ...more });

/** Imports a collection of these requests: `[name, method, address, more]`. */
async function importedRequests(requests: readonly (readonly [string, string, unknown, object?])[], collection: object = base) {
  const item = requests.map(([name, method, url, more]) => ({ name, request: { method, url, ...more } }));
  const converted = convertPostman({ ...collection, item } as unknown as JsonObject);
  if (!converted.ok) throw new Error(converted.problem);
  const { root, leftOut } = converted.value;
  return { ...(await imported(JSON.stringify({ servers: [], ...root }))), lost: leftOut };
}

it("imports each request with its address, its query, its path's variables and its way to sign in", async () => {
  const { specs, leftOut } = await importedRequests([
    [
      "List things",
      "GET",
      {
        raw: "{{base}}/things?limit=10",
        host: ["{{base}}"],
        path: ["things"],
        query: [{ key: "limit", value: "10", description: "how many" }],
      },
    ],
    [
      "Get a thing",
      "GET",
      { raw: "{{base}}/things/:id", host: ["{{base}}"], path: ["things", ":id"], variable: [{ key: "id", value: "7" }] },
    ],
    ["Get its parts", "GET", "{{base}}/shops/{{shopId}}/parts"],
  ]);
  expect(leftOut).toEqual([]);
  expect(specs.map(({ http }) => http.url)).toEqual([
    "https://shop.example.com/v1/things",
    "https://shop.example.com/v1/things/{{id}}",
    "https://shop.example.com/v1/shops/{{shopId}}/parts",
  ]);
  expect(specs[0].http.query).toEqual({ limit: "{{limit}}" });
  for (const { http } of specs) expect(http.headers.Authorization).toMatch(/^Bearer \{\{@secret\./);
});

it("makes parameters of the bodies that a request shows", async () => {
  const { specs, leftOut } = await importedRequests([
    [
      "Make a thing",
      "POST",
      "{{base}}/things",
      { body: raw('{"name": "a", "price": 1.5, "count": {{n}}, "tags": ["x"], "shop": {"id": "{{shop}}"}}') },
    ],
    ["Send a form", "POST", "{{base}}/forms", { body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "1" }] } }],
    ["Ask", "POST", "{{base}}/graphql", { body: { mode: "graphql", graphql: { query: "{ a }" } } }],
    ["Send a file", "PUT", "{{base}}/files/1", { body: { mode: "file", file: { src: "a.bin" } } }],
    ["Send XML", "POST", "{{base}}/xml", { body: raw("<a/>", { options: { raw: { language: "xml" } } }) }],
    [
      "Upload",
      "POST",
      "{{base}}/uploads",
      {
        body: {
          mode: "formdata",
          formdata: [
            { key: "photo", type: "file", src: "a.png" },
            { key: "title", type: "text", value: "t" },
          ],
        },
      },
    ],
  ]);
  expect(leftOut).toEqual([]);
  const [json, form, graphql, file, xml, upload] = specs;
  expect(json.schema.properties).toMatchObject({
    name: { type: "string" },
    price: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
    shop: { type: "object", properties: { id: { type: "string" } } },
  });
  expect(Object.keys(json.schema.properties)).toContain("count");
  expect(form.http.body.form).toEqual({ a: "{{a}}" });
  expect(graphql.schema.required).toEqual(["query"]);
  expect(file.paths).toBeDefined();
  expect(xml.http.headers["Content-Type"]).toBe("application/xml");
  expect(Object.keys(upload.schema.properties)).toEqual(["photo", "title"]);
});

it("lists a request with the method and path of another, and one whose address has an unknown variable", async () => {
  const { specs, lost, leftOut } = await importedRequests([
    ["Make a thing", "POST", "{{base}}/things", { body: raw('{"name": "a"}') }],
    ["Make another", "POST", "{{base}}/things", { body: raw('{"colour": "red"}') }],
    ["Ping", "GET", "{{unknown}}/ping"],
  ]);
  expect(specs).toHaveLength(1);
  expect(specs[0].schema.properties).toHaveProperty("name");
  expect(lost).toEqual([{ origin: "POST /things (Make another)", reason: "'Make a thing' has the same method and path" }]);
  expect(leftOut).toEqual([
    "GET /ping: the variable '{unknown}' of its server's address 'https://{unknown}' has no default; give an address with --server",
  ]);
});

it("signs in as the request, its folder or the collection says, and shows no value that the collection has", async () => {
  const key = {
    type: "apikey",
    apikey: [
      { key: "key", value: "X-Shop-Key" },
      { key: "value", value: "hidden-value" },
    ],
  };
  const ofFolder = { name: "Admin", auth: key, item: [{ name: "Purge", request: { method: "DELETE", url: "{{base}}/all" } }] };
  const open = { name: "Ping", request: { method: "GET", url: "{{base}}/ping", auth: { type: "noauth" } } };
  const converted = convertPostman({ ...base, item: [ofFolder, open] } as unknown as JsonObject);
  if (!converted.ok) throw new Error(converted.problem);
  const { specs, tools } = await imported(JSON.stringify(converted.value.root));
  expect(specs[0].http.headers["X-Shop-Key"]).toMatch(/^\{\{@secret\./);
  expect(specs[1].secrets).toBeUndefined();
  expect(tools.map(({ text }) => text).join()).not.toContain("hidden-value");
});

it("lists a request that signs in by a way that can't be sent, and imports the others", async () => {
  const { specs, lost } = await importedRequests([
    ["Digest", "GET", "{{base}}/digest", { auth: { type: "digest", digest: [] } }],
    ["Ping", "GET", "{{base}}/ping", { body: { mode: "formdata", formdata: [] } }],
  ]);
  expect(specs).toHaveLength(1);
  expect(lost).toEqual([{ origin: "Digest", reason: "it signs in by digest, which 'http' doesn't" }]);
});

it("knows a collection by its schema or its id", () => {
  expect(isPostmanCollection({ info, item: [] } as unknown as JsonObject)).toBe(true);
  expect(isPostmanCollection({ info: { name: "x", _postman_id: "1" }, item: [] })).toBe(true);
  expect(isPostmanCollection({ info: { title: "x", version: "1" }, paths: {} })).toBe(false);
});

it("sends a key where the request says, also where another of its name is elsewhere", async () => {
  const place = fc.constantFrom("header", "query", undefined);
  const keyAuth = (key: string, where: string | undefined) => ({
    type: "apikey",
    apikey: [{ key: "key", value: key }, { key: "value", value: "v" }, ...(where === undefined ? [] : [{ key: "in", value: where }])],
  });
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 2, maxLength: 4 }), fc.constantFrom("key", "X-Key"), async (places, name) => {
      const requests = places.map((where, index) => [`K${index}`, "GET", `{{base}}/k${index}`, { auth: keyAuth(name, where) }] as const);
      const { specs } = await importedRequests(requests);
      for (const [index, where = "header"] of places.entries()) {
        const { headers, query } = specs[index].http;
        expect([headers?.[name] !== undefined, query?.[name] !== undefined]).toEqual([where === "header", where === "query"]);
      }
    }),
    { numRuns: 12 },
  );
});

it("makes a secret of the header Authorization in the list of a request", async () => {
  const list = (value: string, more: object = {}) => ({ auth: { type: "noauth" }, header: [{ key: "authorization", value, ...more }] });
  const { specs, tools } = await importedRequests([
    ["A", "GET", "{{base}}/a", list("Bearer {{tok}}")],
    ["B", "GET", "{{base}}/b", list("Basic aGlkZGVuOmhpZGRlbg==")],
    ["C", "GET", "{{base}}/c", list("ApiKey hidden")],
    ["D", "GET", "{{base}}/d", list("Bearer hidden", { disabled: true })],
    ["E", "GET", "{{base}}/e", { header: "X-Trace: a\nAuthorization: hidden" }],
  ]);
  expect(specs.map(({ http }) => http.headers?.Authorization?.replace(/@secret\.\w+/, ""))).toEqual([
    "Bearer {{}}",
    "Basic {{}}",
    "{{}}",
    undefined,
    "Bearer {{}}",
  ]);
  expect(tools.map(({ text }) => text).join()).not.toMatch(/hidden|aGlk/);
});

it("reads an address in any of its forms, with its query", async () => {
  const query = [{ key: "a", value: "1", description: { content: "how many" } }];
  const { specs, lost } = await importedRequests([
    ["Text", "GET", "{{base}}/t?limit=10&q={{q}}#top"],
    ["Raw", "GET", { raw: "{{base}}/r?limit=10" }],
    ["Parts", "GET", { protocol: "https", host: ["api", "example", "com"], port: "8443", path: ["p", ":id"], query }],
    ["Nothing", "GET", null],
    ["Broken", "GET", { raw: "https://a.example.com/x", path: 7, host: 5 }],
  ]);
  expect(specs.map(({ http }) => [http.url, http.query])).toEqual([
    ["https://shop.example.com/v1/t", { limit: "{{limit}}", q: "{{q}}" }],
    ["https://shop.example.com/v1/r", { limit: "{{limit}}" }],
    ["https://api.example.com:8443/p/{{id}}", { a: "{{a}}" }],
  ]);
  expect(lost.map(({ origin }) => origin)).toEqual(["Nothing", "Broken"]);
  expect(lost[1]?.reason).toMatch(/^it can't be converted: /);
});

it("sends JSON as what the request says, with comments and variables in it", async () => {
  const language = { options: { raw: { language: "json" } } };
  const header = (value: string) => [{ key: "Content-Type", value }];
  const { specs } = await importedRequests([
    ["Comments", "POST", "{{base}}/1", { body: raw('{\n // the name\n "a": "http://b//c", /* n */ "n": {{n}},\n}', language) }],
    ["Whole", "POST", "{{base}}/2", { body: raw("{{body}}", language) }],
    ["Type", "POST", "{{base}}/3", { header: header("application/vnd.api+json"), body: raw('{"a":1}') }],
    ["Words", "POST", "{{base}}/4", { header: header("text/plain"), body: raw('{"a":1}') }],
  ]);
  expect(specs.map(({ http }) => Object.keys(http.body))).toEqual([["json"], ["json"], ["json"], ["text"]]);
  expect(Object.keys(specs[0].schema.properties)).toEqual(["a", "n"]);
  expect(specs[1].schema.properties.body.type).not.toBe("string");
  expect(specs[2].http.headers["Content-Type"]).toBe("application/vnd.api+json");
});

it("takes no value that may be a secret into an example, wherever it is", async () => {
  const secret = fc
    .tuple(fc.constantFrom("shpat_", "sk_live_", "", "ghp_"), fc.stringMatching(/^[a-z]{4}[0-9]{4}[A-Za-z0-9]{12,24}$/))
    .map(([prefix, rest]) => `${prefix}${rest}`);
  await fc.assert(
    fc.asyncProperty(secret, async (value) => {
      const entry = [{ key: "odd", value }];
      const { specs, tools } = await importedRequests([
        ["H", "GET", "{{base}}/h", { header: [{ key: "X-Odd", value }] }],
        ["Q", "GET", { raw: `{{base}}/q?odd=${value}`, query: entry }],
        ["P", "GET", { raw: "{{base}}/p/:odd", variable: entry }],
        ["F", "POST", "{{base}}/f", { body: { mode: "urlencoded", urlencoded: entry } }],
        ["M", "POST", "{{base}}/m", { body: { mode: "formdata", formdata: [{ ...entry[0], type: "text" }] } }],
        ["J", "POST", "{{base}}/j", { body: raw(JSON.stringify({ odd: value, inner: { list: [value] } })) }],
      ]);
      expect(specs).toHaveLength(6);
      expect(tools.map(({ text }) => text).join()).not.toContain(value);
    }),
    { numRuns: 10 },
  );
});

it("leaves a request out whose path has a variable that is a secret", async () => {
  const variable = [...base.variable, { key: "place", value: "hidden", type: "secret" }];
  const paths = ["bot{{token}}/send", "x/{{apiToken}}", "y/{{place}}", "shops/{{shopId}}"];
  const { specs, leftOut } = await importedRequests(
    paths.map((path) => [path, "GET", `{{base}}/${path}`] as const),
    { ...base, variable },
  );
  expect(specs).toHaveLength(1);
  expect(leftOut.filter((one) => one.includes("is a secret in the path"))).toHaveLength(3);
});
