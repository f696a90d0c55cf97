import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { codes } from "../../../src/contract/diagnostic-codes.js";
import { documentCodes, exampleCodes, libraryCodes } from "../../../src/contract/diagnostics/document-codes.js";
import { executionCodes } from "../../../src/contract/diagnostics/execution-codes.js";
import { httpCodes, mcpCodes } from "../../../src/contract/diagnostics/handler-codes.js";
import { changeCodes, targetCodes, writeCodes } from "../../../src/contract/diagnostics/output-codes.js";
import { elicitCodes, repairCodes, schemaCodes } from "../../../src/contract/diagnostics/parameter-codes.js";
import { riskCodes } from "../../../src/contract/diagnostics/risk-codes.js";
import { shellCodes } from "../../../src/contract/diagnostics/shell-codes.js";
import { sourceCodes } from "../../../src/contract/diagnostics/source-codes.js";
import { specCodes } from "../../../src/contract/diagnostics/spec-codes.js";
import { templateCodes } from "../../../src/contract/diagnostics/template-codes.js";
import { compiled } from "../../kit/compiled.js";

/** Other files that an example needs to be wrong in the way that it shows. */
const surroundings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "prefixed-name-too-long": { "toolgen.yaml": "version: 1\nserver: tools-of-the-platform-team\n" },
  "bundle-without-root": { "toolgen.yaml": "version: 1\nroots: { data: data }\ntargets: { mcpb: {} }\n" },
  "bundle-without-server": {
    "toolgen.yaml": "version: 1\nmcpServers: { notes: { command: servers/notes.mjs } }\ntargets: { mcpb: {} }\n",
  },
  "bad-skill-name": { "toolgen.yaml": "version: 1\ntargets: { skills: {} }\n" },
  "key-beside-mcp": { "toolgen.yaml": "version: 1\nmcpServers: { notes: { command: servers/notes.mjs } }\n" },
  "sandbox-of-address": { "toolgen.yaml": "version: 1\nmcpServers: { pages: { url: https://pages.example/mcp } }\n" },
  "over-limit": { "toolgen.yaml": "version: 1\nlimits: { timeout: 1h }\n" },
};

it("has no Markdown links in texts, which terminals print", () => {
  const texts = Object.entries(codes).flatMap(([code, { help, explanation }]) => [help, explanation].map((text) => `${code}: ${text}`));
  expect(texts.filter((text) => /\]\([\w./#-]+\)/.test(text))).toEqual([]);
});

/** Needs the modes of real files: `test/compiler/check/execution/scripts.test.ts`. Handlers need the disk too: `test/handlers`. */
const needsDisk = "program-not-executable";

it.each(
  Object.entries({
    ...specCodes,
    ...exampleCodes,
    ...documentCodes,
    ...riskCodes,
    ...schemaCodes,
    ...templateCodes,
    ...shellCodes,
    ...targetCodes,
    ...mcpCodes,
    ...repairCodes,
    ...executionCodes,
    ...httpCodes,
    ...elicitCodes,
    ...libraryCodes,
  }).filter(([code]) => code !== needsDisk),
)("reports %s for the catalogue's own example, and no other error", async (code, entry) => {
  const isConfig = entry.example.startsWith("version:");
  const good = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";
  const files = isConfig ? { "toolgen.yaml": entry.example, "good.yaml": good } : { "tool.yaml": entry.example, ...surroundings[code] };
  const { diagnostics } = await compiled(files);
  const relevant = diagnostics.filter((d) => d.severity === "error" || d.code === code);
  expect([...new Set(relevant.map((d) => d.code))]).toEqual([code]);
  expect(relevant[0]?.line).toBeGreaterThan(0);
  expect(relevant[0]?.message).not.toMatch(/undefined|\[object/);
});

it.each(Object.keys({ ...sourceCodes, ...writeCodes, ...changeCodes }))("has a test that makes the file system give rise to %s", (code) => {
  const tests = ["compiler", "compiler/source", "compiler/write", "cli", "cli/commands"].flatMap((folder) => {
    const at = new URL(`../../${folder}/`, import.meta.url);
    return readdirSync(at)
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => readFileSync(new URL(name, at), "utf8"));
  });
  expect(tests.some((text) => new RegExp(`\\b${code}\\b`).test(text))).toBe(true);
});

it.each(Object.entries(codes))("%s has a message, a help and an explanation that are sentences", (_code, entry) => {
  expect(entry.help).toMatch(/^[^a-z].*[.)…]$/s);
  expect(entry.explanation).toMatch(/[.)]$/s);
  expect(entry.example).not.toBe("");
});
