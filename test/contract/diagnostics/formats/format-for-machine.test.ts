import fc from "fast-check";
import { expect, it } from "vitest";
import type { PlainDiagnostic } from "../../../../src/contract/diagnostic.js";
import { formatForMachine } from "../../../../src/contract/format-diagnostics.js";

const error: PlainDiagnostic = {
  code: "unknown-key",
  severity: "error",
  message: "Unknown key 'a,b:c' at 100%\nhere.",
  file: "tools.d/odd name#1,2.yaml",
  line: 3,
  column: 7,
  help: 'Remove it, or "quote" <it> & more.\u0007',
};
const warning: PlainDiagnostic = { ...error, code: "unused-parameter", severity: "warning" };

it("prints workflow commands whose values can't begin another command or property", () => {
  const printed = formatForMachine([error, warning], "github");
  expect(printed.split("\n")).toHaveLength(3);
  expect(printed).toContain("::error file=tools.d/odd name#1%2C2.yaml,line=3,col=7,title=toolgen%3A unknown-key::");
  expect(printed).toContain("Unknown key 'a,b:c' at 100%25%0Ahere.%0ARemove it");
  expect(printed).toContain("\n::warning file=");
  expect(formatForMachine([], "github")).toBe("");
});

it("prints notes as notices of GitHub, notes of SARIF and passed tests", () => {
  const note: PlainDiagnostic = { ...error, severity: "note", code: "unbounded-result" };
  expect(formatForMachine([note], "github")).toMatch(/^::notice file=/);
  expect(JSON.parse(formatForMachine([note], "sarif"))).toMatchObject({ runs: [{ results: [{ level: "note" }] }] });
  expect(formatForMachine([note], "junit")).toContain('tests="1" failures="0"');
});

it("prints XML in which texts are texts, with a failure for each error", () => {
  const printed = formatForMachine([error, warning], "junit");
  expect(printed).toContain('<testsuite name="toolgen" tests="2" failures="1" errors="0" skipped="0">');
  expect(printed).toContain('<failure type="unknown-key" message="Unknown key \'a,b:c\' at 100%&#10;here.">');
  expect(printed).toContain("Remove it, or &quot;quote&quot; &lt;it&gt; &amp; more.\uFFFD</failure>");
  expect(printed).toContain("<system-out>");
  expect(formatForMachine([], "junit")).toContain('tests="1" failures="0"');
});

it("prints a log of SARIF with a rule for each code, and paths as URIs", () => {
  const log: unknown = JSON.parse(formatForMachine([error, warning, error], "sarif"));
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "toolgen", rules: [{ id: "unknown-key" }, { id: "unused-parameter" }] } },
        results: [
          {
            ruleId: "unknown-key",
            ruleIndex: 0,
            level: "error",
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: "tools.d/odd%20name%231,2.yaml", uriBaseId: "%SRCROOT%" },
                  region: { startLine: 3, startColumn: 7 },
                },
              },
            ],
          },
          { ruleId: "unused-parameter", ruleIndex: 1, level: "warning" },
          { ruleId: "unknown-key" },
        ],
      },
    ],
  });
});

it("annotates ten diagnostics at most, the worst first, and prints the others as lines with a summary", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("error", "warning", "note"), fc.string()), { maxLength: 40 }), (drawn) => {
      const all = drawn.map(([severity, message]): PlainDiagnostic => ({ ...error, severity: severity as "error", message }));
      const lines = formatForMachine(all, "github").split("\n").slice(0, -1);
      const isCommand = (line: string) => /^::(?:error|warning|notice) /.test(line);
      expect(lines.filter(isCommand)).toHaveLength(Math.min(10, all.length));
      expect(lines).toHaveLength(all.length + (all.length > 10 ? 1 : 0));
      // No text begins a command.
      for (const line of lines.slice(10)) expect(line).not.toMatch(/^\s*::/);
      const errors = all.filter(({ severity }) => severity === "error").length;
      expect(lines.filter((line) => line.startsWith("::error "))).toHaveLength(Math.min(10, errors));
    }),
  );
});

it("makes one finding of many outputs that don't match, for GitHub and code scanning", () => {
  const stale = Array.from(
    { length: 30 },
    (_, i): PlainDiagnostic => ({ ...error, code: i % 2 ? "output-missing" : "output-changed", file: `generated/${i}` }),
  );
  expect(
    formatForMachine([...stale, error], "github")
      .split("\n")
      .slice(0, -1),
  ).toEqual([
    expect.stringContaining("30 generated files don't match the specs: 'generated/0', 'generated/1', 'generated/2' and 27 more."),
    expect.stringContaining("unknown-key"),
  ]);
  expect(JSON.parse(formatForMachine(stale, "sarif")).runs[0].results).toHaveLength(1);
  expect(JSON.parse(formatForMachine(stale, "json"))).toHaveLength(30);
});
