import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { maskArguments, maskedNames } from "../../../src/call/audit-log.js";
import { argumentsHash } from "../../../src/call/call-record.js";
import { formatLine, parseLine } from "../../../src/call/log/log-file.js";
import { readAuditSettings } from "../../../src/call/policy/audit-settings.js";
import type { AuditLine } from "../../../src/contract/call.js";

const line: AuditLine = {
  time: "2026-01-02T03:04:05.678Z",
  id: "0123456789abcdef",
  tool: "say",
  via: "call",
  pid: 7,
  outcome: "done",
  exit: 0,
};

it("hashes what a model sent as canonical JSON: the same however it was written", () => {
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(argumentsHash({ b: [1, { d: null, c: "é" }], a: 1.0, 10: true, 9: 1e21 })).toBe(
    sha('{"10":true,"9":1e+21,"a":1,"b":[1,{"c":"é","d":null}]}'),
  );
  expect(argumentsHash({ a: 1, b: 2 })).toBe(argumentsHash({ b: 2, a: 1 }));
  expect(argumentsHash([])).toBe(sha("[]"));
  expect(argumentsHash(undefined)).toBe(undefined);
  let deep: unknown[] = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(argumentsHash(deep)).toBe(undefined);
});

it("finds what a schema hides, at any depth and through references, by the names of the properties", () => {
  const schema = {
    $defs: {
      key: { type: "string", writeOnly: true },
      plain: { type: "string" },
      tree: { properties: { next: { $ref: "#/$defs/tree" }, pin: { $ref: "#/$defs/key" } } },
    },
    properties: {
      user: { type: "string", default: { format: "password" } },
      login: { properties: { password: { type: "string", format: "password" } } },
      keys: { items: { $ref: "#/$defs/key" } },
      headers: { additionalProperties: { anyOf: [{ type: "null" }, { format: "password" }] } },
      tree: { $ref: "#/$defs/tree" },
      name: { $ref: "#/$defs/plain" },
    },
  };
  expect(maskedNames(schema)).toEqual(["headers", "keys", "password", "pin"]);
  expect(maskedNames({ additionalProperties: { writeOnly: true } })).toEqual(["*"]);
  expect(maskedNames({ properties: { format: { const: "password" }, writeOnly: { type: "boolean" } } })).toEqual([]);
});

it("keeps nothing of what is secret: hidden properties, and secrets wherever they are", () => {
  const masking = { hidden: ["password", "keys"], secrets: ["s3cr3t/value"] };
  const args = {
    password: "p",
    keys: ["a", "b"],
    nested: [{ password: { deep: 1 }, note: `see s3cr3t/value, ${Buffer.from("s3cr3t/value").toString("base64")}, s3cr3t%2Fvalue` }],
    "by s3cr3t/value": 1,
  };
  expect(maskArguments(args, masking)).toEqual({
    password: "[secret]",
    keys: "[secret]",
    nested: [{ password: "[secret]", note: "see [secret], [secret], [secret]" }],
    "by [secret]": 1,
  });
  expect(maskArguments({ a: 1, b: { c: 2 } }, { hidden: ["*"], secrets: [] })).toEqual({ a: "[secret]", b: "[secret]" });
});

it("cuts what is long, and says so", () => {
  const plain = { hidden: [], secrets: [] };
  const cut = maskArguments({ text: "x".repeat(1000), list: Array.from({ length: 100 }, (_, i) => i), short: "s" }, plain);
  expect(cut).toEqual({
    text: `${"x".repeat(400)}… (600 more characters)`,
    list: [...Array.from({ length: 40 }, (_, i) => i), "… (60 more)"],
    short: "s",
  });
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key${i}`, "\u0000".repeat(500)]));
  for (const value of [many, [[many, many], many], "\u{1f600}".repeat(100_000), Array.from({ length: 60 }, () => many)])
    expect(Buffer.byteLength(JSON.stringify(maskArguments(value, plain)))).toBeLessThanOrEqual(2600);
  expect(JSON.stringify(maskArguments("\u{1f600}".repeat(1000), plain))).not.toContain("\\ud8");
});

it("writes a line of a few kilobytes at most, and reads it back", () => {
  expect(parseLine(formatLine(line))).toEqual(line);
  const huge = {
    ...line,
    tool: "\u0001".repeat(5000),
    project: "/é".repeat(3000),
    rule: "\u0007".repeat(4000),
    repairs: Array.from({ length: 500 }, () => "alias"),
  };
  const written = formatLine({ ...huge, arguments: "x".repeat(3000) });
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(4000);
  expect(parseLine(written)).toMatchObject({ id: line.id, outcome: "done", arguments: "too large to be kept" });
});

it("skips what is not a line, and finds the one after the rest of a killed process", () => {
  for (const text of ["", "{", "null", "[]", "{}", '{"time":1,"id":"a","tool":"b","outcome":"done"}', "x".repeat(10_000)])
    expect(parseLine(text)).toBe(undefined);
  expect(parseLine(`{"time":"2026-01-02T03:04:05.678Z","id":"01${JSON.stringify(line)}`)).toEqual(line);
});

it("reads settings, and tells all that is wrong with them", () => {
  const defaults = { isOn: true, arguments: false, maxBytes: 10_485_760, keep: 5 };
  expect(readAuditSettings(true)).toEqual({ settings: defaults, problems: [] });
  expect(readAuditSettings(false).settings.isOn).toBe(false);
  expect(readAuditSettings({})).toEqual({ settings: defaults, problems: [] });
  const all = { file: "/x/audit.jsonl", arguments: true, maxBytes: 65_536, keep: 1 };
  expect(readAuditSettings(all)).toEqual({ settings: { isOn: true, ...all }, problems: [] });
  expect(readAuditSettings("yes").problems).toEqual(["audit: Expected true, false, or a map of file, arguments, maxBytes, keep."]);
  expect(readAuditSettings({ file: "audit.jsonl", argument: true, arguments: 1, maxBytes: 100, keep: 0 }).problems).toEqual([
    "audit.argument: There is no key 'argument' here; there are file, arguments, maxBytes, keep. Did you mean 'arguments'?",
    "audit.file: Expected the absolute path of a file.",
    "audit.arguments: Expected true or false.",
    "audit.maxBytes: Expected a number of bytes, 65536 or more.",
    "audit.keep: Expected a number of files, 1 or more.",
  ]);
});
