import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { cacheFolder } from "./cache-folder.js";

/** Reports a cache folder that is a symbolic link, as one that comes with a pull request can be. */
export async function checkCacheFolder(host: Host): Promise<readonly Diagnostic[]> {
  const link = await host.linkOn(cacheFolder);
  return link === undefined ? [] : [diagnostic("outside-output", { path: link }, { path: link })];
}
