import { readFileSync, writeFileSync } from "node:fs";
import { type Carrier, carriers, type SuiteName, type SuiteRun } from "./suites.js";

export type Results = ReadonlyMap<SuiteName, Map<Carrier, SuiteRun>>;

/** The table of docs/mcp-server.md: the scenarios that pass, of all that a suite ran, a row for each suite. */
export function conformanceTable(results: Results): string {
  const rows = [...results].map(([name, runs]) => {
    const cells = carriers.map((carrier) => {
      const run = runs.get(carrier) ?? new Map();
      const passed = [...run.values()].filter((unsuccessful) => unsuccessful.length === 0).length;
      return `${passed} of ${run.size}`;
    });
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  return ["| suite and revision | HTTP | HTTP with `--sessions` | standard input and output |", "|---|--:|--:|--:|", ...rows, ""].join(
    "\n",
  );
}

const page = new URL("../../../docs/mcp-server.md", import.meta.url);
const place = /(<!-- Written by test\/clients\/conformance\. -->\n\n)([\s\S]*?)(\n<!-- End -->)/;

/** Returns the table that the page has. With RECORD=1 it writes the given one there. */
export function recordedTable(table: string): string {
  const text = readFileSync(page, "utf8");
  if (process.env.RECORD === "1") {
    writeFileSync(
      page,
      text.replace(place, (_, before, _old, after) => `${before}${table}${after}`),
    );
    return table;
  }
  return place.exec(text)?.[2] ?? "";
}
