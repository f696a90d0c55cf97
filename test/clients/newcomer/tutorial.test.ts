import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { installPacked } from "./packed.js";

/** A file that a page asks its reader to save, or a command that it shows with its output. */
type Step =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "command"; readonly command: string; readonly output: string };

/**
 * The steps of a page, in order: a block behind a line that ends in a file's name and a colon is that file, and of a block of the
 * language `console` each line that begins with `$ ` is a command, the lines behind it its output.
 */
function stepsOf(page: string): readonly Step[] {
  return blocksOf(page).flatMap(({ language, lines, before }): readonly Step[] => {
    if (language === "console") return commandsOf(lines);
    const path = /`([^`\s]+\.\w+)`:$/.exec(before)?.[1];
    return path === undefined ? [] : [{ kind: "file", path, text: `${lines.join("\n")}\n` }];
  });
}

/** The page with other outputs in the place of those that it shows. */
export function withOutputs(page: string, outputs: readonly string[]): string {
  const remaining = [...outputs];
  return page.replaceAll(/(^```console\n)([\s\S]*?)(^```$)/gm, (_, opening: string, body: string, closing: string) => {
    const steps = commandsOf(body.split("\n").slice(0, -1));
    const texts = steps.map(({ command }) => {
      const output = remaining.shift() ?? "";
      return `$ ${command}\n${output === "" ? "" : `${output}\n`}`;
    });
    return `${opening}${texts.join("")}${closing}`;
  });
}

/** Does a step in a folder, with programs from some folders before all others, and returns what a terminal would show. */
export function take(step: Step, folder: string, programs: readonly string[]): string {
  if (step.kind === "file") {
    mkdirSync(dirname(join(folder, step.path)), { recursive: true });
    writeFileSync(join(folder, step.path), step.text);
    return "";
  }
  const who = {
    GIT_AUTHOR_NAME: "Ann",
    GIT_AUTHOR_EMAIL: "ann@example.org",
    GIT_COMMITTER_NAME: "Ann",
    GIT_COMMITTER_EMAIL: "ann@example.org",
  };
  const env = { ...process.env, ...who, PATH: [...programs, process.env.PATH].join(delimiter), NO_COLOR: "1", LC_ALL: "C" };
  const { stdout, error } = spawnSync("sh", ["-c", `{ ${step.command}\n} 2>&1`], { cwd: folder, env, encoding: "utf8" });
  if (error) throw error;
  return stdout.trimEnd();
}

/** An output without what differs from run to run: the folder's own name, and times. */
export const comparable = (output: string, folder: string) =>
  output
    .replaceAll(folder, "/home/me/notes")
    .replaceAll(/\b[\d.]+ m?s\b/g, "0.5 s")
    .trimEnd();

interface Block {
  readonly language: string;
  readonly lines: readonly string[];
  /** The last line of text before it. */
  readonly before: string;
}

function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/(?:^(.+)\n\n?)?^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, before = "", language = "", body = ""]) => ({
    language,
    lines: body.split("\n").slice(0, -1),
    before,
  }));
}

function commandsOf(lines: readonly string[]): readonly (Step & { kind: "command" })[] {
  const starts = lines.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
  return starts.map((start, i) => ({
    kind: "command",
    command: (lines[start] ?? "").slice(2),
    output: lines.slice(start + 1, starts[i + 1]).join("\n"),
  }));
}

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
