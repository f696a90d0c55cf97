import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule } from "vitest/node";
import { cpuSeconds, type FileCost } from "./file-cost.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Prints the CPU time of each file: `npm test -- --times`. */
export class CostReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules.flatMap((module) => {
      const { cost } = module.meta();
      return cost === undefined ? [] : [{ path: relative(root, module.moduleId), ...cost }];
    });
    console.log(costTable(costs, cpuSeconds().own));
  }
}

/** A file of tests, by its path. */
export interface NamedCost extends FileCost {
  readonly path: string;
}

/** A table of files, the most expensive first, with a line of sums. `vitest` is the CPU time of the process that runs the files. */
export function costTable(costs: readonly NamedCost[], vitest: number): string {
  const sum = (of: (cost: NamedCost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  const sorted = [...costs].sort((a, b) => total(b) - total(a) || (a.path < b.path ? -1 : 1));
  const sums = { path: `${costs.length} files`, own: sum((cost) => cost.own), children: sum((cost) => cost.children) };
  return [
    "CPU s  of children  processes  file",
    ...[...sorted, { ...sums, processes: sum((cost) => cost.processes) }].map(line),
    `${seconds(vitest).padStart(5)}${" ".repeat(26)}vitest itself`,
    `${seconds(total(sums) + vitest).padStart(5)}${" ".repeat(26)}in all`,
  ].join("\n");
}

const total = ({ own, children }: Pick<FileCost, "own" | "children">) => own + children;
const seconds = (value: number) => value.toFixed(1);

function line(cost: NamedCost): string {
  const columns = [seconds(total(cost)).padStart(5), seconds(cost.children).padStart(11), String(cost.processes).padStart(9)];
  return [...columns, cost.path].join("  ");
}
