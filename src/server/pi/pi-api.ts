import type { JsonObject } from "../../contract/json-value.js";

// The part of pi's API that the extension uses, from the types of @earendil-works/pi-coding-agent 0.74.0 and 1.6.0.
// The file that pi loads passes the module to the extension, so nothing here depends on a package of pi's.

export interface PiText {
  readonly type: "text";
  readonly text: string;
}

export type PiContent = PiText | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface PiToolResult {
  readonly content: readonly PiContent[];
  readonly details: unknown;
  /** For pi's scripts, since pi 1. */
  readonly structuredContent?: unknown;
}

/** Shows the output of a tool so far. */
export type OnUpdate = (result: PiToolResult) => void;

export interface PiContext {
  readonly hasUI: boolean;
  readonly cwd: string;
  readonly ui: {
    select(title: string, options: readonly string[], dialog?: { readonly signal?: AbortSignal }): Promise<string | undefined>;
    notify(message: string, level?: "info" | "warning" | "error"): void;
  };
}

/**
 * A tool as pi registers it. `prepareArguments` comes before pi's own validation; what it throws is the call's error.
 */
export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly promptSnippet?: string;
  readonly prepareArguments?: (args: unknown) => unknown;
  execute(
    id: string,
    params: JsonObject,
    signal: AbortSignal | undefined,
    onUpdate: OnUpdate | undefined,
    context: PiContext,
  ): Promise<PiToolResult>;
}

/** Runs a command. `exec` reports its output, both streams in one. */
export interface BashOperations {
  exec(command: string, cwd: string, options: { readonly onData: (data: Buffer) => void }): Promise<{ readonly exitCode: number | null }>;
}

export interface BashOptions {
  readonly operations?: BashOperations;
  readonly commandPrefix?: string | undefined;
  readonly shellPath?: string | undefined;
  readonly spawnHook?: <T extends { readonly command: string; readonly cwd: string; readonly env: NodeJS.ProcessEnv }>(context: T) => T;
}

/** The module of pi's package. */
export interface Pi {
  createBashToolDefinition(cwd: string, options?: BashOptions): PiTool;
  createEditToolDefinition(cwd: string): PiTool;
  createReadToolDefinition(cwd: string, options?: { readonly autoResizeImages?: boolean }): PiTool;
  createWriteToolDefinition(cwd: string): PiTool;
  /** The shell that pi starts. Throws if the user's own doesn't exist. */
  getShellConfig(shellPath?: string): { readonly shell: string };
  createLocalBashOperations(options?: { readonly shellPath?: string | undefined }): BashOperations;
  readonly SettingsManager: {
    create(cwd: string): {
      getShellPath(): string | undefined;
      getShellCommandPrefix(): string | undefined;
      getImageAutoResize(): boolean;
    };
  };
}

/** The API that pi passes to an extension. */
export interface PiApi {
  registerTool(tool: PiTool): void;
}
