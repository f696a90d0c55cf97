import type { Denial, RunOutcome } from "./call-result.js";
import type { BackgroundRules, GuardRules, OutputFormat, PathRule, ProjectPaths, SandboxRules, ToolDefinition } from "./definition.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import type { RepairReport, RepairRules } from "./repair.js";
import type { PreparedRequest } from "./request.js";
import type { CallDecision, CallFolders, Decision, RiskLevel, RiskSettings } from "./risk.js";
import type { DeclaredTool } from "./surface-change.js";

/** The call's own folder: absolute paths, and the content of its files. Nothing in it exists yet. */
export interface TemporaryFolder {
  readonly path: string;
  readonly files: readonly { readonly name: string; readonly path: string; readonly text: string }[];
}

/**
 * The environment of a call. `workspace` is the absolute launch directory, `projectDir` the absolute root of the specs'
 * project.
 */
export interface CallContext {
  readonly workspace: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command line's setting for the tool's risk, besides the settings files. */
  readonly commandLine?: RiskSettings;
  /** The caller as authenticated over HTTP; absent for a user of this machine. */
  readonly principal?: string;
  /** The name that a client of the MCP server gives itself. */
  readonly client?: string;
  /** How the call was made, if it is logged (docs/audit.md); absent for a dry run. */
  readonly via?: Via;
  /** Repairs and checks arguments within the time limit of the tool. Without it, that isn't limited. */
  readonly limit?: <T>(timeoutMs: number, work: () => T) => T;
  /** Records the outcome of the call, if it is logged. */
  readonly record?: CallObserver;
}

/** A call that is checked and ready to run: nothing in it depends on the definition any more. */
export interface PreparedCall {
  /** A name on PATH, or an absolute path; empty if a request executes the call. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `undefined`: standard input is empty and closed. */
  readonly stdin: string | undefined;
  /** The whole environment. */
  readonly env: Record<string, string>;
  /** The call's own folder and files, which are created before it is run and removed after it. */
  readonly temporary?: TemporaryFolder;
  /** The file that the result is read from; absolute. */
  readonly outputFile?: string;
  /** The folder that this file must still be in when it is read. */
  readonly outputWithin?: string;
  /** True for a handler: its progress is on standard error, because standard output is its result. */
  readonly handler?: true;
  /** Values that must not be shown. */
  readonly secrets?: readonly string[];
  /** The limits of the program's sandbox, if the definition has one. */
  readonly sandbox?: Confinement;
  /** The call of an MCP server's tool that the handler on standard input gets. */
  readonly mcp?: PreparedMcpCall;
  /** The request that replaces a program. */
  readonly request?: PreparedRequest;
  /** The background program's tool, folder and action. */
  readonly background?: BackgroundCall;
  /** The command whose trailing filters are guarded. */
  readonly guard?: { readonly rules: GuardRules; readonly command: string };
  /** The canonical arguments, with paths as the model gave them. */
  readonly params: JsonObject;
  /** `undefined` if the definition has none, or its text is absent. */
  readonly summary: string | undefined;
}

/** A call whose program continues in the background. */
export interface BackgroundCall {
  readonly rules: BackgroundRules;
  readonly tool: string;
  readonly workspace: string;
  readonly projectDir: string;
  readonly timeoutMs: number;
}

/** One call, in the form that the process which calls the server reads: nothing in it depends on the definition. */
export interface PreparedMcpCall {
  readonly server: PreparedMcpServer;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The declaration that the server is held to. */
  readonly declared?: DeclaredTool;
  /** How the answer is printed. */
  readonly format: OutputFormat;
}

/** A server as a call starts or reaches it. */
export interface PreparedMcpServer {
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly type?: "http" | "sse";
  readonly headers?: Readonly<Record<string, string>>;
}

/** The sandbox limits of a call. All folders are absolute. Nothing has been checked on disk yet. */
export interface Confinement {
  readonly rules: SandboxRules;
  readonly workspace: string;
  readonly specDir: string;
  readonly projectDir: string;
  /** The path of a handler's bundle, and the files that it loads; `undefined` for a program. */
  readonly handlers?: string | undefined;
  readonly project: ProjectPaths;
  /** The paths in the arguments, each with the rule that checked it. */
  readonly paths: readonly ConfinedPath[];
}

/** A path that must stay where it was checked. */
export interface ConfinedPath extends Pick<PathRule, "access" | "type"> {
  readonly path: string;
  /** The folder that it must still be in when it is opened; `undefined` if it has no bound. */
  readonly within: string | undefined;
}

/** The decision about a call with valid arguments, and the folders of the call. */
export interface Checked extends CallFolders {
  readonly answer?: CallDecision | undefined;
  readonly denial?: Denial | undefined;
}

/** The decision about a call, and the answer to its confirmation. */
export type AuditedDecision = Pick<AuditLine, "decision" | "level" | "rule" | "answer">;

/** Observes each step of a call. The audit log's record of a call is one. */
export interface CallObserver {
  /** The arguments were repaired or refused. */
  repaired(repaired: RepairReport, definition: RepairRules): void;
  /** The call is refused before anything is started. */
  refused(why: RefusalReason): void;
  /** Someone other than the tool's spec and settings has decided on the call. */
  decided(decided: AuditedDecision): void;
  /** The arguments are in order, and settings have decided. Returns why the call can't run. */
  admit(definition: ToolDefinition, params: JsonObject, checked: Checked): Denial | undefined;
  /** The program or the request has ended. */
  ended(outcome: RunOutcome): void;
}

/**
 * How a call was made: by `generated/bin/call` or `toolgen call`, by an MCP server, by a class or a registry of an
 * embedding program, or, refused before it came to a server, by the hook of a client.
 */
export type Via = "call" | "mcp" | "class" | "pi" | "hook";

/**
 * The outcome of a call. `invalid`: its arguments are wrong. `unavailable`: the tool lacks its platform, a secret or a
 * folder. `denied`: by settings or by the user. `killed`: its program was killed. `interrupted`: the process that
 * executed it ended during the call. `broken`: by an internal error.
 */
export type AuditOutcome =
  | "done"
  | "failed"
  | "timedOut"
  | "killed"
  | "cancelled"
  | "interrupted"
  | "notStarted"
  | "broken"
  | RefusalReason;

/** Outcomes of calls that started nothing. */
export type RefusalReason = "invalid" | "denied" | "unknownTool" | "unavailable";

/** A line of the audit log: a call. */
export interface AuditLine {
  /** Its start time: ISO 8601, UTC. */
  readonly time: string;
  /** Sixteen hexadecimal digits, unique to the call. */
  readonly id: string;
  /** The tool's own name; for an unknown one, the name in the call. */
  readonly tool: string;
  readonly via: Via;
  /** The caller as authenticated over HTTP. */
  readonly principal?: string;
  /** The name that a client of the MCP server gives itself. */
  readonly client?: string;
  /** The process that executed or refused it. */
  readonly pid: number;
  /** The root of the project that the tool's spec belongs to, if it is known. */
  readonly project?: string;
  readonly outcome: AuditOutcome;
  /** The decision of specs and settings, if the arguments were valid. */
  readonly decision?: Decision;
  readonly level?: RiskLevel;
  /** The setting, rule or kind that decided. */
  readonly rule?: string;
  /**
   * The answer, if the user was asked here: `proceed_once`, `cancel`; `remembered` if such calls were allowed before;
   * `nobody` if no user could be asked; `none` if no answer came. `elicited`, `declined` or
   * `cancelled` if the user was asked for parameters alone.
   */
  readonly answer?: string;
  /** The repair rules that were applied or, for refused arguments, the problems. */
  readonly repairs?: readonly string[];
  /** The program's exit code, the status of the response to a request, or the signal that ended the program. */
  readonly exit?: number;
  readonly status?: number;
  readonly signal?: string;
  /** The size of the program's output or the answer to a request. */
  readonly resultBytes?: number;
  /** The duration of the execution, in milliseconds. */
  readonly durationMs?: number;
  /** SHA-256 of the arguments as the model sent them, with what the user entered, as canonical JSON. */
  readonly argumentsHash?: string;
  readonly arguments?: JsonValue;
}
