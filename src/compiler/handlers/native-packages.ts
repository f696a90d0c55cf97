import { basename, dirname, join } from "node:path";
import type { OnResolveResult, PartialMessage } from "esbuild";
import type { ModuleAccess } from "../../contract/host.js";
import { messageOf } from "./package-problems.js";

/** The name of the package that a specifier begins with: `@scope/name` of `@scope/name/file.js`. */
export const packageName = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

interface Import {
  /** The specifier, and the file of a package that imports it. */
  readonly specifier: string;
  readonly importer: string;
  /** The file that the import leads to. */
  readonly found: string;
}

/** Packages that find and load the add-on of the package that imports them. */
const addOnLoaders: ReadonlySet<string> = new Set([
  "bindings",
  "node-gyp-build",
  "node-gyp-build-optional-packages",
  "node-pre-gyp",
  "@mapbox/node-pre-gyp",
  "pkg-prebuilds",
]);

/**
 * Finds native add-ons, which no bundle can contain. The package that loads one must stay out of the bundle, unless
 * packages do without it, and say so in their manifests: then it fails at run time, and they catch that.
 */
export class NativePackages {
  readonly #modules: ModuleAccess;
  readonly #optional = new Set<string>();

  constructor(modules: ModuleAccess) {
    this.#modules = modules;
  }

  /** Returns the outcome of an import that leads to an add-on; `undefined` for any other. */
  check({ specifier, importer, found }: Import): OnResolveResult | undefined {
    const target = placeOf(found);
    const own = placeOf(importer);
    if (own === undefined) return undefined;
    if (target !== undefined && target.folder !== own.folder && this.#isOptional(own.folder, target.name))
      this.#optional.add(target.folder);
    const isAddOn = found.endsWith(".node");
    if (!isAddOn && !addOnLoaders.has(packageName(specifier))) return undefined;
    if (this.#optional.has(own.folder)) return isAddOn ? { path: `absent:${basename(found)}`, namespace: "toolgen-handler" } : undefined;
    const why = isAddOn ? `'${basename(found)}'` : `through '${specifier}'`;
    return { errors: [messageOf({ code: "handler-native", name: own.name, why })] };
  }

  #isOptional(folder: string, name: string): boolean {
    try {
      const text = this.#modules.read(join(folder, "package.json"), "package") ?? "{}";
      const { optionalDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(text) as Manifest;
      return Object.hasOwn(optionalDependencies, name) || peerDependenciesMeta[name]?.optional === true;
    } catch {
      return false;
    }
  }
}

interface Manifest {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The code of a module in place of an add-on that is done without. */
export const absentAddOn = (name: string): string =>
  `throw Object.assign(new Error(${JSON.stringify(`Cannot find module '${name}'`)}), { code: "MODULE_NOT_FOUND" });`;

interface Place {
  readonly name: string;
  readonly folder: string;
}

/** The package that a file is in; `undefined` for a file of the project. */
function placeOf(path: string): Place | undefined {
  const [, above = "", name = ""] = /^(.*[/\\]node_modules[/\\])((?:@[^/\\]+[/\\])?[^/\\]+)/s.exec(path) ?? [];
  return name === "" ? undefined : { name: name.replaceAll("\\", "/"), folder: above + name };
}

const ownPlace = /\b__dirname\b|\b__filename\b|\bimport\.meta\b/;
const fileNames = /(["'`])(?:file:)?((?:\.{0,2}\/)?[\w@./-]*\.(?:wasm|css|html|txt|dat|bin|data|proto|afm|ttf|pem))\1/g;
/** A `require` that no bundler sees, and the add-ons among what it loads. */
const hiddenRequire = /\bcreateRequire\w*\(\s*import\.meta\.url/;
const addOnName = /["'`]([^"'`\s]*\.node)["'`]/;

interface Findings {
  readonly errors: PartialMessage[];
  readonly warnings: PartialMessage[];
}

/**
 * Finds what a package reads or loads beside its code, as far as its code shows: that isn't in the bundle. Only an
 * add-on is certainly missed, because the handler may give the package a file another way.
 */
export function besideCode(path: string, { text, modules }: { readonly text: string; readonly modules: ModuleAccess }): Findings {
  const place = placeOf(path);
  const { name = "" } = place ?? {};
  if (place === undefined || !ownPlace.test(text)) return { errors: [], warnings: [] };
  const [, addOn] = hiddenRequire.test(text) ? (addOnName.exec(text) ?? []) : [];
  if (addOn !== undefined) return { errors: [messageOf({ code: "handler-native", name, why: `'${addOn}'` })], warnings: [] };
  const files = [...text.matchAll(fileNames)].map(([, , file = ""]) => file.replace(/^\/+/, ""));
  const exists = (one: string) => modules.problem(one, "package") !== undefined || modules.read(one, "package") !== undefined;
  const file = files.find((one) => exists(join(dirname(path), one)));
  const what =
    file === undefined ? (hiddenRequire.test(text) ? "loads modules by `createRequire`" : undefined) : `reads '${basename(file)}'`;
  return { errors: [], warnings: what === undefined ? [] : [messageOf({ code: "handler-beside", name, what })] };
}
