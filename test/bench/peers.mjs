import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installArguments, lockfileStamp } from "../../scripts/lockfile-stamp.mjs";
import { run } from "./children.mjs";

export const peersFolder = fileURLToPath(new URL("peers", import.meta.url));

/** Installs what toolgen is compared with, once for each content of the lockfile. */
export async function installPeers(onRun) {
  const stamp = lockfileStamp(peersFolder);
  if (stamp.isInstalled) return;
  onRun("installing the programs to compare with");
  await run("npm", installArguments, { cwd: peersFolder, env: process.env });
  stamp.write();
}

/** The installed versions of the named packages, as text. */
export const peerVersions = (names) =>
  names
    .map((name) => `${name} ${JSON.parse(readFileSync(join(peersFolder, "node_modules", name, "package.json"), "utf8")).version}`)
    .join(", ");
