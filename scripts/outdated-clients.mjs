// npm run clients:outdated: lists the real clients in test/clients whose newest version isn't the tested one. Ends with
// exit code 1 if there are some. A release begins with it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { root } from "./run.mjs";

const parent = join(root, "test/clients");
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
let outdated = 0;
for (const [name, uses] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const { stdout, failed } = await execa("npm", ["view", name, "version"], { reject: false });
  const versions = [...new Set(uses.map(({ version }) => version))];
  if (failed) console.log(`${name}: the registry has no answer`);
  else if (!versions.includes(stdout)) {
    outdated += 1;
    console.log(
      `${name}: ${stdout} is newer than ${versions.join(" and ")} (${[...new Set(uses.map(({ folder }) => folder))].join(", ")})`,
    );
  }
}
console.log(outdated === 0 ? "Every client is tested in its newest version." : `${outdated} of ${byName.size} packages are newer.`);
process.exitCode = outdated === 0 ? 0 : 1;

/** `Map.groupBy` came with Node 21. */
function grouped(all) {
  const groups = new Map();
  for (const one of all) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}
