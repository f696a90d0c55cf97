import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type Git, runGit } from "../io/run-git.js";
import { listFolder, readText } from "./project-packages.js";

/** Another program of a repository that reads, checks or rewrites all files, generated ones too. */
export interface Neighbour {
  readonly name: string;
  /** The folder of its settings, absolute. */
  readonly folder: string;
  /** The file to which the line belongs, relative to that folder. */
  readonly file: string;
  /** The line that keeps it from the outputs. */
  readonly line: string;
  /** True if the file is a list of patterns, to which a line can be appended. */
  readonly isList: boolean;
  /** True if its settings name the outputs already. */
  readonly isSet: boolean;
}

interface KnownProgram {
  readonly name: string;
  /** Its settings files, by the beginnings of their names. */
  readonly settings: readonly string[];
  /** Its key in package.json: a package, or settings. */
  readonly key: string;
  /** The file of patterns that it leaves out, if it has one. */
  readonly list?: string;
  line(output: string): string;
}

/** Each from the reference of its settings. Programs that only read what is imported aren't here. */
const programs: readonly KnownProgram[] = [
  {
    name: "Prettier",
    settings: [".prettierrc", "prettier.config."],
    key: "prettier",
    list: ".prettierignore",
    line: (output) => `${output}/`,
  },
  { name: "ESLint", settings: ["eslint.config.", ".eslintrc"], key: "eslint", line: (output) => `{ ignores: ["${output}/**"] }` },
  { name: "Biome", settings: ["biome.json"], key: "@biomejs/biome", line: (output) => `"files": { "includes": ["**", "!${output}/**"] }` },
  { name: "Jest", settings: ["jest.config."], key: "jest", line: (output) => `modulePathIgnorePatterns: ["<rootDir>/${output}/"]` },
  {
    name: "pre-commit",
    settings: [".pre-commit-config."],
    key: "pre-commit",
    line: (output) => `exclude: ^${output.replaceAll(".", "\\.")}/`,
  },
];

/** Finds these programs in a project's folder and in those above it, up to the repository's. */
export function findNeighbours({
  projectDir,
  repositoryRoot,
  output,
}: {
  projectDir: string;
  repositoryRoot: string;
  output: string;
}): readonly Neighbour[] {
  return programs.flatMap((program) => {
    for (let folder = projectDir; ; folder = dirname(folder)) {
      const found = neighbourIn(folder, program, pathIn(folder, join(projectDir, output)));
      if (found !== undefined) return [found];
      if (folder === repositoryRoot || dirname(folder) === folder) return [];
    }
  });
}

/** The nearest folder with a Git repository, or the project's own. */
export function repositoryRootOf(projectDir: string): string {
  for (let root = projectDir; ; root = dirname(root)) {
    if (existsSync(join(root, ".git"))) return root;
    if (dirname(root) === root) return projectDir;
  }
}

const pathIn = (folder: string, path: string) => relative(folder, path).split(sep).join("/");

function neighbourIn(folder: string, { name, settings, key, list, line }: KnownProgram, output: string): Neighbour | undefined {
  const names = listFolder(folder);
  const manifest = readText(join(folder, "package.json")) ?? "";
  const own = names.find((one) => settings.some((start) => one.startsWith(start)));
  if (own === undefined && !manifest.includes(`"${key}"`)) return undefined;
  const file = list ?? own ?? "package.json";
  // How a file names the folder is its author's choice: any mention outside of another word counts.
  const mention = new RegExp(`(?<![\\w-])${(output.split("/").at(-1) ?? output).replaceAll(/[^\w]/g, "\\$&")}(?![\\w-])`);
  const isSet = [list, own].some((one) => one !== undefined && mention.test(readText(join(folder, one)) ?? ""));
  return { name, folder, file, line: line(output), isList: list !== undefined, isSet };
}

/** Returns those of the paths that Git leaves out of commits. Files in the index are not among them. */
export async function ignoredByGit(git: Git, paths: readonly string[]): Promise<readonly string[]> {
  const printed = await runGit(git, ["check-ignore", "-z", "--stdin"], paths.map((path) => `${path}\0`).join(""));
  return printed.ok
    ? printed.stdout
        .toString("utf8")
        .split("\0")
        .filter((path) => path !== "")
    : [];
}

/** The lines of a `.gitignore` that bring a folder or a file back, whatever patterns above have said. */
export const unignoreLines = (path: string, kind: "folder" | "file"): readonly string[] =>
  kind === "file" ? [`!/${path}`] : [`!/${path}/`, `!/${path}/**`];
