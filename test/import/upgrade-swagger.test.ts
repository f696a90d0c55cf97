import { expect, it } from "vitest";
import { parse } from "yaml";
import { upgradeSwagger } from "../../src/import/upgrade-swagger.js";
import { imported } from "./imported.js";

function upgraded(text: string, documentUrl?: string) {
  const result = upgradeSwagger({ swagger: "2.0", host: "shop.example.com", basePath: "/v1", ...parse(text) }, documentUrl);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}

/** Imports a Swagger 2.0 document. */
const importedSwagger = (text: string) => imported(JSON.stringify(upgraded(text)));

it("converts a Swagger 2.0 document, with its security, shared parameters and definitions", async () => {
  const { specs, leftOut, notes } = await importedSwagger(`
schemes: [http, https]
securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
security: [{ key: [] }]
consumes: [application/json]
produces: [application/json]
definitions:
  Pet: { type: object, required: [name], properties: { name: { type: string }, owner: { $ref: '#/definitions/Owner' } } }
  Owner: { type: object, properties: { email: { type: string } } }
parameters:
  pet: { in: body, name: pet, required: true, schema: { $ref: '#/definitions/Pet' } }
  inline: { in: body, name: x, schema: { type: object, properties: { a: { type: integer } } } }
  id: { in: path, name: id, required: true, type: integer }
responses: { Done: { description: Done, schema: { $ref: '#/definitions/Pet' } } }
paths:
  /pets/{id}:
    get: { operationId: getPet, responses: { 200: { $ref: '#/responses/Done' } } }
    put: { operationId: putPet, parameters: [{ $ref: '#/parameters/pet' }], responses: { 200: { $ref: '#/responses/Done' } } }
    patch: { operationId: patchPet, parameters: [{ $ref: '#/parameters/inline' }], responses: { 204: { description: Done } } }
    parameters: [{ $ref: '#/parameters/id' }]
`);
  expect([leftOut, notes]).toEqual([[], []]);
  const [get, put, patch] = specs;
  expect(get.http).toMatchObject({ url: "https://shop.example.com/v1/pets/{{id}}", headers: { "X-Key": "{{@secret.SHOP_KEY}}" } });
  expect(get.output.schema.properties).toHaveProperty("owner");
  expect(put.http.body).toEqual({ json: { name: "{{name}}", owner: "{{owner}}" } });
  expect(put.schema.properties.owner.properties).toEqual({ email: { type: "string" } });
  expect(patch.http.body).toEqual({ json: { a: "{{a}}" } });
});

it("keeps the separators of Swagger's lists, and sends forms without a media type as forms", async () => {
  const list = (name: string, format: string) => `{ in: query, name: ${name}, type: array, items: { type: string }, ${format} }`;
  const { specs } = await importedSwagger(`
paths:
  /a: { get: { operationId: a, parameters: [${list("csv", "")}, ${list("multi", "collectionFormat: multi")}, ${list("ssv", "collectionFormat: ssv")}, ${list("tsv", "collectionFormat: tsv")}], responses: {} } }
  /b: { post: { operationId: b, parameters: [{ in: formData, name: n, type: integer, required: true }, { in: formData, name: l, type: array, items: { type: string }, collectionFormat: pipes }, { in: formData, name: d, type: array, items: { type: string } }], responses: {} } }
`);
  expect(specs[0].http.query).toEqual({
    csv: '{{join csv ","}}',
    multi: "{{#each multi}}{{this}}{{/each}}",
    ssv: '{{join ssv " "}}',
    tsv: '{{join tsv "\t"}}',
  });
  expect(specs[1].http.body).toEqual({ form: { n: "{{n}}", l: '{{join l "|"}}', d: '{{join d ","}}' } });
});

it("follows references that lead neither to a definition nor to a parameter", async () => {
  const { specs, notes } = await importedSwagger(`
definitions: { Inner: { type: object, properties: { a: { $ref: '#/paths/~1b/post/parameters/0/schema/properties/deep' } } } }
paths:
  /a: { post: { operationId: a, parameters: [{ in: body, name: x, schema: { $ref: '#/definitions/Inner' } }], responses: {} } }
  /b: { post: { operationId: b, parameters: [{ in: body, name: x, schema: { type: object, properties: { deep: { type: object, properties: { n: { type: integer } } } } } }], responses: {} } }
`);
  expect(notes).toEqual([]);
  expect(specs[0].schema.properties.a.properties).toEqual({ n: { type: "integer" } });
});

it("prefers https, and takes the document's own scheme where it names none", () => {
  const servers = (text: string, url?: string) => (upgraded(text, url).servers as readonly { readonly url: string }[])[0]?.url;
  expect(servers("schemes: [http, https]")).toBe("https://shop.example.com/v1");
  expect(servers("schemes: [http]")).toBe("http://shop.example.com/v1");
  expect(servers("{}")).toBe("https://shop.example.com/v1");
  expect(servers("{}", "http://shop.example.com/swagger.json")).toBe("http://shop.example.com/v1");
  expect(servers("host: 'localhost:8080'")).toBe("http://localhost:8080/v1");
});

it("leaves other documents as they are, and says that one can't be converted", () => {
  const other = { openapi: "3.1.0", paths: {} };
  expect(upgradeSwagger(other, undefined)).toEqual({ ok: true, value: other });
  expect(upgraded("paths: { /a: { get: null, x-note: null }, /b: null }").paths).toEqual({ "/a": {} });
});
