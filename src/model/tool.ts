import type { SourceFile, Span } from "../diagnostics/diagnostic.js";
import type { Selector, ToolDefinition, ToolKind } from "../runtime/contract/definition.js";
import type { PromptMedia, PromptMessage } from "../runtime/contract/prompt.js";
import type { ResourceContent, UriTemplate } from "../runtime/contract/resource.js";
import type { RiskLevel } from "../runtime/contract/risk.js";
import type { JsonObject, JsonValue } from "../runtime/json/json-value.js";
import type { Settings } from "../runtime/policy/read-settings.js";
import type { McpServerModel } from "./mcp-server-model.js";
import type { PlacedValue } from "./place-class.js";
import type { ProgramRow } from "./program-row.js";
import type { ProviderFormat } from "./provider-format.js";
import type { ByTarget } from "./target-name.js";

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
  /** Tells a model about the tools of the MCP server together. */
  readonly instructions: string | undefined;
  readonly output: string;
  readonly specs: readonly string[];
  /** The library tools that the project selects: `std/read_file`. */
  readonly library: readonly string[];
  /** The sandboxes that `library` sets for its tools, by those names, in the form of their specs. */
  readonly sandboxes: Readonly<Record<string, JsonObject>>;
  readonly roots: Readonly<Record<string, string>>;
  readonly env: readonly string[];
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

/** The settings of each target: its tools, and its own options. */
export interface TargetsModel extends ByTarget<SelectionModel> {
  /** `classes`: on the base classes of `@google/gemini-cli-core`. */
  readonly gemini: SelectionModel & { readonly classes: boolean };
  /** `readOnly`: without the tools whose `readOnlyHint` is false. `pageSize`: of lists; by default each is one page. */
  readonly mcp: SelectionModel & { readonly readOnly: boolean; readonly pageSize: number | undefined };
  /** `overrides`: tools of pi's own whose arguments are repaired, and whose commands are guarded. */
  readonly pi: SelectionModel & { readonly overrides: readonly string[] };
  readonly providers: SelectionModel & { readonly formats: readonly ProviderFormat[] };
  readonly "claude-plugin": BundleModel;
  readonly "gemini-extension": BundleModel;
  readonly mcpb: BundleModel;
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
  /** The tool with the claims of its spec that toolgen.lock doesn't have. Until they are accepted, calls ask. */
  readonly asDeclared?: ToolModel;
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
export type HostName = (typeof hostNames)[number];

/** A function in a file of the project. */
export interface HandlerModel {
  /** Relative to the project's root. */
  readonly file: string;
  readonly exportName: string;
  /** Its position in the spec. */
  readonly span: Span;
}

/** A handler in the form of the outputs: the bundle `NAME.cjs`, and the source map of a project's own. */
export interface HandlerBundle {
  readonly tool: string;
  readonly code: string;
  readonly map: string | undefined;
}

/** Platforms as specs name them. */
export const platformNames = ["linux", "macos", "windows"] as const;
export type PlatformName = (typeof platformNames)[number];

/** A program that must be installed. `args` make it print its version, which must be in `range`, if there is one. */
export interface Requirement {
  readonly program: string;
  readonly range: string | undefined;
  readonly args: readonly string[];
  readonly install: string | undefined;
}

export interface RiskModel {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  readonly category: string | undefined;
  /** True if the project's settings refuse every call. */
  readonly isDenied: boolean;
  /** True if the project's settings change the level or the confirmation that the spec declares. */
  readonly isOverridden: boolean;
}

/** The decision whether a value that may begin an argument may also begin with `-`, and the rule that made it. */
export interface DashNote {
  readonly param: string;
  readonly mayDash: boolean;
  readonly because: string;
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

export interface ToolSource {
  readonly file: SourceFile;
  readonly nameSpan: Span;
}
