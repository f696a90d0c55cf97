import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { npmScripts, type PackageManager, parsePackageJson } from "./find-proposals.js";
import { type Entry, failed, found, type ImportedTool, type ImportOutcome, type LeftOut, readYamlText, wordsIn } from "./imported-tool.js";
import { justfileNames, justParameters, justRecipes, type RecipeParameter, readRecipes } from "./text/justfile.js";
import { makefileNames, makeTargetNames, makeTargets, taskfileNames, taskfileTasks } from "./text/task-files.js";
import { constantText, placeholder, writtenName } from "./text/visible-text.js";

/** The names of the files that scripts are imported of; of each line, a program reads the first that exists. */
export const importedFiles: readonly (readonly string[])[] = [["package.json"], makefileNames, justfileNames, taskfileNames];

interface ScriptFile {
  /** The file's own name. */
  readonly name: string;
  readonly text: string;
  readonly manager: PackageManager;
}

/** Reads the scripts of a package.json, Makefile, justfile or Taskfile; the problem is a sentence about the file. */
export function readScripts({ name, text, manager }: ScriptFile): ImportOutcome<ScriptEntries> {
  const kind = importedFiles.findIndex((names) => names.includes(name));
  if (kind === 0) return parsePackageJson(text) === undefined ? failed("it is not valid JSON") : found(ofPackage(text, manager));
  if (kind === 1) return found(ofMakefile(text, name));
  if (kind === 2) return found(ofJustfile(text, name));
  if (kind !== 3) return failed(`it is not one of ${importedFiles.map(([first]) => first).join(", ")}`);
  const document = readYamlText(text);
  return isJsonObject(document) ? found(ofTaskfile(document, name)) : failed("it is not valid YAML");
}

const plain = (entry: Entry): ScriptEntry => ({ ...entry, parameters: [], variables: {}, notes: [] });

const originOf = (file: string, entry: string) => `${file}: ${entry}`;

function ofPackage(text: string, manager: PackageManager): ScriptEntries {
  const manifest = parsePackageJson(text);
  const scripts = isJsonObject(manifest) && isJsonObject(manifest.scripts) ? Object.keys(manifest.scripts) : [];
  const entries = npmScripts(text, { manager }).map(plain);
  const reason = "the package manager runs it by itself, or its name can't be passed to it";
  return { entries, leftOut: without(scripts, entries, "package.json", reason) };
}

function ofMakefile(text: string, file: string): ScriptEntries {
  const entries = makeTargets(text, file).map(plain);
  const variables = [...new Set([...text.matchAll(/^(?:export\s+)?([A-Za-z_]\w*)\s*\?=/gm)].map(([, name = ""]) => name))];
  return {
    entries,
    leftOut: [
      ...without(
        makeTargetNames(text),
        entries,
        file,
        "it is a file, or the list of targets: neither .PHONY nor a comment '##' marks it as a command",
      ),
      ...variables.map((name) => ({ origin: originOf(file, name), reason: "make evaluates the values of its variables as code" })),
    ],
  };
}

function ofJustfile(text: string, file: string): ScriptEntries {
  const all = readRecipes(text);
  const usable = all.filter(({ isPrivate }) => !isPrivate);
  const withParameters = usable.map((recipe) => ({ recipe, parameters: justParameters(recipe, text) }));
  // A recipe that needs no arguments works without its optional ones.
  const offered = new Map(justRecipes(text, file).entries.map((entry) => [entry.entry, entry]));
  const template = (name: string): Entry => ({ ...describedEntry(name, text, file), command: ["just", name] });
  const entries = withParameters.flatMap(({ recipe, parameters }): readonly ScriptEntry[] => {
    const entry = offered.get(recipe.name);
    if (typeof parameters !== "string") {
      const { used, unused } = parameters;
      const notes = unused.length === 0 ? [] : [`Left out: its parameters ${unused.join(", ")}, because just fills them from the left.`];
      return [{ ...(entry ?? template(recipe.name)), parameters: used, variables: {}, notes }];
    }
    return entry === undefined ? [] : [plain(entry)];
  });
  return {
    entries,
    leftOut: [
      ...all
        .filter(({ isPrivate }) => isPrivate)
        .map(({ name }) => ({ origin: originOf(file, name), reason: "it is private, or just asks before it" })),
      ...withParameters.flatMap(({ recipe, parameters }) =>
        typeof parameters === "string" ? [{ origin: originOf(file, recipe.name), reason: reasonFor(recipe.needs, parameters) }] : [],
      ),
    ],
  };
}

const reasonFor = (needs: string, problem: string) => (needs === "required" ? problem : `only its optional parameters: ${problem}`);

/** The description and risk of a recipe that `init` doesn't offer, as it would offer it without parameters. */
function describedEntry(name: string, text: string, file: string): Entry {
  const bare = text.replace(new RegExp(`^(@?${name})[^\\S\\n][^\\n:]*(?=:)`, "m"), "$1");
  const entry = justRecipes(bare, file).entries.find((one) => one.entry === name);
  return entry ?? { prefix: "just", file, entry: name, description: `Run \`just ${name}\`.`, kind: "execute", command: ["just", name] };
}

function ofTaskfile(document: JsonObject, file: string): ScriptEntries {
  const tasks = isJsonObject(document.tasks) ? document.tasks : {};
  const bare = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, withoutRequires(task)]));
  const offered = taskfileTasks({ ...document, tasks: bare }, file);
  const read = offered.map((entry) => ({ entry, variables: variablesOf(tasks[entry.entry]) }));
  return {
    entries: read.flatMap(({ entry, variables }) =>
      typeof variables === "string" ? [] : [{ ...entry, parameters: [], variables, notes: [] }],
    ),
    leftOut: [
      ...without(Object.keys(tasks), offered.map(plain), file, "it is internal, or Task asks before it"),
      ...read.flatMap(({ entry, variables }) =>
        typeof variables === "string" ? [{ origin: originOf(file, entry.entry), reason: variables }] : [],
      ),
    ],
  };
}

function withoutRequires(task: JsonValue): JsonValue {
  if (!isJsonObject(task)) return task;
  const { requires: _requires, ...rest } = task;
  return rest;
}

/** Task puts variables into its scripts as code, so that only those with a list of values can be parameters. */
function variablesOf(task: JsonValue | undefined): ScriptEntry["variables"] | string {
  const required = isJsonObject(task) && isJsonObject(task.requires) && Array.isArray(task.requires.vars) ? task.requires.vars : [];
  const variables = (required as readonly JsonValue[]).map((one) => (isJsonObject(one) ? one : { name: one }) as JsonObject);
  const open = variables.find(({ name, enum: values }) => typeof name !== "string" || !isWords(values));
  if (open !== undefined) return `Task puts its variable '${String(open.name)}' into a script as code. Give it an 'enum' under 'requires'`;
  return Object.fromEntries(
    variables.map(({ name, enum: values }) => [String(name), { values: values as readonly string[], isRequired: true }]),
  );
}

const isWords = (values: JsonValue | undefined) =>
  Array.isArray(values) && values.length > 0 && values.every((value: JsonValue) => typeof value === "string" && /^[\w.-]+$/.test(value));

const without = (names: readonly string[], entries: readonly ScriptEntry[], file: string, reason: string) =>
  names.filter((name) => !entries.some(({ entry }) => entry === name)).map((name) => ({ origin: originOf(file, name), reason }));

/** A script, target, recipe or task that becomes a tool. */
export interface ScriptEntry extends Entry {
  readonly parameters: readonly RecipeParameter[];
  /** Sentences about what the tool lacks. */
  readonly notes: readonly string[];
  /** Variables with fixed values, which are passed as `NAME=value`. */
  readonly variables: Readonly<Record<string, { readonly values: readonly string[]; readonly isRequired: boolean }>>;
}

/** The entries of a file, and those that can't be tools. */
interface ScriptEntries {
  readonly entries: readonly ScriptEntry[];
  readonly leftOut: readonly LeftOut[];
}

/** Names of scripts that change what others use. They stay dangerous, the level of `execute`. */
const changing =
  /(?:^|[:_.-])(?:pre|post|un)?(?:deploy|publish|release|push|clean|reset|drop|prod|production|destroy|delete|remove|rollback|migrate|wipe|purge|prune|teardown|uninstall)(?:$|[:_.-])/i;

interface ScriptTool {
  readonly name: string;
  readonly origin: string;
  readonly group: string;
  /** The folder that it runs in, relative to the workspace; empty for the workspace itself. */
  readonly folder: string;
}

/** Converts a script to a tool that runs it by its own program. */
export function convertScript(entry: ScriptEntry, { name, origin, group, folder }: ScriptTool): ImportedTool {
  const taken = new Set<string>();
  const claim = (original: string) => {
    const words = wordsIn(original).join("_");
    const own = taken.has(words) || words === "" ? `${words}_${taken.size + 2}` : words;
    taken.add(own);
    return own;
  };
  const variables = Object.entries(entry.variables).map(([variable, { values, isRequired }]) => {
    const own = claim(variable);
    const schema: JsonObject = { type: "string", enum: values };
    return {
      own,
      schema,
      isRequired,
      item: `${variable}=${placeholder(own)}`,
      example: values[0] ?? "",
      argument: `${variable}=${values[0]}`,
    };
  });
  const parameters = entry.parameters.map(({ name: original, schema, isRequired, isList }) => {
    const own = claim(original);
    const listed: JsonObject = isList
      ? { type: "array", items: { type: "string", minLength: 1 }, ...(isRequired ? { minItems: 1 } : {}) }
      : schema;
    const item = isList ? `{{#each ${writtenName(own)}}}{{this}}{{/each}}` : placeholder(own);
    return { own, schema: listed, isRequired, item, example: (isList ? ["text"] : "text") as JsonValue, argument: "text" };
  });
  const all = [...variables, ...parameters];
  const shown = all.filter(({ isRequired }) => isRequired);
  const required = shown.map(({ own }) => own);
  const words = entry.command.map((word) => (typeof word === "string" ? word : placeholder(word.parameter)));
  const isChanging = changing.test(entry.entry);
  const spec: Record<string, JsonValue> = {
    name,
    description: entry.description,
    kind: entry.kind,
    ...(isChanging || parameters.length > 0 ? {} : { risk: "moderate" }),
    toolsets: [group],
    ...(all.length === 0
      ? {}
      : {
          schema: {
            properties: Object.fromEntries(all.map(({ own, schema }) => [own, schema])),
            ...(required.length === 0 ? {} : { required }),
          },
        }),
    // just puts arguments into the text of recipes. These recipes read them as variables, which the build can't see.
    ...(parameters.length > 0 && { code: Object.fromEntries(parameters.map(({ own }) => [own, "sh"])) }),
    command: [...words.map(constantText), ...all.map(({ item }) => item)],
    ...(folder === "" ? {} : { cwd: `{{@workspace}}/${constantText(folder)}` }),
    ...(entry.isBackground ? { background: true } : { timeout: "10m", output: { stderr: "merge", keep: "tail" } }),
    examples: [
      {
        name: "the command",
        params: Object.fromEntries(shown.map(({ own, example }) => [own, example])),
        expect: { argv: [...words, ...shown.map(({ argument }) => argument)] },
      },
    ],
  };
  return {
    name,
    origin,
    spec,
    comments: {
      ...(parameters.length > 0 && { "/code": "just can put arguments into the text of a recipe. This one reads them as variables" }),
      ...(isChanging
        ? { "/kind": "guessed from its name: it changes what others use, so it stays dangerous" }
        : parameters.length > 0
          ? {}
          : { "/risk": "guessed: what a script does isn't read. One that deploys or deletes is dangerous" }),
      ...(entry.isBackground ? { "/background": "guessed from its name: it runs until it is ended" } : {}),
    },
    notes: entry.notes,
  };
}
