import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import type { ToolModel } from "../../compiler/tool-model.js";
import type { Item } from "../../contract/definition.js";
import { readRegularFile } from "../../contract/node-host.js";
import { packageManager } from "../../import/find-proposals.js";
import { convertScript, importedFiles, readScripts, type ScriptEntry } from "../../import/import-scripts.js";
import { buildable, joinWords, type LeftOut, numberedName, printImportedSpec, wordsIn } from "../../import/imported-tool.js";
import { UsageError } from "../command.js";
import type { ImportSource } from "../import/find-import-folder.js";
import { finishImport, type ImportOptions } from "../import/finish-import.js";
import { type ImportTarget, openImportTarget, withSpecCheck } from "../import/open-import-target.js";
import type { Terminal } from "../io/terminal.js";
import { projectRoot } from "../project/open-project.js";

export interface ImportScriptsRequest extends ImportOptions {
  /** The path of a file with scripts; without it, those of the project's folder are read. */
  readonly file?: string;
}

/** The longest name of a tool, and the longest for which `NAME_output` is a name too. */
const longest = { usual: 48, background: 41 } as const;

interface FoundScript {
  readonly entry: ScriptEntry;
  readonly origin: string;
  readonly folder: string;
}

/** `toolgen import scripts`: makes a spec of each script, target, recipe or task of a project. */
export async function importScripts(request: ImportScriptsRequest, terminal: Terminal): Promise<number> {
  const root = projectRoot(request, terminal);
  const files = request.file === undefined ? filesIn(root) : [given(request.file, root, terminal)];
  const paths = files.map((file) => file.split(sep).join("/"));
  const source: ImportSource = {
    group: "scripts",
    name: paths.join(", "),
    kind: "scripts",
    owns: ({ source: before, tools }) =>
      before === paths.join(", ") || Object.keys(tools).some((origin) => paths.some((path) => origin.startsWith(`${path}: `))),
    isShared: true,
  };
  const target = await openImportTarget(request, source, terminal);
  if (files.length === 0 && target.record === undefined)
    throw new UsageError(`${root} has no package.json, Makefile, justfile or Taskfile.`, "Name the file: toolgen import scripts FILE.");
  const scripts: FoundScript[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of files) {
    const folder = dirname(file) === "." ? "" : dirname(file).split(sep).join("/");
    const inFolder = (origin: string) => (folder === "" ? origin : `${folder}/${origin}`);
    const text = withIncludes(textOfFile(join(root, file), file), { root, folder, file, seen: new Set() });
    const read = readScripts({ name: basename(file), text, manager: packageManager(text, readdirSync(join(root, dirname(file)))) });
    if (!read.ok) throw new UsageError(`'${file}' can't be read: ${read.problem}.`);
    const readable = read.value.entries.filter(({ entry }) => !entry.includes(undecoded));
    // `toolgen init` made specs of some scripts, perhaps.
    const runs = (entry: ScriptEntry) => (folder === "" ? toolThatRuns(entry.command, target) : undefined);
    const entries = readable.filter((entry) => runs(entry) === undefined);
    for (const entry of readable) {
      const tool = runs(entry);
      if (tool !== undefined) leftOut.push({ origin: inFolder(`${basename(file)}: ${entry.entry}`), reason: `the tool '${tool}' runs it` });
    }
    scripts.push(...entries.map((entry) => ({ entry, folder, origin: inFolder(`${basename(file)}: ${entry.entry}`) })));
    leftOut.push(...read.value.leftOut.map(({ origin, reason }) => ({ origin: inFolder(origin), reason })));
    if (text.includes(undecoded)) leftOut.push({ origin: file, reason: "names in it that aren't UTF-8, which would name other scripts" });
  }
  const before = target.record?.tools ?? {};
  const used = new Set([...target.taken, ...Object.values(before).map(({ name }) => name.toLowerCase())]);
  const drafts = scripts.map(({ entry, origin, folder }) => {
    const most = entry.isBackground ? longest.background : longest.usual;
    const wanted = joinWords([entry.prefix, ...wordsIn(entry.entry)], { most, empty: entry.prefix });
    const name = before[origin]?.name ?? numberedName(wanted, (one) => !used.has(one), most);
    used.add(name);
    return { origin, tool: convertScript(entry, { name, origin, group: target.group, folder }) };
  });
  const built = await withSpecCheck(drafts.length, target, terminal, (check) => buildable(drafts, check));
  const header = (origin: string) => [target.schemaLine, `Imported from ${origin}. The next import keeps your edits.`];
  const origins = new Set(scripts.map(({ origin }) => origin));
  // Of a file that is gone, the scripts are gone.
  const isRead = (origin: string) => {
    const [, path = ""] = /^(.*?): /.exec(origin) ?? [];
    return files.some((file) => file.split(sep).join("/") === path) || !existsSync(join(root, path));
  };
  return finishImport(
    {
      target,
      tools: built.flatMap(({ origin, tool, problem }) =>
        problem === undefined ? [{ ...tool, text: printImportedSpec(tool, header(origin)) }] : [],
      ),
      leftOut: [...leftOut, ...built.flatMap(({ origin, problem }) => (problem === undefined ? [] : [{ origin, reason: problem }]))],
      deprecated: [],
      hasEntry: (origin) => !isRead(origin) || origins.has(origin),
      restored: new Set(),
      options: () => ({ import: "scripts" }),
      words: { entry: "script", source: "file", restore: "Remove it from .import.json to get it back" },
    },
    request,
    terminal,
  );
}

/** Returns the name of a tool of the project, but of this import, whose command is these words. */
function toolThatRuns(words: ScriptEntry["command"], { model, folder }: ImportTarget): string | undefined {
  const literal = ({ kind, ...item }: Item) =>
    kind === "word" && "text" in item && item.text.every((piece) => typeof piece === "string") ? item.text.join("") : undefined;
  const isSame = ({ source, definition: { command } }: ToolModel) =>
    command !== undefined &&
    posix.dirname(source.file.path) !== folder &&
    JSON.stringify([command.program, ...command.items.map(literal)]) === JSON.stringify(words);
  return model.tools.find(isSame)?.name;
}

interface Including {
  readonly root: string;
  readonly folder: string;
  readonly file: string;
  readonly seen: Set<string>;
}

/** A Makefile with the text of the files that it includes, as far as their names are written out. */
function withIncludes(text: string, { root, folder, file, seen }: Including): string {
  if (!/^(?:GNU)?makefile$|\.mk$/i.test(basename(file))) return text;
  return text.replaceAll(/^ *[-s]?include[ \t]+([^\n#]*)/gm, (line, names: string) => {
    const texts = names.split(/\s+/).flatMap((name) => {
      const path = posix.join(folder, name);
      const isUsable = name !== "" && !/[$*?[]/.test(name) && !path.startsWith("..") && !path.startsWith("/") && !seen.has(path);
      if (!isUsable || !existsSync(join(root, path)) || !statSync(join(root, path)).isFile()) return [];
      seen.add(path);
      return [withIncludes(textOfFile(join(root, path), path), { root, folder, file: "x.mk", seen })];
    });
    return texts.length === 0 ? line : texts.join("\n");
  });
}

/** Stands for bytes that aren't UTF-8. They are harmless in a comment. */
const undecoded = "\uFFFD";

const filesIn = (root: string): readonly string[] =>
  importedFiles.flatMap((names) => {
    const file = names.find((name) => readdirSync(root).includes(name) && statSync(join(root, name)).isFile());
    return file === undefined ? [] : [file];
  });

/** Returns the path of a file that the user names, relative to the project's root. */
function given(file: string, root: string, terminal: Terminal): string {
  const path = resolve(terminal.launchDir, file);
  if (!existsSync(path)) throw new UsageError(`There is no file '${file}'.`);
  const inProject = relative(root, path);
  if (inProject.startsWith("..") || inProject === path) throw new UsageError(`'${file}' is outside of the project.`);
  return inProject;
}

function textOfFile(path: string, file: string): string {
  try {
    return new TextDecoder().decode(readRegularFile(realpathSync(path), file));
  } catch (error) {
    throw new UsageError(`'${file}' can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
