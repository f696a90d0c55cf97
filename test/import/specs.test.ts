import { expect, it } from "vitest";
import { bundleDocument } from "../../src/import/openapi-document.js";
import { imported, importedSpec, operation } from "./imported.js";

const responses = "responses: { 204: {} }";
const secured = (schemes: string, security: string) =>
  `${operation("get", "/x", responses)}\ncomponents: { securitySchemes: ${schemes} }\nsecurity: ${security}`;

it("names tools after operations, or after the method and the path, and never twice", async () => {
  const document = `paths:
  /pets: { get: { ${responses} }, post: { operationId: "pets/create-one", ${responses} } }
  /v1/pets/{id}: { get: { ${responses} }, delete: { operationId: deletePet, ${responses} }, put: { operationId: DeletePET, ${responses} } }
  /x: { get: { operationId: "a-very-long-name-of-an-operation-which-no-person-would-ever-type", ${responses} } }
  /y: { get: { operationId: "123", ${responses} }, post: { operationId: 删除, ${responses} } }`;
  expect((await imported(document)).tools.map(({ name }) => name)).toEqual([
    "list_pets",
    "pets_create_one",
    "get_pets",
    "delete_pet",
    "shop_delete_pet",
    "a_very_long_name_of_an_operation_which_no_person",
    "_123",
    "post",
  ]);
});

it("takes the kind, and so the risk, from the method", async () => {
  const kinds = await Promise.all(
    ["get", "head", "post", "put", "patch", "delete"].map((method) => importedSpec(operation(method, "/x", responses))),
  );
  expect(kinds.map(({ spec }) => spec.kind)).toEqual(["read", "read", "other", "other", "other", "delete"]);
  expect(kinds[2]?.tools[0]?.text).toContain("# guessed from the method POST\nkind: other\n");
});

it("describes a tool for a model: plain text, short, with the way to more results", async () => {
  const { spec } = await importedSpec(
    operation(
      "get",
      "/x",
      `summary: List things, description: "Lists [things](https://example.com/docs) of **yours**.<br>\\n\\n# Notes\\n\\n${"Long. ".repeat(150)}", parameters: [{ name: per_page, in: query, schema: { type: integer, default: 30 } }, { name: page, in: query, schema: { type: integer } }], ${responses}`,
    ),
  );
  expect(spec.description).toBe("List things.\nLists things of yours.\n\nNotes.\nReturns a part of the list; `page` leads to the next.");
  expect(spec.schema.properties).toEqual({
    per_page: { type: "integer", description: "How many results a page has. Default: 30." },
    page: { type: "integer", description: "The number of the page to return." },
  });
  const bare = await importedSpec(operation("get", "/x", responses));
  expect(bare.tools[0]?.text).toContain("# guessed: the document doesn't describe the operation\ndescription: Sends GET /x.\n");
});

it("sends secrets as the document's security schemes say", async () => {
  const schemes =
    "{ key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer }, login: { type: http, scheme: basic }, oauth: { type: oauth2, flows: {} }, cookie: { type: apiKey, in: cookie, name: sid }, query: { type: apiKey, in: query, name: key }, digest: { type: http, scheme: digest } }";
  const headers = async (security: string) => (await importedSpec(secured(schemes, security))).http?.headers;
  expect(await headers("[{ key: [] }]")).toEqual({ "X-Key": "{{@secret.SHOP_KEY}}" });
  expect(await headers("[{ token: [] }]")).toEqual({ Authorization: "Bearer {{@secret.SHOP_TOKEN}}" });
  expect(await headers("[{ login: [] }]")).toEqual({ Authorization: "Basic {{@secret.SHOP_LOGIN}}" });
  expect(await headers("[{ oauth: [read] }]")).toEqual({ Authorization: "Bearer {{@secret.SHOP_OAUTH}}" });
  expect((await importedSpec(secured(schemes, "[{ cookie: [] }]"))).http.cookies).toEqual({ sid: "{{@secret.SHOP_COOKIE}}" });
  expect(await headers("[{ key: [], token: [] }]")).toEqual({
    "X-Key": "{{@secret.SHOP_KEY}}",
    Authorization: "Bearer {{@secret.SHOP_TOKEN}}",
  });
  expect(await headers("[{ query: [] }, { key: [] }]")).toEqual({ "X-Key": "{{@secret.SHOP_KEY}}" });
  expect(await headers("[{}]")).toBeUndefined();
  const reasons = async (security: string) => (await imported(secured(schemes, security))).leftOut;
  const inQuery = await importedSpec(secured(schemes, "[{ query: [] }]"));
  expect(inQuery.http.query).toEqual({ key: "{{@secret.SHOP_QUERY}}" });
  expect(inQuery.spec.examples[0].expect.request.url).toMatch(/\?key=secret$/);
  expect(await reasons("[{ digest: [] }]")).toEqual(["GET /x: its security scheme 'digest' is http digest"]);
  expect(await reasons("[{ token: [], login: [] }]")).toEqual(["GET /x: it needs two secrets in one header"]);
  expect(await reasons("[{ gone: [] }]")).toEqual(["GET /x: its security scheme 'gone' isn't declared"]);
  const bearer = await importedSpec(operation("get", "/x", responses), { bearer: "MY_TOKEN" });
  expect(bearer.http.headers).toEqual({ Authorization: "Bearer {{@secret.MY_TOKEN}}" });
  expect(bearer.spec.examples[0].given).toEqual({ secrets: { MY_TOKEN: "secret" } });
});

it("finds the server: the nearest one, its variables' defaults, relative to the document's address", async () => {
  const url = async (servers: string, settings = {}) => {
    const { http, leftOut } = await importedSpec(`${operation("get", "/x", responses)}\nservers: ${servers}`, settings);
    return http?.url ?? leftOut[0];
  };
  expect(
    await url("[{ url: 'https://{region}.example.com/{v}', variables: { region: { default: eu, enum: [eu, us] }, v: { default: v2 } } }]"),
  ).toBe("https://eu.example.com/v2/x");
  expect(await url("[{ url: /api }]", { documentUrl: "https://example.com/docs/openapi.json" })).toBe("https://example.com/api/x");
  expect(await url("[{ url: /api }]")).toBe("GET /x: its server's address is relative; give one with --server");
  expect(await url("[]")).toBe("GET /x: the document names no server; give one with --server");
  expect(await url("[{ url: 'https://a.example.com' }]", { server: "https://b.example.com/c/" })).toBe("https://b.example.com/c/x");
  expect(await url("[{ url: 'ftp://example.com' }]")).toBe("GET /x: its server's address is relative; give one with --server");
  const local = await importedSpec(operation("get", "/x", responses), { server: "http://localhost:8080" });
  expect(local.http.allowPrivate).toEqual(["localhost"]);
  expect(local.tools[0]?.text).toContain(
    "  # guessed from the address: requests may go to this machine or its network\n  allowPrivate: [ localhost ]\n",
  );
});

const answer = (schema: string) =>
  importedSpec(operation("get", "/x", `responses: { 200: { content: { application/json: { schema: ${schema} } } } }`));

it("cuts the answer to its fields, without links, and selects what a wrapper holds", async () => {
  const item =
    "{ type: object, properties: { id: { type: integer }, secret: { type: string, writeOnly: true }, html_url: {}, events_url: {}, owner: { type: object, properties: { name: {} } } } }";
  const { spec, tools } = await answer(`{ type: object, properties: { data: { type: array, items: ${item} } } }`);
  expect(spec.output).toEqual({
    format: "json",
    select: "/data",
    schema: { type: "array", items: { properties: { id: {}, html_url: {}, owner: { properties: { name: {} } } } } },
  });
  expect(tools[0]?.text).toContain("# left out: [].events_url\noutput:\n");
  const page = await answer(`{ type: object, properties: { items: { type: array, items: { type: string } }, next: { type: string } } }`);
  expect(page.spec.output).toEqual({ format: "json", schema: { type: "object", properties: { items: { items: {} }, next: {} } } });
});

it("keeps forty fields of a large answer, those near its root first", async () => {
  const many = Array.from({ length: 60 }, (_, n) => `f${n}: {}`).join(", ");
  const { spec } = await answer(`{ type: object, properties: { deep: { type: object, properties: { ${many} } }, a: {}, b: {} } }`);
  const { deep, ...others } = spec.output.schema.properties;
  expect(Object.keys(others)).toEqual(["a", "b"]);
  expect(Object.keys(deep.properties)).toHaveLength(37);
});

it("shows texts, images and empty answers, and says which answers it can't", async () => {
  const by = async (all: string) => {
    const { spec, leftOut } = await importedSpec(operation("get", "/x", `responses: ${all}`));
    return spec === undefined ? leftOut[0] : { output: spec.output, statusCodes: spec.statusCodes, headers: spec.http.headers };
  };
  expect(await by("{ 204: {} }")).toEqual({ output: undefined, statusCodes: { 204: "Done." }, headers: undefined });
  expect(await by("{ 200: { content: { text/plain: {} } } }")).toEqual({ output: undefined, statusCodes: undefined, headers: undefined });
  expect(await by("{ 200: { content: { image/png: {} } } }")).toMatchObject({ output: { format: "image", mimeType: "image/png" } });
  expect(await by("{ 200: { content: { application/xml: {}, application/vnd.shop+json: {} } } }")).toMatchObject({
    output: "json",
    headers: { Accept: "application/vnd.shop+json" },
  });
  expect(await by("{ 200: { content: { application/zip: {} } } }")).toBe("GET /x: its answer is application/zip");
  expect(await by("{ 200: { content: { text/event-stream: {} } } }")).toMatchObject({ output: undefined });
  expect(await by("{ 302: {} }")).toBe("GET /x: its answer is a redirect");
});

it("makes up an example if the document's own is wrong", async () => {
  const { spec, notes } = await importedSpec(
    operation(
      "get",
      "/x",
      `parameters: [{ name: id, in: query, required: true, example: wrong, schema: { type: string, format: uuid } }], ${responses}`,
    ),
  );
  expect(spec.examples[0].params).toEqual({ id: "123e4567-e89b-42d3-a456-426614174000" });
  expect(notes).toEqual([]);
});

it("gives an operation no example whose values would be longer than an example may be", async () => {
  const nested = Array.from({ length: 6 }).reduce<string>(
    (items) => `{ type: array, minItems: 400, items: ${items} }`,
    "{ type: integer }",
  );
  const wide = Array.from({ length: 5 }).reduce<string>((items) => `{ type: array, minItems: 250, items: ${items} }`, "{ type: integer }");
  const schemas = ["{ type: array, minItems: 5000000000, items: { type: string } }", "{ type: string, minLength: 1000000000000 }"];
  for (const schema of [...schemas, nested, wide]) {
    const content = `content: { application/json: { schema: { type: object, required: [a], properties: { a: ${schema} } } } }`;
    const { spec, leftOut } = await importedSpec(operation("post", "/x", `requestBody: { ${content} }, ${responses}`));
    expect(leftOut).toEqual([]);
    expect(spec.examples).toBeUndefined();
  }
});

it("opens no way to this machine for a document from elsewhere", async () => {
  const local = (documentUrl: string) =>
    importedSpec(`${operation("get", "/x", responses)}\nservers: [{ url: "http://localhost:1/" }]`, { documentUrl });
  expect((await local("https://example.com/openapi.json")).http.allowPrivate).toBeUndefined();
  expect((await local("http://localhost:2/openapi.json")).http.allowPrivate).toBeUndefined();
  expect((await local("http://localhost:1/openapi.json")).http.allowPrivate).toEqual(["localhost"]);
});

it("guesses from addresses and local names alone that a server is on this machine or its network", async () => {
  const allowed = async (host: string) =>
    (await importedSpec(operation("get", "/x", responses), { server: `http://${host}` })).http.allowPrivate?.[0];
  const local = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "a.localhost", "nas.local", "nas.lan"];
  for (const host of local) expect(await allowed(host)).toBe(host);
  expect(await allowed("[::1]")).toBe("::1");
  expect(await allowed("[fd00::1]")).toBe("fd00::1");
  const names = [
    "10.evil.example",
    "127.evil.example",
    "192.168.evil.example",
    "fd.example",
    "metadata.google.internal",
    "localhost.example",
  ];
  for (const host of [...names, "169.254.169.254", "172.32.0.1", "[fe80::1]", "notlocal"]) expect(await allowed(host)).toBeUndefined();
});

it("fills the variables of a server's address once, also if their defaults name others", async () => {
  const variables = Array.from({ length: 60 }, (_, n) => `v${n}: { default: "{v${n + 1}}{v${n + 1}}" }`).join(", ");
  const servers = `[{ url: "https://example.com/{v0}", variables: { ${variables} } }]`;
  const { leftOut } = await importedSpec(`${operation("get", "/x", responses)}\nservers: ${servers}`);
  expect(leftOut).toEqual([
    "GET /x: the variable '{v1}' of its server's address 'https://example.com/{v0}' has no default; give an address with --server",
  ]);
});

it.each(["{ enum: [eu, us] }", "{ description: Where }", "{ default: null }"])(
  "guesses no value of a variable %s in a server's address",
  async (variable) => {
    const servers = `[{ url: "https://{region}.example.com", variables: { region: ${variable} } }]`;
    const { leftOut } = await importedSpec(`${operation("get", "/x", responses)}\nservers: ${servers}`);
    expect(leftOut.join()).toContain("the variable '{region}' of its server's address");
  },
);

it.each(["{ allOf: [PART] }", "{ allOf: [{ allOf: [PART] }] }", "{ type: object, properties: { in: { allOf: [PART] } } }"])(
  "lists a part of %s whose reference leads nowhere, and what it would declare",
  async (schema) => {
    const part = "{ $ref: '#/components/schemas/Gone' }, { type: object, required: [a, b], properties: { b: { type: string } } }";
    const body = `requestBody: { required: true, content: { application/json: { schema: ${schema.replace("PART", part)} } } }, ${responses}`;
    const { notes } = await importedSpec(operation("post", "/x", body));
    expect(notes.join("\n")).toMatch(/lacks a part: its reference '#\/components\/schemas\/Gone' leads nowhere/);
    expect(notes.join("\n")).toContain("its required 'a' isn't declared");
  },
);

it("ends for schemas that contain themselves many times", async () => {
  const loops = Array.from({ length: 30 }, () => "{ $ref: '#/components/schemas/A' }").join(", ");
  const content = "content: { application/json: { schema: { $ref: '#/components/schemas/A' } } }";
  const { leftOut } = await importedSpec(
    `${operation("post", "/x", `requestBody: { ${content} }, responses: { 200: { ${content} } }`)}
components: { schemas: { A: { type: object, properties: { a: {} }, allOf: [${loops}], oneOf: [${loops}], anyOf: [${loops}] } } }`,
  );
  expect(leftOut).toEqual([]);
});

it("shows models and reviewers no hidden characters of a document", async () => {
  const hidden = "\\u202e\\u2066\\u200b\\ufeff";
  const schema = `{ type: object, title: "B${hidden}", properties: { a: { type: string, title: "A${hidden}", default: "d${hidden}" } } }`;
  const body = `requestBody: { content: { application/json: { schema: ${schema} } } }`;
  const { tools, leftOut } = await imported(
    operation("post", `/x${hidden}`, `operationId: "i${hidden}", summary: "${hidden}", ${body}, ${responses}`),
  );
  expect(leftOut).toEqual([]);
  const { http: _http, examples: _examples, ...shown } = tools[0]?.spec ?? {};
  const comments = (tools[0]?.text ?? "").split("\n").filter((line) => line.startsWith("#"));
  expect(`${JSON.stringify(shown)}${comments.join("\n")}`).not.toMatch(/[\u202e\u2066\u200b\ufeff]/);
});

it("keeps hostile texts of a document text", async () => {
  const text = "a: b # c {{x}} \\u001b[31m *y &z !!js -- '\\\" <!-- x -->";
  const { tools, leftOut } = await importedSpec(operation("get", "/x", `summary: "${text}", operationId: "${text}", ${responses}`));
  expect(leftOut).toEqual([]);
  expect(tools[0]?.text).not.toContain("\u001b");
  const path = await imported(operation("get", "/x\\nname: evil\\n#", responses));
  expect(path.tools.map(({ name }) => name).concat(path.leftOut).length).toBe(1);
  for (const { text: spec } of path.tools) expect(spec).not.toMatch(/^name: evil/m);
});

it("gives operations with one answer the same output, and one with keys beside its reference its own", async () => {
  const answer = (schema: string) =>
    `get: { responses: { 200: { description: "", content: { application/json: { schema: ${schema} } } } } }`;
  const { specs } = await imported(`paths:
  /a: { ${answer('{ $ref: "#/components/schemas/Pet" }')} }
  /b: { ${answer('{ $ref: "#/components/schemas/Pet" }')} }
  /c: { ${answer('{ $ref: "#/components/schemas/Pet", properties: { age: {} } }')} }
components: { schemas: { Pet: { type: object, properties: { id: {}, owner: { $ref: "#/components/schemas/Pet" } } } } }`);
  expect(specs[0].output).toMatchObject({ format: "json", schema: { type: "object", properties: { id: {} } } });
  expect(specs[1].output).toEqual(specs[0].output);
  expect(specs[2].output).toMatchObject({ schema: { type: "object", properties: { age: {} } } });
});

it("reads a document of 3,000 files that refer to each other", async () => {
  const read = async (url: string) => {
    const n = Number(/s(\d+)\.yaml$/.exec(url)?.[1]);
    return `type: object\nproperties: { p${n}: { type: string }${n % 10 === 9 ? "" : `, next: { $ref: "s${n + 1}.yaml" }`} }\n`;
  };
  const paths = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => {
      const content = { "application/json": { schema: { $ref: `schemas/s${n * 10}.yaml` } } };
      return [`/p${n}`, { post: { requestBody: { required: true, content }, responses: {} } }];
    }),
  );
  const bundled = await bundleDocument({ openapi: "3.1.0", paths }, "file:///api/api.yaml", read);
  if (!bundled.ok) throw new Error(bundled.problem);
  const { tools, leftOut } = await imported(
    JSON.stringify({ ...bundled.value, paths: { "/a": (bundled.value.paths as typeof paths)["/p299"] } }),
  );
  expect(leftOut).toEqual([]);
  expect(tools[0]?.text).toContain("p2994");
});
