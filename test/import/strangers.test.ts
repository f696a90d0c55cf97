import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { send } from "../../src/call/http/send-call.js";
import { prepareCall } from "../../src/call/prepare-call.js";
import type { JsonObject, JsonValue } from "../../src/contract/json-value.js";
import { readData } from "../../src/import/openapi-document.js";
import { upgradeDocument } from "../../src/import/upgrade-swagger.js";
import { defined } from "../agent/tool/defined.js";
import { optionsOf, type Seen, type WebServer, webServer } from "../call/http/web-server.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { importedDocument, testExample } from "./imported.js";

interface Call {
  readonly params?: JsonObject;
  readonly url?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly json?: JsonValue;
  readonly text?: string;
  readonly form?: readonly (readonly [string, string])[];
  readonly parts?: readonly (readonly [string, string])[];
}

interface Stranger {
  readonly title: string;
  readonly doc: string;
  /** The document's own servers are used. */
  readonly own?: boolean;
  /** The document is refused, with this in the message. */
  readonly bad?: string;
  readonly calls?: Readonly<Record<string, Call>>;
  readonly left?: Readonly<Record<string, string>>;
  /** Texts that the notes on imported operations must have. */
  readonly notes?: readonly string[];
  readonly risks?: Readonly<Record<string, string>>;
  /** Operations that are imported or listed. */
  readonly any?: readonly string[];
}

interface Spec {
  readonly schema?: { readonly properties?: JsonObject };
  readonly secrets?: JsonObject;
}

const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers: [{url: "https://api.example.com"}]\n';
const strangers = parse(readFileSync(new URL("strangers.yaml", import.meta.url), "utf8")) as readonly Stranger[];

let server: WebServer;
beforeAll(async () => {
  server = await webServer((_, response) => response.end("{}"));
});

it.each(strangers.map((one) => [one.title, one] as const))("sends what a document says, or lists it: %s", async (_title, stranger) => {
  const { doc, own = false, bad, calls = {}, left = {}, notes: said = [], risks = {}, any = [] } = stranger;
  const data = readData(/^\s*(?:openapi|swagger|\{|\/\/|\uFEFF)/.test(doc) ? doc : head + doc, "a.yaml");
  if (bad !== undefined) return void expect(data).toMatchObject({ ok: false, problem: expect.stringMatching(new RegExp(bad)) });
  if (!data.ok) throw new Error(data.problem);
  const upgraded = upgradeDocument(data.value, undefined);
  if (!upgraded.ok) throw new Error(upgraded.problem);
  const { tools, notes, leftOut, unsupported } = await importedDocument(upgraded.value.root, own ? {} : { server: server.url });
  const listed = [...leftOut, ...unsupported];
  const expected = [...new Set([...Object.keys(calls), ...Object.keys(left), ...Object.keys(risks), ...any])];
  const got = [
    ...tools.map(({ origin }) => origin),
    ...listed.map((one) => expected.find((origin) => one.startsWith(`${origin}: `)) ?? one),
  ];
  expect(got.sort(), listed.join("\n")).toEqual(expected.sort());
  for (const note of said) expect(notes.join("\n")).toMatch(new RegExp(note));
  for (const [origin, reason] of Object.entries(left))
    expect(listed.find((one) => one.startsWith(`${origin}: `))).toMatch(new RegExp(reason));
  for (const { origin, text, name, spec } of tools) {
    const tool = await defined(text);
    expect(testExample(tool, spec, temporaryFolder())).toEqual([]);
    if (risks[origin] !== undefined) expect([origin, tool.definition.risk.level]).toEqual([origin, risks[origin]]);
    const call = calls[origin];
    if (call === undefined) continue;
    expect(
      Object.keys((parse(text) as Spec).schema?.properties ?? {}).filter((one) => /access_token|client_secret|api_key/.test(one)),
    ).toEqual([]);
    const workspace = temporaryFolder();
    const env = Object.fromEntries(Object.keys((parse(text) as Spec).secrets ?? {}).map((secret) => [secret, "S"]));
    const prepared = prepareCall(tool, call.params ?? {}, { workspace, projectDir: workspace, env });
    if (!prepared.ok || prepared.call.request === undefined) throw new Error(JSON.stringify([name, prepared, text]));
    if (own) {
      expect(prepared.call.request).toMatchObject({ url: call.url });
      continue;
    }
    await send(prepared.call.request, optionsOf(env));
    await compare(server.seen.at(-1), origin, call);
  }
});

const decoded = (url: string) => {
  const [path = "", query = ""] = url.split("?");
  return [
    path,
    query
      .split("&")
      .map((one) => one.replaceAll("%2C", ",").replaceAll("+", "%20"))
      .sort(),
  ];
};

async function compare(seen: Seen | undefined, origin: string, { path, headers = {}, json, text, form, parts }: Call): Promise<void> {
  if (seen === undefined) throw new Error("nothing was sent");
  expect(seen.method).toBe(origin.split(" ")[0]);
  if (path !== undefined) expect(decoded(seen.url)).toEqual(decoded(path));
  for (const [name, value] of Object.entries(headers)) expect([name, seen.headers[name] ?? null]).toEqual([name, value]);
  if (json !== undefined) expect(JSON.parse(seen.body)).toEqual(json);
  if (text !== undefined) expect(seen.body).toBe(text);
  if (form !== undefined) expect([...new URLSearchParams(seen.body)]).toEqual(form);
  if (parts !== undefined) {
    const data = await new Response(seen.body, { headers: { "content-type": seen.headers["content-type"] ?? "" } }).formData();
    const got = await Promise.all([...data].map(async ([name, value]) => [name, typeof value === "string" ? value : await value.text()]));
    expect(got).toEqual(parts);
  }
}
