import type { JsonObject, Selector } from "./json-value.js";
import type { AliasRule, CoerceRule, IgnoreIf, WrapRule } from "./repair-rules.js";
import type { HttpRequest, McpCall } from "./request.js";
import type { Risk, RiskSettings } from "./risk.js";
import type { TemplateBlock, TextTemplate } from "./text-template.js";

export type { Selector } from "./json-value.js";
export type { AliasRule, CoerceRule, IgnoreIf, WrapRule } from "./repair-rules.js";

/**
 * A compiled tool in the form that the runtime needs: plain data, decided at build time. Each
 * `generated/bin/tools/NAME.cjs` has one.
 */
export interface ToolDefinition {
  readonly name: string;
  /** Other names by which settings select it: of a command that completes, the resource that it belongs to. */
  readonly otherNames?: readonly string[];
  readonly kind: ToolKind;
  readonly risk: Risk;
  /** The project's settings for the tool. */
  readonly riskSettings?: RiskSettings;
  /** The spec's own MCP hints. */
  readonly annotations?: Readonly<Record<string, boolean>>;
  /** Labels by which settings select several tools. */
  readonly toolsets?: readonly string[];
  /** The scopes of OAuth that a caller over HTTP needs, all of them. */
  readonly scopes?: readonly string[];
  /** True if the project logs calls (docs/audit.md). */
  readonly audit?: true;
  /** Names of properties in arguments whose values must not be shown. */
  readonly hidden?: readonly string[];
  /** The parameters in the schema's order. */
  readonly params: readonly string[];
  readonly aliases: readonly AliasRule[];
  /** Keys at the top that stand for an element of an array. */
  readonly wrap?: readonly WrapRule[];
  /** How other shapes of a value are converted. */
  readonly coerce?: readonly CoerceRule[];
  readonly ignore: readonly Selector[];
  /** Keys that are meaningless, but only with some values. */
  readonly ignoreIf?: readonly IgnoreIf[];
  readonly mutuallyExclusive: readonly (readonly string[])[];
  /** Parameters that an MCP client's user is asked for if they are missing, as fields of the client's form. */
  readonly elicit?: Readonly<Record<string, JsonObject>>;
  /** Defaults of top-level parameters. The validator applies them; `mutuallyExclusive` compares with them. */
  readonly defaults: JsonObject;
  readonly paths: readonly PathRule[];
  /** The program that runs the tool. A tool has either this or `http`. */
  readonly command?: Command;
  /** The request that runs the tool. */
  readonly http?: HttpRequest;
  /** The call of an MCP server's tool that `command`, a handler that comes with toolgen, makes. */
  readonly mcp?: McpCall;
  /**
   * The parameter of a handler whose value is a program, and the program that executes it. Users confirm that value
   * like a command.
   */
  readonly code?: { readonly param: Selector; readonly program: string };
  /** Values that a program would read as more than a text, if they began in a certain way. */
  readonly guards?: readonly ValueGuard[];
  readonly cwd?: TextTemplate | undefined;
  readonly stdin?: TextTemplate | undefined;
  readonly env: Environment;
  /** Environment variables that must be set and must not be shown, each with its description. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Those of them that may be missing. */
  readonly optionalSecrets?: readonly string[];
  /** Files that are written for a call and removed after it. */
  readonly tempFiles?: readonly TempFile[];
  /** True if a call has its own folder, which is removed after it: for `@tempDir` and `tempFiles`. */
  readonly tempDir?: true;
  /** Says what a call would do: the user sees it before each call, and it runs again before the call does. */
  readonly plan?: PlanRules;
  /** The limits on what the program may write, read and reach, if there are any. */
  readonly sandbox?: SandboxRules;
  /** The tool's action on a program that keeps running after the call. */
  readonly background?: BackgroundRules;
  /** How the filters at the end of a shell command are treated. */
  readonly guard?: GuardRules;
  /** False if each call of the handler has a process of its own, also where others share one. */
  readonly warm?: false;
  /** Milliseconds until the process group is ended. */
  readonly timeoutMs: number;
  /** The meaning of the listed exit codes, or of the listed status codes for `http`. */
  readonly exitCodes: Readonly<Record<string, ExitMeaning>>;
  readonly output: OutputRules;
  readonly summary?: TextTemplate | undefined;
  /** How to install the program, for a call that finds it missing. */
  readonly install?: string | undefined;
  /** The differences on a platform, by Node's name of the platform; `false` if the tool doesn't run there. */
  readonly platforms?: Readonly<Partial<Record<Platform, PlatformDefinition | false>>> | undefined;
  /** The folder of the spec, relative to the project's root (`.` for the root itself). */
  readonly specDir: string;
  /** The spec, relative to the project's root; for a tool that comes with toolgen, its name in `library`. */
  readonly spec?: string;
  readonly project: ProjectPaths;
}

/** `process.platform` of the platforms that specs can name. */
export type Platform = "linux" | "darwin" | "win32";

/** The parts of a tool that a platform replaces. An empty `install` removes it. */
export interface PlatformDefinition {
  readonly command?: Command;
  readonly env?: Environment;
  readonly install?: string;
}

/** Tool categories, as Gemini CLI names them (`Kind`). */
export type ToolKind = "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "other";

/** The paths that a parameter may name. `root` is a key of `ProjectPaths.roots`, `workspace`, or `any`. */
export interface PathRule {
  readonly target: Selector;
  readonly access: "read" | "write" | "readWrite";
  readonly root: string;
  readonly type: "file" | "directory" | "any";
  readonly mustExist: boolean;
}

/** Folders and files of the project that calls need. Paths are relative to the project's root. */
export interface ProjectPaths {
  /** Named roots besides `workspace`, which is the launch directory. */
  readonly roots: Readonly<Record<string, string>>;
  /** The output folder, which no tool may write. */
  readonly output: string;
  /** Regular expressions over paths relative to the project's root: spec files, which no tool may write. */
  readonly specPatterns: readonly string[];
}

/** The form of a result. */
export type OutputFormat = "text" | "markdown" | "json" | "jsonl" | "image" | "audio" | "mcp";

/** A file of a call's own; it doesn't exist if its text is absent. `suffix` ends its name. */
export interface TempFile {
  readonly name: string;
  readonly suffix: string;
  readonly text: TextTemplate;
}

/** The members of a tool's definition that its plan has of its own. */
export type PlanRules = Partial<Pick<ToolDefinition, "command" | "guards" | "cwd" | "env" | "exitCodes" | "timeoutMs" | "platforms">>;

/**
 * The permissions of a program in a sandbox, besides reading what every program needs. It may always read the paths in
 * `paths`.
 */
export interface SandboxRules {
  readonly write: "none" | "paths" | "workspace";
  readonly read: "paths" | "workspace" | "any";
  readonly network: boolean;
  /** True if the program gets the path of the spec's folder. It may then read the folder. */
  readonly specDir: boolean;
  /** The folders of specs, relative to the project's root, which are never writable; `.`: files of the root itself. */
  readonly specs: readonly string[];
}

/** `of` is the tool that starts the program; its companions show its output and stop it. */
export interface BackgroundRules {
  readonly does: "start" | "output" | "stop";
  readonly of: string;
  /**
   * A regular expression over the output: the program is ready when it matches. Without it, the program is ready after
   * it has run for a second.
   */
  readonly readyWhen?: string;
  readonly maxAgeMs: number;
  readonly stopSignal: StopSignal;
}

/** A signal that ends a program. */
export type StopSignal = "SIGTERM" | "SIGINT" | "SIGHUP" | "SIGQUIT" | "SIGUSR1" | "SIGUSR2" | "SIGKILL";

/** The variables of a program. */
export interface Environment {
  /** Names, or prefixes that end in `*`, passed on if set, besides the base set. */
  readonly pass: readonly string[];
  readonly set: Readonly<Record<string, TextTemplate>>;
}

/**
 * `failure: false`: the code is a result that `text` describes. `failure: true`: the tool failed, and `text` is advice.
 */
export interface ExitMeaning {
  readonly text: string;
  readonly failure: boolean;
}

/** How a program's output becomes a result. */
export interface OutputRules {
  readonly format: OutputFormat;
  /** The media type of an `image` or `audio`. */
  readonly mimeType?: string;
  /** The steps of the JSON Pointer to the selected part of JSON. */
  readonly select?: readonly string[];
  /** The JSON Schema 2020-12 of that part. Undeclared properties are dropped. */
  readonly schema?: JsonObject;
  readonly stderr: "onError" | "merge" | "ignore";
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly keep: "head" | "tail" | "both";
  /** The headers of a response that are shown with its body, as the spec writes their names. */
  readonly headers?: readonly string[];
  /** The file that the result is read from, instead of standard output. */
  readonly file?: TextTemplate;
  /** The text for users: Markdown, or the changes of the writable files in `paths`. */
  readonly display?: "diff" | TextTemplate;
  /** True for a resource: its text is what the program printed, without notes for a model. */
  readonly verbatim?: true;
  /** True if the command may run on copies of these files before it is confirmed. */
  readonly preview?: true;
}

/**
 * A program and its arguments. A program with `specDir` is a path relative to the spec's folder; otherwise it is found
 * on PATH.
 */
export interface Command {
  readonly program: string;
  readonly specDir: boolean;
  readonly items: readonly Item[];
  /**
   * The bundle of a handler, below `bin/handlers` of the output folder. This Node runs it, and `program` is its name in
   * messages.
   */
  readonly handler?: string;
}

/** An item of a command: one argument, a spread of several, or a nested list that is kept or dropped as a unit. */
export type Item =
  | { readonly kind: "word"; readonly text: TextTemplate }
  | { readonly kind: "stretch"; readonly block: TemplateBlock<readonly Item[]> }
  | { readonly kind: "group"; readonly items: readonly Item[] };

/** One mistake that a validator found, in ajv's words: `instancePath` is a JSON Pointer into the arguments. */
export interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The position in the schema; parts can be missing after references. Used only to distinguish branches. */
  readonly schemaPath?: string;
  /** The key that is wrong, on errors from within `propertyNames`. */
  readonly propertyName?: string;
}

/**
 * A compiled JSON Schema: it applies defaults to `data` in place, returns whether that is valid, and stores its errors
 * on itself.
 */
export interface Validator {
  (data: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** The exports of a module in `generated/bin/tools`. */
export interface CompiledTool {
  readonly definition: ToolDefinition;
  readonly validate: Validator;
  /** The validator of `output.schema`, if there is one. */
  readonly validateOutput?: Validator | undefined;
}

/** A value that a call refuses if a program would read it as more than a text (docs/programs.md). */
export interface ValueGuard {
  readonly param: Selector;
  readonly kind: GuardKind;
  /** The program with its subcommand and the option before the value: `curl --data`. */
  readonly where: string;
}

/**
 * How such a value looks: it names a file (`@a`), a command to pipe to (`|a`), a setting (`a=b`), a file in a setting
 * (`a=@b`), an instruction (`+a`), an address or a pair of names (`a:b`), a file outside the working directory (`/a`,
 * `../a`), or it is SQL that opens files (`.trace a`).
 */
export type GuardKind = "file" | "pipe" | "setting" | "file-setting" | "mark" | "colon" | "outside" | "sql-file";

/** A scope of OAuth (RFC 6749, section 3.3): printable ASCII without space, quote and backslash. */
export const oauthScopePattern = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** How the filters at the end of a model's shell command are treated. */
export interface GuardRules {
  /** The parameter that holds the command. */
  readonly param: string;
  /** Milliseconds after which a command counts as slow: its whole output is worth more than the filtered one. */
  readonly slowMs: number;
  /** The programs that count as filters. */
  readonly extractors: readonly string[];
}
