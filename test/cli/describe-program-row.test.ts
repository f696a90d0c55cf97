import { expect, it } from "vitest";
import { describeProgramRow } from "../../src/cli/commands/explain.js";
import { programFacts } from "../../src/programs/program-facts.js";
import { hasTrait } from "../../src/programs/program-traits.js";

const described = (name: string) => {
  const facts = programFacts(name);
  return facts === undefined ? undefined : describeProgramRow(facts).join("\n");
};

it("shows the places of a program's values, and where they are documented", () => {
  const text = described("git");
  for (const line of ["git(1), git-config(1)", "  dir: -C --work-tree", "  load: -c *"]) expect(text).toContain(line);
  expect(text).toMatch(/^ {2}log .*rev-parse/m);
  expect(described("git log")).toContain("  write: --output");
  expect(described("curl")).toMatch(/^ {2}data: .*--data \(no @\)/m);
});

it("shows the row that counts for each spelling of a name", () => {
  expect(programFacts("/usr/bin/python3.12")?.name).toBe("python");
  expect(hasTrait("/usr/bin/gfind", "lists-files")).toBe(true);
  expect(programFacts("acme")).toBeUndefined();
});

it("says in words what else is known of a program", () => {
  expect(programFacts("xargs")?.is).toContain("it makes arguments of its standard input");
  expect(described("ps")).toContain("  it lists processes with their arguments");
});
