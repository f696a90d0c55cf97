import { basename, join, relative, sep } from "node:path";
import { build, type Message, type Metafile, type Plugin } from "esbuild";
import type { Diagnostic, Result, SourceFile } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { Host, ModuleAccess } from "../../contract/host.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { scriptHeader } from "../emit/print/literal.js";
import { readTsconfig } from "../source/tsconfig.js";
import type { BundledPackage, HandlerModel } from "../tool-model.js";
import { containModules, mapProblem } from "./contain-modules.js";
import { absentAddOn, besideCode } from "./native-packages.js";
import { leaveOutPackages } from "./outside-packages.js";
import { packageDiagnostic } from "./package-problems.js";
import { packagePath, withoutFolders } from "./without-folders.js";

/** A handler to bundle. The bundle also contains the handler's other inputs and the treatment of its result. */
export interface BundleRequest {
  readonly handler: HandlerModel;
  readonly secrets: readonly string[];
  readonly format: string;
  /** Packages that stay in the project's `node_modules`, besides those of the handler's spec. */
  readonly external: readonly string[];
}

/** Where bundles come from and go to. `folder` is the real place of the project. */
export interface Workshop {
  readonly host: Host;
  readonly modules: ModuleAccess;
  readonly folder: string;
  readonly output: string;
  /** `handler.mjs`: it is bundled with each handler. */
  readonly runtime: string;
  /** `handler-guard.mjs`: it is bundled with the handlers that use it. */
  readonly guard: string;
}

export interface Bundled {
  readonly code: string;
  readonly map: string;
  /** The files of the project in it, packages aside. */
  readonly sources: readonly string[];
  readonly packages: readonly BundledPackage[];
}

const runtimeId = "toolgen-handler:runtime";
/** Imported by `handler.mjs`. A bundle that doesn't use it doesn't contain it. */
const guardId = "toolgen-handler:guard";

/**
 * Bundles a handler with the packages that it imports: CommonJS for Node 20, with the same bytes wherever the project
 * is. The host reads files of the project, so it can record the dependencies of a build.
 */
export async function bundle(request: BundleRequest, workshop: Workshop): Promise<Result<Bundled | undefined>> {
  const { folder, output } = workshop;
  const { file, external } = request.handler;
  const loaded = new Set<string>();
  const names = new Set([...request.external, ...external.map(({ name }) => name)]);
  const { errors, warnings, outputFiles, metafile } = await build({
    stdin: { contents: entry(request), resolveDir: folder, sourcefile: "toolgen-handler:entry", loader: "js" },
    absWorkingDir: folder,
    outfile: join(folder, output, "bin/handlers/handler.cjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // Comments would name packages by their paths on this machine. Names are kept, because errors show them.
    minifySyntax: true,
    minifyWhitespace: true,
    // Keeps the licences that packages mark as legal comments.
    legalComments: "inline",
    banner: { js: scriptHeader() },
    sourcemap: "external",
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: "silent",
    // esbuild's own search would read any such file that it finds.
    tsconfigRaw: readTsconfig(workshop),
    plugins: [readByHost(workshop), leaveOutPackages({ host: workshop.host, folder, external: names, loaded }), containModules(workshop)],
  }).catch((error: unknown) => failedBuild(error));
  const text = await textsOf(workshop, [...errors, ...warnings], file);
  const located = (message: Message) => missingExport(message, { text, file, exportName: request.handler.exportName });
  const ofPackage = (message: Message) => packageDiagnostic(message, spanOf(message, text, file));
  const problems: readonly Diagnostic[] = [
    ...errors.map(
      (message) =>
        located(message) ?? ofPackage(message) ?? diagnostic("handler-bundle", spanOf(message, text, file), { problem: wordsOf(message) }),
    ),
    ...warnings.map(
      (message) => ofPackage(message) ?? diagnostic("handler-suspicious", spanOf(message, text, file), { problem: wordsOf(message) }),
    ),
    ...external.filter(({ name }) => !loaded.has(name)).map(({ name, span }) => diagnostic("external-unused", span, { name })),
  ];
  const code = outputFiles?.find(({ path }) => path.endsWith(".cjs"))?.text;
  const map = outputFiles?.find(({ path }) => path.endsWith(".map"))?.text;
  if (code === undefined || map === undefined || errors.length > 0) return [undefined, problems];
  const inputs = Object.keys(metafile?.inputs ?? {});
  const sources = inputs.filter(isOwn).sort();
  const printed = withoutFolders({ code, map }, { inputs, folder: `${output}/bin/handlers` });
  const packages = await packagesIn(metafile, workshop);
  return [{ code: withLoaded(printed.code, loaded), map: printed.map, sources, packages }, problems];
}

/** The packages whose code is in a bundle, by name. */
async function packagesIn(metafile: Metafile | undefined, workshop: Workshop): Promise<readonly BundledPackage[]> {
  const outputs = Object.values(metafile?.outputs ?? {});
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0));
  const folders = new Set(files.flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []));
  const manifests = await Promise.all([...folders].map((path) => readManifest(`${path}/package.json`, workshop)));
  const packages = manifests.map(manifestIn).flatMap(({ name, version, license }) => {
    if (typeof name !== "string" || typeof version !== "string") return [];
    return [{ name, version, ...(typeof license === "string" && { license }) }];
  });
  return packages.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** Reads a package's manifest so that a build depends on it, as it does on the package's code. */
async function readManifest(path: string, { host, modules, folder }: Workshop): Promise<string | undefined> {
  if (!path.startsWith("../")) return new TextDecoder().decode(await host.read(path));
  await host.stat(path).then(nothing, nothing);
  const text = modules.read(join(folder, path), "package");
  if (text !== undefined || !path.includes(".zip/")) return text;
  // A package of Yarn's, whose archive esbuild reads.
  const options = { bundle: true, outdir: folder, write: false, logLevel: "silent" } as const;
  const copied = await build({ entryPoints: [join(folder, path)], loader: { ".json": "copy" }, ...options }).catch(nothing);
  return copied?.outputFiles[0]?.text;
}

function manifestIn(text: string | undefined): JsonObject {
  try {
    const manifest: unknown = JSON.parse(text ?? "{}");
    return isJsonObject(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

/** The last line names what the code loads besides itself, for readers, and for calls: they give it its own process. */
const withLoaded = (code: string, loaded: ReadonlySet<string>) =>
  loaded.size === 0 ? code : `${code}// It loads packages from node_modules: ${[...loaded].sort().join(", ")}\n`;

function entry({ handler: { file, exportName }, secrets, format }: BundleRequest): string {
  return [
    `import { runHandler } from "${runtimeId}";`,
    `import { ${exportName} as handler } from ${JSON.stringify(`./${file}`)};`,
    `runHandler(handler, ${JSON.stringify({ secrets, format })});`,
  ].join("\n");
}

function readByHost({ host, modules, folder, runtime, guard }: Workshop): Plugin {
  return {
    name: "toolgen-handler",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^(?:toolgen-handler:runtime|toolgen\/runtime)$/ }, () => ({ path: "runtime", namespace: "toolgen-handler" }));
      onLoad({ filter: /^runtime$/, namespace: "toolgen-handler" }, () => ({ contents: runtime, loader: "js" }));
      onResolve({ filter: new RegExp(`^${guardId}$`) }, () => ({ path: "guard", namespace: "toolgen-handler", sideEffects: false }));
      onLoad({ filter: /^guard$/, namespace: "toolgen-handler" }, () => ({ contents: guard, loader: "js" }));
      onLoad({ filter: /^absent:/, namespace: "toolgen-handler" }, ({ path }) => ({
        contents: absentAddOn(path.slice("absent:".length)),
        loader: "js",
      }));
      onLoad({ filter: /./, namespace: "file" }, async ({ path }) => {
        const problem = modules.problem(path, "package");
        if (problem !== undefined) return { errors: [{ text: `${basename(path)} can't be bundled: ${problem}` }] };
        const own = relative(folder, path).split(sep).join("/");
        // For files outside the project, asking a recording host records them; esbuild reads them itself.
        const contents = own.startsWith("../") ? await host.stat(own).then(nothing, nothing) : await host.read(own);
        if (path.endsWith(".node")) return undefined;
        const text = contents === undefined ? modules.read(path, "package") : new TextDecoder().decode(contents);
        if (text === undefined) return undefined;
        const beside = besideCode(path, { text, modules });
        if (contents === undefined) return beside;
        const map = mapProblem(path, { text, modules });
        return map === undefined ? { contents, loader: "default", ...beside } : { errors: [{ text: map }] };
      });
    },
  };
}

const nothing = () => undefined;

interface FailedBuild {
  readonly errors: readonly Message[];
  readonly warnings: readonly Message[];
  readonly outputFiles?: undefined;
  readonly metafile?: undefined;
}

/** The error that esbuild throws for mistakes in its input. */
function failedBuild(error: unknown): FailedBuild {
  if (error instanceof Error && "errors" in error && "warnings" in error) return error as Error & FailedBuild;
  throw error;
}

type Texts = ReadonlyMap<string, SourceFile>;

/** The files of the project that messages name, and the handler's own. */
async function textsOf({ host }: Workshop, messages: readonly Message[], file: string): Promise<Texts> {
  const paths = [...new Set([file, ...messages.flatMap(({ location }) => location?.file ?? [])])];
  const read = paths.map(async (path) => {
    const bytes = isOwn(path) ? await host.read(path) : undefined;
    return bytes === undefined ? [] : [[path, { path, text: new TextDecoder().decode(bytes) }] as const];
  });
  return new Map((await Promise.all(read)).flat());
}

const isOwn = (path: string) => !path.includes(":") && !path.startsWith("../") && !path.split("/").includes("node_modules");

/** A mistake in a file of the project is shown there; any other at the handler that imports it. */
function spanOf({ location }: Message, texts: Texts, handler: string): Diagnostic["span"] & object {
  const file = location === null ? undefined : texts.get(location.file);
  if (location === null || file === undefined) return { file: texts.get(handler) ?? { path: handler, text: "" }, start: 0, end: 0 };
  const lines = file.text.split("\n");
  const lineStart = lines.slice(0, location.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  // esbuild counts bytes.
  const before = Buffer.from(lines[location.line - 1] ?? "")
    .subarray(0, location.column)
    .toString().length;
  return { file, start: lineStart + before, end: lineStart + before + location.length };
}

/** Its notes are about esbuild's own options. */
function wordsOf({ text, location }: Message): string {
  const elsewhere = location !== null && !isOwn(location.file) ? ` (${packagePath(location.file)}:${location.line})` : "";
  return `${text}${elsewhere}.`.replace(/([.!?])\.$/, "$1");
}

interface MissingExport {
  readonly text: Texts;
  readonly file: string;
  readonly exportName: string;
}

/** Reports the mistake in terms of the spec. */
function missingExport({ text, location }: Message, { text: texts, file, exportName }: MissingExport): Diagnostic | undefined {
  if (location?.file !== "toolgen-handler:entry" || !text.startsWith("No matching export")) return undefined;
  const located = { file: texts.get(file) ?? { path: file, text: "" }, start: 0, end: 0 };
  return diagnostic("handler-no-export", located, { name: exportName }, { didYouMean: location.suggestion || undefined });
}
