import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import picomatch from "picomatch";
import { hasRepeatingTests, repeatModule } from "./repeating-tests.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files of tests by what they spend their time on. Each list is sorted. */
export interface Groups {
  /** They start processes or servers, and wait for them: several run for each core. */
  readonly waiting: readonly string[];
  /** They compute: one runs for each core. */
  readonly computing: readonly string[];
}

/** Modules with which a file of tests, or a helper of it, starts a process or a server, or waits. */
const waitsWith =
  /^(?:node:(?:child_process|https?|http2|net|timers\/promises|tls)|execa|undici|@lydell\/node-pty|@modelcontextprotocol\/.*|playwright-core)$/;

/** Modules that draw cases or write files, and the tests of clients. */
const takesLong = /^(?:fast-check$|test\/kit\/(?:repeat|temporary-folder)\.ts$|test\/clients\/)/;

const waits = (file: string) => importsOf(file).some((name) => waitsWith.test(name));

/** Assigns each file of tests to the group that follows from its imports. */
const groupsOf = (files: readonly string[]): Groups => ({
  waiting: files.filter(waits),
  computing: files.filter((file) => !waits(file)),
});

/** Returns true if a file of tests repeats or samples, itself or by a helper. */
const repeats = (file: string): boolean => importsOf(file).includes(repeatModule) && hasRepeatingTests(file);

/** Returns true if a file of tests only computes, on cases that are always the same. */
const isQuick = (file: string): boolean => !waits(file) && ![file, ...importsOf(file)].some((name) => takesLong.test(name));

/** All files of tests, by their paths from the root. */
const testFiles = (): readonly string[] => filesBelow("test").sort();

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    // Tests of another run may make and remove projects meanwhile.
    if (entry.isDirectory()) return /^(?:node_modules$|project-)/.test(entry.name) ? [] : filesBelow(path);
    return path.endsWith(".test.ts") ? [path] : [];
  });
}

const known = new Map<string, readonly string[]>();

/**
 * All that a file imports and that the helpers do which it imports: packages by their names, helpers by their paths.
 * What `src` imports isn't followed.
 */
function importsOf(file: string): readonly string[] {
  const found = new Set([file]);
  for (const path of found) if (path.startsWith("test/")) for (const name of directImports(path)) found.add(name);
  found.delete(file);
  return [...found];
}

function directImports(file: string): readonly string[] {
  const names = known.get(file) ?? readImports(file);
  known.set(file, names);
  return names;
}

function readImports(file: string): readonly string[] {
  // Texts of files that a test writes have imports too, of files that aren't here.
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
  return [...text.matchAll(/^(?:import|export) (?!type )(?:[^'";]*?from )?"([^"]+)";$/gm)].map(([, name = ""]) =>
    name.startsWith(".") ? relative(root, join(root, dirname(file), name)).replace(/\.js$/, ".ts") : name,
  );
}

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

/** The files that each command runs (contributing/testing.md), by the mode in which it starts vitest. */
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
