import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

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

/** A helper that repeats or samples: what imports it runs in `npm run test:soak` too. */
const repeatModule = "test/kit/repeat.ts";

/** Assigns each file of tests to the group that follows from its imports. */
export function groupsOf(files: readonly string[]): Groups {
  const waits = (file: string) => [...importsOf(file)].some((name) => waitsWith.test(name));
  return { waiting: files.filter(waits), computing: files.filter((file) => !waits(file)) };
}

/** Returns true if a file of tests repeats or samples, itself or by a helper. */
export const repeats = (file: string): boolean => importsOf(file).has(repeatModule);

/** All files of tests, by their paths from the root. */
export const testFiles = (): readonly string[] => filesBelow("test").sort();

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(path);
    return path.endsWith(".test.ts") ? [path] : [];
  });
}

const direct = new Map<string, readonly string[]>();
const indirect = new Map<string, ReadonlySet<string>>();

/** All that a file imports and that the helpers do which it imports: packages by their names, helpers by their paths. What `src` imports isn't followed. */
function importsOf(file: string): ReadonlySet<string> {
  const known = indirect.get(file);
  if (known !== undefined) return known;
  const found = new Set<string>();
  indirect.set(file, found);
  const pending = [file];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const name of directImports(path)) {
      if (found.has(name)) continue;
      found.add(name);
      if (name.startsWith("test/")) pending.push(name);
    }
  }
  return found;
}

function directImports(file: string): readonly string[] {
  const known = direct.get(file);
  if (known !== undefined) return known;
  // Texts of files that a test writes have imports too, of files that aren't here.
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
  const names = [...text.matchAll(/^(?:import|export) (?!type )(?:[^'";]*?from )?"([^"]+)";$/gm)].map(([, name = ""]) =>
    name.startsWith(".") ? relative(root, join(root, dirname(file), name)).replace(/\.js$/, ".ts") : name,
  );
  direct.set(file, names);
  return names;
}
