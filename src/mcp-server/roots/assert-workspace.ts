import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { ClientRoots } from "./client-roots.js";

/** Throws if the client's root can't be the workspace. */
export async function assertWorkspace(
  server: Server,
  { roots, era }: { readonly roots?: ClientRoots | undefined; readonly era: "legacy" | "modern" },
): Promise<void> {
  const problem = await roots?.problem(server, era);
  if (problem !== undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, problem);
}
