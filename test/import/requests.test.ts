import fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { prepareCall } from "../../src/call/prepare-call.js";
import { matchesSchema } from "../../src/call/schema-keywords.js";
import { defined } from "../agent/tool/defined.js";
import { imported, importedSpec, operation } from "./imported.js";

const get = (path: string, parameters: string) =>
  operation("get", path, `operationId: call, parameters: [${parameters}], responses: { 204: {} }`);
const post = (content: string) =>
  operation("post", "/x", `operationId: call, requestBody: { required: true, content: { ${content} } }, responses: { 204: {} }`);
const json = (schema: string) => post(`application/json: { schema: ${schema} }`);
const address = "https://shop.example.com/v1/x";

it("takes 64-bit integers of an address as numbers or as their digits", async () => {
  const long = "{ type: integer, format: int64 }";
  const { properties } = await importedSpec(
    get(
      "/n/{id}",
      `{ name: id, in: path, required: true, schema: ${long} }, { name: ids, in: query, schema: { type: array, items: ${long} } }`,
    ),
  );
  const either = { type: ["integer", "string"], pattern: "^-?[0-9]{1,20}$" };
  expect(properties).toMatchObject({ id: either, ids: { type: "array", items: either } });
});

it("puts parameters into the path, the query and headers, and shows the request in an example", async () => {
  const { spec } = await importedSpec(
    get(
      "/pets/{petId}",
      "{ name: petId, in: path, required: true, schema: { type: integer }, example: 7 }, { name: fields, in: query, schema: { type: string }, example: a b }, { name: X-Trace-Id, in: header, required: true, schema: { type: string } }",
    ),
  );
  expect(spec.http).toEqual({
    url: "https://shop.example.com/v1/pets/{{petId}}",
    query: { fields: "{{fields}}" },
    headers: { "X-Trace-Id": "{{x_trace_id}}" },
  });
  expect(spec.schema.required).toEqual(["petId", "x_trace_id"]);
  expect(spec.examples[0]).toEqual({
    name: "the request",
    params: { petId: 7, fields: "a b", x_trace_id: "text" },
    expect: { request: { method: "GET", url: "https://shop.example.com/v1/pets/7?fields=a%20b", headers: { "x-trace-id": "text" } } },
  });
});

/** A query parameter, the templates that it becomes, and the query of its example. */
const styles: readonly (readonly [title: string, parameter: string, http: object, query: string])[] = [
  [
    "a repeated list",
    "schema: { type: array, items: { type: string } }, example: [a, b]",
    { url: "URL", query: { ids: "{{#each ids}}{{this}}{{/each}}" } },
    "?ids=a&ids=b",
  ],
  [
    "a list with commas",
    "explode: false, schema: { type: array, items: { type: integer } }, example: [1, 2]",
    { url: "URL", query: { ids: '{{join ids ","}}' } },
    "?ids=1,2",
  ],
  [
    "a list with bars",
    "style: pipeDelimited, explode: false, schema: { type: array, items: { type: string } }, example: [a, b]",
    { url: "URL", query: { ids: '{{join ids "|"}}' } },
    "?ids=a%7Cb",
  ],
  [
    "an object with its keys in brackets",
    "style: deepObject, schema: { type: object, properties: { a: { type: string }, b: { type: integer } } }, example: { a: x }",
    { url: "URL", query: { "ids[a]": "{{ids.a}}", "ids[b]": "{{ids.b}}" } },
    "?ids%5Ba%5D=x",
  ],
  [
    "an object whose keys are entries",
    "schema: { type: object, properties: { a: { type: string } } }, example: { a: x }",
    { url: "URL", query: { a: "{{ids.a}}" } },
    "?a=x",
  ],
  [
    "JSON",
    "content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } }, example: { a: x }",
    { url: "URL", query: { ids: "{{json ids}}" } },
    "?ids=%7B%22a%22%3A%22x%22%7D",
  ],
  ["a boolean", "schema: { type: boolean }, example: false", { url: "URL", query: { ids: "{{ids}}" } }, "?ids=false"],
  [
    "a value or a list as the value",
    "schema: { oneOf: [{ type: string }, { type: array, items: { type: string } }] }, example: a",
    { url: "URL", query: { ids: "{{ids}}" } },
    "?ids=a",
  ],
];

it.each(styles)("sends %s", async (_title, parameter, http, query) => {
  const { spec, leftOut } = await importedSpec(get("/x", `{ name: ids, in: query, ${parameter} }`));
  expect(leftOut).toEqual([]);
  expect(JSON.parse(JSON.stringify(spec.http).replace(address, "URL"))).toEqual(http);
  expect(spec.examples[0].expect.request.url).toBe(`${address}${query}`);
});

it("gives parameters of one name different ones, and rewrites names that a model can't send", async () => {
  const { spec } = await importedSpec(
    operation(
      "post",
      "/x/{id}",
      `parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: id, in: query, schema: { type: string } }, { name: "a[b]", in: query, schema: { type: string } }, { name: if, in: query, schema: { type: string } }],
       requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, $top: { type: integer } } } } } }, responses: { 204: {} }`,
    ),
  );
  expect(spec.http).toEqual({
    method: "POST",
    url: `${address}/{{id}}`,
    query: { id: "{{query_id}}", "a[b]": "{{a_b}}", if: "{{[if]}}" },
    body: { json: { id: "{{body_id}}", $top: "{{top}}" } },
  });
});

it("makes the properties of a JSON body parameters, without those that only the server sets", async () => {
  const owner = "{ type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string } } }";
  const { spec, notes } = await importedSpec(
    json(
      `{ type: object, required: [name, id], properties: { id: { type: integer, readOnly: true }, name: { type: string }, old: { type: string, deprecated: true }, owner: ${owner} } }`,
    ),
  );
  expect(spec.schema).toEqual({
    properties: { name: { type: "string" }, owner: { type: "object", properties: { name: { type: "string" } } } },
    required: ["name"],
  });
  expect(spec.http.body).toEqual({ json: { name: "{{name}}", owner: "{{owner}}" } });
  expect(notes).toEqual([]);
});

it("makes any other body one parameter", async () => {
  const { spec } = await importedSpec(json("{ type: array, items: { type: string } }"));
  expect(spec.http.body).toEqual({ json: "{{body}}" });
  expect(spec.schema.properties.body).toEqual({ type: "array", description: "The body of the request.", items: { type: "string" } });
  const alternative = (name: string) => `{ type: object, properties: { ${name}: { type: string } }, required: [${name}] }`;
  const alternatives = await importedSpec(json(`{ oneOf: [${alternative("a")}, ${alternative("b")}] }`));
  expect(alternatives.spec.http.body).toEqual({ json: "{{body}}" });
  expect(alternatives.spec.schema.properties.body.anyOf).toHaveLength(2);
});

it("sends forms and texts, and says which bodies it can't send", async () => {
  const fields =
    "a: { type: string }, m: { type: object, properties: { k: { type: string } } }, l: { type: array, items: { type: string } }";
  const form = await importedSpec(
    post(`application/x-www-form-urlencoded: { schema: { type: object, properties: { ${fields} }, required: [a] } }`),
  );
  expect(form.http.body).toEqual({ form: { a: "{{a}}", m: "{{json m}}", l: "{{#each l}}{{this}}{{/each}}" } });
  const deep = "l: { type: array, items: { type: object, properties: { k: { type: string } } } }";
  const nested = (encoding: string) =>
    importedSpec(
      post(`application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: string }, ${deep} } }${encoding} }`),
    );
  expect((await nested("")).http.body.form.l).toBe("{{#each l}}{{json this}}{{/each}}");
  const styled = await nested(", encoding: { l: { style: deepObject } }");
  expect(styled.notes).toEqual(["'l' is left out: it has lists or objects in it, or a media type of its own."]);
  const lines = await importedSpec(post("application/x-ndjson: { schema: { type: string } }"));
  expect(lines.http).toMatchObject({ headers: { "Content-Type": "application/x-ndjson" }, body: { text: "{{body}}" } });
  expect((await importedSpec(post("text/plain: { schema: { type: string } }"))).http.body).toEqual({ text: "{{body}}" });
  const reasons = async (content: string) => (await imported(post(content))).leftOut;
  expect(await reasons("multipart/form-data: { schema: { type: object } }")).toEqual(["POST /x: its form has no fixed fields"]);
  expect(await reasons("multipart/related: { schema: { type: object } }")).toEqual(["POST /x: its body is multipart/related"]);
  expect(await reasons("application/x-protobuf: { schema: { type: object } }")).toEqual(["POST /x: its body is application/x-protobuf"]);
});

it("sends files under `paths`, alone and among the parts of a body", async () => {
  const binary = "{ type: string, format: binary }";
  const parts = `photo: ${binary}, more: { type: array, items: ${binary} }, note: { type: string }, meta: { type: object, properties: { k: { type: string } } }`;
  const encoding = "encoding: { photo: { contentType: image/png } }";
  const { spec } = await importedSpec(
    post(`multipart/form-data: { schema: { type: object, required: [photo], properties: { ${parts} } }, ${encoding} }`),
  );
  expect(spec.paths).toEqual({ photo: "read", more: "read" });
  expect(spec.http.body.multipart).toEqual({
    photo: { file: "{{photo}}", type: "image/png" },
    more: { file: "{{#each more}}{{this}}{{/each}}" },
    note: "{{note}}",
    meta: { text: "{{json meta}}", type: "application/json" },
  });
  expect(spec.examples[0].expect.request.body).toEqual({ photo: { file: "{{@workspace}}/text" } });
  const image = await importedSpec(post(`image/png: { schema: ${binary} }`));
  expect(image.spec).toMatchObject({
    paths: { file: "read" },
    http: { headers: { "Content-Type": "image/png" }, body: { file: "{{file}}" } },
  });
});

it.each(["anyOf", "oneOf"])("sends a file that may be left out by a null among %s", async (key) => {
  const orNull = (schema: string) => `{ title: A, ${key}: [${schema}, { type: "null" }] }`;
  const binary = "{ type: string, format: binary }";
  const schema = `{ type: object, properties: { one: ${orNull(binary)}, all: ${orNull(`{ type: array, items: ${binary} }`)}, text: ${orNull("{ type: string }")} } }`;
  const { spec } = await importedSpec(post(`multipart/form-data: { schema: ${schema} }`));
  expect(spec.http.body.multipart).toEqual({
    one: { file: "{{one}}" },
    all: { file: "{{#each all}}{{this}}{{/each}}" },
    text: "{{text}}",
  });
  expect(spec.paths).toEqual({ one: "read", all: "read" });
  expect(spec.schema.properties).toMatchObject({ one: { type: "string" }, all: { type: "array", items: { type: "string" } } });
  const both = await importedSpec(
    post(`application/x-www-form-urlencoded: { schema: ${schema} }, multipart/form-data: { schema: ${schema} }`),
  );
  expect(both.spec.paths).toEqual(spec.paths);
});

it("takes further fields of an open body by a parameter of their own, and none that has one", async () => {
  const { spec } = await importedSpec(json("{ type: object, properties: { a: { type: string } }, additionalProperties: true }"));
  expect(spec.http.body).toEqual({ json: { a: "{{a}}", "...": "{{further_fields}}" } });
  const tool = await defined(stringify(spec));
  const bodyOf = (params: object) => {
    const prepared = prepareCall(tool, params, { workspace: "/", projectDir: "/", env: {} });
    return prepared.ok ? prepared.call.request?.body : prepared.problems.map(({ code }) => code);
  };
  expect(bodyOf({ a: "x", further_fields: { b: [1] } })).toEqual({ kind: "json", text: '{"a":"x","b":[1]}' });
  expect(bodyOf({ further_fields: { a: 1 } })).toEqual(["bad-key"]);
});

const text = "{ type: string }";
const list = "{ type: array, items: { type: string } }";

it("sends a name that is empty beside others", async () => {
  const { spec, notes } = await importedSpec(json(`{ type: object, required: ["", x], properties: { "": ${text}, x: ${text} } }`));
  expect(spec.http.body).toEqual({ json: { "": "{{value}}", x: "{{x}}" } });
  expect(spec.examples[0].expect.request.body).toEqual({ "": "text", x: "text" });
  const alone = await importedSpec(json(`{ type: object, required: [""], properties: { "": ${text} } }`));
  expect(alone.spec.http.body).toEqual({ json: { "": "{{value}}" } });
  expect(alone.spec.examples[0].expect.request.body).toEqual({ "": "text" });
  const query = await importedSpec(get("/x", `{ name: "", in: query, required: true, schema: ${text} }`));
  expect(query.spec.http.query).toEqual({ "": "{{value}}" });
  expect(query.spec.examples[0].expect.request.url).toBe(`${address}?=text`);
  const headers = await importedSpec(get("/x", `{ name: "", in: header, schema: ${text} }, { name: a b, in: header, schema: ${text} }`));
  expect(headers.notes).toEqual(["", "a b"].map((name) => `'${name}' is left out: it has a name that no header has.`));
  expect([...notes, ...alone.notes, ...query.notes]).toEqual([]);
});

it("leaves out names that a spec keeps for the keys of maps, and no others", async () => {
  const word = fc.stringMatching(/^[a-z]{0,3}$/);
  const names = fc.tuple(word, word, fc.constantFrom("...", "....", "[...]"), fc.constantFrom(text, list));
  await fc.assert(
    fc.asyncProperty(names, async ([before, after, dots, schema]) => {
      const name = `${before}${dots}${after}`;
      const note = [`'${name}' is left out: it is sent under a name with '...'.`];
      const fields = (type: string) =>
        importedSpec(post(`${type}: { schema: { type: object, properties: { "${name}": ${schema}, x: ${text} } } }`));
      const query = await importedSpec(
        get("/x", `{ name: "${name}", in: query, schema: ${schema} }, { name: x, in: query, schema: ${text} }`),
      );
      const form = await fields("application/x-www-form-urlencoded");
      const parts = await fields("multipart/form-data");
      const inJson = await fields("application/json");
      expect([query.http.query, form.http.body.form, parts.http.body.multipart]).toEqual([{ x: "{{x}}" }, { x: "{{x}}" }, { x: "{{x}}" }]);
      expect([query.notes, form.notes, parts.notes]).toEqual([note, note, note]);
      expect(Object.keys(inJson.http.body.json)).toEqual(name === "..." ? ["x"] : [name, "x"]);
      expect(inJson.notes).toEqual(name === "..." ? note : []);
    }),
    { numRuns: 6, examples: [[["", "", "...", text]], [["range", "", "...", list]]] },
  );
  const needed = get("/x", `{ name: "range...", in: query, required: true, schema: ${list} }`);
  expect((await imported(needed)).leftOut).toEqual(["GET /x: 'range...' is sent under a name with '...'"]);
});

it("takes a sequence of JSON texts as text, and JSON of any other kind as JSON", async () => {
  const kindOf = async (type: string) => Object.keys((await importedSpec(post(`"${type}": { schema: {} }`))).http.body);
  for (const type of ["application/json-seq", "application/geo+json-seq"]) expect(await kindOf(type)).toEqual(["text"]);
  for (const type of ["application/json", "application/json; charset=utf-8", "application/json ;a=b", "application/json-patch+json"])
    expect(await kindOf(type)).toEqual(["json"]);
});

it("sends the elements of a list in parts of the type that the document gives them", async () => {
  const parts = `tags: ${list}, n: { type: array, items: { type: integer } }, o: { type: object, properties: { k: ${text} } }`;
  const encoding = ["tags", "n", "o"].map((name) => `${name}: { contentType: text/plain }`).join(", ");
  const { spec, notes } = await importedSpec(
    post(`multipart/form-data: { schema: { type: object, properties: { ${parts} } }, encoding: { ${encoding} } }`),
  );
  expect(spec.http.body.multipart).toEqual({
    tags: { text: "{{#each tags}}{{this}}{{/each}}", type: "text/plain" },
    n: { text: "{{#each n}}{{this}}{{/each}}", type: "text/plain" },
  });
  expect(notes).toEqual(["'o' is left out: it has lists or objects in it, or a media type of its own."]);
});

it("keeps the pattern of a cookie", async () => {
  const cookies =
    "{ name: a, in: cookie, schema: { type: string, pattern: '^[0-9a-f]{8}$' } }, { name: n, in: cookie, schema: { type: integer, format: int64 } }";
  const { properties } = await importedSpec(get("/x", cookies));
  expect([properties.a.pattern, properties.n.pattern]).toEqual(["^[0-9a-f]{8}$", "^-?[0-9]{1,20}$"]);
});

it("accepts the fields of each kind that a discriminator knows, listed or not", async () => {
  const kind = "kind: { type: string }";
  const child = (name: string) =>
    `${name}: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { ${name}s: { type: string } } }] }`;
  const pet = `Pet: { type: object, required: [kind], properties: { ${kind} }, discriminator: { propertyName: kind } }`;
  const schemas = `components: { schemas: { ${pet}, ${child("Cat")}, ${child("Dog")} } }`;
  const { spec } = await importedSpec(`${schemas}\n${json("{ $ref: '#/components/schemas/Pet' }")}`);
  const validate = (body: object) => matchesSchema({ body } as never, spec.schema);
  expect(validate({ kind: "Cat", Cats: "x" })).toBe(true);
  expect(validate({ kind: "Dog", Dogs: "x" })).toBe(true);
  expect(validate({ kind: "Cow" })).toBe(false);
});

it("lists what a tool can't send, with the reason", async () => {
  const cookie = (required: boolean) => get("/x", `{ name: c, in: cookie, required: ${required}, schema: { type: string } }`);
  expect((await importedSpec(cookie(false))).http.cookies).toEqual({ c: "{{c}}" });
  const list = get("/x", "{ name: l, in: query, schema: { type: array, items: { type: object } } }");
  expect((await imported(list)).notes).toEqual(["'l' is left out: the elements of it are lists or objects."]);
  expect((await imported(operation("trace", "/x", "responses: {}"))).unsupported).toEqual(["TRACE /x: 'http' doesn't send this method"]);
  expect((await imported(operation("query", "/x", "responses: {}"))).unsupported).toEqual(["QUERY /x: 'http' doesn't send this method"]);
  expect((await imported(operation("additionalOperations", "/x", "COPY: { responses: {} }"))).unsupported).toEqual([
    "COPY /x: 'http' doesn't send this method",
  ]);
  expect((await importedSpec(get("/x#y", ""))).http.url).toBe("https://shop.example.com/v1/x%23y");
});

it("sends the cookies that a request needs in one header, and lets no value begin another", async () => {
  const cookie = (name: string, schema: string) => `{ name: ${name}, in: cookie, required: true, schema: ${schema} }`;
  const list = cookie("l", "{ type: array, items: { type: string } }");
  const { spec } = await importedSpec(
    `components: { securitySchemes: { session: { type: apiKey, in: cookie, name: SID } } }
security: [{ session: [] }]
${get("/x", `${cookie("region", "{ type: string, example: eu }")}, ${cookie("n", "{ type: integer }")}`)}`,
  );
  expect(spec.http.cookies).toEqual({ SID: "{{@secret.SHOP_SESSION}}", region: "{{region}}", n: "{{n}}" });
  expect(spec.examples[0].expect.request.headers).toEqual({ cookie: "SID=secret; region=eu; n=1" });
  const pattern = new RegExp(spec.schema.properties.region.pattern, "u");
  expect(["eu-1", "a=b", "{a}", ""].map((text) => pattern.test(text))).toEqual([true, true, true, true]);
  expect(["a; b=c", "a b", 'a"', "a,b", "a\\b", "é"].some((text) => pattern.test(text))).toBe(false);
  expect((await imported(get("/x", list))).leftOut).toEqual(["GET /x: 'l' is a list or an object in a cookie"]);
});

it("makes entries of the query of a querystring that is a form, and lists any other", async () => {
  const fields = "{ type: object, required: [a], properties: { a: { type: string }, l: { type: array, items: { type: string } } } }";
  const querystring = (type: string) => `{ name: all, in: querystring, required: true, content: { ${type}: { schema: ${fields} } } }`;
  const { http, spec } = await importedSpec(get("/x", querystring("application/x-www-form-urlencoded")));
  expect(http.query).toEqual({ a: "{{a}}", l: "{{#each l}}{{this}}{{/each}}" });
  expect(spec.schema.required).toEqual(["a"]);
  expect((await imported(get("/x", querystring("application/json")))).leftOut).toEqual(["GET /x: its parameter 'all' is in a querystring"]);
});

it("takes a variable of the path that no parameter declares as text", async () => {
  const { http, properties } = await importedSpec(get("/x/{b}", ""));
  expect(http.url).toBe(`${address}/{{b}}`);
  expect(properties).toEqual({ b: { type: "string" } });
});

it("leaves out operations whose path would change the host, or leave the server's address", async () => {
  const reason = async (path: string, server = "https://api.example.com") =>
    (await imported(get(path, ""), { server, bearer: "TOKEN" })).leftOut[0];
  for (const path of [".evil.example/me", "@evil.example/me", ":8443/me", "{id}/me", "me", "?a=b"])
    expect(await reason(path)).toBe(`GET ${path}: its path doesn't begin with '/'`);
  for (const path of ["/../b/me", "/%2e%2e/b/me", "/x/../../me"])
    expect(await reason(path, "https://api.example.com/a")).toBe(`GET ${path}: its address isn't below that of its server`);
  expect(await reason("//evil.example/me")).toBeUndefined();
  const { http } = await importedSpec(get("//evil.example/me", ""), { server: "https://api.example.com" });
  expect(new URL(http.url).host).toBe("api.example.com");
});

it("leaves out operations whose path would become a template that its author didn't write", async () => {
  for (const path of ["/a{{id}}", "/a\\\\{{id}}", "/a\\\\{id}", "/a/{{@secret.TOKEN}}", "/a/{id", "/a/{id}}", "/a/{}"]) {
    const { leftOut } = await imported(get(path, ""), { bearer: "TOKEN" });
    expect(leftOut).toEqual([expect.stringContaining(": its path has a backslash, or braces that don't enclose one name")]);
  }
});

it("sends one parameter under a key, and says which other is left out", async () => {
  const filter = (required: boolean) =>
    `{ name: filter, in: query, required: ${required}, schema: { type: object, properties: { status: { type: string }, b: { type: string } } } }`;
  const status = (required: boolean) => `{ name: status, in: query, required: ${required}, schema: { type: string } }`;
  const note = (one: string, other: string) => `'${one}' is left out: it is sent under the same name as '${other}'.`;
  const both = await importedSpec(get("/x", `${status(false)}, ${filter(false)}`));
  expect(both.http.query).toEqual({ status: "{{status}}" });
  expect(Object.keys(both.properties)).toEqual(["status"]);
  expect(both.notes).toEqual([note("filter", "status")]);
  const needed = await importedSpec(get("/x", `${status(false)}, ${filter(true)}`));
  expect(needed.http.query).toEqual({ status: "{{filter.status}}", b: "{{filter.b}}" });
  expect(needed.notes).toEqual([note("status", "filter")]);
  const { leftOut } = await imported(get("/x", `${status(true)}, ${filter(true)}`));
  expect(leftOut).toEqual(["GET /x: its parameters 'status' and 'filter' are sent under one name"]);
  const header = (name: string) => `{ name: ${name}, in: header, schema: { type: string } }`;
  expect((await imported(get("/x", `${header("X-A")}, ${header("x-a")}`))).notes).toEqual([note("x-a", "X-A")]);
  const fields = "m: { type: object, properties: { k: { type: string } } }, 'm[k]': { type: string }";
  const encoding = "encoding: { m: { style: deepObject } }";
  const form = await importedSpec(
    post(`application/x-www-form-urlencoded: { schema: { type: object, properties: { ${fields} } }, ${encoding} }`),
  );
  expect(form.http.body).toEqual({ form: { "m[k]": "{{m.k}}" } });
  expect(form.notes).toEqual(["'m[k]' is left out: another field of the form has its name."]);
});

it("sends media types with braces as they are, and not as templates", async () => {
  const type = "application/x+json; of={{id}}";
  const body = `requestBody: { required: true, content: { "${type}": { schema: { type: object, properties: { id: { type: string } } } } } }`;
  const answer = `responses: { 200: { description: Done, content: { "${type}": { schema: { type: object } } } } }`;
  const { http, spec } = await importedSpec(operation("post", "/x", `${body}, ${answer}`));
  expect(http.headers).toEqual({ Accept: "application/x+json; of=\\{{id}}", "Content-Type": "application/x+json; of=\\{{id}}" });
  expect(spec.examples[0].expect.request.headers).toEqual({ accept: type, "content-type": type });
});
