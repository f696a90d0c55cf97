import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule } from "vitest/node";
import { cpuSeconds, type FileCost, secondsOf } from "./file-cost.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Prints the CPU time of each file: `npm test -- --times`. */
export class CostReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules.flatMap((module) => {
      const { cost } = module.meta();
      return cost === undefined ? [] : [{ path: relative(root, module.moduleId), ...cost }];
    });
    console.log(costTable(costs, { vitest: cpuSeconds().own, host: total(secondsOf(process.env.TOOLGEN_TEST_HOST ?? "")) }));
  }
}

/** A file of tests, by its path. */
export interface NamedCost extends FileCost {
  readonly path: string;
}

interface OtherCosts {
  /** The CPU time of the process that runs the files. */
  readonly vitest: number;
  /** That of the process in which files run the command line: `warm-host.mjs`. */
  readonly host: number;
}

/** A table of files, the most expensive first, with a line of sums. */
export function costTable(costs: readonly NamedCost[], { vitest, host }: OtherCosts): string {
  const sum = (of: (cost: NamedCost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  const sorted = [...costs].sort((a, b) => total(b) - total(a) || (a.path < b.path ? -1 : 1));
  const sums = { path: `${costs.length} files`, own: sum((cost) => cost.own), children: sum((cost) => cost.children) };
  return [
    "CPU s  of children  processes  file",
    ...[...sorted, { ...sums, processes: sum((cost) => cost.processes) }].map(line),
    ...Object.entries({ "commands that files ran": host, "vitest itself": vitest, "in all": total(sums) + vitest + host }).map(
      ([what, cost]) => `${seconds(cost).padStart(5)}${" ".repeat(26)}${what}`,
    ),
  ].join("\n");
}

const total = ({ own, children }: Pick<FileCost, "own" | "children">) => own + children;
const seconds = (value: number) => value.toFixed(1);

function line(cost: NamedCost): string {
  const columns = [seconds(total(cost)).padStart(5), seconds(cost.children).padStart(11), String(cost.processes).padStart(9)];
  return [...columns, cost.path].join("  ");
}
