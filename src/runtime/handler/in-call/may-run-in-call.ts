import { existsSync, readFileSync } from "node:fs";
import type { PreparedCall } from "../../contract/call.js";

/**
 * Words of code that starts programs or threads, ends processes, or opens files or the memory of its process, and the
 * file that starts MCP servers. Only a process of its own undoes or captures these, or has no variables of the client
 * in its memory. Each bundle looks for standard input (`/proc/self/fd/0`), and signal 0 ends nothing.
 */
const needsProcess = [
  /\b(?:child_process|worker_threads|cluster|inspector|createRequire|reallyExit|(?:get|write)HeapSnapshot)\b/,
  /\bkill\b(?!\([\w$.]+,0\))/,
  /\bprocess\s*(?:\.\s*(?:abort|binding|dlopen|execve)\b|\[)/,
  /\bmcp-call\.cjs\b/,
  /\/dev\/(?:std|fd|tty)|\/proc\/(?!self\/fd\/0")|File(?:Sync)?\([12]\b/,
];

/**
 * Variables that a process reads when it starts, so that setting them later has no effect. The certificates among them
 * matter only to code that connects.
 */
const readAtStart = /^(?:NODE_(?!ENV$|EXTRA_CA_CERTS$)|LC_|LD_|DYLD_|MALLOC_|OPENSSL|UV_|ICU_|LANG$|LANGUAGE$|GLIBC_TUNABLES$)/;
const certificates = "NODE_EXTRA_CA_CERTS";
const connects = /\b(?:tls|https|http2|fetch|WebSocket|EventSource)\b/;

/** Returns true if the results of a handler are the same in the process of its call as in one of its own. */
export function mayRunInCall({ env }: Pick<PreparedCall, "env">, bundle: string): boolean {
  const isEqual = (name: string) => process.env[name] === env[name];
  const names = new Set([...Object.keys(process.env), ...Object.keys(env)]);
  for (const name of names) if (readAtStart.test(name) && !isEqual(name)) return false;
  if (process.execArgv.length > 0 || !existsSync(bundle)) return false;
  const code = readFileSync(bundle, "utf8");
  return !needsProcess.some((words) => words.test(code)) && (isEqual(certificates) || !connects.test(code));
}
