import { isAbsolute } from "node:path";

/**
 * Returns the user's folder of V8's code caches for one Node and one version of `call` (XDG); `undefined` if the home
 * folder is unknown. It isn't in the project, so that no checkout can bring one.
 */
export function codeCacheFolder(
  { XDG_CACHE_HOME, HOME }: Readonly<Record<string, string | undefined>>,
  callId: string,
): string | undefined {
  const home = XDG_CACHE_HOME !== undefined && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : HOME && `${HOME}/.cache`;
  return home && isAbsolute(home) ? `${home}/toolgen/code/${callId}-${process.version}-${process.arch}` : undefined;
}
