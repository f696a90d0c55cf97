import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { HostError, maxReadBytes, refusalReason } from "../host.js";

/** Reads a file by its real path. A pipe or a device could block or never end, so these aren't opened. */
export function readRegularFile(realPath: string, path: string): Uint8Array {
  const found = statSync(realPath);
  if (!found.isFile()) throw refusal(found.isDirectory() ? "EISDIR" : "ENOTFILE", path);
  // It may have become a link or a pipe meanwhile.
  const file = openSync(realPath, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw refusal("ENOTFILE", path);
    if (stat.size > maxReadBytes) throw refusal("ETOOLARGE", path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function refusal(code: string, path: string): HostError {
  return new HostError({ code, path, message: refusalReason(new HostError({ code, path, message: code })) });
}
