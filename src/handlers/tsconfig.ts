import { dirname, isAbsolute, join, resolve } from "node:path";
import { parse } from "jsonc-parser";
import { isJsonObject, type JsonObject } from "../runtime/json/json-value.js";
import type { ModuleScope } from "./contain-modules.js";

/** A longer chain of `extends` is cut off: it is a cycle, or made to be endless. */
const maxBases = 32;

/**
 * Reads the project's `tsconfig.json` and the files that it `extends`, if handlers may read them. Paths in it become
 * absolute.
 */
export function readTsconfig({ folder, modules }: ModuleScope): { readonly compilerOptions: JsonObject } {
  let remaining = maxBases;
  const read = (file: string): JsonObject => {
    const text = remaining-- > 0 ? modules.read(file, "package") : undefined;
    const config: unknown = text === undefined ? undefined : parse(text, [], { allowTrailingComma: true });
    if (!isJsonObject(config)) return {};
    const { extends: bases = [], compilerOptions = {} } = config;
    const inherited = (Array.isArray(bases) ? bases : [bases]).flatMap((base) => (typeof base === "string" ? find(base, file) : []));
    const own = isJsonObject(compilerOptions) ? withAbsolutePaths(compilerOptions, dirname(file)) : {};
    return Object.assign({}, ...inherited.map(read), own);
  };
  const find = (base: string, from: string): readonly string[] => {
    const file = candidates(base, dirname(from)).find((candidate) => modules.read(candidate, "package") !== undefined);
    return file === undefined ? [] : [file];
  };
  return { compilerOptions: read(join(folder, "tsconfig.json")) };
}

function candidates(base: string, folder: string): readonly string[] {
  const isPath = base.startsWith("./") || base.startsWith("../") || isAbsolute(base);
  const paths = isPath ? [resolve(folder, base)] : foldersUp(folder).map((one) => join(one, "node_modules", base));
  return paths.flatMap((path) => [path, `${path}.json`, join(path, "tsconfig.json")]);
}

const foldersUp = (folder: string): readonly string[] => (dirname(folder) === folder ? [folder] : [folder, ...foldersUp(dirname(folder))]);

/** `paths` are relative to `baseUrl`, otherwise to the file that contains them. */
function withAbsolutePaths(options: JsonObject, folder: string): JsonObject {
  const { baseUrl, paths } = options;
  const base = typeof baseUrl === "string" ? resolve(folder, baseUrl) : undefined;
  const absolute = (target: unknown) => (typeof target === "string" ? resolve(base ?? folder, target) : "");
  const mapped = isJsonObject(paths)
    ? Object.entries(paths).map(([name, targets]) => [name, Array.isArray(targets) ? targets.map(absolute) : []] as const)
    : undefined;
  return {
    ...options,
    ...(base === undefined ? {} : { baseUrl: base }),
    ...(mapped === undefined ? {} : { paths: Object.fromEntries(mapped) }),
  };
}
