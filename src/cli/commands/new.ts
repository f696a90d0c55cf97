import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { compile } from "../../compiler/compile.js";
import type { Model } from "../../compiler/model.js";
import type { OutputFile } from "../../compiler/output-file.js";
import {
  copyStarter,
  type DocumentKind,
  documentKinds,
  imageName,
  newImageFiles,
  newToolFiles as newSpec,
  type ScaffoldKind,
  type Starter,
  scaffoldKinds,
} from "../../compiler/scaffold.js";
import { firstSentence } from "../../contract/display-text.js";
import { formatDiagnostics } from "../../contract/format-diagnostics.js";
import type { Assets } from "../../contract/host.js";
import { closest } from "../../contract/names.js";
import { readAssets } from "../../contract/node-host.js";
import { exitCode, type GlobalOptions, packageRoot, UsageError } from "../command.js";
import { withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { invocation } from "../project/project-packages.js";
import { findSchemas, writeSchemas } from "../project/schema-location.js";
import { table } from "./list.js";

export interface NewRequest extends GlobalOptions {
  /** A kind of tool and the name, or with `from` the name, which is then the copied tool's own by default. */
  readonly words: readonly string[];
  readonly from?: string;
  readonly list?: true;
  readonly json?: true;
}

/**
 * `toolgen new`: writes a spec to start with, and the function of a handler, or a copy of a tool that comes with
 * toolgen. No existing file is overwritten.
 */
export async function newTool(request: NewRequest, terminal: Terminal): Promise<number> {
  if (request.list) return listStarters(request, terminal);
  const { words, from } = request;
  if (words[0] === "image" && from === undefined) {
    if (words.length > 1) throw new UsageError("An image has no name.", "Type 'toolgen new image'.");
    return newImage(request, terminal);
  }
  const schemas = findSchemas(projectRoot(request, terminal));
  const { name, what = "tool", write, then } = plan(request, schemas.spec);
  const command = invocation(projectRoot(request, terminal), terminal.environment);
  if (!(what !== "prompt" ? /^[A-Za-z_][A-Za-z0-9_]{0,47}$/ : /^[A-Za-z_][A-Za-z0-9_-]{0,47}$/).test(name))
    throw new UsageError(
      `'${name}' can't be the name of a ${what}.`,
      `A name has at most 48 letters, digits${what !== "prompt" ? " and '_'" : ", '_' and '-'"}, and doesn't begin with a digit.`,
    );
  const host = await openProject(request, terminal);
  const assets = await readAssets(packageRoot);
  // Mistakes in other specs don't matter here.
  const [{ model }, diagnostics] = await withinTime(request, terminal, () => compile(host, assets, { targets: [], handlers: "leave" }));
  const refusals = diagnostics.filter(({ code }) => code === "wrong-compiler");
  if (refusals.length > 0) {
    terminal.err(formatDiagnostics(refusals, { color: terminal.color.err }));
    return exitCode.failed;
  }
  if (what === "prompt") checkPromptName(name, model);
  else checkName(name, model);
  const files = write(model, assets);
  for (const { path } of files) {
    if ((await host.stat(path)) !== undefined) throw new UsageError(`${path} is there already.`, "Choose another name, or remove it.");
  }
  for (const file of files) await host.write(file);
  await writeSchemas(host, schemas);
  const paths = files.map(({ path }) => path);
  terminal.out(
    request.json
      ? `${JSON.stringify({ [what]: name, files: paths }, null, 2)}\n`
      : [...paths.map((path) => `  + ${path}`), ...then(paths, command), ""].join("\n"),
  );
  return exitCode.done;
}

interface Plan {
  readonly name: string;
  /** Default: a tool. */
  readonly what?: DocumentKind;
  write(model: Model, assets: Assets): readonly OutputFile[];
  /** The next steps, one a line. */
  then(paths: readonly string[], command: string): readonly string[];
}

function plan(request: NewRequest, schemaPath: string): Plan {
  const { words, from } = request;
  return from === undefined ? planScaffold(words, schemaPath) : planCopy(words, from);
}

function planScaffold([kind, name, ...more]: readonly string[], schemaPath: string): Plan {
  const documentKind = documentKinds.find((one) => one === kind);
  if (documentKind !== undefined && name !== undefined && more.length === 0) return planDocument(documentKind, name, schemaPath);
  if (!isScaffoldKind(kind) || name === undefined || more.length > 0)
    throw new UsageError(
      `Give a kind of tool (${scaffoldKinds.join(", ")}), or ${documentKinds.join(" or ")}, and a name, or a name and --from.`,
      "Type 'toolgen new command find_text', or 'toolgen new my_read --from std/read_file'; 'toolgen new --list' shows what can be copied.",
    );
  return {
    name,
    write: (model) => {
      if (kind === "mcp" && Object.keys(model.project.mcpServers).length === 0)
        throw new UsageError(
          "toolgen.yaml has no `mcpServers`.",
          "Declare a server there, or type 'toolgen import mcp', which makes specs of the tools that a server has.",
        );
      return newSpec({ kind, name, project: model.project, schemaPath });
    },
    then: ([spec, handler], command) => [
      `Describe in ${spec} what the tool does and its parameters${handler === undefined ? "" : `; \`${command} build\` makes the types that ${handler} imports`}.`,
      `Then build it with \`${command} build\`, and test its examples with \`${command} test ${name}\`.`,
    ],
  };
}

const planDocument = (kind: DocumentKind, name: string, schemaPath: string): Plan => ({
  name,
  what: kind,
  write: (model) => newSpec({ kind, name, project: model.project, schemaPath }),
  then: ([spec], command) => [`Write in ${spec} what the ${kind} says, and build it with \`${command} build\`.`],
});

const isScaffoldKind = (word: string | undefined): word is ScaffoldKind => scaffoldKinds.some((kind) => kind === word);

function planCopy([word, ...more]: readonly string[], from: string): Plan {
  const starter = findStarter(from);
  const name = word ?? starter.name;
  if (more.length > 0) throw new UsageError(`With --from there is one name, and '${more[0]}' is a second.`);
  return {
    name,
    write: (model) => copyStarter(starter, { name, taken: ownNames(model) }, model.project),
    then: ([spec], command) => [
      `It now belongs to this project: ${spec} declares it, and no later version of toolgen changes it.`,
      `\`${command} build\` compiles it, and \`${command} test ${name}\` tries its examples.`,
    ],
  };
}

/** The names in the project's own specs, which have precedence over library tools. */
const ownNames = ({ tools }: Model) =>
  tools.filter(({ source }) => !isOfLibrary(source.file.path)).flatMap(({ name, nameAliases }) => [name, ...nameAliases]);

const isOfLibrary = (path: string) => path.startsWith("std/");

function checkName(name: string, { tools, resources }: Model): void {
  const resource = resources.find(({ tool }) => tool.name.toLowerCase() === name.toLowerCase())?.tool;
  if (resource !== undefined)
    throw new UsageError(`There is a resource named '${resource.name}' already, in ${resource.source.file.path}.`);
  const namesake = tools.find((tool) => tool.name.toLowerCase() === name.toLowerCase());
  if (namesake === undefined) return;
  const { path } = namesake.source.file;
  const hint = isOfLibrary(path) ? `Take '${path}' out of 'library' in toolgen.yaml first, or choose another name.` : "";
  throw new UsageError(`There is a tool named '${namesake.name}' already, ${isOfLibrary(path) ? `'${path}'` : `in ${path}`}.`, hint);
}

function checkPromptName(name: string, { prompts }: Model): void {
  const namesake = prompts.find(({ tool }) => tool.name.toLowerCase() === name.toLowerCase())?.tool;
  if (namesake !== undefined) throw new UsageError(`There is a prompt named '${namesake.name}' already, in ${namesake.source.file.path}.`);
}

interface NewImageRequest extends GlobalOptions {
  readonly json?: true;
}

/** `toolgen new image`: writes a recipe of a container image. No existing file is overwritten. */
async function newImage(request: NewImageRequest, terminal: Terminal): Promise<number> {
  // The files that the image needs are known only of specs without mistakes.
  const compilation = await compileOrReport(request, terminal);
  if (compilation === undefined) return exitCode.failed;
  const host = await openProject(request, terminal);
  const files = newImageFiles(compilation.model);
  for (const { path } of files)
    if ((await host.stat(path)) !== undefined) throw new UsageError(`${path} is there already.`, "Remove it, or edit it.");
  for (const file of files) await host.write(file);
  const paths = files.map(({ path }) => path);
  const { server } = compilation.model.project;
  terminal.out(
    request.json
      ? `${JSON.stringify({ files: paths }, null, 2)}\n`
      : [...paths.map((path) => `  + ${path}`), ...nextSteps(imageName(server)), ""].join("\n"),
  );
  return exitCode.done;
}

const nextSteps = (image: string): readonly string[] => [
  "Both files are yours to change. After `toolgen build`, build the image, and run it with a file that lists who may call:",
  `  docker build -t ${image} .`,
  `  docker run --init -p 8848:8848 -v "$PWD/tokens:/run/secrets/tokens:ro" ${image}`,
];

/** `dist/assets/starters.json.br`: a tool's modules are paths of `modules`. */
interface Starters {
  readonly tools: Readonly<Record<string, Packed>>;
  readonly modules: Readonly<Record<string, string>>;
}

interface Packed {
  readonly kind: string;
  readonly risk: string;
  readonly description: string;
  readonly spec: string;
  readonly entry?: string;
  readonly modules: readonly string[];
}

/** `toolgen new --list`: lists the tools that come with toolgen, one a line. */
function listStarters({ json }: { readonly json?: true }, terminal: Terminal): number {
  const rows = rowsOf(read());
  terminal.out(json ? `${JSON.stringify(rows, null, 2)}\n` : table(rows, ["name", "kind", "risk"]));
  return exitCode.done;
}

/** A tool that comes with toolgen, by its name with or without `std/`. */
function findStarter(asked: string): Starter {
  const starters = read();
  const name = asked.startsWith("std/") ? asked : `std/${asked}`;
  const packed = Object.hasOwn(starters.tools, name) ? starters.tools[name] : undefined;
  if (packed === undefined) throw unknown(asked, closest(name, Object.keys(starters.tools)), starters);
  const modules = Object.fromEntries(packed.modules.map((path) => [path, starters.modules[path] ?? ""]));
  return { name: name.replace("std/", ""), spec: packed.spec, entry: packed.entry, modules };
}

const read = (): Starters =>
  JSON.parse(brotliDecompressSync(readFileSync(new URL("dist/assets/starters.json.br", packageRoot))).toString("utf8"));

const rowsOf = ({ tools }: Starters) =>
  Object.entries(tools).map(([name, { kind, risk, description }]) => ({ name, kind, risk, description: firstSentence(description) }));

function unknown(asked: string, near: string | undefined, starters: Starters): UsageError {
  const didYouMean = near === undefined ? "" : ` Did you mean '${near}'?`;
  const lines = table(rowsOf(starters), ["name", "kind", "risk"]).trimEnd();
  return new UsageError(`No tool named '${asked}' comes with toolgen.${didYouMean}`, `There are:\n${lines}`);
}
