import type { ToolMetadata } from "../contract/tool-metadata.js";
import type { ToolEnvironment } from "../tool/tool-environment.js";
import type { ElicitationHandler } from "./mcp/elicitation.js";
import type { McpServerSettings } from "./mcp/mcp-server-settings.js";
import type { RegistryProblem } from "./registry-problem.js";
import type { Selection } from "./tool-catalogue.js";

/** The options of a registry. The names are those of Gemini CLI's settings. */
export interface ToolRegistryOptions extends Selection {
  /** Where calls, commands and servers run: by default in the process's own folder and environment. */
  readonly environment?: ToolEnvironment;
  /**
   * A program and its arguments, quoted as for a shell though none runs: prints the tools as JSON. Run in the
   * workspace.
   */
  readonly toolDiscoveryCommand?: string;
  /** The path or name of one program: started with a tool's name, it gets the arguments as JSON on standard input. */
  readonly toolCallCommand?: string;
  /** MCP servers by their aliases. */
  readonly mcpServers?: Readonly<Record<string, McpServerSettings>>;
  /**
   * A program that speaks MCP, and its arguments, quoted as in `toolDiscoveryCommand`: one more server, called `mcp`.
   */
  readonly mcpServerCommand?: string;
  readonly limits?: Partial<RegistryLimits>;
  /**
   * Asks the user what an MCP server wants to know during a call of one of its tools. Without it, servers are told that
   * they can't ask.
   */
  readonly onElicitation?: ElicitationHandler;
  /**
   * Called for each problem that doesn't stop the registry, as it happens. By default only the caller gets problems.
   */
  readonly onProblem?: (problem: RegistryProblem) => void;
  /** Called with a tool for which an "always" was saved in the user's settings, under `risk` and this name. */
  readonly onApprovalSaved?: (tool: string) => void;
}

/** The options of registering a tool. */
export interface RegistrationOptions {
  /** Other names that models use for it. */
  readonly aliases?: readonly string[];
  /** Its risk, instead of the tool's own. */
  readonly metadata?: ToolMetadata;
}

/** The time limits of a registry, in milliseconds. */
export interface RegistryLimits {
  /** The discovery command: 60,000. */
  readonly discoveryMs: number;
  /** From starting a server to the list of its tools: 30,000. */
  readonly connectMs: number;
  /** A call of a discovered tool: 600,000. Generated tools have limits of their own. */
  readonly callMs: number;
}

export const defaultRegistryLimits: RegistryLimits = { discoveryMs: 60_000, connectMs: 30_000, callMs: 600_000 };

/** The result of discovery. */
export interface DiscoveryResult {
  /** The names of the tools that were registered. */
  readonly registered: readonly string[];
  readonly problems: readonly RegistryProblem[];
}
