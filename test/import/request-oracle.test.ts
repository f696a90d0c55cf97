import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { stringify } from "yaml";
import { send } from "../../src/call/http/send-call.js";
import { prepareCall } from "../../src/call/prepare-call.js";
import type { JsonObject, JsonValue } from "../../src/contract/json-value.js";
import { defined } from "../agent/tool/defined.js";
import { optionsOf, type Seen, type WebServer, webServer } from "../call/http/web-server.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { imported, testExample } from "./imported.js";

// The oracle follows OpenAPI 3.1.1: RFC 6570 for parameters with a style, and the default content types of fields.

/** A part of an operation, a value for it, and what the server must see. */
interface Drawn {
  /** An entry of `parameters`. */
  readonly parameter: JsonObject;
  readonly value: JsonValue;
  readonly sent: Sent;
}

interface Sent {
  readonly path?: string;
  readonly query?: readonly string[];
  readonly header?: readonly [name: string, text: string];
  readonly cookie?: string;
}

const textOf = (value: JsonValue) => (typeof value === "string" ? value : JSON.stringify(value));
const encoded = (value: JsonValue) => encodeURIComponent(textOf(value));

const isStep = (text: string) => text.split(/[/\\]/).some((step) => /^\.{1,2}$/.test(step));
const pathText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }).filter((text) => text.isWellFormed() && !isStep(text));
const queryText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((text) => text.isWellFormed());
const headerText = fc.stringMatching(/^[A-Za-z0-9;=?/ -]{1,8}$/).filter((text) => text.trim() === text);
const cookieText = fc.stringMatching(/^[A-Za-z0-9.-]{1,8}$/);
const textIn = { path: pathText, query: queryText, header: headerText, cookie: cookieText };
type Place = keyof typeof textIn;

const schemaOf = (value: JsonValue): JsonObject => ({
  type: typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : Number.isInteger(value) ? "integer" : "number",
});

const scalarIn = (place: Place): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    { weight: 3, arbitrary: textIn[place] },
    { weight: 1, arbitrary: fc.integer() },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 999 }).map((n) => n + 0.5) },
  );

const listIn = (place: Place) => fc.array(textIn[place], { minLength: 1, maxLength: 3 });
const keys = ["a", "b_c", "D", "e"];
const objectIn = (place: Place) =>
  fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 })
    .chain((names) =>
      fc
        .tuple(...names.map(() => scalarIn(place)))
        .map((values) => Object.fromEntries(names.map((name, n) => [name, values[n] as JsonValue]))),
    );

type Value = { readonly kind: "scalar" | "list" | "object" | "map"; readonly value: JsonValue };
const valueIn = (place: Place): fc.Arbitrary<Value> =>
  fc.oneof(
    scalarIn(place).map((value) => ({ kind: "scalar" as const, value })),
    listIn(place).map((value) => ({ kind: "list" as const, value })),
    objectIn(place).map((value) => ({ kind: "object" as const, value })),
    objectIn(place).map((value) => ({ kind: "map" as const, value })),
  );

function declared({ kind, value }: Value): JsonObject {
  if (kind === "scalar") return schemaOf(value);
  if (kind === "list") return { type: "array", items: { type: "string" } };
  if (kind === "map") return { type: "object", additionalProperties: true };
  return { type: "object", properties: Object.fromEntries(Object.entries(value as JsonObject).map(([key, one]) => [key, schemaOf(one)])) };
}

const pairs = (value: JsonValue) => Object.entries(value as JsonObject);
const listed = (value: JsonValue) => value as readonly JsonValue[];

/** `{a,b}` and `{a=1,b=2}` of RFC 6570, without what precedes them. */
function joined({ kind, value }: Value, explode: boolean, separator: string): string {
  if (kind === "scalar") return encoded(value);
  if (kind === "list") return listed(value).map(encoded).join(separator);
  return pairs(value)
    .map(([key, one]) => `${encoded(key)}${explode ? "=" : ","}${encoded(one)}`)
    .join(separator);
}

function pathSent(value: Value, { name, style, explode }: { name: string; style: string; explode: boolean }): string {
  if (style === "simple") return joined(value, explode, ",");
  if (style === "label") return `.${joined(value, explode, explode ? "." : ",")}`;
  if (value.kind === "scalar" || !explode) return `;${name}=${joined(value, false, ",")}`;
  if (value.kind === "list")
    return listed(value.value)
      .map((one) => `;${name}=${encoded(one)}`)
      .join("");
  return pairs(value.value)
    .map(([key, one]) => `;${encoded(key)}=${encoded(one)}`)
    .join("");
}

function querySent(value: Value, { name, style, explode }: { name: string; style: string; explode: boolean }): readonly string[] {
  const own = encoded(name);
  if (value.kind === "scalar") return [`${own}=${encoded(value.value)}`];
  if (style === "deepObject") return pairs(value.value).map(([key, one]) => `${encoded(`${name}[${key}]`)}=${encoded(one)}`);
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
  if (!explode) return [`${own}=${joined(value, false, separator)}`];
  if (value.kind === "list") return listed(value.value).map((one) => `${own}=${encoded(one)}`);
  return pairs(value.value).map(([key, one]) => `${encoded(key)}=${encoded(one)}`);
}

const withStyle = (style: string | undefined, explode: boolean | undefined) => ({
  ...(style === undefined ? {} : { style }),
  ...(explode === undefined ? {} : { explode }),
});

const choice = fc.record({ explode: fc.constantFrom(undefined, true, false), required: fc.boolean() });

const inPath = (name: string) =>
  fc.tuple(valueIn("path"), fc.constantFrom(undefined, "simple", "label", "matrix"), choice).map(([value, style, { explode }]): Drawn => {
    const parameter = { name, in: "path", required: true, ...withStyle(style, explode), schema: declared(value) };
    return {
      parameter,
      value: value.value,
      sent: { path: pathSent(value, { name, style: style ?? "simple", explode: explode ?? false }) },
    };
  });

const inQuery = (name: string) =>
  fc
    .tuple(valueIn("query"), fc.constantFrom(undefined, "form", "spaceDelimited", "pipeDelimited", "deepObject"), choice)
    .map(([value, wanted, { explode: given, required }]): Drawn => {
      // The other styles are defined for lists, or for objects alone.
      const isDelimited = wanted === "spaceDelimited" || wanted === "pipeDelimited";
      const isDefined = isDelimited ? value.kind === "list" : wanted !== "deepObject" || value.kind === "object" || value.kind === "map";
      const style = isDefined ? wanted : undefined;
      const explode = isDelimited && isDefined ? false : given;
      const parameter = { name, in: "query", required, ...withStyle(style, explode), schema: declared(value) };
      const query = querySent(value, { name, style: style ?? "form", explode: explode ?? (style ?? "form") === "form" });
      return { parameter, value: value.value, sent: { query } };
    });

const inHeader = (name: string) =>
  fc.tuple(valueIn("header"), choice).map(([value, { explode, required }]): Drawn => {
    const parameter = { name, in: "header", required, ...withStyle(undefined, explode), schema: declared(value) };
    return {
      parameter,
      value: value.value,
      sent: { header: [name.toLowerCase(), decodeURIComponent(joined(value, explode ?? false, ","))] },
    };
  });

const inCookie = (name: string) =>
  fc.tuple(scalarIn("cookie"), choice).map(([value, { required }]): Drawn => {
    const parameter = { name, in: "cookie", required, schema: schemaOf(value) };
    return { parameter, value, sent: { cookie: `${name}=${textOf(value)}` } };
  });

/** A body of the document, the arguments that fill it, and a check of what the server saw. */
interface DrawnBody {
  readonly content: JsonObject;
  readonly required: boolean;
  readonly params: JsonObject;
  check(seen: Seen): Promise<void>;
}

const anyJson = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
const names = ["first", "secondOne", "third_one", "fourth"];
const bodyFields = <T>(one: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map((name) => one.map((value) => [name, value] as const))));

const field = fc.oneof(
  scalarIn("query").map((value) => ({ kind: "scalar" as const, value })),
  listIn("query").map((value) => ({ kind: "list" as const, value })),
  objectIn("query").map((value) => ({ kind: "object" as const, value })),
);

const further = fc.option(fc.dictionary(fc.constantFrom("x", "y-z", "w.v"), queryText, { minKeys: 1 }), { nil: undefined });

const objectSchema = (fields: readonly (readonly [string, Value])[], rest: JsonObject | undefined): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(fields.map(([name, value]) => [name, declared(value)])),
  ...(rest === undefined ? {} : { additionalProperties: true }),
});

const argumentsOf = (fields: readonly (readonly [string, Value])[], rest: JsonObject | undefined): JsonObject => ({
  ...Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
  ...(rest === undefined ? {} : { further_fields: rest }),
});

const typeOf = (seen: Seen) => seen.headers["content-type"];

const jsonBody = fc.tuple(bodyFields(field), further, fc.constantFrom("application/json", "application/merge-patch+json")).map(
  ([fields, rest, type]): Omit<DrawnBody, "required"> => ({
    content: { [type]: { schema: objectSchema(fields, rest) } },
    params: argumentsOf(fields, rest),
    check: async (seen) => {
      expect(typeOf(seen)).toBe(type);
      expect(JSON.parse(seen.body)).toEqual({ ...Object.fromEntries(fields.map(([name, { value }]) => [name, value])), ...rest });
    },
  }),
);

const wholeBody = fc
  .tuple(fc.constantFrom("array", "any"), fc.array(anyJson), anyJson)
  .map(([kind, list, value]): Omit<DrawnBody, "required"> => {
    const sent = kind === "array" ? list : value;
    return {
      content: { "application/json": { schema: kind === "array" ? { type: "array", items: {} } : {} } },
      params: { body: sent },
      check: async (seen) => expect(JSON.parse(seen.body)).toEqual(JSON.parse(JSON.stringify(sent))),
    };
  });

const textBody = fc
  .tuple(
    queryText,
    fc.constantFrom("text/plain", "text/csv", "application/graphql", "application/json-seq", "application/geo+json-seq", "application/xml"),
  )
  .map(
    ([text, type]): Omit<DrawnBody, "required"> => ({
      content: { [type]: { schema: { type: "string" } } },
      params: { body: text },
      check: async (seen) => {
        expect(typeOf(seen)).toMatch(type);
        expect(seen.body).toBe(text);
      },
    }),
  );

/** The fields of a form: objects are JSON unless a style says otherwise. */
function formSent([name, { kind, value }]: readonly [string, Value], encoding: JsonObject): readonly (readonly [string, string])[] {
  if (kind === "scalar") return [[name, textOf(value)]];
  if (kind === "list")
    return encoding.explode === false ? [[name, listed(value).join(",")]] : listed(value).map((one) => [name, String(one)]);
  if (encoding.style === "deepObject") return pairs(value).map(([key, one]) => [`${name}[${key}]`, textOf(one)]);
  return [[name, JSON.stringify(value)]];
}

const formBody = fc.tuple(bodyFields(field), further, fc.boolean()).map(([fields, rest, isStyled]): Omit<DrawnBody, "required"> => {
  const encodings = fields.map(([name, { kind }]): readonly [string, JsonObject] => [
    name,
    !isStyled || kind === "scalar" ? {} : kind === "list" ? { style: "form", explode: false } : { style: "deepObject", explode: true },
  ]);
  const encoding = Object.fromEntries(encodings);
  return {
    content: { "application/x-www-form-urlencoded": { schema: objectSchema(fields, rest), ...(isStyled ? { encoding } : {}) } },
    params: argumentsOf(fields, rest),
    check: async (seen) => {
      expect(typeOf(seen)).toBe("application/x-www-form-urlencoded");
      const expected = [...fields.flatMap((one) => formSent(one, encoding[one[0]] ?? {})), ...Object.entries(rest ?? {})];
      expect([...new URLSearchParams(seen.body)].sort()).toEqual(expected.map((entry) => [...entry]).sort());
    },
  };
});

const fileContent = "content of the file\nÄ";
const multipartBody = fc
  .tuple(bodyFields(field), further, fc.constantFrom(0, 1, 2))
  .map(([fields, rest, files]): Omit<DrawnBody, "required"> => {
    const binary = { type: "string", format: "binary" };
    const schema = objectSchema(fields, rest);
    const properties = {
      ...(schema.properties as JsonObject),
      ...(files === 0 ? {} : { upload: files === 1 ? binary : { type: "array", items: binary } }),
    };
    const upload: JsonObject = files === 0 ? {} : { upload: files === 1 ? "one.txt" : ["one.txt", 'two "2".txt'] };
    return {
      content: { "multipart/form-data": { schema: { ...schema, properties } } },
      params: { ...argumentsOf(fields, rest), ...upload },
      check: async (seen) => {
        const form = await new Response(seen.body, { headers: { "content-type": typeOf(seen) ?? "" } }).formData();
        const got = await Promise.all(
          [...form].map(async ([name, value]) => [name, typeof value === "string" ? value : `${value.name}: ${await value.text()}`]),
        );
        const sent = [...fields.flatMap((one) => formSent(one, {})), ...Object.entries(rest ?? {})].map(([name, text]) => [
          name,
          text.replaceAll(/\r\n|\r|\n/g, "\n"),
        ]);
        const uploaded = ["one.txt", "two %222%22.txt"]
          .slice(0, files)
          .map((name) => ["upload", `${name.replaceAll("%22", '"')}: ${fileContent}`]);
        const plain = got.map(([name, text]) => [name, text?.replaceAll(/\r\n|\r|\n/g, "\n")]);
        expect(plain.sort()).toEqual([...sent, ...uploaded].sort());
      },
    };
  });

const fileBody = fc.constantFrom("application/octet-stream", "image/png").map(
  (type): Omit<DrawnBody, "required"> => ({
    content: { [type]: { schema: { type: "string", format: "binary" } } },
    params: { file: "one.txt" },
    check: async (seen) => {
      expect(typeOf(seen)).toBe(type);
      expect(seen.body).toBe(fileContent);
    },
  }),
);

const body = fc
  .tuple(fc.oneof(jsonBody, wholeBody, textBody, formBody, multipartBody, fileBody), fc.boolean())
  .map(([one, required]): DrawnBody => ({ ...one, required }));

const request = fc.record({
  path: fc.tuple(inPath("pa"), inPath("pb")),
  // Exploded objects share their keys, so there is one value in the query with them.
  query: fc.tuple(inQuery("qa"), fc.option(scalarIn("query"), { nil: undefined })),
  header: inHeader("X-Ha"),
  cookies: fc.tuple(inCookie("ca"), inCookie("cb")),
  without: fc.uniqueArray(fc.constantFrom("qa", "qz", "X-Ha", "ca", "cb")),
  body: fc.option(body, { nil: undefined }),
});

let server: WebServer;
let workspace: string;
beforeAll(async () => {
  server = await webServer((_, response) => response.end("{}"));
  workspace = temporaryFolder();
  for (const name of ["one.txt", 'two "2".txt']) writeFileSync(join(workspace, name), fileContent);
});

const counts = { sent: 0, leftOut: 0 };

it("sends what the document says, or lists what it leaves out", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ path, query: [query, other], header, cookies, without, body }) => {
      const plain =
        other === undefined
          ? []
          : [{ parameter: { name: "qz", in: "query", schema: schemaOf(other) }, value: other, sent: { query: [`qz=${encoded(other)}`] } }];
      const all: readonly Drawn[] = [...path, query, ...plain, header, ...cookies];
      const operation = {
        operationId: "call",
        parameters: all.map(({ parameter }) => parameter),
        ...(body === undefined ? {} : { requestBody: { required: body.required, content: body.content } }),
        responses: { 200: { description: "Done" } },
      };
      const document = { paths: { "/x/{pa}/y{pb}": { [body === undefined ? "get" : "post"]: operation } } };
      const { tools, notes, leftOut } = await imported(stringify(document), { server: server.url });
      const listed = [...notes, ...leftOut].join("\n");
      if (tools.length === 0) {
        counts.leftOut++;
        return void expect(leftOut).toHaveLength(1);
      }
      const isGiven = ({ parameter: { name, required } }: Drawn) => required === true || !(without as readonly unknown[]).includes(name);
      const given = all.filter((one) => isGiven(one) && !listed.includes(`'${one.parameter.name}' is left out`));
      const toolName = (name: string) => (name === "X-Ha" ? "x_ha" : name);
      const params = {
        ...Object.fromEntries(given.map(({ parameter, value }) => [toolName(String(parameter.name)), value])),
        ...body?.params,
      };
      const tool = await defined(tools[0]?.text ?? "");
      expect(testExample(tool, tools[0]?.spec ?? {}, workspace)).toEqual([]);
      const prepared = prepareCall(tool, params, { workspace, projectDir: workspace, env: {} });
      if (!prepared.ok) throw new Error(JSON.stringify([prepared, params, tools[0]?.text]));
      if (prepared.call.request === undefined) throw new Error("no request");
      const outcome = await send(prepared.call.request, optionsOf({}));
      expect(outcome).toMatchObject({ kind: "exited", code: 200 });
      counts.sent++;
      const seen = server.seen.at(-1);
      if (seen === undefined) throw new Error("nothing was sent");
      await compareRequest(seen, given, body);
    }),
    { numRuns: repeat({ usual: 40, soak: 600 }) },
  );
  expect(counts.sent).toBeGreaterThan(counts.leftOut);
});

it.each<readonly [string, Record<string, string>]>([
  ["{ type: http, scheme: bearer }", { authorization: "Bearer s3cret" }],
  ["{ type: http, scheme: basic }", { authorization: "Basic s3cret" }],
  ["{ type: oauth2, flows: {} }", { authorization: "Bearer s3cret" }],
  ["{ type: apiKey, in: header, name: X-Key }", { "x-key": "s3cret" }],
  ["{ type: apiKey, in: cookie, name: key }", { cookie: "key=s3cret" }],
])("sends no part of an optional sign-in %s without its secret", async (scheme, expected) => {
  const operation = `{ operationId: call, security: [{}, { b: [] }], responses: { "200": { description: Done } } }`;
  const text = `paths: { /x: { get: ${operation} } }\ncomponents: { securitySchemes: { b: ${scheme} } }`;
  const { tools } = await imported(text, { server: server.url });
  const tool = await defined(tools[0]?.text ?? "");
  for (const env of [{}, { SHOP_B: "s3cret" }]) {
    const prepared = prepareCall(tool, {}, { workspace, projectDir: workspace, env });
    if (!prepared.ok || prepared.call.request === undefined) throw new Error(JSON.stringify(prepared));
    await send(prepared.call.request, optionsOf({}));
    const seen = Object.fromEntries(Object.keys(expected).map((name) => [name, server.seen.at(-1)?.headers[name]]));
    expect(seen).toEqual("SHOP_B" in env ? expected : Object.fromEntries(Object.keys(expected).map((name) => [name, undefined])));
  }
});

async function compareRequest(seen: Seen, given: readonly Drawn[], body: DrawnBody | undefined): Promise<void> {
  const sent = given.map((one) => one.sent);
  const [first = "", second = ""] = sent.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const query = sent.flatMap((one) => one.query ?? []).join("&");
  const url = new URL(`${server.url}/x/${first}/y${second}${query === "" ? "" : `?${query}`}`);
  const [path, own = ""] = seen.url.split("?");
  expect(path).toBe(url.pathname);
  expect(own.split("&").sort()).toEqual(url.search.slice(1).split("&").sort());
  expect(seen.headers["x-ha"]).toBe(sent.find(({ header }) => header !== undefined)?.header?.[1]);
  const cookies = sent.flatMap(({ cookie }) => cookie ?? []);
  expect(seen.headers.cookie).toBe(cookies.length === 0 ? undefined : cookies.join("; "));
  await body?.check(seen);
}
