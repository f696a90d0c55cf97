import { expect, it } from "vitest";
import { buildArgv } from "../../../src/call/build-command.js";
import type { Command } from "../../../src/contract/definition.js";
import { compiledTool } from "../../kit/compiled.js";

/** Cases of the table in docs/spec.md and of its rules: an item as YAML has it, the schema of its parameters, the arguments. */
const string = { type: "string" };
const strings = { type: "array", items: string };
const rows: readonly (readonly [item: unknown, properties: object, params: object, args: readonly string[]])[] = [
  ["--x={{x}}", { x: string }, {}, []],
  ["--x={{x}}", { x: string }, { x: "" }, ["--x="]],
  ["{{x}}", { x: string }, { x: "" }, [""]],
  ["{{x}}", { x: string }, { x: "a b; $(c)" }, ["a b; $(c)"]],
  ["{{#if f}}--f{{/if}}", { f: { type: "boolean" } }, { f: false }, []],
  ["{{#if n}}-n {{n}}{{/if}}", { n: { type: "integer", minimum: 0 } }, { n: 0 }, ["-n", "0"]],
  [["-n", "{{n}}"], { n: { type: "integer", minimum: 0 } }, {}, []],
  ["{{#each xs}}--x={{this}}{{/each}}", { xs: strings }, { xs: ["a b", "c"] }, ["--x=a b", "--x=c"]],
  ["{{#each xs}}-H {{this}}{{/each}}", { xs: strings }, { xs: ["a b", "c"] }, ["-H", "a b", "-H", "c"]],
  [
    "{{#each xs}}--arg {{@key}} {{this}}{{/each}}",
    { xs: { type: "object", additionalProperties: string } },
    { xs: { k: "v w" } },
    ["--arg", "k", "v w"],
  ],
  [["--", "{{#each xs}}{{this}}{{/each}}"], { xs: strings }, { xs: ["a", "b"] }, ["--", "a", "b"]],
  [["--", "{{#each xs}}{{this}}{{/each}}"], { xs: strings }, { xs: [] }, []],
  ["{{#each xs}}{{this}}{{else}}.{{/each}}", { xs: strings }, {}, ["."]],
  ['--only={{join xs ","}}', { xs: strings }, { xs: ["a", "b"] }, ["--only=a,b"]],
  ['--only={{join xs ","}}', { xs: strings }, { xs: [] }, []],
  ["{{h}}{{#if p}}:{{p}}{{/if}}", { h: string, p: string }, { h: "a" }, ["a"]],
  ['{{#if (eq m "q")}}-q{{else if (eq m "v")}}-v -v{{/if}}', { m: { enum: ["q", "v"] } }, { m: "v" }, ["-v", "-v"]],
  ["{{#if m}}'two words {{m}}'{{/if}}", { m: string }, { m: "x y" }, ["two words x y"]],
  ["--format=\\{{json .}}", {}, {}, ["--format={{json .}}"]],
  ["{{#if a}}--x={{b}}{{/if}}", { a: { type: "boolean" }, b: string }, { a: true }, []],
  // Beyond the table.
  ["C:\\\\{{x}}", { x: string }, { x: "dir" }, ["C:\\dir"]],
  ["{ single } {braces}", {}, {}, ["{ single } {braces}"]],
  ["{{[odd-name]}}", { "odd-name": string }, { "odd-name": "v" }, ["v"]],
  ["--x={{o.y}}", { o: { type: "object", properties: { y: string } } }, { o: { y: "v" } }, ["--x=v"]],
  ["--x={{o.y}}", { o: { type: "object", properties: { y: string } } }, { o: {} }, []],
  ["--x={{json o}}", { o: { type: "object" } }, { o: { a: [1, "b"] } }, ['--x={"a":[1,"b"]}']],
  ["--n={{n}}", { n: { type: "number" } }, { n: 1e21 }, ["--n=1000000000000000000000"]],
  ["--n={{n}}", { n: { type: "number" } }, { n: 1.5 }, ["--n=1.5"]],
  ["--b={{b}}", { b: { type: "boolean" } }, { b: false }, ["--b=false"]],
  ["{{#if (eq b false)}}--no-b{{/if}}", { b: { type: "boolean" } }, { b: false }, ["--no-b"]],
  ["{{#if (eq b false)}}--no-b{{/if}}", { b: { type: "boolean" } }, {}, []],
  ["{{#unless b}}--quiet{{else}}--loud{{/unless}}", { b: { type: "boolean" } }, {}, ["--quiet"]],
  ["{{#unless b}}--quiet{{else}}--loud{{/unless}}", { b: { type: "boolean" } }, { b: true }, ["--loud"]],
  [
    "{{#each xs}}{{@index}}:{{this.k}}{{#if ../v}}={{../v}}{{/if}}{{/each}}",
    { xs: { type: "array", items: { type: "object", properties: { k: string } } }, v: string },
    { xs: [{ k: "a" }, {}, { k: "b" }], v: "z" },
    ["0:a=z", "2:b=z"],
  ],
  [
    "{{#each xs}}{{#if @first}}--first{{/if}} {{#if @last}}--last{{/if}} --x={{this}}{{/each}}",
    { xs: strings },
    { xs: ["a", "b"] },
    ["--first", "--x=a", "--last", "--x=b"],
  ],
  ["{{#if a}}-a {{#if b}}-b {{b}}{{/if}} end{{/if}}", { a: { type: "boolean" }, b: string }, { a: true }, ["-a", "end"]],
  ["{{#if a}}x{{/if}}y", { a: { type: "boolean" } }, {}, ["y"]],
  ['  {{#if a}}"" two{{/if}}\n', { a: { type: "boolean" } }, { a: true }, ["", "two"]],
  ["", {}, {}, [""]],
];

it.each(rows)("compiles %j over %j so that %j gives %j", async (item, properties, params, args) => {
  const spec = {
    name: "t",
    description: "d",
    kind: "read",
    schema: { properties },
    allowLeadingDash: Object.keys(properties),
    command: ["prog", "--", item],
  };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  if (tool === undefined) throw new Error("the spec compiles");
  const scope = { params: params as never, order: tool.definition.params, specDir: "/spec", workspace: "/work" };
  expect(buildArgv(tool.definition.command as Command, scope)).toEqual({ ok: true, args: ["--", ...args] });
});

it("passes the whole call on in the schema's order as @params", async () => {
  const spec = {
    name: "t",
    description: "d",
    kind: "read",
    schema: { properties: { a: string, b: string } },
    command: ["prog", "--all={{json @params}}"],
  };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  expect(diagnostics).toEqual([]);
  if (tool === undefined) throw new Error("the spec compiles");
  const scope = { params: { b: "2", a: "1" }, order: tool.definition.params, specDir: "/spec", workspace: "/work" };
  expect(buildArgv(tool.definition.command as Command, scope)).toEqual({ ok: true, args: ['--all={"a":"1","b":"2"}'] });
});
