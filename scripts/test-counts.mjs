// Prints what suites counted into a folder (TOOLGEN_TEST_COUNTS), for the last lines of CI: the tests that failed, and
// the sums.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const suites = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
for (const title of suites.flatMap(({ flaky }) => flaky)) console.log(`Passed only when tried again: ${title}`);
for (const title of suites.flatMap(({ failures }) => failures)) console.log(`Failed test: ${title}`);
const sum = (key) => suites.reduce((total, counts) => total + counts[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
