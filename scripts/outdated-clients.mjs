// npm run clients:outdated: lists the real clients in test/clients whose newest version isn't the tested one. Ends with
// exit code 1 if there are some. A release begins with it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execa } from "execa";
import { root } from "./run.mjs";

/**
 * Returns a line for each package of the folders whose newest version none of them tests, the number of such packages,
 * and that of all. `newestOf` is undefined for a package of which the registry says nothing.
 */
export async function outdatedClients(parent, newestOf) {
  const tested = readdirSync(parent).flatMap((folder) => {
    const file = join(parent, folder, "package.json");
    if (!existsSync(file)) return [];
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, "utf8"));
    // Several versions of a package have names of their own: "npm:NAME@VERSION".
    return Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, version]) => {
      const [, alias, own] = /^npm:(.+)@([^@]+)$/.exec(version) ?? [];
      return { folder, name: alias ?? name, version: own ?? version };
    });
  });
  const byName = grouped(tested);
  const lines = [];
  let outdated = 0;
  for (const [name, uses] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const newest = await newestOf(name);
    const versions = [...new Set(uses.map(({ version }) => version))];
    const folders = [...new Set(uses.map(({ folder }) => folder))];
    if (newest === undefined) lines.push(`${name}: the registry has no answer`);
    else if (!versions.includes(newest)) {
      outdated += 1;
      lines.push(`${name}: ${newest} is newer than ${versions.join(" and ")} (${folders.join(", ")})`);
    }
  }
  return { lines, outdated, all: byName.size };
}

/** `Map.groupBy` came with Node 21. */
function grouped(all) {
  const groups = new Map();
  for (const one of all) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}

async function newestByNpm(name) {
  const { stdout, failed } = await execa("npm", ["view", name, "version"], { reject: false });
  return failed ? undefined : stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { lines, outdated, all } = await outdatedClients(join(root, "test/clients"), newestByNpm);
  for (const line of lines) console.log(line);
  console.log(outdated === 0 ? "Every client is tested in its newest version." : `${outdated} of ${all} packages are newer.`);
  process.exitCode = outdated === 0 ? 0 : 1;
}
