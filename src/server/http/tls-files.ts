import { readFileSync } from "node:fs";
import type { Server } from "node:https";
import { readProtectedFile } from "../../contract/user-file.js";
import type { Log } from "../log.js";
import { changeMark } from "../watch-file.js";
import type { TlsCertificate, TlsFiles } from "./http-options.js";

interface TlsPaths {
  readonly cert: string;
  readonly key: string;
}

/** Reads a certificate and its key. Throws if one can't be read, or if others may read the key. */
export function tlsFiles(paths: TlsPaths): TlsFiles {
  const marks = () => `${changeMark(paths.cert)}, ${changeMark(paths.key)}`;
  let known = marks();
  const { cert, key } = read(paths);
  const readIfChanged = (): TlsCertificate | undefined => {
    const current = marks();
    if (current === known) return undefined;
    known = current;
    return read(paths);
  };
  return { cert, key, readIfChanged };
}

const read = ({ cert, key }: TlsPaths): TlsCertificate => ({ cert: readFileSync(cert), key: readProtectedFile(key, "nothing") });

/**
 * Gives new connections the renewed certificate. While the files can't be used, such as between the writes of the two,
 * the last certificate stays.
 */
export function renewCertificate(server: Server, { readIfChanged = () => undefined }: TlsFiles, log: Log): void {
  let problem = "";
  const renew = () => {
    try {
      const certificate = readIfChanged();
      if (certificate === undefined) return;
      server.setSecureContext(certificate);
      problem = "";
      log("uses the renewed certificate of --tls-cert", { level: "info" });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== problem) log(`goes on with the last certificate, because --tls-cert and --tls-key can't be used: ${reason}`);
      problem = reason;
    }
  };
  // Node makes the connection's TLS in its own listener of this event.
  server.prependListener("connection", renew);
}
