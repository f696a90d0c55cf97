import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { parse } from "jsonc-parser";
import { type Host, HostError, type ModuleAccess } from "../../contract/host.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";

/** The real path of a folder, and what may be read from there. */
export interface ModuleScope {
  readonly folder: string;
  readonly modules: ModuleAccess;
}

/** A longer chain of `extends` is cut off: it is a cycle, or made to be endless. */
const maxBases = 32;

/**
 * Reads a folder's `tsconfig.json` and the files that it `extends`, if handlers may read them. Paths in it become
 * absolute. A file that only lists projects (`references`) has the options of the first.
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
    const first = firstProject(config);
    return Object.assign({}, ...[...inherited, ...(first === undefined ? [] : find(first, file))].map(read), own);
  };
  const find = (base: string, from: string): readonly string[] => {
    const file = candidates(base, dirname(from)).find((candidate) => modules.read(candidate, "package") !== undefined);
    return file === undefined ? [] : [file];
  };
  return { compilerOptions: read(join(folder, "tsconfig.json")) };
}

/** The path of the first project of a file without files of its own. */
function firstProject({ files, references }: JsonObject): string | undefined {
  const [first] = Array.isArray(references) ? references : [];
  const isList = Array.isArray(files) && files.length === 0;
  return isList && isJsonObject(first) && typeof first.path === "string" ? `./${first.path}` : undefined;
}

function candidates(base: string, folder: string): readonly string[] {
  const isPath = base.startsWith("./") || base.startsWith("../") || isAbsolute(base);
  const paths = isPath ? [resolve(folder, base)] : foldersUp(folder).map((one) => join(one, "node_modules", base));
  return paths.flatMap((path) => [path, `${path}.json`, join(path, "tsconfig.json")]);
}

/** A folder, and all above it. */
export const foldersUp = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...foldersUp(dirname(folder))];

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

/** How generated modules import each other: as `./x.js`, `./x.ts` or `./x`. */
export const importExtensions = ["js", "ts", "none"] as const;

/** How generated modules import each other. */
export type ImportExtension = (typeof importExtensions)[number];

/** An extension, and what it follows if it isn't `js`. */
export interface ImportStyle {
  readonly extension: ImportExtension;
  readonly reason?: string;
}

/**
 * Finds how modules in the output folder must import each other: by the nearest `tsconfig.json` or `deno.json` between
 * it and the project's root. Without one, by `.js`.
 */
export async function findImportStyle(host: Host, output: string): Promise<ImportStyle> {
  const { modules } = host;
  if (modules === undefined) return { extension: "js" };
  const root = await host.realPath(".");
  for (const folder of foldersUp(join("/", output))) {
    const path = (name: string) => join(folder, name).slice(1);
    if (await exists(host, path("tsconfig.json"))) {
      const read = new Set<string>();
      const scope = { folder: join(root, folder), modules: noting(modules, read) };
      const style = styleOf(readTsconfig(scope).compilerOptions, () => isModulePackage(scope));
      // A recording host must also see these files, which are read separately.
      const own = [...read].map((file) => relative(root, file)).filter((file) => !file.startsWith(".."));
      for (const file of own) await exists(host, file);
      return style.reason === undefined ? style : { ...style, reason: `${style.reason} in ${path("tsconfig.json")}` };
    }
    for (const name of ["deno.json", "deno.jsonc"]) if (await exists(host, path(name))) return { extension: "ts", reason: path(name) };
  }
  return { extension: "js" };
}

async function exists(host: Host, path: string): Promise<boolean> {
  try {
    return (await host.stat(path)) !== undefined;
  } catch (error) {
    if (error instanceof HostError) return false;
    throw error;
  }
}

/** Adds to `paths` what is read. */
const noting = (modules: ModuleAccess, paths: Set<string>): ModuleAccess => ({
  ...modules,
  read: (path, from) => {
    paths.add(path);
    return modules.read(path, from);
  },
});

/**
 * Decides by compiler options. Programs that follow neither Node's rules nor a bundler's are compiled to CommonJS, or
 * run as ES modules, which need the extension.
 */
function styleOf(options: JsonObject, isModule: () => boolean): ImportStyle {
  const own = ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"].find((name) => options[name] === true);
  if (own !== undefined) return { extension: "ts", reason: own };
  const { module, moduleResolution } = options;
  const [kind, resolution] = [module, moduleResolution].map((value) => (typeof value === "string" ? value.toLowerCase() : undefined));
  const isNode = [resolution, kind].some((value) => value !== undefined && /^node(?:next|1[68]|2\d)$/.test(value));
  if (isNode) return { extension: "js" };
  if (resolution === "bundler" || (resolution === undefined && kind === "preserve"))
    return { extension: "none", reason: `${resolution === undefined ? "module: preserve" : "moduleResolution: bundler"}` };
  return isModule() ? { extension: "js" } : { extension: "none", reason: `module: ${kind ?? "commonjs"}` };
}

/** Returns true if the nearest `package.json` makes `.js` files ES modules. */
function isModulePackage({ folder, modules }: ModuleScope): boolean {
  const texts = foldersUp(folder).map((one) => modules.read(join(one, "package.json"), "package"));
  const text = texts.find((one) => one !== undefined);
  const manifest: unknown = text === undefined ? undefined : parse(text);
  return isJsonObject(manifest) && manifest.type === "module";
}
