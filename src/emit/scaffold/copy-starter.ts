import { posix } from "node:path";
import type { ProjectModel } from "../../model/tool.js";
import type { OutputFile } from "../output-file.js";
import { fileName } from "../print/type-name.js";
import { toolNames } from "../typescript/tool-names.js";
import { specFolder } from "./new-tool.js";

/** A tool that comes with toolgen, as a template for a new one. */
export interface Starter {
  /** Its name without `std/`. */
  readonly name: string;
  readonly spec: string;
  /** The module of its handler, if it has one. */
  readonly entry: string | undefined;
  /** The texts of that module and all its imports, by their relative paths. */
  readonly modules: Readonly<Record<string, string>>;
}

/** The copy's name, and the aliases that belong to other tools of the project. */
export interface Copying {
  readonly name: string;
  readonly taken: readonly string[];
}

/**
 * Copies a tool under a new name: `NAME.yaml`, its handler beside it, and the handler's imports in a folder of the same
 * name, so that a second copy has its own. Paths are relative to the project's root.
 */
export function copyStarter(starter: Starter, { name, taken }: Copying, project: ProjectModel): readonly OutputFile[] {
  const folder = specFolder(project.specs[0] ?? "");
  const file = fileName(name);
  const { entry } = starter;
  const ending = entry === undefined ? "" : posix.extname(entry);
  const handler = entry === undefined ? undefined : `./${file}${ending}`;
  const spec = { path: `${file}.yaml`, text: renamedSpec(starter.spec, { name, handler, taken }) };
  const rest = Object.keys(starter.modules).filter((path) => path !== entry);
  const modules = [...(entry === undefined ? [] : [entry]), ...rest.sort()].map((path) => {
    const text = starter.modules[path] ?? "";
    const copy = path === entry ? `${file}${ending}` : `${file}/${path}`;
    const relocated = path === entry ? text.replaceAll(/(\bfrom ?")\.\/(?!\/)/g, `$1./${file}/`) : text;
    return {
      path: copy,
      text: withTypes(relocated, { starter, name, from: posix.join(folder, posix.dirname(copy)), output: project.output }),
    };
  });
  return [spec, ...modules].map(({ path, text }) => ({ path: posix.join(folder, path), text, executable: false }));
}

interface Renamed {
  readonly name: string;
  readonly handler: string | undefined;
  readonly taken: readonly string[];
}

/** These keys have lines of their own in the library's specs. */
function renamedSpec(spec: string, { name, handler, taken }: Renamed): string {
  const isFree = (alias: string) => ![name, ...taken].some((other) => other.toLowerCase() === alias.toLowerCase());
  return spec
    .replace(/^name: .*$/m, `name: ${name}`)
    .replace(/^handler: [^#\n]+/m, handler === undefined ? "$&" : `handler: ${handler}`)
    .replace(/^nameAliases: \[(.*)\]\n/m, (_, aliases: string) => {
      const free = aliases.split(", ").filter(isFree);
      return free.length === 0 ? "" : `nameAliases: [${free.join(", ")}]\n`;
    });
}

interface Types {
  readonly starter: Starter;
  readonly name: string;
  /** The folder of the module. */
  readonly from: string;
  readonly output: string;
}

/** The generated types of the arguments are the copy's. */
function withTypes(text: string, { starter, name, from, output }: Types): string {
  const [old, own] = [toolNames(starter.name), toolNames(name)];
  const path = posix.relative(from, `${output}/${own.path}`).replace(/\.ts$/, ".js");
  const module = path.startsWith(".") ? path : `./${path}`;
  const changed = text.replaceAll(/(\bfrom ")(?:\.\.\/)+generated\/tools\/[\w-]+\.js(?=")/g, `$1${module}`);
  return changed === text ? text : changed.replaceAll(new RegExp(`\\b${old.argsType}\\b`, "g"), own.argsType);
}
