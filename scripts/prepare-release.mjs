// Writes into package.json the one fact that only the publishing repository knows: its address.
// `npm publish --provenance` compares it with the workflow's.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/** The fields of package.json with the address of the repository in which a workflow of GitHub Actions runs. */
export function addressFields({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  if (!server || !repository) throw new Error("GITHUB_SERVER_URL and GITHUB_REPOSITORY are unset: run this in the release workflow.");
  const url = `${server}/${repository}`;
  return { repository: { type: "git", url: `git+${url}.git` }, homepage: `${url}#readme`, bugs: { url: `${url}/issues` } };
}

/** Returns why a version can't be released under a tag; `undefined` if it can. */
export function releaseProblem({ version, tag, changelog }) {
  if (tag !== `v${version}`) return `The tag is ${tag}, but package.json says ${version}.`;
  if (!changelog.includes(`\n## [${version}] - `)) return `CHANGELOG.md has no section '## [${version}] - YYYY-MM-DD'.`;
  return undefined;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = join(root, "package.json");
  const fields = JSON.parse(readFileSync(path, "utf8"));
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const problem = releaseProblem({ version: fields.version, tag: process.env.GITHUB_REF_NAME, changelog });
  if (problem !== undefined) {
    console.error(problem);
    process.exit(1);
  }
  writeFileSync(path, `${JSON.stringify({ ...fields, ...addressFields(process.env) }, null, 2)}\n`);
}
