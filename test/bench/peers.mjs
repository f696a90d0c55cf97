import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installArguments, lockfileStamp } from "../../scripts/lockfile-stamp.mjs";
import { run } from "./children.mjs";

export const peersFolder = fileURLToPath(new URL("peers", import.meta.url));

/** Where tests keep the real core of Gemini CLI. */
export const coreFolder = fileURLToPath(new URL("../clients/gemini-cli-core", import.meta.url));

/** Where tests keep real OpenAPI documents. */
export const documentsFolder = fileURLToPath(new URL("../clients/openapi", import.meta.url));

/** Installs what toolgen is compared with, once for each content of the lockfile. */
export async function installPeers(onRun, folder = peersFolder) {
  const stamp = lockfileStamp(folder);
  if (stamp.isInstalled) return;
  onRun("installing the programs to compare with");
  await run("npm", installArguments, { cwd: folder, env: process.env });
  stamp.write();
}

/** The installed versions of the named packages, as text. */
export const peerVersions = (names, folder = peersFolder) =>
  names.map((name) => `${name} ${JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version}`).join(", ");
