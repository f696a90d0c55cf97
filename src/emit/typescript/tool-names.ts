import { fileName, typeName } from "../print/identifier.js";

/** What the generated module of a tool imports from `toolgen/runtime`; no name of its own may be one of these. */
export const runtimeImports = {
  values: ["BaseDeclarativeTool", "CommandInvocation", "defineTool", "normalize"],
  types: ["JsonObject", "Normalized", "Surroundings", "ToolDefinition", "ToolResult", "WithDefaults"],
} as const;

/** The names that a tool's generated module exports, and its file. */
export interface ToolNames {
  readonly prefix: string;
  readonly paramsType: string;
  readonly argsType: string;
  readonly className: string;
  readonly normalizer: string;
  /** Below the output folder. */
  readonly path: string;
}

const imported = new Set<string>([...runtimeImports.values, ...runtimeImports.types]);

/** Made of the tool's name alone. Names of tools differ by more than case and underscores (`checkUniqueNames`), so these differ too. */
export function toolNames(tool: string): ToolNames {
  const prefix = typeName(tool);
  return {
    prefix,
    paramsType: own(`${prefix}Params`),
    argsType: own(`${prefix}Args`),
    className: own(`${prefix}Tool`),
    normalizer: `normalize${prefix}Args`,
    path: `tools/${fileName(tool)}.ts`,
  };
}

/** Names that further types of the tool must not have. */
export const takenNames = ({ paramsType, argsType, className }: ToolNames): readonly string[] => [
  ...imported,
  paramsType,
  argsType,
  className,
];

/** A tool may be called `base_declarative`. */
const own = (name: string) => (imported.has(name) ? `${name}_` : name);
