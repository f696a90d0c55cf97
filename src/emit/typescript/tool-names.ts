import { fileName, typeName } from "../print/type-name.js";

/**
 * The imports of a tool's generated module from `toolgen/runtime` (`templates/tools/tool.ts.hbs`). Its own names must
 * differ from these.
 */
const imported = new Set([
  "BaseDeclarativeTool",
  "CommandInvocation",
  "normalizeArguments",
  "NormalizedArguments",
  "ToolEnvironment",
  "ToolResult",
  "WithDefaults",
]);

/** The names that a tool's generated module exports, and its file. */
export interface ToolNames {
  readonly prefix: string;
  readonly paramsType: string;
  readonly argsType: string;
  readonly className: string;
  readonly normalizer: string;
  /** Its module, below the output folder. */
  readonly path: string;
  /** The module of its compiled data. */
  readonly definitionPath: string;
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
    className: withoutClash(`${prefix}Tool`),
    normalizer: `normalize${prefix}Args`,
    path: `tools/${fileName(tool)}.ts`,
    definitionPath: `tools/${fileName(tool)}.definition.ts`,
  };
}

/** How a module of `tools/` imports another one there, after both are compiled. */
export const moduleSpecifier = (path: string): string => path.replace(/^tools\//, "").replace(/\.ts$/, ".js");

/** Names that further types of the tool must not have. */
export const takenNames = ({ paramsType, argsType, className }: ToolNames): readonly string[] => [
  ...imported,
  paramsType,
  argsType,
  className,
];

/** Returns a name that no import has: the class of a tool `base_declarative` would have that of its base. */
const withoutClash = (name: string) => (imported.has(name) ? `${name}_` : name);
