import { existsSync } from "node:fs";
import { missingFeature } from "../call/start-problem.late.js";
import { isLostFolder } from "../contract/process.js";
import { stdinProblem } from "../contract/stdio.js";
import { runHttp } from "./http/run-http.js";
import { serverLog } from "./log.js";
import { generatedTools } from "./serve/generated-tools.js";
import { readServerArguments } from "./serve/server-arguments.js";
import { logSettings } from "./server-options.js";
import { serveOverStdio } from "./transport/serve-over-stdio.js";

// The entry of generated/mcp/serve.cjs, which server.cjs beside it starts. It is bundled to CommonJS, so `require` and
// `__dirname` are those of that file.

/** For `toolgen mcp`, which serves the current specs with the same program. */
export { runHttp, serveOverStdio };

/** From this many unread bytes on, messages on standard error are dropped. */
const maxUnreadBytes = 1024 * 1024;

const write = (lines: string) => process.stderr.writableLength < maxUnreadBytes && void process.stderr.write(lines);

/** Until the arguments are read. */
let log = serverLog({ format: "text", level: "warn", write });

async function main(): Promise<void> {
  if (process.argv.includes("--help")) {
    const { serverHelp } = await import("./serve/server-help.js");
    process.stdout.write(serverHelp());
    return;
  }
  // A client that doesn't read standard error is served all the same.
  process.stderr.on("error", () => {});
  const { workspace, http, logFormat, logLevel, ...serverOptions } = readServerArguments(process.argv.slice(2));
  const settings = logSettings({ logFormat, logLevel }, { isHttp: http !== undefined, isTerminal: process.stderr.isTTY === true });
  log = serverLog({ ...settings, write });
  // A graphical client starts a server in any folder.
  if (workspace !== undefined) process.chdir(workspace);
  // A session that uses it would find out only at its first search.
  if (serverOptions.search === true && !existsSync(`${__dirname}/search.cjs`)) throw new Error(missingFeature("search"));
  const source = generatedTools({ folder: __dirname, require });
  const options = { workspace: process.cwd(), env: process.env, log, logLevel: settings.level, ...serverOptions };
  if (http !== undefined) return runHttp(source, http, options);
  if (process.stdin.isTTY) log("this is a server for MCP clients, which start it themselves; it waits for JSON-RPC on standard input.");
  const unreadable = stdinProblem();
  if (unreadable !== undefined) throw new Error(`standard input, on which a client talks, could not be read (${unreadable}).`);
  await serveOverStdio(source, options, { input: process.stdin, output: process.stdout });
}

/** Serves as the arguments of this process say. */
export const startServer = (): Promise<void> =>
  main().catch((error: unknown) => {
    const [message] = String(error instanceof Error ? error.message : error).split("\n");
    log(`can't start: ${isLostFolder(error) ? "the folder that it was started in no longer exists." : message}`, { level: "error" });
    process.exitCode = 1;
  });
