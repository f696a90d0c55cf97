import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Boundary } from "./boundary.js";

/**
 * Identifies a folder that may not exist, may not be creatable, or may lead out of the project; see `Host.folderId`.
 */
export function folderId(bounds: Boundary, { path, create }: { readonly path: string; readonly create: boolean }): string | undefined {
  try {
    const realPath = create ? dirname(bounds.entryIn(`${path}/file`)) : bounds.existing(path);
    const { ino, birthtimeNs } = statSync(realPath, { bigint: true });
    return birthtimeNs === 0n ? undefined : `${ino}.${birthtimeNs}`;
  } catch {
    return undefined;
  }
}
