import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import picomatch from "picomatch";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { slow } from "./suites.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const isSlow = picomatch(slow);

/**
 * Runs the files that start many processes before the others. To start one, the system copies the tables of all memory
 * that a worker has, and a worker has more with each file.
 */
export class ProcessFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const startsProcesses = ({ moduleId }: TestSpecification) => isSlow(relative(root, moduleId));
    return [...sorted.filter(startsProcesses), ...sorted.filter((file) => !startsProcesses(file))];
  }
}
