import type { JsonObject } from "./json-value.js";

/** The user's answer to a confirmation. The values are those of Gemini CLI 0.61. */
export const ToolConfirmationOutcome = {
  /** This call. */
  ProceedOnce: "proceed_once",
  /** This call, and such calls from now on. */
  ProceedAlways: "proceed_always",
  /** As `ProceedAlways`, and remembered in the settings. */
  ProceedAlwaysAndSave: "proceed_always_and_save",
  /** All tools of this MCP server from now on. */
  ProceedAlwaysServer: "proceed_always_server",
  /** This tool from now on. */
  ProceedAlwaysTool: "proceed_always_tool",
  /** Let me change the proposed content first. */
  ModifyWithEditor: "modify_with_editor",
  Cancel: "cancel",
} as const;

export type ToolConfirmationOutcome = (typeof ToolConfirmationOutcome)[keyof typeof ToolConfirmationOutcome];

/** A decision that overrides a tool's own rules: of a policy, or of settings. */
export type ForcedToolDecision = "allow" | "deny" | "ask_user";

/** The content of a confirmation, by `type`. The caller reports the answer to `onConfirm`. */
export type ToolCallConfirmationDetails =
  | ToolEditConfirmationDetails
  | ToolExecuteConfirmationDetails
  | ToolMcpConfirmationDetails
  | ToolInfoConfirmationDetails
  | ToolAskUserConfirmationDetails
  | ToolExitPlanModeConfirmationDetails
  | ToolSandboxExpansionConfirmationDetails;

/** The members of all confirmations. */
export interface Details {
  /** A short question. */
  readonly title: string;
  /** More to know before an answer: a warning, a reason. */
  readonly systemMessage?: string;
  /** Takes the answer. Resolves once the call is ready to go on. */
  readonly onConfirm: (outcome: ToolConfirmationOutcome, payload?: ToolConfirmationPayload) => Promise<void>;
}

/** A change of a file, whose content the user can edit first. */
export interface ToolEditConfirmationDetails extends Details {
  readonly type: "edit";
  readonly fileName: string;
  /** Absolute. */
  readonly filePath: string;
  /** A unified diff. */
  readonly fileDiff: string;
  /** The text as it is; `null` if there is no file. */
  readonly originalContent: string | null;
  /** The new text. */
  readonly newContent: string;
  /** The user is editing the proposal. */
  readonly isModifying?: boolean;
  readonly diffStat?: DiffStat;
  readonly isBuildFile?: boolean;
}

/** A program to run. */
export interface ToolExecuteConfirmationDetails extends Details {
  readonly type: "exec";
  /** The command as it could be typed in a shell. */
  readonly command: string;
  readonly rootCommand: string;
  readonly rootCommands: string[];
  readonly commands?: string[];
  readonly untrustedFlags?: string[];
  readonly modifiedBuildFiles?: string[];
}

/** A call of an MCP server's tool. */
export interface ToolMcpConfirmationDetails extends Details {
  readonly type: "mcp";
  readonly serverName: string;
  /** The server's name for it. */
  readonly toolName: string;
  readonly toolDisplayName: string;
  readonly toolArgs?: Record<string, unknown>;
  readonly toolDescription?: string;
  /** JSON Schema. */
  readonly toolParameterSchema?: unknown;
}

/** Any other action, which `prompt` describes. */
export interface ToolInfoConfirmationDetails extends Details {
  readonly type: "info";
  readonly prompt: string;
  readonly urls?: string[];
}

/** Questions of Gemini CLI's own tool `ask_user`. */
export interface ToolAskUserConfirmationDetails extends Details {
  readonly type: "ask_user";
  readonly questions: AskUserQuestion[];
}

/** A plan of Gemini CLI's plan mode that needs approval. */
export interface ToolExitPlanModeConfirmationDetails extends Details {
  readonly type: "exit_plan_mode";
  readonly planPath: string;
}

/** A command needs more than its sandbox gives. */
export interface ToolSandboxExpansionConfirmationDetails extends Details {
  readonly type: "sandbox_expansion";
  readonly command: string;
  readonly rootCommand: string;
  readonly additionalPermissions: {
    readonly fileSystem?: { readonly read?: string[]; readonly write?: string[] };
    readonly network?: boolean;
  };
}

/** A question of a tool that asks the user. */
export interface AskUserQuestion {
  readonly question: string;
  readonly header: string;
  readonly type: "choice" | "text" | "yesno";
  readonly options?: { readonly label: string; readonly description: string }[];
  readonly multiSelect?: boolean;
  readonly placeholder?: string;
  readonly unconstrainedHeight?: boolean;
}

/** The data of an answer: the content that the user edited, or the answers to questions. */
export type ToolConfirmationPayload = ToolEditConfirmationPayload | ToolAskUserConfirmationPayload | ToolExitPlanModeConfirmationPayload;

/** The content that the user made of a proposed edit. */
export interface ToolEditConfirmationPayload {
  /** Replaces the content that the tool proposed. */
  readonly newContent: string;
}

/** The user's answers to the questions of a tool. */
export interface ToolAskUserConfirmationPayload {
  /** By the question's index. */
  readonly answers: { readonly [questionIndex: string]: string };
}

/** The user's answer to a plan. */
export interface ToolExitPlanModeConfirmationPayload {
  readonly approved: boolean;
  readonly approvalMode?: "default" | "autoEdit" | "yolo" | "plan";
  readonly feedback?: string;
}

/** How a saved approval can be narrowed (`PolicyUpdateOptions` of Gemini CLI 0.61). */
export interface PolicyUpdateOptions {
  readonly argsPattern?: string;
  readonly commandPrefix?: string | string[];
  readonly mcpName?: string;
  readonly toolName?: string;
  readonly allowRedirection?: boolean;
}

/** The change of one file (Gemini CLI's `FileDiff`), shown before an edit is confirmed, and after it was made. */
export interface FileDiff {
  /** A unified diff with three lines of context. */
  readonly fileDiff: string;
  /** The last segment of the path. */
  readonly fileName: string;
  /** Absolute. */
  readonly filePath: string;
  /** The text before; `null` if there was no file. */
  readonly originalContent: string | null;
  /** The text after; empty if the file was deleted. */
  readonly newContent: string;
  readonly diffStat?: DiffStat;
  readonly isNewFile?: boolean;
  /** True if Gemini CLI counts the file as one that a build runs. Tools made of specs omit it. */
  readonly isBuildFile?: boolean;
}

/**
 * How much of a change is the model's and how much the user's, who may have edited the proposal. Characters are UTF-16
 * code units, without line breaks. The names are Gemini CLI's (`DiffStat` of `@google/gemini-cli-core` 0.61).
 */
export interface DiffStat {
  readonly model_added_lines: number;
  readonly model_removed_lines: number;
  readonly model_added_chars: number;
  readonly model_removed_chars: number;
  readonly user_added_lines: number;
  readonly user_removed_lines: number;
  readonly user_added_chars: number;
  readonly user_removed_chars: number;
}

/** A question that an MCP server asks the user during a call of one of its tools (`elicitation/create`). */
export interface ElicitationRequest {
  /** The alias of the server in `mcpServers`. Show it to the user. */
  readonly serverName: string;
  /** The question in the server's words, which may say anything. */
  readonly message: string;
  /** The form, in the part of JSON Schema that MCP has for forms: texts, numbers, booleans and choices. */
  readonly requestedSchema: ElicitationForm;
}

/** A form without properties asks for a yes or a no. */
export interface ElicitationForm {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[] | undefined;
}

/** The value of a field: a text, a number, a boolean, or several choices. */
export type ElicitationValue = string | number | boolean | readonly string[];

/** The user's answer: the form's values, a no (`decline`), or no decision (`cancel`). */
export type ElicitationResult =
  | { readonly action: "accept"; readonly content: Readonly<Record<string, ElicitationValue>> }
  | { readonly action: "decline" | "cancel" };

/** Asks the user. `signal` is aborted when the answer is no longer needed. */
export type ElicitationHandler = (request: ElicitationRequest, options: { readonly signal: AbortSignal }) => Promise<ElicitationResult>;
