import { InternalError } from "../contract/diagnostic.js";
import { type Assets, temporarySuffix } from "../contract/host.js";
import { isGitFolder } from "../contract/names.js";
import { manifestFile } from "./build-stamp.js";
import type { Model, TargetName } from "./model.js";
import type { ImportStyle } from "./source/tsconfig.js";
import type { BundledPackage, ToolModel } from "./tool-model.js";

/** A file to be generated: a path relative to the output folder, its whole text, and whether it is a program. */
export interface OutputFile {
  readonly path: string;
  /** It may be rendered each time that it is read. */
  readonly text: string;
  readonly executable: boolean;
  /** The SHA-256 of the text in hex. It may be a cached one until the text is rendered. */
  readonly sha256?: string | undefined;
  /**
   * True if it is made from several tools. The manifest contains no hash of it, because any two branches would conflict
   * in that.
   */
  readonly shared?: true;
  /** The asset that is its text. */
  readonly asset?: string | undefined;
  /** The packages of the project in it. */
  readonly packages?: readonly BundledPackage[] | undefined;
}

/** A cache of texts that are expensive to print, by their inputs: a build may reuse those of an earlier one. */
export interface ModuleCache {
  has(madeOf: string): boolean;
  get(madeOf: string): string | undefined;
  set(madeOf: string, text: string): void;
}

/** Caches nothing. */
export const noModuleCache: ModuleCache = { has: () => false, get: () => undefined, set: () => {} };

/**
 * Prints something about a tool, in one line, that depends only on the tool and the project's settings; `what` names
 * it. For a tool with an unchanged spec, a build may reuse the line of an earlier one without reading the tool.
 */
export type PrintPart = (tool: ToolModel, what: string, print: () => string) => string;

/** Caches nothing. */
export const printPart: PrintPart = (_tool, _what, print) => print();

/** The caches that a build may use, and how modules import each other. Outputs are the same without the caches. */
export interface EmitServices {
  readonly imports: ImportStyle;
  readonly recall: ModuleCache;
  readonly part: PrintPart;
}

/** A target: from the model to files, without effects. */
export interface Emitter {
  readonly name: string;
  /**
   * The targets of `toolgen.yaml` that it belongs to: it sees the tools that all of them contain. Without any, it sees
   * every tool.
   */
  readonly targets?: readonly TargetName[];
  emit(model: Model, assets: Assets, means: EmitServices): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}

/** Declares a target. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}

/** A text that was bundled when toolgen was built. */
export function asset(assets: Assets, name: string): string {
  const text = assets[name];
  if (text === undefined) throw new InternalError(`the asset ${name} is missing: run npm run build`);
  return text;
}

/** A file with the text of an asset. */
export const assetFile = (assets: Assets, name: string, path: string, executable = false): OutputFile => ({
  path,
  text: asset(assets, name),
  executable,
  asset: name,
});

/**
 * Returns something about a tool that is JSON, from an earlier build if possible. `make` returns `null` for nothing.
 */
export function printJsonPart<T extends object | string | null>(part: PrintPart, tool: ToolModel, what: string, make: () => T): T {
  // Printed by the function here.
  return JSON.parse(part(tool, what, () => JSON.stringify(make()))) as T;
}

/** Lists the files that a build is about to create. It exists while a build writes, and after one that was killed. */
export const journalFile = ".toolgen-journal.json";

/**
 * Returns true if a path stays below the output folder lexically and isn't one of a build's own files. Manifests come
 * from a repository and name files to delete, so they are checked like any other input.
 */
export function isOutputPath(path: string): boolean {
  if (path === manifestFile || path === journalFile || path.endsWith(temporarySuffix)) return false;
  return !/[\0\\]|^[A-Za-z]:/.test(path) && path.split("/").every(isOutputName);
}

/** A manifest comes with a repository: it must not delete Git's own files. */
const isOutputName = (part: string) => part !== "" && part !== "." && part !== ".." && !isGitFolder(part);

/** The folder of a path; the output folder is `""`. */
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The last segment of a path. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** All folders of a path, the output folder (`""`) first. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return ["", ...parts.map((_, i) => parts.slice(0, i + 1).join("/"))];
}
