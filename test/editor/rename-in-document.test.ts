import { expect, it } from "vitest";
import { parameterReferences } from "../../src/editor/parameter-references.js";
import { renameInDocument, replaceSpans } from "../../src/editor/rename-in-document.js";
import { documentOf, renameContext } from "./editor-context.js";

const head = "name: t\ndescription: Find a text. Not for writing. It returns lines.\n";
const everywhere = `${head}kind: search
schema:
  properties:
    "from": { type: string }
    other: { type: string }
    n: { type: integer, minimum: 0 }
    list: { type: array, items: { type: object, properties: { from: { type: string } } } }
    again: { $ref: "#/properties/from" }
  required: ['from', list]
  dependentRequired: { from: [other], other: [from] }
  anyOf: [{ required: [from] }, { required: [other] }]
aliases: { from: [source], "list[].from": [origin] }
weakAliases: { from: [start] }
mutuallyExclusive: [[from, n]]
elicit: [from]
paths: { from: read, "list[].from": read }
allowLeadingDash: [from, "list[].from"]
locations: [{ path: from, line: n }]
risk:
  rules: [{ when: { from: [a] }, level: moderate, impact: "reads {{from}} 🙂 {{from}}" }]
cwd: '{{from}}'
stdin: "{{#each list}}{{this.from}}{{../from}}{{/each}}"
env: { set: { A: "{{from}}" } }
summary: >-
  finds 'it' in
  {{#if (eq from "x")}}{{from}}{{else}}{{n}}{{/if}}
command: [grep, -n, "\\u0041{{from}}", "{{other}}", "{{again}}", "{{#unless from}}{{n}}{{/unless}}"]
examples:
  - params: { from: x, list: [{ from: y }] }
    expect: { params: { from: x } }
`;

it("finds every place that names a parameter, and none that only looks like one", () => {
  const document = documentOf(everywhere);
  const own = parameterReferences(document).filter(({ name }) => name === "from");
  expect(own.every(({ span, isExact }) => isExact && everywhere.slice(span.start, span.end) === "from")).toBe(true);
  const renamed = replaceSpans(
    everywhere,
    own.map(({ span }) => span),
    "source_file",
  );
  // What is left are the keys of the list's elements.
  expect(renamed.match(/\bfrom\b/g)).toHaveLength(6);
  const back = parameterReferences(documentOf(renamed)).filter(({ name }) => name === "source_file");
  expect(
    replaceSpans(
      renamed,
      back.map(({ span }) => span),
      "from",
    ),
  ).toBe(everywhere);
});

const rename = async (text: string, to: string, files: Readonly<Record<string, string>> = {}, name = "from") => {
  const document = documentOf(text);
  const offset = parameterReferences(document).find((one) => one.name === name)?.span.start ?? -1;
  const result = await renameInDocument(document, { offset, to }, await renameContext({ "tools.d/t.yaml": text, ...files }));
  return result.kind === "refused"
    ? result.reason
    : replaceSpans(
        text,
        result.spans.filter(({ file }) => file.path.endsWith("t.yaml")),
        to,
      );
};
const simple = (more: string, item = "{{from}}") =>
  `${head}kind: search\nschema: { properties: { from: { type: string }, n: { type: integer, minimum: 0 } } }\ncommand: [grep, -e, "${item}", "{{n}}"]\n${more}`;

it("refuses with a reason what it can't rename exactly", async () => {
  expect(await rename(simple(""), "source")).toBe(simple("").replaceAll("from", "source"));
  expect(await rename(simple(""), "a b")).toContain("can't be a parameter's name");
  expect(await rename(simple(""), "n")).toContain("There is a 'n'");
  expect(await rename(simple("aliases: { n: [source] }\n"), "source")).toContain("alias");
  expect(await rename(simple("ignore: [source]\n"), "source")).toContain("ignored");
  expect(await rename(simple('stdin: "{{json @params}}"\n'), "source")).toContain("{{@params}}");
  const anchored = simple("").replace("properties: {", "required: [&f from], properties: {").concat("elicit: [*f]\n");
  expect(await rename(anchored, "source")).toBe(anchored.replaceAll("from", "source"));
  const escaped = simple('elicit: ["fro\\u006d"]\n');
  expect(await rename(escaped, "source")).toMatch(/escapes/);
  const shared = { "toolgen.yaml": "version: 1\nrisk: { '*': { when: { from: [x] }, level: dangerous } }\n" };
  expect(await rename(simple(""), "source", shared)).toContain("which other tools share");
  const fragment = { "tools.d/f.yaml": "fragment: f\naliases: { from: [origin] }\n" };
  expect(await rename(simple("extends: [f]\n"), "source", fragment)).toContain("A fragment that this document extends names 'from'");
  const script = `${head}kind: search\nschema: { properties: { from: { type: string } } }\nshell: 'grep -e {{from}} "$toolgen_from"'\n`;
  expect(await rename(script, "source")).toContain("$toolgen_from");
});

it("refuses a name with which the check would report something new, and one of a client's own tool", async () => {
  expect(await rename(simple(""), `a${"b".repeat(80)}`)).toContain("With that name the check reports");
  const client = `${simple("")}host: pi\n`.replace(/^command.*\n/m, "");
  expect(await rename(client, "source")).toContain("a client's own");
});

it("leaves toolgen.yaml's conditions to the tool of the same name when it renames in a prompt", async () => {
  const prompt = (param: string) =>
    `prompt: t\ndescription: Ask.\nschema: { properties: { ${param}: { type: string } } }\ntext: "{{${param}}}"\n`;
  const config = "version: 1\nrisk: { t: { when: { from: [x] }, level: dangerous }, '*': { when: { from: [x] }, level: dangerous } }\n";
  const document = documentOf(prompt("from"));
  const context = await renameContext({ "tools.d/t.yaml": prompt("from"), "tools.d/u.yaml": simple(""), "toolgen.yaml": config });
  const offset = prompt("from").indexOf("from");
  const result = await renameInDocument(document, { offset, to: "source" }, context);
  expect(result).toMatchObject({ kind: "renamed", spans: [{ file: { path: "tools.d/t.yaml" } }, { file: { path: "tools.d/t.yaml" } }] });
});

it("refuses a rename that leaves a condition of toolgen.yaml without its parameter", async () => {
  const resource = "resource: t\ndescription: A note.\nuriTemplate: notes://{from}\nschema: { properties: { from: { type: string } } }\n";
  const config = { "toolgen.yaml": "version: 1\nrisk: { t: { when: { from: [x] }, level: dangerous } }\n" };
  expect(await rename(`${resource}command: [echo, "{{from}}"]\n`, "source")).not.toContain("check reports");
  expect(await rename(`${resource}command: [echo, "{{from}}"]\n`, "source", config)).toContain("'t' has no parameter 'from'");
});

it("refuses where one object of the schema describes the call and a value inside of it", async () => {
  const schema = (text: string) => `${head}kind: search\nschema: ${text}\ncommand: [grep, -e, "{{from}}"]\n`;
  const from = "from: { type: string }";
  const defs = `$defs: { d: { properties: { ${from} } } }, allOf: [{ $ref: "#/$defs/d" }]`;
  expect(await rename(schema(`{ ${defs} }`), "source")).toContain("source: { type: string }");
  expect(await rename(schema(`{ ${defs}, properties: { a: { $ref: "#/$defs/d" } } }`), "source")).toContain("A `$ref`");
  expect(await rename(schema(`{ properties: { ${from}, a: { type: array, items: { $ref: "#" } } } }`), "source")).toContain("A `$ref`");
  expect(await rename(schema(`{ properties: { ${from}, a: { $ref: "#/properties/from" } } }`), "source")).toContain("/properties/source");
  const anchored = `{ properties: &p { ${from}, n: { type: string } }, allOf: [{ properties: { a: { properties: *p } } }] }`;
  expect(await rename(schema(anchored), "source")).toContain("YAML alias");
});

it("refuses a new name that fragments or toolgen.yaml have settings for, which were dropped so far", async () => {
  const fragment = (text: string) => ({ "tools.d/f.yaml": `fragment: f\n${text}\n` });
  const extending = simple("extends: [f]\n");
  const text = "risk: { rules: [{ when: { source: [x] }, level: dangerous, impact: Very. }] }";
  expect(await rename(extending, "other", fragment(text))).toBe(extending.replaceAll("from", "other"));
  expect(await rename(extending, "source", fragment(text))).toContain("The fragment 'f' has settings for 'source'");
  expect(await rename(extending, "source", fragment("paths: { source: read }"))).toContain("The fragment 'f'");
  expect(await rename(extending, "source", fragment("aliases: { other: [source] }"))).toContain("The fragment 'f'");
  const config = (target: string) => ({ "toolgen.yaml": `version: 1\nrisk: { ${target}: { when: { source: [x] }, level: dangerous } }\n` });
  expect(await rename(simple(""), "source", config("'*'"))).toContain("which would begin to hold");
  expect(await rename(simple(""), "source", config("t"))).toContain("which would begin to hold");
});

it("refuses where toolgen.yaml has one condition for several tools through a YAML alias", async () => {
  const config = "version: 1\nrisk: { t: &s { when: { from: [x] }, level: dangerous }, u: *s }\n";
  const other = simple("").replace("name: t", "name: u");
  expect(await rename(simple(""), "source", { "toolgen.yaml": config, "tools.d/u.yaml": other })).toContain("A YAML alias in toolgen.yaml");
});

it("refuses where an example expects a text that names the parameter", async () => {
  const example = (expected: string) => simple(`examples: [{ params: { from: "" }, expect: { ${expected} } }]\n`);
  expect(await rename(example("error: 'from: too short'"), "source")).toContain("An example expects");
  expect(await rename(example("argv: [grep, -e, from, '1']"), "source")).toContain("params: { source:");
  expect(await rename(example("error: fromage"), "source")).toContain("params: { source:");
});
