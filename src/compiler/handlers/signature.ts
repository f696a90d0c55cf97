import { dirname, join, relative, sep } from "node:path";
import { type Diagnostic as Found, type ImportDeclaration, Node, type Project, ScriptTarget, type SourceFile, ts } from "ts-morph";
import type { Diagnostic, Result } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { ModuleAccess } from "../../contract/host.js";
import { readTsconfig } from "../source/tsconfig.js";
import type { HandlerModel } from "../tool-model.js";
import { inCheckerProject, runtimeTypes } from "./checker-project.js";

/** A handler and the arguments of its call. */
export interface SignatureRequest {
  readonly handler: HandlerModel;
  /**
   * The generated module that declares the type of the arguments: its path relative to the project's root, and only its
   * types.
   */
  readonly module: { readonly path: string; readonly text: string; readonly argsType: string };
  readonly secrets: readonly string[];
}

/**
 * Compares handlers with their calls, by TypeScript's checker, which reads the files below `folder` itself. For
 * JavaScript only the export is looked up. Returns the files of the project that each result depends on, without
 * packages and generated files; or nothing, if one of them is nested too deeply to be checked.
 */
export function checkSignatures(
  requests: readonly SignatureRequest[],
  files: SignatureFiles,
): readonly Result<readonly string[]>[] | undefined {
  return inCheckerProject(compilerOptions(files), files.modules, (project) =>
    compareSignatures(requests, { project, folder: files.folder }),
  );
}

function compareSignatures(
  requests: readonly SignatureRequest[],
  { project, folder }: { readonly project: Project; readonly folder: string },
): readonly Result<readonly string[]>[] | undefined {
  const generated = new Set(requests.map(({ module }) => join(folder, module.path)));
  // Whether and from what it was built doesn't matter: what counts is what this build will write.
  for (const { module } of requests) project.createSourceFile(join(folder, module.path), module.text, { overwrite: true });
  const readings = requests.map((request, i) => {
    const file = project.addSourceFileAtPath(join(folder, request.handler.file));
    return { request, file, call: createCall(request, { project, folder, name: `toolgen-handler-check-${i}.ts` }) };
  });
  const reached = readings.map(({ file }) => reachable(file));
  const own = new Set(reached.flat().filter((file) => !file.isInNodeModules()));
  if ([...own].some((file) => isNestedTooDeeply(file.compilerNode))) return undefined;
  return readings.map((reading, i) => {
    const read = (reached[i] ?? []).map((file) => file.getFilePath()).filter((path) => !generated.has(path));
    const paths = read.map((path) => relative(folder, path).split(sep).join("/"));
    return [paths.filter((path) => !path.startsWith("../") && !path.split("/").includes("node_modules")).sort(), compareSignature(reading)];
  });
}

/** Where TypeScript reads: the real path of the project, and what it may read. */
export interface SignatureFiles {
  readonly folder: string;
  readonly modules: ModuleAccess;
}

function compilerOptions({ folder, modules }: SignatureFiles): ts.CompilerOptions {
  const { options } = ts.convertCompilerOptionsFromJson(readTsconfig({ folder, modules }).compilerOptions, folder);
  return {
    ...options,
    strict: options.strict ?? true,
    target: options.target ?? ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    // As esbuild resolves.
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowJs: true,
    checkJs: false,
    noEmit: true,
    composite: false,
    incremental: false,
    declaration: false,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    paths: { ...options.paths, "toolgen/runtime": [runtimeTypes] },
  };
}

/** A function may take fewer parameters than its call passes, which TypeScript doesn't allow in a call. */
const calls = ["handler(args, context)", "handler(args)", "handler()"];
const wrongNumber = 2554;

interface Call {
  readonly check: SourceFile;
  /** The offset of the call in it. */
  readonly start: number;
}

/** A call of the handler, as the runner makes it, for TypeScript to check. */
function createCall({ handler, module, secrets }: SignatureRequest, { project, folder, name }: Creating): Call {
  const from = dirname(join(folder, handler.file));
  const specifier = (path: string) => JSON.stringify(`./${relative(from, join(folder, path)).split(sep).join("/")}`);
  const names = secrets.length === 0 ? "never" : secrets.map((secret) => JSON.stringify(secret)).join(" | ");
  const head = [
    `import { ${handler.exportName} as handler } from ${specifier(handler.file)};`,
    `import type { ${module.argsType} as Args } from ${specifier(module.path)};`,
    `import type { HandlerContext } from "toolgen/runtime";`,
    "declare const args: Args;",
    `declare const context: HandlerContext<${names}>;`,
    "",
  ].join("\n");
  const text = `${head}${calls.map((call) => `${call};\n`).join("")}`;
  return { check: project.createSourceFile(join(from, name), text, { overwrite: true }), start: head.length };
}

interface Creating {
  readonly project: Project;
  readonly folder: string;
  readonly name: string;
}

interface HandlerFunction {
  readonly request: SignatureRequest;
  readonly file: SourceFile;
  readonly call: Call;
}

function compareSignature({ request: { handler }, file, call }: HandlerFunction): readonly Diagnostic[] {
  const source = { path: handler.file, text: file.getFullText() };
  const at = (node: Node | undefined) => ({ file: source, start: node?.getStart() ?? 0, end: node?.getEnd() ?? 0 });
  const names = file.getExportSymbols().map((symbol) => symbol.getName());
  if (!names.includes(handler.exportName)) {
    const only = names.length === 1 ? names[0] : undefined;
    const didYouMean = names.find((name) => name.toLowerCase() === handler.exportName.toLowerCase()) ?? only;
    return [diagnostic("handler-no-export", at(undefined), { name: handler.exportName }, { didYouMean })];
  }
  if (/\.[cm]?jsx?$/.test(handler.file)) return [];

  const declared = file
    .getExportedDeclarations()
    .get(handler.exportName)
    ?.find((node) => node.getSourceFile() === file);
  const signature = signatureOf(declared, file);
  const wrong = problemsOf(file).filter((found) => signature.some((node) => isIn(found, node)));
  if (wrong.length > 0) {
    return wrong.map((found) => {
      const start = found.getStart() ?? 0;
      return diagnostic("handler-signature", { file: source, start, end: start + (found.getLength() ?? 0) }, { problem: wordsOf(found) });
    });
  }
  const [params, context] = parametersOf(declared);
  return problemsOfCall(call).map(({ found, offset }) => {
    const why = wordsOf(found);
    if (offset < "handler(".length) return diagnostic("handler-no-function", at(nameOf(declared)), { name: handler.exportName, why });
    const [node, what] = offset < "handler(args, ".length ? [params, "type of the arguments"] : [context, "type of the context"];
    return diagnostic("handler-mismatch", at(node ?? nameOf(declared)), { what, why });
  });
}

/**
 * Returns the problems of the call with as many arguments as the handler takes. If no call is right, returns those of
 * the call that is made.
 */
function problemsOfCall({ check, start }: Call): readonly { readonly found: Found; readonly offset: number }[] {
  const all = problemsOf(check).map((found) => ({ found, offset: (found.getStart() ?? 0) - start }));
  let from = 0;
  const byCall = calls.map((call) => {
    const [begin, end] = [from, from + call.length];
    from = end + 2;
    return all.filter(({ offset }) => offset >= begin && offset <= end).map(({ found, offset }) => ({ found, offset: offset - begin }));
  });
  return byCall.find((problems) => !problems.some(({ found }) => found.getCode() === wrongNumber)) ?? (byCall[0] ?? []).map(atHandler);
}

const atHandler = <T extends object>(problem: T) => ({ ...problem, offset: 0 });

/** Returns the problems of the file itself, without those of the compiler options. */
const problemsOf = (file: SourceFile) => file.getPreEmitDiagnostics().filter((found) => found.getSourceFile() === file);

function functionOf(declared: Node | undefined) {
  const value = Node.isVariableDeclaration(declared) ? declared.getInitializer() : declared;
  return Node.isFunctionDeclaration(value) || Node.isFunctionExpression(value) || Node.isArrowFunction(value) ? value : undefined;
}

const parametersOf = (declared: Node | undefined): readonly Node[] => functionOf(declared)?.getParameters() ?? [];

/** Returns the compared nodes: parameters, the declared type of a variable, and the imports of the types in them. */
function signatureOf(declared: Node | undefined, file: SourceFile): readonly Node[] {
  const type = Node.isVariableDeclaration(declared) ? declared.getTypeNode() : undefined;
  const nodes = [...(type === undefined ? [] : [type]), ...parametersOf(declared)];
  const names = new Set(
    nodes.flatMap((node) => [node, ...node.getDescendants()]).flatMap((node) => (Node.isIdentifier(node) ? [node.getText()] : [])),
  );
  const imports = file.getImportDeclarations().filter((one) => importedBy(one).some((name) => names.has(name)));
  return [...nodes, ...imports];
}

function importedBy(declaration: ImportDeclaration): readonly string[] {
  const named = declaration.getNamedImports().map((one) => one.getAliasNode()?.getText() ?? one.getName());
  const others = [declaration.getDefaultImport(), declaration.getNamespaceImport()].flatMap((node) => node?.getText() ?? []);
  return [...named, ...others];
}

function nameOf(declared: Node | undefined): Node | undefined {
  return Node.isVariableDeclaration(declared) || Node.isFunctionDeclaration(declared) ? (declared.getNameNode() ?? declared) : declared;
}

function isIn(found: Found, node: Node): boolean {
  const start = found.getStart();
  return found.getSourceFile() === node.getSourceFile() && start !== undefined && start >= node.getStart() && start < node.getEnd();
}

/** All files that a file leads to, itself included. */
function reachable(file: SourceFile): readonly SourceFile[] {
  const seen = new Set<SourceFile>([file]);
  for (const one of seen) for (const next of one.getReferencedSourceFiles()) seen.add(next);
  return [...seen];
}

function wordsOf(found: Found): string {
  const words = ts.flattenDiagnosticMessageText(found.compilerObject.messageText, "\n").replaceAll(/\s*\n\s*/g, " ");
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** Code that people and bundlers write is far less nested. */
const mostLevels = 2000;

/**
 * Returns true if a file is nested so deeply that TypeScript's checker would take minutes. Its work for each operand of
 * `1 + 1 + …` grows with the number of operands before it.
 */
function isNestedTooDeeply(file: ts.SourceFile): boolean {
  let level: ts.Node[] = [file];
  for (let depth = 0; depth <= mostLevels; depth++) {
    const below: ts.Node[] = [];
    for (const node of level) ts.forEachChild(node, (child) => void below.push(child));
    if (below.length === 0) return false;
    level = below;
  }
  return true;
}
