import { expect, it } from "vitest";
import { mergeSpec } from "../../src/import/plan-import.js";

const base = { name: "list_pets", description: "List pets.", command: ["pets", "list"] };
const imported = { ...base, description: "List the pets of a shop.\nOnly open ones.\n" };
const edited = "# Ours.\nname: list_pets\ndescription: List pets.\n\ncommand: [ pets, list ]\noutput:\n  # short\n  maxBytes: 1000\n";
const merged =
  "# Ours.\nname: list_pets\ndescription: |\n  List the pets of a shop.\n  Only open ones.\n\ncommand: [ pets, list ]\noutput:\n  # short\n  maxBytes: 1000\n";

it.each([
  ["a line feed", "\n"],
  ["a carriage return and a line feed", "\r\n"],
])("keeps the comments and the line ends of a file whose lines end with %s", (_name, end) => {
  const inFile = (text: string) => text.replaceAll("\n", end);
  expect(mergeSpec(inFile(edited), { base, imported })).toEqual({ ok: true, text: inFile(merged), conflicts: [] });
  expect(mergeSpec(inFile(edited), { base, imported: base })).toEqual({ ok: true, text: inFile(edited), conflicts: [] });
});

it("leaves a value that both sides changed, and names its line", () => {
  const own = edited.replace("List pets.", "Pets.");
  expect(mergeSpec(own, { base, imported })).toEqual({
    ok: true,
    text: own,
    conflicts: [{ path: "description", line: 3, imported: imported.description }],
  });
});
