import { expect, it } from "vitest";
import { searchMarks } from "../../../src/server/lists/search-tools.js";

interface Listed {
  readonly name: string;
  readonly description?: string;
  readonly readOnly?: boolean;
}

const marksOf = (tools: readonly Listed[], toolsets: Readonly<Record<string, readonly string[]>> = {}) =>
  Buffer.from(
    searchMarks({
      list: () =>
        Buffer.from(
          JSON.stringify(
            tools.map(({ name, description = "d", readOnly = true }) => ({
              name,
              description,
              annotations: { title: name, readOnlyHint: readOnly },
            })),
          ),
        ),
      groups: () => ({ toolsets, companions: {} }),
    }),
  ).toString();

it("stays the same where a client sees no difference in the three tools", () => {
  const before = marksOf([{ name: "a" }]);
  expect(marksOf([{ name: "a", description: "other" }, { name: "b" }])).toBe(before);
});

it("changes with the hints and the toolsets behind them", () => {
  const before = marksOf([{ name: "a" }]);
  expect(marksOf([{ name: "a" }, { name: "b", readOnly: false }])).not.toBe(before);
  expect(marksOf([{ name: "a" }], { some: ["a"] })).not.toBe(before);
});
