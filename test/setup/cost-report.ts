import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule } from "vitest/node";
import { costTable } from "./cost-table.js";
import { cpuSeconds } from "./cpu-seconds.js";

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
