import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./children.mjs";

export const peersFolder = fileURLToPath(new URL("peers", import.meta.url));

/** Installs what toolgen is compared with, once for each content of the lockfile. No install script is run. */
export async function installPeers(onRun) {
  const wanted = createHash("sha256")
    .update(readFileSync(join(peersFolder, "package-lock.json")))
    .digest("hex");
  const stamp = join(peersFolder, "node_modules", ".installed-lockfile");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  onRun("installing the programs to compare with");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", args, { cwd: peersFolder, env: process.env });
  writeFileSync(stamp, wanted);
}

/** The installed versions of the named packages, as text. */
export const peerVersions = (names) =>
  names
    .map((name) => `${name} ${JSON.parse(readFileSync(join(peersFolder, "node_modules", name, "package.json"), "utf8")).version}`)
    .join(", ");
