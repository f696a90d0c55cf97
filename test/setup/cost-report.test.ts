import { expect, it } from "vitest";
import { costTable } from "./cost-report.js";

it("lists the most expensive file first, with the CPU time of its children, and the sums last", () => {
  const costs = [
    { path: "test/a.test.ts", own: 0.25, children: 0, processes: 0 },
    { path: "test/b.test.ts", own: 1, children: 12.34, processes: 71 },
    { path: "test/c.test.ts", own: 2, children: 0, processes: 3 },
  ];
  expect(costTable(costs, { vitest: 4.2, host: 1.1 })).toBe(
    `CPU s  of children  processes  file
 13.3         12.3         71  test/b.test.ts
  2.0          0.0          3  test/c.test.ts
  0.3          0.0          0  test/a.test.ts
 15.6         12.3         74  3 files
  1.1                          commands that files ran
  4.2                          vitest itself
 20.9                          in all`,
  );
});
