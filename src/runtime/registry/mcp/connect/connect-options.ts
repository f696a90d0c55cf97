import type { ToolEnvironment } from "../../../tool/tool-environment.js";
import type { AskForServer } from "../ask-for-server.js";
import type { McpServerSettings } from "../mcp-server-settings.js";

export interface ConnectOptions {
  readonly settings: McpServerSettings;
  readonly environment: ToolEnvironment;
  readonly signal: AbortSignal;
  /** The limit for the whole connection. */
  readonly timeoutMs: number;
  readonly onToolsChanged: () => void;
  /** Asks the user what the server wants to know. Without it, the server learns that it can't ask. */
  readonly ask?: AskForServer | undefined;
  /** Receives the function that ends a server which could not be connected to. The caller needn't wait for it. */
  readonly onClosing: (close: () => Promise<void>) => void;
}
