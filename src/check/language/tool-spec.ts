import type { HostName } from "../../model/tool.js";
import type { OutputFormat, ToolKind } from "../../runtime/contract/definition.js";
import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import type { CodeLanguageName } from "../programs/code-languages.js";
import type {
  BackgroundSpec,
  CommandSpec,
  EnvSpec,
  GuardSpec,
  PlatformsSpec,
  RequiresSpec,
  SandboxSpec,
  ShellSpec,
} from "./environment-shape.js";
import type { HttpSpec } from "./http-shape.js";
import type { RepairSpec } from "./repair-shape.js";

/** What `decode` makes of a tool document: keys that were wrong are left out. */
export interface ToolSpec extends RepairSpec {
  readonly name?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly kind?: ToolKind;
  readonly nameAliases?: readonly string[];
  readonly toolsets?: readonly string[];
  readonly schema?: JsonObject;
  readonly mutuallyExclusive?: readonly (readonly string[])[];
  readonly paths?: Readonly<Record<string, Access | PathSpec>>;
  readonly code?: Readonly<Record<string, CodeLanguageName>>;
  readonly allowLeadingDash?: readonly string[];
  readonly risk?: RiskLevel | RiskSpec;
  readonly annotations?: Readonly<Record<string, boolean>>;
  readonly command?: CommandSpec;
  readonly shell?: ShellSpec;
  readonly http?: HttpSpec;
  readonly handler?: string;
  readonly host?: HostName;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: EnvSpec;
  readonly secrets?: readonly string[] | Readonly<Record<string, string | SecretSpec>>;
  readonly tempFiles?: Readonly<Record<string, string | { readonly text: string; readonly suffix?: string }>>;
  readonly timeout?: number;
  readonly background?: BackgroundSpec | boolean;
  readonly sandbox?: SandboxSpec;
  readonly guard?: GuardSpec;
  readonly platforms?: PlatformsSpec;
  readonly requires?: RequiresSpec;
  readonly exitCodes?: Readonly<Record<string, string | { readonly error: string }>>;
  readonly statusCodes?: ToolSpec["exitCodes"];
  readonly output?: OutputFormat | OutputSpec;
  readonly summary?: string;
  readonly locations?: readonly { readonly path: string; readonly line?: string }[];
  readonly examples?: readonly ExampleSpec[];
}

export type Access = "read" | "write" | "readWrite";

export interface PathSpec {
  readonly access?: Access;
  readonly root?: string;
  readonly type?: "file" | "directory" | "any";
  readonly mustExist?: boolean;
}

export interface RiskSpec {
  readonly level?: RiskLevel;
  readonly requiresConfirmation?: boolean;
  readonly impact?: string;
  readonly category?: string;
  readonly rules?: readonly RiskRuleSpec[];
}

export interface RiskRuleSpec {
  /** Missing where it was wrong. */
  readonly when?: JsonObject;
  readonly level?: RiskLevel;
  readonly requiresConfirmation?: boolean;
  readonly impact?: string;
}

export interface OutputSpec {
  readonly format?: OutputFormat;
  readonly mimeType?: string;
  readonly select?: string;
  readonly schema?: JsonObject;
  readonly file?: string;
  readonly stderr?: "onError" | "merge" | "ignore";
  readonly maxLines?: number;
  readonly maxBytes?: number;
  readonly keep?: "head" | "tail" | "both";
  readonly display?: string;
  readonly preview?: boolean;
}

export interface ExampleSpec {
  readonly name?: string;
  readonly given?: JsonObject;
  readonly params?: JsonObject;
  readonly expect?: Readonly<Record<string, JsonValue>>;
}

export interface SecretSpec {
  readonly description?: string;
  readonly optional?: boolean;
}
