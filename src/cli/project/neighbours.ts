import { existsSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { configFile } from "../../compiler/config.js";
import { surfaceLockFile } from "../../compiler/surface-lock.js";
import { isJsonObject } from "../../contract/json-value.js";
import { type Git, runGit } from "../io/run-git.js";
import { listFolder, readText } from "./project-packages.js";

/**
 * Another program of a repository that reads, checks or rewrites all files, generated ones too.
 *
 * For a program that isn't in the table below, there is nothing to look for: its settings may be anywhere. It gets the
 * marks that programs agree on, in all outputs: `@generated` at the top of each file whose format has comments,
 * `linguist-generated` and `eol=lf` in `.gitattributes`, no trailing blanks, one line end at the end. A program that
 * obeys none of them has to be told by its user (docs/init.md).
 */
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
  /** Its keys in package.json: a package, or settings. */
  readonly keys: readonly string[];
  /** The settings file that a project without one makes; `undefined`: package.json. */
  readonly first?: string;
  /** The file of patterns that it leaves out, if it has one. */
  readonly list?: string;
  /** The line for an output folder in a settings file. */
  line(output: string, file: string): string;
}

const ignorePatterns = (output: string) => `"ignorePatterns": ["${output}/**"]`;
const pattern = (output: string) => `^${output.replaceAll(".", "\\.")}/`;

/** Each from the reference of its settings. Programs that only read what is imported aren't here. */
const programs: readonly KnownProgram[] = [
  {
    name: "Prettier",
    settings: [".prettierrc", "prettier.config."],
    keys: ["prettier"],
    list: ".prettierignore",
    line: (output) => `${output}/`,
  },
  {
    name: "ESLint",
    settings: ["eslint.config.", ".eslintrc", ".eslintignore"],
    first: "eslint.config.js",
    keys: ["eslint", "eslintConfig"],
    line: (output, file) => (/^(?:\.eslintrc|package\.json)/.test(file) ? ignorePatterns(output) : `{ ignores: ["${output}/**"] }`),
  },
  {
    name: "Biome",
    settings: ["biome.json", ".biome.json"],
    first: "biome.json",
    keys: ["@biomejs/biome"],
    line: (output) => `"files": { "includes": ["**", "!${output}/**"] }`,
  },
  { name: "oxlint", settings: [".oxlintrc.", "oxlint.config."], first: ".oxlintrc.json", keys: ["oxlint"], line: ignorePatterns },
  { name: "oxfmt", settings: [".oxfmtrc.", "oxfmt.config."], first: ".oxfmtrc.json", keys: ["oxfmt"], line: ignorePatterns },
  {
    name: "dprint",
    settings: ["dprint.json", ".dprint.json"],
    first: "dprint.json",
    keys: ["dprint"],
    line: (output) => `"excludes": ["${output}/**"]`,
  },
  { name: "Deno", settings: ["deno.json"], first: "deno.json", keys: ["deno"], line: (output) => `"exclude": ["${output}/"]` },
  { name: "standard", settings: [], keys: ["standard"], line: (output) => `"standard": { "ignore": ["${output}/"] }` },
  { name: "XO", settings: ["xo.config.", ".xo-config"], keys: ["xo"], line: (output) => `"xo": { "ignores": ["${output}/**"] }` },
  {
    name: "Jest",
    settings: ["jest.config."],
    keys: ["jest"],
    line: (output) => `modulePathIgnorePatterns: ["<rootDir>/${output}/"]`,
  },
  {
    name: "markdownlint-cli2",
    settings: [".markdownlint-cli2."],
    first: ".markdownlint-cli2.jsonc",
    keys: ["markdownlint-cli2"],
    line: (output) => `"ignores": ["${output}/**"]`,
  },
  {
    name: "markdownlint",
    settings: [".markdownlint.", ".markdownlintrc"],
    keys: ["markdownlint-cli"],
    list: ".markdownlintignore",
    line: (output) => `${output}/`,
  },
  {
    name: "CSpell",
    settings: ["cspell.", ".cspell."],
    first: "cspell.json",
    keys: ["cspell"],
    line: (output) => `"ignorePaths": ["${output}/**"]`,
  },
  {
    name: "typos",
    settings: ["typos.toml", "_typos.toml", ".typos.toml"],
    keys: [],
    line: (output) => `files.extend-exclude = ["${output}/"]`,
  },
  { name: "codespell", settings: [".codespellrc"], keys: [], line: (output) => `skip = ./${output}` },
  {
    name: "MegaLinter",
    settings: [".mega-linter.yml"],
    first: ".mega-linter.yml",
    keys: ["mega-linter-runner"],
    line: (output) => `FILTER_REGEX_EXCLUDE: ${pattern(output)}`,
  },
  {
    name: "editorconfig-checker",
    settings: [".editorconfig-checker.json", ".ecrc"],
    first: ".editorconfig-checker.json",
    keys: ["editorconfig-checker"],
    line: (output) => `"Exclude": ["${output}/"]`,
  },
  { name: "pre-commit", settings: [".pre-commit-config."], keys: [], line: (output) => `exclude: ${pattern(output)}` },
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
  const folders: LookedAt[] = [];
  for (let folder = projectDir; ; folder = dirname(folder)) {
    const manifest = readText(join(folder, "package.json")) ?? "";
    folders.push({ folder, names: listFolder(folder), manifest, output: pathIn(folder, join(projectDir, output)) });
    if (folder === repositoryRoot || dirname(folder) === folder) break;
  }
  return programs.flatMap((program) => {
    for (const one of folders) {
      const found = neighbourIn(one, program);
      if (found !== undefined) return [found];
    }
    return [];
  });
}

/** A folder in which programs may have settings. */
interface LookedAt {
  readonly folder: string;
  readonly names: readonly string[];
  /** The text of its package.json. */
  readonly manifest: string;
  /** The outputs, relative to it. */
  readonly output: string;
}

/** The nearest folder with a Git repository, or the project's own. */
export function repositoryRootOf(projectDir: string): string {
  for (let root = projectDir; ; root = dirname(root)) {
    if (existsSync(join(root, ".git"))) return root;
    if (dirname(root) === root) return projectDir;
  }
}

const pathIn = (folder: string, path: string) => relative(folder, path).split(sep).join("/");

function neighbourIn({ folder, names, manifest, output }: LookedAt, program: KnownProgram): Neighbour | undefined {
  const { name, settings, keys, first = "package.json", list, line } = program;
  const files = names.filter((one) => settings.some((start) => one.startsWith(start)));
  if (files.length === 0 && !keys.some((key) => manifest.includes(`"${key}"`))) return undefined;
  const inManifest = keys.flatMap((key) => settingsIn(manifest, key) ?? []);
  const file = list ?? files[0] ?? (inManifest.length > 0 ? "package.json" : first);
  // How a file names the folder is its author's choice: any mention outside of another word counts.
  const mention = new RegExp(`(?<![\\w-])${(output.split("/").at(-1) ?? output).replaceAll(/[^\w]/g, "\\$&")}(?![\\w-])`);
  const texts = [...(list === undefined ? files : [list, ...files]).map((one) => readText(join(folder, one)) ?? ""), ...inManifest];
  return { name, folder, file, line: line(output, file), isList: list !== undefined, isSet: texts.some((text) => mention.test(text)) };
}

/** The settings of a program in a package.json; `undefined` if there are none, or the file isn't JSON. */
function settingsIn(manifest: string, key: string): string | undefined {
  try {
    const found: unknown = JSON.parse(manifest);
    return isJsonObject(found) ? JSON.stringify(found[key]) : undefined;
  } catch {
    return undefined;
  }
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

/**
 * The lines of a `.gitignore` that bring back what Git leaves out, whatever patterns above have said: the whole folder
 * of outputs, and folders of specs and handlers as far as they are left out.
 */
export function unignoreLines(ignored: readonly string[], output: string): readonly string[] {
  const lines = ignored.flatMap((path) => {
    const folder = path.startsWith(`${output}/`) ? output : posix.dirname(path);
    return folder === "." ? [`!/${path}`] : [`!/${folder}/`, `!/${folder}/**`];
  });
  return [...new Set(lines)];
}

/** The files beside the outputs that a clone needs: settings, and what a compilation read and people write. */
export function committedSources(read: Iterable<string>, output: string): readonly string[] {
  const isOwn = (path: string) => !path.startsWith(`${output}/`) && !/(?:^|\/)(?:node_modules|\.toolgen)\//.test(path);
  return [".gitattributes", configFile, surfaceLockFile, ...[...read].filter((path) => isOwn(path) && /\.(?:ya?ml|[cm]?tsx?)$/.test(path))];
}
