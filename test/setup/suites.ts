import picomatch from "picomatch";
import { type Groups, groupsOf, isQuick, repeats, testFiles } from "./groups.js";

/** Files whose name says that they run in `npm run test:soak` alone. */
const isSoak = picomatch("test/**/*.soak.test.ts");
/**
 * `npm test` asks the registry of Gemini CLI's core, and installs and runs Gemini CLI as a user does. The other clients
 * are for `npm run test:clients`.
 * So is the program that embeds that core, because it is compiled against the packed package.
 */
const isOtherClient = picomatch([
  "test/clients/!(gemini-cli-core|agents)/**/*.test.ts",
  "test/clients/agents/!(gemini).test.ts",
  "test/clients/gemini-cli-core/embedder.test.ts",
]);

const isMain = (file: string) => !isSoak(file) && !isOtherClient(file);

/** The files that each command runs (docs/testing.md), by the mode in which it starts vitest. */
const suites: Readonly<Record<string, (file: string) => boolean>> = {
  main: isMain,
  quick: isQuick,
  clients: (file) => !isSoak(file) && isOtherClient(file),
  soak: (file) => isSoak(file) || repeats(file),
};

/** The files of a suite. Without the name of one, as in `npx vitest run FILE`, all files. */
export function suiteOf(mode: string): Groups {
  return groupsOf(testFiles().filter(suites[mode] ?? (() => true)));
}
