import { createHash } from "node:crypto";
import { moduleFormat } from "../../../call/tool-index.js";
import { isObjectSchema } from "../../../contract/json-schema.js";
import type { Model } from "../../model.js";
import type { OutputFile, PrintPart } from "../../output-file.js";
import type { ImportStyle } from "../../source/tsconfig.js";
import { type ToolModel, toolDescription } from "../../tool-model.js";
import { docComment, inLineComment, literal, moduleHeader, propertyKey, quoted } from "./literal.js";
import { renderTemplate } from "./render-template.js";
import { freeName, moduleSpecifier, type ToolNames, toolNames } from "./tool-names.js";

/**
 * The module of one tool: the types of its parameters, its normaliser, its class, and its compiled data in typed
 * constants, so that data that the runtime doesn't understand doesn't compile.
 */
export function toolFile(tool: ToolModel, { types, imports }: { readonly types: string; readonly imports: ImportStyle }): string {
  const names = toolNames(tool.name);
  const { displayName, locations } = tool;
  return renderTemplate("tools/tool.ts.hbs", {
    header: moduleHeader(tool.source.file.path),
    runtimeModule: moduleSpecifier(runtimePath, imports),
    ...{ paramsType: names.paramsType, argsType: names.argsType, className: names.className, normalizer: names.normalizer },
    ...{ schema: names.schema, result: resultType(tool), hasResult: hasResult(tool), resultImport: resultImport(tool) },
    hasDefaults: hasDefaults(tool),
    types,
    args: argsType(tool, names),
    normalizerDocs: normalizerDocs(tool),
    docs: docComment(`${tool.displayName} (${tool.kind}, ${tool.risk.level}).\n\n${tool.description}`),
    name: quoted(tool.name),
    definition: literal(tool.definition),
    parameterSchema: literal(tool.schema),
    declaration: literal({ format: moduleFormat, displayName, description: toolDescription(tool), locations }),
  });
}

/** The module by which all others import the runtime. No tool's file begins with an underscore. */
export const runtimePath = "tools/_runtime.ts";

export const runtimeFile = (): string => renderTemplate("tools/runtime.ts.hbs", { header: moduleHeader() });

const hasDefaults = ({ definition }: ToolModel) => Object.keys(definition.defaults).length > 0;

const hasResult = ({ definition }: ToolModel) => definition.output.schema !== undefined;

/** The type of results without a schema. */
const noResult = "ToolResult";

const resultImport = (tool: ToolModel) => (hasResult(tool) ? "TypedResult" : noResult);

/** The type of a tool's results: data that isn't an object is under `result` (`toStructuredContent`). */
function resultType({ name, definition: { output } }: ToolModel): string {
  if (output.schema === undefined) return noResult;
  const { resultType } = toolNames(name);
  return `TypedResult<${isObjectSchema(output.schema) ? resultType : `{ result: ${resultType} }`}>`;
}

export function argsType(tool: ToolModel, { argsType: name, paramsType }: ToolNames): string {
  const keys = Object.keys(tool.definition.defaults).map(quoted).join(" | ");
  const type = hasDefaults(tool) ? `WithDefaults<${paramsType}, ${keys}>` : paramsType;
  const docs = hasDefaults(tool) ? `\`${paramsType}\` with defaults filled in.` : `\`${paramsType}\`: no parameter has a default.`;
  return `${docComment(docs)}\nexport type ${name} = ${type};`;
}

function normalizerDocs({ name, definition }: ToolModel): string {
  const aliases = definition.aliases.map(({ target, names }) => `\`${target.join(".").replaceAll(".[]", "[]")}\`: ${names.join(", ")}`);
  const text = [
    `Turns a model's arguments into those of \`${name}\`, as every call does: renames aliases, converts values whose type`,
    "is wrong where only one conversion is possible, and fills in defaults. A refusal lists its problems as codes with their",
    "facts; `problemText` renders one for the model.",
    ...(aliases.length === 0 ? [] : ["", "Aliases:", ...aliases.map((line) => `- ${line}`)]),
  ];
  return docComment(text.join("\n"));
}

/** How the index imports modules, and the printed types of each tool. */
interface IndexParts {
  readonly imports: ImportStyle;
  readonly part: PrintPart;
  readonly typesOf: (tool: ToolModel) => string;
}

/** `tools/index.ts`: everything by its name, and maps from a tool's name to its class, parameters and results. */
export function indexFile({ tools, project }: Model, { imports, part, typesOf }: IndexParts): string {
  const factsOf = (tool: ToolModel) => JSON.parse(part(tool, "index", () => JSON.stringify(indexFacts(tool, typesOf(tool))))) as IndexFacts;
  const facts = tools.map((tool) => ({ ...factsOf(tool), name: tool.name }));
  const taken = new Set([...ownTypes, ...tools.flatMap((tool) => typeNames(toolNames(tool.name)))]);
  return renderTemplate("tools/index.ts.hbs", {
    header: moduleHeader(project.specs.join(", ")),
    note: importNote(imports),
    runtimeTypes: ["GeneratedToolClass", ...new Set(facts.map(({ result }) => (result === noResult ? noResult : "TypedResult")))]
      .sort()
      .join(", "),
    tools: facts.map(({ name: tool, result, declared }) => {
      const names = toolNames(tool);
      const own = new Set(typeNames(names));
      const others = declared.filter((name) => !own.has(name)).map((name) => ({ name, as: freeName(name, taken) }));
      const { paramsType, argsType, className, normalizer, schema } = names;
      const imported = [paramsType, ...(result === noResult ? [] : [names.resultType])];
      const exported = [argsType, ...imported, ...others.map(({ name, as }) => (name === as ? name : `${name} as ${as}`))];
      return {
        ...{ key: propertyKey(tool), paramsType, className, result, module: moduleSpecifier(names.path, imports) },
        imported: [...imported.map(asType), className].join(", "),
        exported: [normalizer, schema, ...exported.map(asType), className].join(", "),
      };
    }),
  });
}

/** The type of a tool's results, and the types that its module declares. */
interface IndexFacts {
  readonly result: string;
  readonly declared: readonly string[];
}

const indexFacts = (tool: ToolModel, types: string): IndexFacts => ({ result: resultType(tool), declared: declaredNames(types) });

const asType = (name: string) => `type ${name}`;

/** The other types of the index. */
const ownTypes = ["GeneratedToolClass", "ToolName", "ToolParamsByName", "ToolResult", "ToolResultsByName", "ToolsByName", "TypedResult"];

const typeNames = ({ paramsType, argsType, resultType, className }: ToolNames) => [paramsType, argsType, resultType, className];

/** The names of the types that a text declares. No comment of a spec begins a line like this. */
const declaredNames = (types: string): readonly string[] =>
  [...types.matchAll(/^export (?:interface|type) ([\w$]+)/gm)].map(([, name = ""]) => name);

/** Explains imports that don't end in `.js`, where a program that can't resolve them is likely to point. */
function importNote({ extension, reason }: ImportStyle): string {
  if (reason === undefined) return "";
  const form = extension === "ts" ? "end in .ts" : "have no extension";
  return inLineComment(`Imports ${form}: ${reason}. Change this by targets.classes.importExtension in toolgen.yaml.`);
}

interface FileOfTool {
  /** How its modules import each other, if it imports one. */
  readonly imports?: ImportStyle;
  readonly path: string;
  readonly tool: ToolModel;
  readonly part: PrintPart;
  readonly print: () => string;
}

/**
 * Returns a file that depends on one tool. It is printed each time that its text is needed, because the texts of
 * thousands of tools would take hundreds of megabytes. If its hash is cached and equals that of the file on disk, it
 * never is.
 */
export function fileOfTool({ path, tool, part, print, imports }: FileOfTool): OutputFile {
  const hashPart = (hash: () => string) => part(tool, `sha256:${path}${imports === undefined ? "" : `:${imports.extension}`}`, hash);
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
  let printed: string | undefined;
  return {
    path,
    executable: false,
    get sha256() {
      return printed ?? hashPart(() => hashOf(print()));
    },
    get text() {
      const text = print();
      const hash = printed ?? hashOf(text);
      printed = hash;
      // The next build finds it there.
      hashPart(() => hash);
      return text;
    },
  };
}

/**
 * Returns a file that depends on several tools. It is printed each time that its text is needed, because that of
 * thousands of tools has many megabytes.
 */
export function fileOfTools(path: string, print: () => string): OutputFile {
  return {
    path,
    executable: false,
    shared: true,
    get text() {
      return print();
    },
  };
}
