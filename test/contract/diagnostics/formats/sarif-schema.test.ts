import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect, it } from "vitest";
import type { PlainDiagnostic } from "../../../../src/contract/diagnostic.js";
import { codes } from "../../../../src/contract/diagnostic-codes.js";
import { formatAsSarif } from "../../../../src/contract/diagnostics/machine-formats.js";

/** The schema of SARIF 2.1.0, as its committee published it. It is of draft 4, from which it uses only `id`. */
function sarifSchema() {
  const path = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const { id: _id, $schema: _dialect, ...schema } = JSON.parse(readFileSync(path, "utf8"));
  return schema;
}

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(sarifSchema());

const one: PlainDiagnostic = {
  code: "unknown-key",
  severity: "error",
  message: "Unknown key 'x'.\u0007",
  file: "tools.d/größe #1?.yaml",
  line: 1,
  column: 1,
  help: "Remove it.",
};

it("prints logs that the schema of SARIF 2.1.0 accepts: none, errors, warnings, odd paths", () => {
  for (const diagnostics of [[], [one], [one, { ...one, severity: "note" as const, code: "unused-parameter", line: 40, column: 7 }]]) {
    const log: unknown = JSON.parse(formatAsSarif(diagnostics));
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  }
});

it("would fail for a log that isn't one", () => {
  const log = JSON.parse(formatAsSarif([one]));
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
  expect(validate(log)).toBe(false);
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 1;
  expect(validate(log)).toBe(true);
  log.runs[0].results[0].level = "fatal";
  expect(validate(log)).toBe(false);
});

it("describes each rule of the catalogue as code scanning shows it", () => {
  const all = Object.entries(codes).map(([code, { severity }]): PlainDiagnostic => ({ ...one, code, severity }));
  const log = JSON.parse(formatAsSarif(all));
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  for (const rule of log.runs[0].tool.driver.rules) {
    expect(rule.shortDescription.text).toMatch(/^[A-Z]/);
    for (const text of [rule.fullDescription.text, rule.help.text, rule.help.markdown]) expect(text.length).toBeGreaterThan(20);
    expect(rule.defaultConfiguration.level).toBe(codes[rule.id as keyof typeof codes].severity);
  }
  const unknown = JSON.parse(formatAsSarif([{ ...one, code: "from-elsewhere" }]));
  expect(unknown.runs[0].tool.driver.rules[0]).toMatchObject({ shortDescription: { text: "from-elsewhere" } });
});
