import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { comparable, stepsOf, take, withOutputs } from "../../kit/page-steps.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { installPacked } from "./packed.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const pages = ["README.md", "docs/tutorial.md"];

/** The Nodes that are installed beside this folder, on the platform that they are for. */
const nodes = fileURLToPath(new URL("../node-versions/node_modules", import.meta.url));
const versions = ["20", "22", "24"].filter((version) => existsSync(join(nodes, `node-${version}`)));

/** The folders that come first on PATH: those of `npx` and of a Node. */
const programs = (version: string) => [shims, join(nodes, `node-${version}`, "bin")];

let folder: string;
let shims: string;

beforeAll(() => {
  // The server has the folder's name.
  folder = join(temporaryFolder(), "notes");
  mkdirSync(folder);
  installPacked(folder);
  shims = join(temporaryFolder(), "bin");
  mkdirSync(shims);
  // What `npx` would find, without the second that it takes to look for it.
  writeFileSync(join(shims, "npx"), `#!/bin/sh\nprogram=$1; shift; exec "${folder}/node_modules/.bin/$program" "$@"\n`);
  chmodSync(join(shims, "npx"), 0o755);
});

it.skipIf(process.platform !== "linux" || process.arch !== "x64")("has the Nodes to walk with", () => {
  const printed = versions.map((version) => take({ kind: "command", command: "node --version", output: "" }, folder, programs(version)));
  expect(printed).toEqual([expect.stringMatching(/^v20\./), expect.stringMatching(/^v22\./), expect.stringMatching(/^v24\./)]);
});

it.each(pages.flatMap((page) => versions.map((version) => [page, version] as const)))(
  "has what %s shows with Node %s",
  { timeout: 600_000 },
  (page, version) => {
    emptyFolder();
    const text = readFileSync(join(root, page), "utf8");
    const walked = stepsOf(text).map((step) => ({ step, printed: comparable(take(step, folder, programs(version)), folder) }));
    const shown = walked.flatMap(({ step, printed }) =>
      step.kind === "command" ? [{ command: step.command, printed, expected: comparable(step.output, folder) }] : [],
    );
    if (process.env.RECORD !== undefined) {
      writeFileSync(
        join(root, page),
        withOutputs(
          text,
          shown.map(({ printed }) => printed),
        ),
      );
      return;
    }
    expect(shown.map(({ command, printed }) => [command, printed])).toEqual(shown.map(({ command, expected }) => [command, expected]));
  },
);

/** Leaves the installed package alone, in a fresh repository. */
function emptyFolder() {
  const kept = ["node_modules", "package.json", "package-lock.json"];
  for (const name of readdirSync(folder)) if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
}
