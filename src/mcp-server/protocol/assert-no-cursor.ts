import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/**
 * Refuses a cursor, as the protocol asks of servers that don't know it: every list is on one page here, so the server
 * has given none (https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination).
 */
export function assertNoCursor(params: { readonly cursor?: unknown } | undefined): void {
  if (params?.cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "This cursor is not known here: the list has one page, so ask without a cursor.",
  );
}
