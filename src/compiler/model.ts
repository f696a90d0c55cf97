import type { Settings } from "../call/risk-settings.js";
import type { Span } from "../contract/diagnostic.js";
import type { PromptMedia, PromptMessage, ResourceContent, UriTemplate } from "../contract/documents.js";
import type { JsonObject } from "../contract/json-value.js";
import type { McpServerEntry } from "../contract/request.js";
import type { ProgramRow } from "../programs/place-class.js";
import type { ImportExtension } from "./source/tsconfig.js";
import type { HandlerBundle, ToolModel } from "./tool-model.js";

/** Everything a project declares, checked and with every default filled in. Tools are sorted by name. */
export interface Model {
  readonly project: ProjectModel;
  readonly tools: readonly ToolModel[];
  /** Tools that a client has and executes itself (`host`), sorted by name. No other target contains them. */
  readonly hosted: readonly ToolModel[];
  /** Prompts for MCP clients, sorted by name. */
  readonly prompts: readonly PromptModel[];
  /** Resources for MCP clients, sorted by name. */
  readonly resources: readonly ResourceModel[];
  /** For each target the names of the tools that it leaves out, sorted. */
  readonly excluded: ByTarget<readonly string[]>;
  /** Those that come with toolgen, until the project's own are compiled (`compileHandlers`). */
  readonly handlers: readonly HandlerBundle[];
  /** Files of the project that bundles take along, until they are read (`checkBundledFiles`) none. */
  readonly bundledFiles: readonly BundledFile[];
}

/** A file of the project in a bundle. */
export interface BundledFile {
  /** Relative to the project's root. */
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

/** The settings of `toolgen.yaml`, with defaults. Paths are relative to the project's root. */
export interface ProjectModel {
  /** The range of compilers that may build the project; `undefined` if `toolgen` is missing. */
  readonly compilers: string | undefined;
  /** The name of the MCP server and of extensions: letters, digits and `-`. */
  readonly server: string;
  /** Where that name stands. The folder's is kept in the manifest of the outputs. */
  readonly serverFrom: "settings" | "package" | "folder";
  /** Tells a model about the tools of the MCP server together. */
  readonly instructions: string | undefined;
  /** The version of the package that the outputs are in; `undefined`: they are in none. */
  readonly release: string | undefined;
  readonly output: string;
  readonly specs: readonly string[];
  /** The library tools that the project selects: `std/read_file`. */
  readonly library: readonly string[];
  /** The sandboxes that `library` sets for its tools, by those names, in the form of their specs. */
  readonly sandboxes: Readonly<Record<string, JsonObject>>;
  readonly roots: Readonly<Record<string, string>>;
  readonly env: readonly string[];
  /** Packages that all handlers load from the project's `node_modules`. */
  readonly external: readonly string[];
  /** Parts of the generated programs that are written only because the project asks for them. */
  readonly features: readonly FeatureName[];
  /** The MCP servers that tools call, by name. */
  readonly mcpServers: Readonly<Record<string, McpServerModel>>;
  /** The rows of the project about its own programs, by name: `acme orders`. */
  readonly programs: Readonly<Record<string, ProgramRow>>;
  /** Regular expressions over paths that the globs of `specs` match, and the project's own file. */
  readonly specPatterns: readonly string[];
  /** Limits that no spec may exceed; `undefined` if the project sets no limit. */
  readonly limits: {
    readonly timeoutMs: number | undefined;
    readonly maxBytes: number | undefined;
    /** The largest message that the MCP server reads. */
    readonly requestBytes: number | undefined;
  };
  readonly targets: TargetsModel;
  /** The settings that decide whether calls are allowed: `confirm` and `risk`. */
  readonly riskSettings: Settings;
  /** True if calls are logged (docs/audit.md). */
  readonly audit: boolean;
}

/** The parts of generated programs that few projects need (`features` in toolgen.yaml). */
export const featureNames = ["oauth", "proxy", "redis", "search", "telemetry"] as const;

/** A part of the generated programs that is written only if the project asks for it. */
export type FeatureName = (typeof featureNames)[number];

/** The settings of each target: its tools, and its own options. */
export interface TargetsModel extends ByTarget<SelectionModel> {
  /** `classes`: on the base classes of `@google/gemini-cli-core`. */
  readonly gemini: SelectionModel & { readonly classes: boolean };
  /**
   * `isNamed`: `toolgen.yaml` has the target. `readOnly`: without the tools whose `readOnlyHint` is false. `pageSize`:
   * of lists; by default each is one page.
   */
  readonly mcp: SelectionModel & { readonly isNamed: boolean; readonly readOnly: boolean; readonly pageSize: number | undefined };
  /** `importExtension`: how the modules import each other; `undefined`: as the project's TypeScript needs it. */
  readonly classes: SelectionModel & { readonly importExtension: ImportExtension | undefined };
  /** `overrides`: tools of pi's own whose arguments are repaired, and whose commands are guarded. */
  readonly pi: SelectionModel & { readonly overrides: readonly string[] };
  readonly providers: SelectionModel & { readonly formats: readonly ProviderFormat[] };
  readonly "claude-plugin": BundleModel;
  readonly "gemini-extension": BundleModel;
  readonly "antigravity-plugin": BundleModel;
  readonly mcpb: BundleModel;
  readonly package: PackageModel;
  readonly skills: SelectionModel & SkillSettings;
}

/** An npm package, and its entry in the MCP registry. */
export interface PackageModel extends BundleModel {
  readonly name: string;
  /** The server's name in the registry; `undefined`: it has no entry. */
  readonly mcpName: string | undefined;
  readonly license: string | undefined;
  readonly repository: string | undefined;
}

/** The settings of `targets.skills`. */
export interface SkillSettings {
  readonly each: "toolset" | "project";
  /** When a model should use the project's skill; `undefined`: it names the tools. */
  readonly description: string | undefined;
  /** The same of the skills of toolsets. */
  readonly toolsets: Readonly<Record<string, string>>;
  readonly version: string | undefined;
  /** True if skills name the commands of tools whose calls never ask. */
  readonly commands: boolean;
}

/** A bundle's manifest, and the files that it takes along besides the tools' scripts. */
export interface BundleModel extends SelectionModel {
  readonly version: string;
  readonly description: string | undefined;
  readonly author: string | undefined;
  readonly files: readonly string[];
}

/** Names of tools and toolsets. Without `include` a target contains all tools except those in `exclude`. */
export interface SelectionModel {
  /** The target is generated. */
  readonly isBuilt: boolean;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
}

/** A checked prompt. */
export interface PromptModel {
  /** Its name, its texts for people, and its arguments: as a tool that runs nothing. */
  readonly tool: ToolModel;
  readonly arguments: readonly PromptArgument[];
  readonly completions: readonly CompletionModel[];
  readonly messages: readonly PromptMessageModel[];
}

/** The command that completes a parameter of a prompt or a resource. */
export interface CompletionModel {
  readonly parameter: string;
  /** True if the command is given the text that was typed so far, so that each value that it prints is meant. */
  readonly usesText: boolean;
  /** The command as a tool, whose name is that of the document and the parameter. */
  readonly tool: ToolModel;
}

/** A message of a prompt. That of a file has the file's place. */
export type PromptMessageModel =
  | Exclude<PromptMessage, { readonly media: PromptMedia }>
  | { readonly role: PromptMessage["role"]; readonly media: PromptMediaModel };

/** An image or a sound of a prompt. */
export interface PromptMediaModel extends PromptMedia {
  /** Relative to the project's root. */
  readonly file: string;
  /** Its position in the spec. */
  readonly span: Span;
}

/** A checked resource. */
export interface ResourceModel {
  /** Its name, its texts for people, its variables, and what it runs. */
  readonly tool: ToolModel;
  readonly uri: { readonly kind: "fixed"; readonly uri: string } | ({ readonly kind: "template"; readonly text: string } & UriTemplate);
  /** `undefined`: by the name of the file. */
  readonly mimeType: string | undefined;
  readonly content: ResourceContent;
  /** The values of variables whose schema lists them. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly completions: readonly CompletionModel[];
}

/** An argument as clients list it. */
export interface PromptArgument {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** The texts that it can be, if the spec lists them. */
  readonly choices: readonly string[] | undefined;
}

/** An MCP server of the project. */
export interface McpServerModel {
  readonly server: McpServerEntry;
  /** Variables passed on to its program. */
  readonly pass: readonly string[];
  /** The variables that its entry uses and that must be set, each with its description. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The formats of function declarations that `targets.providers` writes. */
export const providerFormats = ["openai", "openai-strict", "anthropic", "gemini"] as const;

/** A provider that tools are compiled for. */
export type ProviderFormat = (typeof providerFormats)[number];

/** The targets that tools are compiled for, as `targets` in toolgen.yaml names them. */
export const targetNames = [
  "gemini",
  "mcp",
  "classes",
  "pi",
  "providers",
  "claude-plugin",
  "gemini-extension",
  "antigravity-plugin",
  "mcpb",
  "package",
  "skills",
  "opencode",
  "docs",
] as const;

/** A target of `toolgen.yaml`. */
export type TargetName = (typeof targetNames)[number];

/** Folders that users install in their clients, whole. */
export const bundleNames = [
  "claude-plugin",
  "gemini-extension",
  "antigravity-plugin",
  "mcpb",
  "package",
] as const satisfies readonly TargetName[];

export type BundleName = (typeof bundleNames)[number];

/** Something for each target. */
export type ByTarget<T> = Readonly<Record<TargetName, T>>;

export function byTarget<T>(value: (name: TargetName) => T): ByTarget<T> {
  // Each name is there once.
  return Object.fromEntries(targetNames.map((name) => [name, value(name)])) as ByTarget<T>;
}

/** Targets that every project has. The others are built only where `toolgen.yaml` names them. */
export const isBuiltByDefault = (name: TargetName): boolean => name === "gemini" || name === "mcp" || name === "classes";

/** The model for outputs of all of these targets: without the tools that one of them leaves out. */
export function modelFor(model: Model, ...targets: readonly TargetName[]): Model {
  const excluded = new Set(targets.flatMap((target) => model.excluded[target]));
  return excluded.size === 0 ? model : { ...model, tools: model.tools.filter(({ name }) => !excluded.has(name)) };
}

/** The targets that a project is built for: most only if `toolgen.yaml` names them. */
export function builtTargets({ project }: Pick<Model, "project">): readonly TargetName[] {
  return targetNames.filter((target) => project.targets[target].isBuilt);
}

/** Returns the targets that include a tool. A tool that a client executes itself is in none. */
export function targetsOf(model: Pick<Model, "excluded" | "project">, { name, host }: ToolModel): readonly TargetName[] {
  return host === undefined ? builtTargets(model).filter((target) => !model.excluded[target].includes(name)) : [];
}

/** Returns everything that a model can run, as tools: its tools, its resources, and the commands that complete. */
export const runnableTools = ({ tools, prompts, resources }: Pick<Model, "tools" | "prompts" | "resources">): readonly ToolModel[] => [
  ...tools,
  ...resources.map(({ tool }) => tool),
  ...[...prompts, ...resources].flatMap(({ completions }) => completions.map(({ tool }) => tool)),
];

/**
 * The name of the server in a plugin for Claude Code. The plugin has the project's own name, and both stand before each
 * tool's.
 */
export const pluginServer = "tools";

/** The text that Claude Code puts before the name of a tool in the plugin. */
export const pluginPrefix = (plugin: string): string => `mcp__plugin_${plugin}_${pluginServer}__`;
