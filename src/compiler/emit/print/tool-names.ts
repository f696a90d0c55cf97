import { fileBase } from "../../../contract/names.js";
import type { ImportExtension, ImportStyle } from "../../source/tsconfig.js";

/**
 * The names that a tool's generated module imports from `toolgen/runtime`, and its constants
 * (`templates/tools/tool.ts.hbs`). Its exports must differ from these.
 */
const imported = new Set([
  "BaseDeclarativeTool",
  "CommandInvocation",
  "DefinedTool",
  "JsonObject",
  "ToolDefinition",
  "checkEnvironment",
  "defineTool",
  "definition",
  "normalizeArguments",
  "parameterSchema",
  "tool",
  "NormalizedArguments",
  "ToolEnvironment",
  "ToolResult",
  "ToolSchema",
  "TypedResult",
  "toolSchema",
  "WithDefaults",
]);

/** The names that a tool's generated module exports, and its file. */
export interface ToolNames {
  readonly prefix: string;
  readonly paramsType: string;
  readonly argsType: string;
  /** The type of its data, if it declares `output.schema`. */
  readonly resultType: string;
  /** Its Standard Schema. */
  readonly schema: string;
  readonly className: string;
  readonly normalizer: string;
  /** Its module, below the output folder. */
  readonly path: string;
}

/**
 * Made from the tool's name alone. Names of tools differ by more than case and underscores (`checkUniqueNames`), so
 * these differ too.
 */
export function toolNames(tool: string): ToolNames {
  const prefix = typeName(tool);
  return {
    prefix,
    paramsType: withoutClash(`${prefix}Params`),
    argsType: withoutClash(`${prefix}Args`),
    resultType: withoutClash(`${prefix}Result`),
    schema: withoutClash(`${prefix.charAt(0).toLowerCase()}${prefix.slice(1)}Schema`),
    className: withoutClash(`${prefix}Tool`),
    normalizer: `normalize${prefix}Args`,
    path: `tools/${fileName(tool)}.ts`,
  };
}

const suffixes: Readonly<Record<ImportExtension, string>> = { js: ".js", ts: ".ts", none: "" };

/** How a module of `tools/` imports another one there. */
export const moduleSpecifier = (path: string, { extension }: ImportStyle): string =>
  path.replace(/^tools\//, "").replace(/\.ts$/, suffixes[extension]);

/** Names that further types of the tool must not have. */
export const takenNames = ({ paramsType, argsType, resultType, className }: ToolNames): readonly string[] => [
  ...imported,
  paramsType,
  argsType,
  resultType,
  className,
];

/** Returns a name that no import has: the class of a tool `base_declarative` would have that of its base. */
const withoutClash = (name: string) => (imported.has(name) ? `${name}_` : name);

/**
 * Converts a tool's name, or a key, to the name of a type: `search_text` → `SearchText`, `md5sum` → `Md5Sum`. Capitals
 * inside stay. A text that can't begin a name, or is empty, gets a leading underscore. json-schema-to-typescript
 * changes other names.
 */
export function typeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .replace(/\d[a-z]/g, (found) => found.toUpperCase());
  return /^[A-Za-z]/.test(joined) ? joined : `_${joined}`;
}

/** Reserves a free name: the requested one, or with the first number after it that makes it free. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
  taken.add(name);
  return name;
}

/**
 * Converts a tool's name to the name of a file beside `index.ts`: `searchText` and `search_text` → `search-text`. Names
 * of tools differ by more than that.
 */
export function fileName(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").split("_");
  const joined = words
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())
    .join("-");
  return joined === "" || joined === "index" ? `${joined}_` : fileBase(joined);
}
