import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The top folder of the Git repository that contains a folder; it may be the folder itself. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}
