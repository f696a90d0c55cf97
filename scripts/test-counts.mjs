// Prints the sum of what suites counted into a folder (TOOLGEN_TEST_COUNTS), for the last line of CI.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const suites = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
const sum = (key) => suites.reduce((total, counts) => total + counts[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
