import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lacks } from "../../kit/needs.js";
import { installedFolder, makeProject, printed } from "./project.js";
import { type Row, rows, tableOf } from "./rows.js";

const folder = installedFolder();

const isMissing = ({ tool, isInstalled = true }: Row) =>
  lacks(tool, isInstalled, { remedy: "its package is for Linux on x64 alone (test/clients/typescript)" });
const remaining = rows.filter((row) => !isMissing(row));

const passed = new Set<Row>();

it.each(remaining)(
  "runs a program with registry and classes: $tool, $project",
  async (row) => {
    const own = join(folder, `row-${rows.indexOf(row)}`);
    makeProject(own, row.files, row.suffix);
    expect(await row.run(own)).toBe(printed);
    passed.add(row);
  },
  120_000,
);

const page = new URL("../../../docs/classes.md", import.meta.url);
const place = /(<!-- Written by test\/clients\/typescript\. -->\n\n)([\s\S]*?)(\n<!-- End -->)/;

const table = () => tableOf(rows.filter((row) => passed.has(row)));

it("is the table of docs/classes.md", () => {
  const text = readFileSync(page, "utf8");
  if (process.env.RECORD === "1")
    writeFileSync(
      page,
      text.replace(place, (_, before, _old, after) => `${before}${table()}${after}`),
    );
  // What this machine can't have isn't compared, nor is a run of some rows.
  const expected = passed.size === rows.length ? place.exec(text)?.[2] : undefined;
  if (process.env.RECORD !== "1" && expected !== undefined) expect(table()).toBe(expected);
});
