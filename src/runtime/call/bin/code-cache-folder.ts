/**
 * Returns the user's folder of V8's code caches for one Node and one version of `call` (XDG); `undefined` if the home
 * folder is unknown. It isn't in the project, so that no checkout can bring one. Windows has no code cache, so an
 * absolute path starts with a slash.
 */
export function codeCacheFolder(
  { XDG_CACHE_HOME, HOME }: Readonly<Record<string, string | undefined>>,
  callId: string,
): string | undefined {
  const home = XDG_CACHE_HOME?.startsWith("/") ? XDG_CACHE_HOME : HOME && `${HOME}/.cache`;
  return home?.startsWith("/") ? `${home}/toolgen/code/${callId}-${process.version}-${process.arch}` : undefined;
}
