import { expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json-value.js";
import { convertPostman } from "../../src/import/openapi/convert-postman.js";
import { isPostmanCollection } from "../../src/import/openapi-document.js";
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
  expect(leftOut).toEqual([expect.stringMatching(/^GET \/ping: .*--server/)]);
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
