import { setFlagsFromString } from "node:v8";

/** With fewer spec files, a build needs less than 0.6 GB anyway. */
const manyFiles = 6000;

/**
 * Lets V8's heap grow by less between two collections if a build has many spec files. Of 10,000, it needs a tenth less
 * memory then, and a tenth more CPU time. V8 reads this flag at each collection.
 */
export function collectSooner(files: number): void {
  if (files >= manyFiles) setFlagsFromString("--heap-growing-percent=50");
}
