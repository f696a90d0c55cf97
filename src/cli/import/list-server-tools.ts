import { connectedSettings } from "../../import/mcp/connected-settings.js";
import type { ImportedServer } from "../../import/mcp/convert-server.js";
import { resolveServerProgram } from "../../runtime/command/mcp/resolve-server-program.js";
import { allPages } from "../../runtime/registry/mcp/all-pages.js";
import type { McpServerSettings } from "../../runtime/registry/mcp/mcp-server-settings.js";
import { UsageError } from "../usage-error.js";

/** How long a server may take to start and list its tools, in milliseconds: `npx` may have to install it. */
const mostMs = 120_000;

export interface ListingContext {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts a server, or connects to it, and returns its list of tools as it sends it. Calls none of them. */
export async function listServerTools(server: ImportedServer, { projectDir, env }: ListingContext): Promise<readonly unknown[]> {
  const settings = connectedSettings(server, env);
  if (!settings.ok) throw new UsageError(settings.problem);
  // The SDK takes a tenth of a second to load.
  const { connect } = await import("../../runtime/registry/mcp/connect/connect.js");
  const signal = AbortSignal.timeout(mostMs);
  const closing: Promise<void>[] = [];
  try {
    const connection = await connect({
      // The settings come from a file, so each is what it should be or is refused by what reads it.
      settings: {
        ...(settings.value as McpServerSettings),
        ...(settings.value.command !== undefined && { command: resolveServerProgram(String(settings.value.command), projectDir) }),
      },
      environment: { workspace: projectDir, projectDir, env },
      signal,
      timeoutMs: mostMs,
      onToolsChanged: () => {},
      onClosing: (close) => void closing.push(close().catch(() => {})),
    });
    try {
      return await allPages(connection, signal, mostMs);
    } finally {
      await connection.close().catch(() => {});
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The server '${server.name}' did not list its tools. ${reason}`);
  } finally {
    await Promise.all(closing);
  }
}
