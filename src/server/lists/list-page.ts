import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

interface PageRequest {
  /** The key of the list in a result, such as `tools`. */
  readonly list: string;
  readonly params: { readonly cursor?: string | undefined } | undefined;
  /** How many items a page has; `undefined`: all. */
  readonly pageSize: number | undefined;
}

/**
 * Returns the page of a list that a request asks for. A cursor names the last item of the page before, so any replica
 * continues where another stopped, also after a build. It is compared, never decoded, with the items that this caller
 * may see: it can't say whether there are others. A cursor whose item is gone is refused
 * (https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination).
 */
export function listPage<Item extends { readonly name: string; readonly uri?: string }>(
  items: Item[],
  { list, params, pageSize }: PageRequest,
): { readonly page: Item[]; readonly next: { readonly nextCursor?: string } } {
  const cursor = params?.cursor;
  // A list that has been rendered already is known by its identity.
  if (cursor === undefined && (pageSize === undefined || items.length <= pageSize)) return { page: items, next: {} };
  // A skill and a resource may have one name.
  const cursorOf = ({ name, uri = name }: Item) => Buffer.from(`${list} ${uri}`).toString("base64url");
  const before = cursor === undefined ? -1 : items.findIndex((item) => cursorOf(item) === cursor);
  if (cursor !== undefined && (before === -1 || pageSize === undefined))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownCursor);
  const page = items.slice(before + 1, before + 1 + (pageSize ?? items.length));
  const last = page.at(-1);
  const isLast = last === undefined || last === items.at(-1);
  return { page, next: isLast ? {} : { nextCursor: cursorOf(last) } };
}

const unknownCursor = "This cursor is not of this list, or the list has changed since: ask again without a cursor.";
