import type { PathRule, SandboxRules, ToolKind } from "../../contract/definition.js";
import type { JsonObject, JsonValue } from "../../contract/json-value.js";
import type { RiskLevel, RiskRule } from "../../contract/risk.js";
import type { DeclaredTools } from "../../contract/surface-change.js";
import type { TargetName } from "../model.js";

/**
 * The part of a project that models and clients see, with what its tools may do. It is the content of `toolgen.lock`.
 * Keys are names.
 */
export interface Surface {
  readonly tools: Readonly<Record<string, ToolSurface>>;
  readonly prompts: Readonly<Record<string, PromptSurface>>;
  readonly resources: Readonly<Record<string, ResourceSurface>>;
  /** The declarations of the MCP servers' tools that specs call, by server and tool; absent if there are none. */
  readonly upstreams?: DeclaredTools;
  /** The names of all tools of MCP servers that specs call, also of undeclared ones; not in `toolgen.lock`. */
  readonly serverTools?: readonly string[];
  /** The settings of `toolgen.yaml` that aren't about one document; absent in older locks. */
  readonly project?: Details;
}

/**
 * Settings by their keys in the language, such as `timeout`, `output.format` or `exitCodes.3`. A value that says
 * nothing to people is a hash.
 */
export type Details = Readonly<Record<string, JsonValue>>;

export interface ToolSurface {
  readonly title: string;
  /** The description that models read. */
  readonly description: string;
  readonly kind: ToolKind;
  readonly nameAliases: readonly string[];
  readonly targets: readonly TargetName[];
  readonly toolsets: readonly string[];
  readonly scopes: readonly string[];
  readonly risk: RiskSurface;
  /** The JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** Other names of parameters, by the selector of the parameter. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  readonly mutuallyExclusive: readonly (readonly string[])[];
  /** The other forms of calls that the spec accepts; absent in older locks. */
  readonly repairs?: RepairSurface;
  /** The spec's own MCP hints; absent in older locks. */
  readonly hints?: Readonly<Record<string, boolean>>;
  /** The JSON Schema of structured results; `null` if they have none. */
  readonly result: JsonObject | null;
  readonly access: AccessSurface;
  /** All other settings of the spec; absent in older locks. */
  readonly details?: Details;
}

/** The forms that `ignore`, `wrap` and `coerce` accept, by the selector of the parameter or key. */
export type RepairSurface = Readonly<Record<string, readonly string[]>>;

export interface RiskSurface {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  readonly rules: readonly Pick<RiskRule, "when" | "level" | "requiresConfirmation">[];
}

/** Everything outside of the tool's process that a call can start, read, write or reach. */
export interface AccessSurface {
  readonly programs: readonly string[];
  /** `POST https://api.example.com` */
  readonly requests: readonly string[];
  readonly privateHosts: readonly string[];
  /** By the selector of the parameter. */
  readonly paths: Readonly<Record<string, Pick<PathRule, "access" | "root">>>;
  /** Variables that are passed on from the environment, secrets included. */
  readonly variables: readonly string[];
  /**
   * A hash of everything that a call executes: commands with their arguments, scripts, requests, and the name of a
   * handler. A spec doesn't say what these do.
   */
  readonly execution: string;
  /** `null`: no sandbox. */
  readonly sandbox: Pick<SandboxRules, "write" | "read" | "network"> | null;
}

export interface PromptSurface {
  readonly title: string;
  readonly description: string;
  readonly scopes: readonly string[];
  /** The JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly completions?: CompletionsSurface;
  readonly details?: Details;
}

/** The commands that complete parameters, by parameter; absent if there are none. */
export type CompletionsSurface = Readonly<Record<string, CompletionSurface>>;

export type CompletionSurface = AccessSurface & { readonly details?: Details };

export interface ResourceSurface {
  readonly title: string;
  readonly description: string;
  /** The URI, or the template of URIs. */
  readonly uri: string;
  /** `null`: by the name of the file. */
  readonly mimeType: string | null;
  readonly scopes: readonly string[];
  /** The JSON Schema of the variables. */
  readonly parameters: JsonObject;
  readonly risk: RiskSurface;
  readonly access: AccessSurface;
  readonly completions?: CompletionsSurface;
  readonly details?: Details;
}

/** The own member of a map whose keys are names from specs, such as `constructor`. */
export const ownMember = <T>(map: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;
