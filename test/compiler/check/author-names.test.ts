import { expect, it } from "vitest";
import { prepareCall } from "../../../src/call/prepare-call.js";
import { defined } from "../../agent/tool/defined.js";
import { sentencesOf } from "../../call/sentences.js";
import { compiledTool } from "../../kit/compiled.js";

const context = { workspace: "/work", projectDir: "/work", env: { X_KEY: "k3y" } };

/** A tool with the parameters `x-file` and `x-mode`, and these keys. */
const spec = (keys: string) => `name: send
description: Send a file.
kind: fetch
schema:
  properties:
    x-file: { type: string }
    x-mode: { enum: [slow, fast] }
  required: [x-file]
${keys}
`;
const command = "command: [send, '--file={{[x-file]}}', '{{[x-mode]}}']";
const http = (more: string) => `secrets: { X_KEY: Key. }\nhttp: { method: POST, url: "https://example.org/", ${more} }`;

async function prepared(keys: string, params: Record<string, string>) {
  const result = prepareCall(await defined(spec(keys)), params, context);
  return result.ok ? result.call : sentencesOf(result).join("\n");
}

it("holds a path whose name begins with x- to its root", async () => {
  expect(await prepared(`paths: { x-file: read }\n${command}`, { "x-file": "/etc/passwd" })).toContain("outside its root");
  expect(await prepared(`paths: { x-file: read }\n${command}`, { "x-file": "a" })).toMatchObject({ program: "send", args: ["--file=a"] });
});

it("takes aliases of a parameter whose name begins with x-, and aliases that begin with it", async () => {
  const keys = `aliases: { x-file: [x-path] }\npaths: { x-file: read }\n${command}`;
  expect(await prepared(keys, { "x-path": "a" })).toMatchObject({ program: "send", args: ["--file=a"] });
});

it("sends headers, query entries and form fields whose names begin with x-", async () => {
  const more = `query: { x-q: "{{[x-mode]}}" }, headers: { x-api-key: "{{@secret.X_KEY}}" }, body: { form: { x-f: "{{[x-file]}}" } }`;
  const call = await prepared(http(more), { "x-file": "a", "x-mode": "fast" });
  expect(call).toMatchObject({
    request: { url: "https://example.org/?x-q=fast", headers: { "x-api-key": "k3y" }, body: { text: "x-f=a" } },
  });
});

it("obeys a risk rule about a parameter whose name begins with x-", async () => {
  const risk = "risk: { level: safe, rules: [{ when: { x-mode: fast }, level: dangerous }] }";
  const { tool, diagnostics } = await compiledTool(spec(`${risk}\n${command}`));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(tool?.definition.risk?.rules?.[0]).toMatchObject({ level: "dangerous", when: [{ param: "x-mode", is: ["fast"] }] });
});

it.each([
  ["paths", "paths: { x-fiel: read }", "x-fiel"],
  ["aliases", "aliases: { x-fiel: [file] }", "x-fiel"],
  ["coerce", "coerce: { x-fiel: lines }", "x-fiel"],
  ["secrets", "secrets: { x-key: A key. }", "x-key"],
  ["env.set", 'env: { set: { x-key: "1" } }', "x-key"],
  ["tempFiles", "tempFiles: { x-body: text }", "x-body"],
  ["requires", "requires: { x/y: '*' }", "x/y"],
  ["exitCodes", "exitCodes: { x-1: No. }", "x-1"],
  ["when", "risk: { rules: [{ when: { x-fiel: 1 }, level: safe }] }", "x-fiel"],
])("reports a name in %s that cannot be meant, though it begins with x-", async (_map, keys, name) => {
  const text = spec(`${keys}\n${command}`);
  const { diagnostics } = await compiledTool(text);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.length).toBeGreaterThan(0);
  const column = keys.indexOf(name) + 1;
  expect(errors).toContainEqual(expect.objectContaining({ line: 9, column }));
});

it("ignores keys of the language that begin with x-", async () => {
  const { diagnostics } = await compiledTool(spec(`x-note: mine\nrisk: { level: safe, x-why: mine }\n${command}`));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});

it("merges maps of author's names from a fragment", async () => {
  const fragment = "fragment: files\npaths: { x-file: read }\n---\n";
  const { tool } = await compiledTool(`${fragment}${spec(`extends: [files]\n${command}`)}`);
  expect(tool?.definition.paths).toHaveLength(1);
});
