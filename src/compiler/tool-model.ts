import { type McpHints, mcpHints } from "../call/decide-tool.js";
import type { Selector, ToolDefinition, ToolKind } from "../contract/definition.js";
import type { SourceFile, Span } from "../contract/diagnostic.js";
import type { JsonObject, JsonValue } from "../contract/json-value.js";
import type { RiskLevel } from "../contract/risk.js";
import type { DeclaredTool } from "../contract/surface-change.js";
import type { DashNote } from "../programs/dash-rules.js";
import type { PlacedValue } from "../programs/place-class.js";

/** A checked tool, with all defaults filled in. Emitters read only this. */
export interface ToolModel {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly nameAliases: readonly string[];
  readonly toolsets: readonly string[];
  readonly risk: RiskModel;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** The spec's own members of the tool, prompt or resource in lists of MCP: `icons` and `_meta`. */
  readonly listing: JsonObject;
  /**
   * The canonical JSON Schema of the arguments, which clients are shown and calls are checked by: `type: object` and
   * `additionalProperties` are explicit.
   */
  readonly schema: JsonObject;
  /** The language that the spec's schema names in `$schema`, for clients of MCP. */
  readonly dialect?: string;
  /**
   * The form of it for clients that validate calls before they send them: everything that repair accepts passes there
   * (`check/client-schema`).
   */
  readonly openSchema: JsonObject;
  /** The canonical schema's validator as a CommonJS module, which requires ajv's runtime helpers by their paths. */
  readonly validator: string;
  /** The same for `output.schema`, if there is one. */
  readonly outputValidator: string | undefined;
  /** Parameters that name the place of a call's effect: a path, and the line in it. */
  readonly locations: readonly { readonly path: Selector; readonly line?: Selector | undefined }[];
  readonly dashes: readonly DashNote[];
  /** Programs that must be installed, by the platform of a call. */
  readonly requires: Readonly<Record<PlatformName, readonly Requirement[]>>;
  /** The values of a call in the places of its commands, in the order of the spec. */
  readonly values: readonly PlacedValue[];
  /** Parameters that the author calls plain data, as selectors. */
  readonly data: readonly string[];
  readonly examples: readonly ExampleModel[];
  readonly otherChoices: readonly OtherChoiceModel[];
  /** The part that the runtime needs to execute a call. */
  readonly definition: ToolDefinition;
  /** The client whose own tool this is, and which executes its calls. toolgen repairs them and decides their risk. */
  readonly host?: HostName;
  /** The function that runs the tool, if there is one. */
  readonly handler?: HandlerModel;
  /** Files of the project that it starts, or that an interpreter does. */
  readonly scripts?: readonly ScriptModel[];
  readonly source: ToolSource;
  /** The MCP server's tool that it calls, by server and tool: `everything/echo`. */
  readonly serverTool?: string;
  /** The declaration of that tool at its last import. */
  readonly upstream?: DeclaredTool;
  /** The tool with the claims of its spec that toolgen.lock doesn't have. Until they are accepted, calls ask. */
  readonly asDeclared?: ToolModel;
}

/** Limits of a tool whose spec has no others: its time, and its output's lines and bytes. */
export const toolDefaults = { timeoutMs: 60_000, maxLines: 2000, maxBytes: 50_000 };

/** A file that a tool needs. */
export interface ScriptModel {
  /** Relative to the project's root. */
  readonly file: string;
  /** True if this file is the program itself, which must be executable, and not an interpreter's argument. */
  readonly isProgram: boolean;
  /** Its position in the spec. */
  readonly span: Span;
}

/** Clients whose own tools specs can describe. */
export const hostNames = ["pi"] as const;

/** A client that a tool may be limited to. */
export type HostName = (typeof hostNames)[number];

/** A function in a file of the project. */
export interface HandlerModel {
  /** Relative to the project's root. */
  readonly file: string;
  readonly exportName: string;
  /** Packages that it loads from the project's `node_modules`, with their positions in the spec. */
  readonly external: readonly { readonly name: string; readonly span: Span }[];
  /** Its position in the spec. */
  readonly span: Span;
}

/** A handler in the form of the outputs: the bundle `NAME.cjs`, and the source map of a project's own. */
export interface HandlerBundle {
  readonly tool: string;
  readonly code: string;
  readonly map: string | undefined;
  /** The asset that it is, for a tool of the library. */
  readonly asset?: string | undefined;
  /** The project's packages in it. */
  readonly packages?: readonly BundledPackage[] | undefined;
}

/** A package whose code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json says it: an SPDX identifier, an expression, or other words. */
  readonly license?: string | undefined;
}

/** Platforms as specs name them. */
export const platformNames = ["linux", "macos", "windows"] as const;

/** A platform that a tool may be limited to. */
export type PlatformName = (typeof platformNames)[number];

/** A program that must be installed. `args` make it print its version, which must be in `range`, if there is one. */
export interface Requirement {
  readonly program: string;
  readonly range: string | undefined;
  readonly args: readonly string[];
  readonly install: string | undefined;
}

/** The risk of a tool, as its spec declares it. */
export interface RiskModel {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  readonly category: string | undefined;
  /** True if the project's settings refuse every call. */
  readonly isDenied: boolean;
  /** True if the project's settings change the level or the confirmation that the spec declares. */
  readonly isOverridden: boolean;
}

/** An example of a tool's spec, which is a test. */
export interface ExampleModel {
  readonly name: string;
  /** Texts with which users would ask for this call. */
  readonly prompts: readonly string[];
  readonly params: JsonObject;
  readonly given: JsonObject;
  readonly expect: Readonly<Record<string, JsonValue>>;
  readonly span: Span;
  /** The positions of the keys of `expect`, and of `params` and `given`: offsets in the tool's source file. */
  readonly keyPositions: Readonly<Record<string, number>>;
}

/** Prompts for which a model should choose another tool than the one whose spec has them, or none. */
export interface OtherChoiceModel {
  readonly name: string;
  readonly prompts: readonly string[];
  /** The name of a tool; `undefined`: none. */
  readonly tool: string | undefined;
  readonly span: Span;
}

/** Where a tool is declared. */
export interface ToolSource {
  readonly file: SourceFile;
  readonly nameSpan: Span;
}

/**
 * The description for a model, with a sentence for rules that no schema expresses for every client: which parameters
 * exclude each other.
 */
export function toolDescription({ description, definition }: ToolModel): string {
  const notes = definition.mutuallyExclusive.map((group) => `Give at most one of ${group.join(", ")}.`);
  return [description, ...notes].join("\n");
}

type AnnotatedTool = Pick<ToolModel, "kind" | "annotations"> & {
  readonly risk: Pick<ToolModel["risk"], "level" | "requiresConfirmation"> & Partial<ToolModel["risk"]>;
  readonly definition?: Pick<ToolModel["definition"], "http" | "mcp">;
};

/** The hints of a tool under the project's settings. */
export function mcpAnnotations({ kind, risk, annotations, definition }: AnnotatedTool): McpHints {
  const { level, requiresConfirmation, isOverridden = false } = risk;
  return mcpHints({ kind, level, requiresConfirmation, annotations, http: definition?.http, mcp: definition?.mcp, isOverridden });
}

/** The names that stand for several tools where tools are selected. */
interface ToolGroupNames {
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** The tools that read the output of a background tool and stop it, by its name. */
  readonly companions: Readonly<Record<string, readonly string[]>>;
}

type BackgroundOf = (tool: ToolModel) => ToolModel["definition"]["background"];

/**
 * Groups tools by their toolsets, and background tools with those that come with them. `backgroundOf` may take a tool's
 * part of that from a cache.
 */
export function toolGroups(
  tools: readonly ToolModel[],
  backgroundOf: BackgroundOf = ({ definition }) => definition.background,
): ToolGroupNames {
  const named = (label: string, belongs: (tool: ToolModel) => boolean) => [label, tools.filter(belongs).map(({ name }) => name)] as const;
  const labels = [...new Set(tools.flatMap((tool) => tool.toolsets))].sort();
  const backgrounds = new Map(tools.map((tool) => [tool, backgroundOf(tool)]));
  const starters = tools.filter((tool) => backgrounds.get(tool)?.does === "start");
  const toolsets = labels.map((label) => named(label, (tool) => tool.toolsets.includes(label)));
  const companions = starters.map(({ name }) =>
    named(name, (tool) => {
      const background = backgrounds.get(tool);
      return background?.of === name && background.does !== "start";
    }),
  );
  return { toolsets: Object.fromEntries(toolsets), companions: Object.fromEntries(companions) };
}

/**
 * The flags of the regular expression `matches` of an example: results are lines, so `^` and `$` are the ends of lines.
 */
export const resultPatternFlags = "mu";
