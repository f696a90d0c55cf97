import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { changeCodes } from "../../src/diagnostics/codes/change-codes.js";
import { documentCodes } from "../../src/diagnostics/codes/document-codes.js";
import { elicitCodes } from "../../src/diagnostics/codes/elicit-codes.js";
import { exampleCodes } from "../../src/diagnostics/codes/example-codes.js";
import { executionCodes } from "../../src/diagnostics/codes/execution-codes.js";
import { httpCodes } from "../../src/diagnostics/codes/http-codes.js";
import { libraryCodes } from "../../src/diagnostics/codes/library-codes.js";
import { mcpCodes } from "../../src/diagnostics/codes/mcp-codes.js";
import { repairCodes } from "../../src/diagnostics/codes/repair-codes.js";
import { riskCodes } from "../../src/diagnostics/codes/risk-codes.js";
import { schemaCodes } from "../../src/diagnostics/codes/schema-codes.js";
import { shellCodes } from "../../src/diagnostics/codes/shell-codes.js";
import { sourceCodes } from "../../src/diagnostics/codes/source-codes.js";
import { specCodes } from "../../src/diagnostics/codes/spec-codes.js";
import { targetCodes } from "../../src/diagnostics/codes/target-codes.js";
import { templateCodes } from "../../src/diagnostics/codes/template-codes.js";
import { writeCodes } from "../../src/diagnostics/codes/write-codes.js";
import { codes } from "../../src/diagnostics/codes.js";
import { compiled } from "../kit/compiled.js";

/** Other files that an example needs to be wrong in the way that it shows. */
const surroundings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "prefixed-name-too-long": { "toolgen.yaml": "version: 1\nserver: tools-of-the-platform-team\n" },
  "bundle-without-root": { "toolgen.yaml": "version: 1\nroots: { data: data }\ntargets: { mcpb: {} }\n" },
  "bundle-without-server": {
    "toolgen.yaml": "version: 1\nmcpServers: { notes: { command: servers/notes.mjs } }\ntargets: { mcpb: {} }\n",
  },
  "key-beside-mcp": { "toolgen.yaml": "version: 1\nmcpServers: { notes: { command: servers/notes.mjs } }\n" },
  "sandbox-of-address": { "toolgen.yaml": "version: 1\nmcpServers: { pages: { url: https://pages.example/mcp } }\n" },
  "over-limit": { "toolgen.yaml": "version: 1\nlimits: { timeout: 1h }\n" },
};

/** Needs the modes of real files: `test/check/command/scripts.test.ts`. Handlers need the disk too: `test/handlers`. */
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
  const tests = ["source", "write", "cli", "cli/commands"].flatMap((folder) => {
    const at = new URL(`../${folder}/`, import.meta.url);
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
