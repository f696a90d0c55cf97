// npm run docs:site [-- --base /0.1/]: builds the site of docs/ into contributing/site/dist. Needs the network only to
// install its packages.

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { execa } from "execa";
import { installArguments, lockfileStamp } from "./lockfile-stamp.mjs";
import { root } from "./run.mjs";

const { values } = parseArgs({ options: { base: { type: "string", default: "/" }, help: { type: "boolean", short: "h" } } });
const usage = "Usage: npm run docs:site [-- --base /0.1/]\n\nBuilds the site of docs/ into contributing/site/dist.";
if (values.help) console.log(usage);
else await build(join(root, "contributing/site"), values.base);

async function build(site, base) {
  const stamp = lockfileStamp(site);
  if (!stamp.isInstalled) {
    await execa("npm", installArguments, { cwd: site, stdio: "inherit" });
    stamp.write();
  }
  // Vite looks for packages of a page in the folders above it.
  const pages = join(site, "pages");
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(root, "docs"), pages, { recursive: true });
  await execa("npx", ["vitepress", "build"], { cwd: site, stdio: "inherit", env: { TOOLGEN_SITE_BASE: base } });
}
