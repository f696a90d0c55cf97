import type { AuthInfo } from "@modelcontextprotocol/server";
import type { ScopesByName } from "../tool-source.js";

/** Returns the scopes that a caller lacks. Without authentication there are no tokens, and so no scopes. */
export const missingScopes = (needed: readonly string[] | undefined, authInfo: Pick<AuthInfo, "scopes"> | undefined): readonly string[] =>
  authInfo === undefined ? [] : (needed ?? []).filter((scope) => !authInfo.scopes.includes(scope));

/** Returns the scopes that a tool, prompt or resource needs, by its name; `undefined` if it needs none. */
export const scopesOf = (byName: ScopesByName, name: string): readonly string[] | undefined =>
  Object.hasOwn(byName, name) ? byName[name] : undefined;

/** Returns those of a list that a caller has the scopes for. */
export function listedFor<Item extends { readonly name: string }>(
  items: Item[],
  scopes: () => ScopesByName,
  authInfo: AuthInfo | undefined,
): Item[] {
  if (authInfo === undefined) return items;
  const byName = scopes();
  // A list that has been rendered already is known by its identity.
  if (Object.keys(byName).length === 0) return items;
  return items.filter(({ name }) => missingScopes(scopesOf(byName, name), authInfo).length === 0);
}
