import fc from "fast-check";
import { expect, it } from "vitest";
import { prepareCall } from "../../../../src/call/prepare-call.js";
import type { JsonObject } from "../../../../src/contract/json-value.js";
import { defined } from "../../../agent/tool/defined.js";
import { sentencesOf } from "../../../call/sentences.js";
import { compiledTool } from "../../../kit/compiled.js";

const properties = `
    id: { type: string }
    n: { type: integer }
    flag: { type: boolean }
    tags: { type: array, items: { type: string } }
    region: { enum: [eu, us] }
    base: { enum: ["https://a.example.org", "https://b.example.org:8443"] }
    mixed: { enum: ["https://a.example.org/", "https://b.example.org"] }
    any: {}`;
const spec = (http: string, more = "") =>
  `name: ask\ndescription: Ask.\nkind: fetch\nschema:\n  properties:${properties}\n${more}http:\n${http.replaceAll(/^/gm, "  ")}\n`;

const context = { workspace: "/work", projectDir: "/work", env: { TOKEN: "s3cret", BROKEN: "two\nlines" } };

async function requestOf(http: string, params: JsonObject, more = "") {
  const prepared = prepareCall(await defined(spec(http, more)), params, context);
  return prepared.ok ? prepared.call.request : sentencesOf(prepared);
}

const codesOf = async (text: string) => (await compiledTool(text)).diagnostics.filter((d) => d.severity === "error").map((d) => d.code);

it.each([
  ["https://example.org/a/{{id}}/b", { id: "x" }, "https://example.org/a/x/b"],
  ["https://example.org/a/{{id}}", { id: "b/c d?e#f%2e&g" }, "https://example.org/a/b%2Fc%20d%3Fe%23f%252e%26g"],
  ["https://example.org/a/{{id}}", { id: "größe\\☃" }, "https://example.org/a/gr%C3%B6%C3%9Fe%5C%E2%98%83"],
  ["https://example.org/a/{{id}}", { id: "..x" }, "https://example.org/a/..x"],
  ["https://example.org/a/{{n}}.json", { n: -5 }, "https://example.org/a/-5.json"],
  ["https://example.org/a?b={{id}}&c=1", { id: "x&y=z #+" }, "https://example.org/a?b=x%26y%3Dz%20%23%2B&c=1"],
  ["https://example.org/a?b={{id}}", { id: "../x" }, "https://example.org/a?b=..%2Fx"],
  ["https://example.org/a?b={{id}}", {}, "https://example.org/a?b="],
  ["https://example.org/a{{#if n}}/{{n}}{{/if}}?b=1", {}, "https://example.org/a?b=1"],
  ["https://example.org/a{{#if id}}?b={{id}}{{/if}}", { id: "?" }, "https://example.org/a?b=%3F"],
  ['https://example.org/a?t={{join tags ","}}', { tags: ["a b", "c,d"] }, "https://example.org/a?t=a%20b,c%2Cd"],
  ["https://{{region}}.example.org/{{id}}", { region: "eu", id: "@evil.org" }, "https://eu.example.org/%40evil.org"],
  ["{{base}}/{{id}}", { base: "https://b.example.org:8443", id: "x" }, "https://b.example.org:8443/x"],
  ["https://{{#if flag}}a{{else}}b{{/if}}.example.org/", { flag: true }, "https://a.example.org/"],
])("makes of %s with %j %s", async (url, params, made) => {
  expect(await requestOf(`url: '${url}'`, params)).toMatchObject({ method: "GET", url: made, headers: {} });
});

it.each([
  ["https://example.org/a/{{id}}/b", { id: ".." }, 'must not contain a segment such as "." or ".."'],
  ["https://example.org/a/{{id}}", { id: "." }, "must not contain a segment"],
  ["https://example.org/a/{{id}}", { id: "x/../../y" }, "must not contain a segment"],
  ["https://example.org/a/{{id}}", { id: "..\\y" }, "must not contain a segment"],
  ["https://example.org/a/{{id}}", { id: "%2e%2E" }, "must not contain a segment"],
  ["https://example.org/a/.{{id}}", { id: "." }, "must not contain a segment"],
  ["https://example.org/a/{{id}}{{n}}/x", {}, "`id` is missing, and the address needs it."],
  ["https://example.org/a/{{id}}", { id: "" }, "`id` is empty, and the address needs it."],
  ["https://example.org/a/{{id}}", { id: "x\ud800" }, "unpaired surrogate"],
  ["https://{{region}}.example.org/", {}, "`region` is missing"],
])("refuses %s with %j", async (url, params, problem) => {
  expect(await requestOf(`url: '${url}'`, params)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
});

it.each([
  ["https://{{id}}/x", "placeholder-host"],
  ["https://{{id}}.example.org/x", "placeholder-host"],
  ["https://example.org{{id}}", "placeholder-host"],
  ["https://example.org:{{n}}/x", "placeholder-host"],
  ["{{id}}://example.org/x", "placeholder-host"],
  ["https://example.org@{{id}}/x", "placeholder-host"],
  ["https:///{{id}}/x", "placeholder-host"],
  ["https://example.org\\{{id}}/x", undefined],
  ["https://example.org{{#if n}}/{{n}}{{/if}}{{id}}", "placeholder-host"],
  ["https://example.org{{#each tags}}/{{this}}{{/each}}{{id}}", "placeholder-host"],
  ["{{mixed}}{{id}}", "placeholder-host"],
  ["https://{{#each tags}}{{this}}{{/each}}/x", "placeholder-host"],
  ['https://{{join tags "."}}/x', "placeholder-host"],
  ["https://{{json region}}/x", "placeholder-host"],
  ["ftp://example.org/x", "bad-url"],
  ["example.org/x", "bad-url"],
  ["https://user:word@example.org/x", "bad-url"],
  ["https://example.org:99999/x", "bad-url"],
  ["https://example.org/x#part", "bad-url"],
])("judges the address %s when it is built", async (url, code) => {
  const text = spec(
    `url: '${url}'\nquery: { a: "{{id}}", b: "{{n}}", c: "{{join tags \\",\\"}}", d: "{{region}}{{base}}{{mixed}}x{{json any}}{{flag}}" }`,
  );
  const codes = await codesOf(text);
  if (code === undefined) expect(codes).not.toContain("bad-url");
  else expect([...new Set(codes)]).toEqual([code]);
});

it("leaves entries away whose text is absent, and encodes names and values of a query", async () => {
  const http =
    'url: "https://example.org/?z=1"\nquery: { "a b": "{{id}}", n: "{{n}}", t: "x{{n}}" }\nheaders: { X-N: "{{n}}", X-Id: "v {{id}}" }';
  expect(await requestOf(http, { id: "&" })).toEqual({
    method: "GET",
    url: "https://example.org/?z=1&a%20b=%26&t=x",
    headers: { "x-id": "v &" },
    allowPrivate: [],
  });
});

it("keeps the types of values in JSON, and leaves away what is absent", async () => {
  const http = `method: POST
url: https://example.org/
body:
  json: { id: "{{id}}", n: "{{n}}", tags: "{{tags}}", any: "{{any}}", said: "{{id}}-{{n}}", none: "{{region}}", list: ["{{region}}", "{{flag}}", 1, null, "x"], "}": {}, deep: { all: "{{@params}}" } }`;
  const request = await requestOf(http, { id: '"}', n: 5, tags: ["a"], any: { b: [1] }, flag: false });
  expect(request).toMatchObject({ method: "POST", body: { kind: "json" } });
  const { body } = request as { body: { text: string } };
  const params = { id: '"}', n: 5, flag: false, tags: ["a"], any: { b: [1] } };
  const said = { ...params, said: '"}-5', list: [false, 1, null, "x"], "}": {}, deep: { all: params } };
  const { flag: _flag, ...expected } = said;
  expect(JSON.parse(body.text)).toEqual(expected);
});

it("encodes a form, and takes a text as it is", async () => {
  const form = 'method: POST\nurl: https://example.org/\nbody: { form: { a: "{{id}}", n: "{{n}}", c: "ä b" } }';
  expect(await requestOf(form, { id: "x=&y" })).toMatchObject({ body: { kind: "form", text: "a=x%3D%26y&c=%C3%A4+b" } });
  const text = 'method: PUT\nurl: https://example.org/\nbody: { text: "{{#each tags}}{{this}}\\n{{/each}}" }';
  expect(await requestOf(text, { tags: ["a", "b"] })).toMatchObject({ body: { kind: "text", text: "a\nb\n" } });
});

it("accepts secrets in headers, the query and the body, but not in the path, and reports an invalid one by its name", async () => {
  const secrets = "secrets: [TOKEN, BROKEN]\n";
  const header = (name: string) => `url: https://example.org/\nheaders: { Authorization: "Bearer {{@secret.${name}}}" }`;
  expect(await requestOf(header("TOKEN"), {}, secrets)).toMatchObject({ headers: { authorization: "Bearer s3cret" } });
  const problems = await requestOf(header("BROKEN"), {}, secrets);
  expect(problems).toEqual([expect.stringContaining("The secret BROKEN contains a line break")]);
  expect(JSON.stringify(problems)).not.toContain("lines");
  const posted = (body: string) => requestOf(`method: POST\nurl: https://example.org/\nbody: ${body}`, {}, secrets);
  expect(await requestOf('url: https://example.org/\nquery: { a: "{{@secret.TOKEN}}" }', {}, secrets)).toMatchObject({
    url: "https://example.org/?a=s3cret",
  });
  expect(await posted('{ json: { a: ["{{@secret.TOKEN}}"], b: 1 } }')).toMatchObject({
    body: { kind: "json", text: '{"a":["s3cret"],"b":1}', hasSecret: true },
  });
  expect(await posted('{ form: { a: "x{{@secret.TOKEN}}" } }')).toMatchObject({ body: { text: "a=xs3cret", hasSecret: true } });
  expect(await posted('{ text: "@secret.TOKEN" }')).toEqual(expect.objectContaining({ body: { kind: "text", text: "@secret.TOKEN" } }));
  expect(await codesOf(spec('url: "https://example.org/{{@secret.TOKEN}}"', secrets))).toEqual(["secret-shown"]);
});

it.each(["a\r\nX-Evil: 1", "a\nb", "a\0", "☃", "a\u007f"])("refuses %j in a header", async (id) => {
  const problems = await requestOf('url: https://example.org/\nheaders: { X-Id: "{{id}}" }', { id });
  expect(problems).toEqual([expect.stringContaining("`id` contains a line break or another character that a header can't contain")]);
});

it.each([
  ["url: https://example.org/\nheaders: { 'a b': x }", "bad-value"],
  ["url: https://example.org/\nheaders: { Proxy-Authorization: x }", "header-not-yours"],
  ["url: https://example.org/\nallowPrivate: ['http://a/']", "bad-value"],
  ["url: https://example.org/\nallowPrivate: [10.0.0.0/99]", "bad-value"],
  ["url: https://example.org/\nbody: { json: {} }", "body-without-method"],
  ["url: https://example.org/\nmethod: POST\nbody: {}", "one-body"],
  ["url: https://example.org/\nmethod: get", "unknown-value"],
  ["method: GET", "missing-key"],
  ["url: 'https://example.org/{{nothing}}'", "unknown-name"],
  ["url: 'https://example.org/{{tags}}'", "not-text"],
])("reports of %s %s", async (http, code) => {
  expect(await codesOf(spec(http))).toContain(code);
});

it("takes hosts, addresses and ranges for allowPrivate", async () => {
  const allowPrivate = "allowPrivate: [localhost, inner.example.org, 10.0.0.0/8, 127.0.0.1, '::1', '[::1]', 'fd00::/8', my_host]";
  expect(await codesOf(spec(`url: https://example.org/\n${allowPrivate}`))).not.toContain("bad-value");
});

it("refuses redirects among the status codes, and keys that are about programs", async () => {
  const http = "url: https://example.org/";
  expect(await codesOf(spec(http, "statusCodes: { 302: moved }\n"))).toContain("bad-value");
  for (const key of ["cwd: a", "env: [A]", "exitCodes: { 1: a }", "output: { file: a }", "platforms: { macos: { program: a } }"])
    expect(await codesOf(spec(http, `${key}\n`)), key).toContain("key-of-program");
  expect(await codesOf(spec(http, "platforms: { windows: false }\nstatusCodes: { 404: None. }\n"))).toEqual([]);
});

it.each([
  ["expect: { argv: [a] }", "it expects 'argv', but a request runs this tool, not a program"],
  ["expect: { exitCode: 1 }", "it expects 'exitCode', but a request"],
  ["given: { bin: { a: {} } }", "it gives 'bin', but a request"],
])("refuses an example that speaks of a program: %s", async (example, problem) => {
  const { diagnostics } = await compiledTool(spec("url: https://example.org/", `examples: [{ ${example} }]\n`));
  expect(diagnostics.filter(({ code }) => code === "bad-example").map(({ message }) => message)).toEqual([
    expect.stringContaining(problem),
  ]);
});

it("refuses an example about a request if the tool runs a program", async () => {
  const examples = "examples: [{ given: { http: { status: 200 } }, expect: { request: { method: GET } } }]";
  const { diagnostics } = await compiledTool(`name: a\ndescription: A.\nkind: read\ncommand: [echo]\n${examples}\n`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["bad-example", "bad-example"]);
});

it("reports parameters that the request doesn't use", async () => {
  const { diagnostics } = await compiledTool(spec('url: "https://example.org/{{id}}{{n}}"'));
  const unused = diagnostics.filter(({ code }) => code === "unused-parameter").map(({ message }) => message);
  expect(unused.length).toBe(6);
});

it("repeats an entry of a query or a form that is only a list", async () => {
  const form = 'body: { form: { t: "{{tags}}", u: "{{#each tags}}{{this}}{{/each}}" } }';
  const tool = await defined(spec(`method: POST\nurl: https://example.org/\nquery: { t: "{{tags}}" }\n${form}`));
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 4 }), (tags) => {
      const prepared = prepareCall(tool, { tags }, context);
      const { url = "", body } = (prepared.ok ? prepared.call.request : undefined) ?? {};
      const sent = new URLSearchParams(body?.kind === "form" ? body.text : "");
      expect([new URL(url).searchParams.getAll("t"), sent.getAll("t"), sent.getAll("u")]).toEqual([tags, tags, tags]);
    }),
  );
});

it.each([
  ["query: { t: 'all {{#each tags}}{{this}}{{/each}}' }", ["glued-list"]],
  ["headers: { X-Tags: 'a{{#if flag}}{{#each tags}}{{this}}{{/each}}{{/if}}' }", ["glued-list"]],
  ["query: { t: '{{#each tags}}{{this}}{{#unless @last}},{{/unless}}{{/each}}!' }", []],
  ["query: { t: '{{id}}{{#each tags}},{{this}}{{/each}}' }", []],
])("reports elements with nothing between them: %s", async (entry, codes) => {
  expect(await codesOf(spec(`url: https://example.org/\n${entry}`))).toEqual(codes);
});

const open = "    rest: { type: object, additionalProperties: { type: [string, integer] } }\n    file: { type: string }\n";
const withFile = (http: string, paths = "paths: { file: read }\n") =>
  spec(http).replace("    any: {}\n", open).replace("http:", `${paths}http:`);

async function preparedOf(http: string, params: JsonObject) {
  const prepared = prepareCall(await defined(withFile(http)), params, context);
  return prepared.ok ? prepared.call.request : sentencesOf(prepared);
}

it("sends cookies as one header, and none whose text is absent or would begin another", async () => {
  const http = 'url: https://example.org/\ncookies: { id: "{{id}}", n: "{{n}}" }';
  expect(await requestOf(http, { id: "a.b", n: 2 })).toMatchObject({ headers: { cookie: "id=a.b; n=2" } });
  expect(await requestOf(http, { n: 2 })).toMatchObject({ headers: { cookie: "n=2" } });
  expect(await requestOf(http, {})).toMatchObject({ headers: {} });
  const both = `${http}\nheaders: { Cookie: "s={{@secret.TOKEN}}" }`;
  expect(await requestOf(both, { n: 1 }, "secrets: [TOKEN]\n")).toMatchObject({ headers: { cookie: "s=s3cret; n=1" } });
  for (const id of ["a; b=c", "a b", 'a"', "a,b", "a\nb"])
    expect(await requestOf(http, { id })).toEqual([expect.stringContaining("`id` contains")]);
});

it("adds the entries of a map where a key is '...', and none that the request has otherwise", async () => {
  const address = (entry: string) => `method: POST\nurl: https://example.org/\n${entry}`;
  const rest = { a: "x y", "b&": 2 };
  expect(await preparedOf(address('query: { id: "{{id}}", ...: "{{rest}}" }'), { id: "1", rest })).toMatchObject({
    url: "https://example.org/?id=1&a=x%20y&b%26=2",
  });
  expect(await preparedOf(address('query: { "f[...]": "{{rest}}" }'), { rest })).toMatchObject({
    url: "https://example.org/?f%5Ba%5D=x%20y&f%5Bb%26%5D=2",
  });
  expect(await preparedOf(address('body: { form: { ...: "{{rest}}" } }'), { rest })).toMatchObject({ body: { text: "a=x+y&b%26=2" } });
  expect(await preparedOf(address('body: { json: { id: "{{id}}", ...: "{{rest}}" } }'), { rest })).toMatchObject({
    body: { text: '{"a":"x y","b&":2}' },
  });
  for (const entry of ['query: { a: "{{id}}", ...: "{{rest}}" }', 'body: { json: { a: "{{id}}", ...: "{{rest}}" } }'])
    expect(await preparedOf(address(entry), { rest })).toEqual([
      expect.stringContaining("a key here must not be one that the request has"),
    ]);
  expect(await codesOf(withFile(address('body: { json: { ...: "{{id}}" } }')))).toEqual(["rest-not-a-map"]);
});

it("sends files that are in `paths` alone, by a tool that asks", async () => {
  const http =
    'method: POST\nurl: https://example.org/\nbody: { multipart: { note: "{{id}}", file: { file: "{{file}}", type: image/png } } }';
  expect(await preparedOf(http, { id: "x", file: "a.png" })).toMatchObject({
    body: {
      kind: "multipart",
      parts: [
        { name: "note", text: "x" },
        { name: "file", text: "/work/a.png", isFile: true, type: "image/png" },
      ],
    },
  });
  expect(await preparedOf(http, { file: "../a.png" })).toEqual([expect.stringContaining("../a.png")]);
  const { tool } = await compiledTool(withFile('url: https://example.org/\nmethod: POST\nbody: { file: "{{file}}" }'));
  expect(tool?.risk.level).toBe("moderate");
  expect(await codesOf(withFile(http, ""))).toEqual(["body-file-not-a-path"]);
  expect(await codesOf(withFile("method: POST\nurl: https://example.org/\nbody: { multipart: { a: { type: text/plain } } }"))).toEqual([
    "body-part",
  ]);
});

it.each([
  ["image/png", []],
  ["text/plain; charset=utf-8", []],
  ['application/ld+json; profile="https://example.org/a b"', []],
  ["text/plain\r\nX-Y: y", ["bad-value"]],
  ["text/plain\n", ["bad-value"]],
  ['text/plain; a="b\r\nX-Y: y"', ["bad-value"]],
  ["text", ["bad-value"]],
])("takes a media type as the type of a part, and nothing that begins a header: %j", async (type, codes) => {
  const body = JSON.stringify({ multipart: { note: { text: "{{id}}", type } } });
  expect(await codesOf(spec(`method: POST\nurl: https://example.org/\nbody: ${body}`))).toEqual(codes);
});

it("sends and reads no file that checked values make together outside of their roots", async () => {
  const head = (keys: string) =>
    `name: ask\ndescription: Ask.\nkind: other\nschema: { properties: { a: { type: string }, b: { type: string } } }\npaths: { a: readWrite, b: readWrite }\n${keys}`;
  const post = (body: string) => head(`http: { method: POST, url: "https://example.org/", body: ${body} }\n`);
  const templates = ["{{a}}{{b}}", ".{{a}}{{b}}", "x/.{{a}}.{{b}}", "{{#if a}}{{a}}{{/if}}.{{b}}", "{{a}}/{{b}}", "{{a}}/../{{b}}"];
  const tools = await Promise.all(
    templates.flatMap((text) => [
      defined(post(`{ file: "${text}" }`)),
      defined(post(`{ multipart: { p: { file: "${text}" } } }`)),
      defined(head(`command: [cat, "{{a}}", "{{b}}"]\noutput: { file: "${text}" }\n`)),
    ]),
  );
  const value = fc.array(fc.constantFrom(".", "./", "/", "x", ".x", "..x/"), { minLength: 1, maxLength: 4 }).map((all) => all.join(""));
  const fileOf = (tool: (typeof tools)[number], params: JsonObject) => {
    const prepared = prepareCall(tool, params, context);
    if (!prepared.ok) return sentencesOf(prepared);
    const { body } = prepared.call.request ?? {};
    return body?.kind === "file" ? body.path : body?.kind === "multipart" ? body.parts[0]?.text : prepared.call.outputFile;
  };
  for (const tool of tools.slice(0, 3)) {
    expect(fileOf(tool, { a: "x", b: "./y.txt" })).toBe("/work/x./y.txt");
    expect(fileOf(tool, { a: ".", b: "./y.txt" })).toEqual([
      'The file, from `a`, `b`, "/y.txt" leads to "/y.txt", outside its root `workspace` (/work): give a path below that.',
    ]);
  }
  fc.assert(
    fc.property(fc.constantFrom(...tools), value, value, (tool, a, b) => {
      const file = fileOf(tool, { a, b });
      if (typeof file === "string") expect(`${file}/`).toMatch(/^\/work\//);
    }),
  );
});

it.each([
  ["file: '{{files}}'", ["body-file-list"]],
  ["file: '{{#each files}}{{this}}/{{/each}}'", ["body-file-list"]],
  ["file: '{{#if files}}{{#each files}}{{this}}/{{/each}}{{/if}}'", ["body-file-list"]],
  ["file: 'a{{join files \"/\"}}'", ["body-file-list"]],
  ["multipart: { p: { file: 'a{{#each files}}{{this}}/{{/each}}' } }", ["body-file-list"]],
  ["multipart: { p: { file: '{{files}}' } }", []],
  ["multipart: { p: { file: '{{#each files}}{{this}}{{/each}}' } }", []],
])("takes a list for a file only where it repeats a part: %s", async (body, codes) => {
  const text = `name: ask\ndescription: Ask.\nkind: other\nschema: { properties: { files: { type: array, items: { type: string } } } }\npaths: { files: read }\nhttp: { method: POST, url: "https://example.org/", body: { ${body} } }\n`;
  expect(await codesOf(text)).toEqual(codes);
});
