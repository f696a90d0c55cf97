import { parseJson } from "../contract/json-text.js";
import { isJsonObject } from "../contract/json-value.js";
import { type CommandWord, type Entry, type Proposal, printYaml, readYaml } from "./imported-tool.js";
import { justfileNames, justRecipes } from "./text/justfile.js";
import { describe, isHarmless, isLasting, isUsable, makefileNames, makeTargets, taskfileNames, taskfileTasks } from "./text/task-files.js";

/** In the order in which Compose looks for them. */
const composeNames = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"] as const;

/**
 * Proposes tools that inspect the services of a compose file. None starts or stops one. `document` is the file's YAML
 * as plain data.
 */
function composeCommands(document: unknown, file: string): readonly Entry[] {
  const declared = isJsonObject(document) && isJsonObject(document.services) ? Object.keys(document.services) : [];
  const services = declared.filter((name) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name));
  if (services.length === 0) return [];
  const shared = { prefix: "compose", file, kind: "read" } as const;
  return [
    {
      ...shared,
      entry: "ps",
      description: `List the containers of ${file}, with their state and ports.`,
      command: ["docker", "compose", "ps", "--all"],
    },
    {
      ...shared,
      entry: "logs",
      description: `Show the last 200 lines that the services of ${file} have logged.`,
      command: ["docker", "compose", "logs", "--no-color", "--tail=200", { parameter: "service" }],
      services,
    },
  ];
}

/** The files whose commands can become tools. */
export const proposingFiles: readonly string[] = ["package.json", ...makefileNames, ...justfileNames, ...taskfileNames, ...composeNames];

interface ProjectFiles {
  /** The texts of the existing `proposingFiles`. */
  readonly texts: ReadonlyMap<string, string>;
  /** The program that runs the scripts of package.json. */
  readonly manager: PackageManager;
}

interface FoundProposals {
  readonly proposals: readonly Proposal[];
  /** A sentence for each entry that was found but isn't proposed, with the reason. */
  readonly notes: readonly string[];
}

interface Source {
  readonly entries: readonly Entry[];
  readonly notes: readonly string[];
}

/** Proposes tools for a project's own commands, in the order of its files. */
export function findProposals({ texts, manager }: ProjectFiles): FoundProposals {
  const yaml = (read: (document: unknown, file: string) => readonly Entry[]) => (text: string, file: string) => {
    const document = readYaml(text);
    return document === undefined ? broken(file, "YAML") : plain(read(document, file));
  };
  const sources = [
    first(texts, ["package.json"], (text, file) =>
      parsePackageJson(text) === undefined ? broken(file, "JSON") : plain(npmScripts(text, { manager })),
    ),
    first(texts, makefileNames, (text, file) => plain(makeTargets(text, file))),
    first(texts, justfileNames, justRecipes),
    first(texts, taskfileNames, yaml(taskfileTasks)),
    first(texts, composeNames, yaml(composeCommands)),
  ];
  const entries = sources.flatMap((source) => source.entries);
  const { proposals: all, unnamed } = nameTools(entries);
  const recipes = entries.flatMap(({ onlyLine }) => onlyLine ?? []);
  const isRun = ({ file, command }: Proposal) => file === "package.json" && recipes.some((line) => runsScript(line, command));
  const proposals = all.filter((proposal) => !isRun(proposal));
  const doubled = all.filter(isRun).map(({ name }) => name);
  const nameless = unnamed.map(({ entry, file }) => `'${entry}' of ${file}`);
  return {
    proposals,
    notes: [
      ...sources.flatMap(({ notes }) => notes),
      ...(doubled.length === 0 ? [] : [`Left out, because a target, recipe or task runs the same script: ${doubled.join(", ")}.`]),
      ...(nameless.length === 0 ? [] : [`Left out, because they have no letter or digit for a tool's name: ${nameless.join(", ")}.`]),
    ],
  };
}

/** Returns true if a line is the command of a script, and nothing else: `npm test` is `npm run test`. */
function runsScript(line: string, command: Proposal["command"]): boolean {
  const words = line.split(/\s+/);
  const plainWords = (all: readonly unknown[]) => all.filter((word) => word !== "run" && word !== "--silent" && word !== "-s").join(" ");
  return words.length > 1 && plainWords(words) === plainWords(command);
}

const plain = (entries: readonly Entry[]): Source => ({ entries, notes: [] });

const broken = (file: string, language: string): Source => ({
  entries: [],
  notes: [`${file} was left out: it is not valid ${language}.`],
});

/** Each program reads the first existing file. */
function first(texts: ReadonlyMap<string, string>, names: readonly string[], read: (text: string, file: string) => Source): Source {
  const file = names.find((name) => texts.has(name));
  return file === undefined ? plain([]) : read(texts.get(file) ?? "", file);
}

/** The longest name of a tool, and the longest for which `NAME_output` is a name too. */
const longestNameChars = { usual: 48, background: 41 } as const;

interface Named {
  readonly proposals: readonly Proposal[];
  /** Entries whose names have no letter or digit that is valid in a tool's name. */
  readonly unnamed: readonly Entry[];
}

/** Gives entries valid and unique tool names: `test:unit` of package.json becomes `npm_test_unit`. */
function nameTools(entries: readonly Entry[]): Named {
  const used = new Set<string>();
  const isNamed = ({ entry }: Entry) => wordsOf(entry).length > 0;
  const proposals = entries.filter(isNamed).map(({ prefix, onlyLine: _onlyLine, ...entry }) => {
    const all = (name: string) => [name, ...(entry.isBackground ? [`${name}_output`, `${name}_stop`] : [])];
    const most = entry.isBackground ? longestNameChars.background : longestNameChars.usual;
    const name = freeName(toolName(prefix, entry.entry), { most, isFree: (wanted) => all(wanted).every((one) => !used.has(one)) });
    for (const one of all(name)) used.add(one);
    return { name, ...entry };
  });
  return { proposals, unnamed: entries.filter((entry) => !isNamed(entry)) };
}

const toolName = (prefix: string, entry: string) => [prefix, ...wordsOf(entry)].join("_");

/** Letters with accents lose them: `größe` becomes `grosse`, `déploie` becomes `deploie`. */
const wordsOf = (entry: string): readonly string[] =>
  entry
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[ßæœøłđ]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

function freeName(wanted: string, { most, isFree }: { readonly most: number; readonly isFree: (name: string) => boolean }): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `_${n}`;
    const name = `${wanted.slice(0, most - suffix.length).replace(/_+$/, "")}${suffix}`;
    if (isFree(name)) return name;
  }
}

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** Scripts that a package manager runs by itself. */
const lifecycle = /^(?:(?:pre|post)?(?:install|uninstall|pack|publish|version|prepare)|prepublishOnly|dependencies)$/;

/** The scripts of a package.json; none if the text isn't one. */
export function npmScripts(text: string, { manager }: { readonly manager: PackageManager }): readonly Entry[] {
  const scripts = Object.entries(scriptsOf(text)).filter(([name]) => isUsable(name) && !name.includes("="));
  const names = new Set(scripts.map(([name]) => name));
  const isHook = (name: string) => /^(?:pre|post)/.test(name) && names.has(name.replace(/^(?:pre|post)/, ""));
  return scripts
    .filter(([name, script]) => !lifecycle.test(name) && !isHook(name) && !isPlaceholder(script))
    .map(([name, script]): Entry => {
      // Without it a script named `-rf` would be an option of npm's.
      const words = [manager, "run", ...(name.startsWith("-") ? ["--"] : []), name];
      return {
        prefix: manager,
        file: "package.json",
        entry: name,
        description: describe(words.join(" "), { script }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: words,
      };
    });
}

export const hasScripts = (text: string): boolean => npmScripts(text, { manager: "npm" }).length > 0;

/** The script that `npm init` writes. */
const isPlaceholder = (script: string) => script.includes("Error: no test specified");

function scriptsOf(text: string): Readonly<Record<string, string>> {
  const manifest = parsePackageJson(text);
  const scripts = isJsonObject(manifest) ? manifest.scripts : undefined;
  if (!isJsonObject(scripts)) return {};
  return Object.fromEntries(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** The package manager that a package.json and the lockfiles beside it name. */
export function packageManager(text: string, beside: readonly string[]): PackageManager {
  const manifest = parsePackageJson(text);
  const named = isJsonObject(manifest) && typeof manifest.packageManager === "string" ? manifest.packageManager : "";
  const declared = managers.find((manager) => named === manager || named.startsWith(`${manager}@`));
  return declared ?? Object.entries(lockfiles).find(([file]) => beside.includes(file))?.[1] ?? "npm";
}

const managers: readonly PackageManager[] = ["npm", "pnpm", "yarn", "bun"];

/** The first file of a folder that locks packages. */
export const lockfileIn = (beside: readonly string[]): string | undefined =>
  ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"].find((file) =>
    beside.includes(file),
  );

const lockfiles: Readonly<Record<string, PackageManager>> = {
  "pnpm-lock.yaml": "pnpm",
  "pnpm-workspace.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** The text of a `package.json` as plain data; `undefined` if it is broken. */
export const parsePackageJson = (text: string): unknown => parseJson(text.replace(/^\uFEFF/, ""));

/** The patterns by which a workspace names its packages, in package.json or for pnpm. */
export function workspacePatterns({ manifest, pnpm }: { readonly manifest: string | undefined; readonly pnpm: string | undefined }) {
  const declared = manifest === undefined ? undefined : parsePackageJson(manifest);
  const workspaces = isJsonObject(declared) ? declared.workspaces : undefined;
  const named = isJsonObject(workspaces) ? workspaces.packages : workspaces;
  const yaml = pnpm === undefined ? undefined : readYaml(pnpm);
  return [...texts(named), ...texts(isJsonObject(yaml) ? yaml.packages : undefined)];
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

/**
 * Prints a proposal as a spec. The YAML printer quotes names and comments, and braces are escaped, so all of it stays
 * text.
 */
export function printSpec(proposal: Proposal, { schemaLine }: { readonly schemaLine: string }): string {
  const { name, description, kind, risk, services, command, isBackground } = proposal;
  const spec = {
    name,
    description,
    kind,
    ...(risk === undefined ? {} : { risk }),
    ...(services === undefined ? {} : { schema: { properties: { service: serviceSchema(services) } } }),
    command: command.map(templateOf),
    ...(isBackground ? { background: true } : kind === "execute" ? { timeout: "10m", output: { stderr: "merge", keep: "tail" } } : {}),
    examples: [{ name: "the command", params: paramsOf(proposal), expect: { argv: command.map((word) => argumentOf(word, services)) } }],
  };
  return `${schemaLine}\n${printYaml(spec, { inline: ["output", "expect", "params", "service"] })}`;
}

const serviceSchema = (services: readonly string[]) => ({
  type: "string",
  enum: services,
  description: "Only this service; without it, all of them.",
});

const paramsOf = ({ services }: Proposal) => (services === undefined ? {} : { service: services[0] });

/** Braces of a word would be parsed as a placeholder. */
const templateOf = (word: CommandWord) => (typeof word === "string" ? word.replaceAll("{{", "\\{{") : `{{${word.parameter}}}`);

const argumentOf = (word: CommandWord, services: readonly string[] | undefined) => (typeof word === "string" ? word : services?.[0]);

/**
 * Returns the lines of a list of patterns that are missing from a file, and its text with them at the end, in the
 * file's own line ends.
 */
export function mergeLines(
  text: string | undefined,
  wanted: readonly string[],
): { readonly text: string; readonly added: readonly string[] } {
  const existing = new Set((text ?? "").split(/\r?\n/).map(patternOf));
  const added = wanted.filter((line) => !existing.has(patternOf(line)));
  const newline = text?.includes("\r\n") ? "\r\n" : "\n";
  const before = text === undefined || text === "" || text.endsWith("\n") ? (text ?? "") : `${text}${newline}`;
  return { text: added.length === 0 ? (text ?? "") : `${before}${added.map((line) => `${line}${newline}`).join("")}`, added };
}

/**
 * `/.toolgen`, `.toolgen/` and `.toolgen/**` are equivalent. For attributes only the pattern counts: a line for it is
 * its author's decision.
 */
function patternOf(line: string): string {
  const [pattern = ""] = line.trim().split(/\s+/);
  return pattern
    .replace(/^\*\*\//, "")
    .replace(/^\//, "")
    .replace(/\/\*{0,2}$/, "");
}

/** Returns true if a `.gitignore` has a line for exactly this folder. */
export const ignoresFolder = (text: string, folder: string): boolean => text.split(/\r?\n/).some((line) => patternOf(line) === folder);
