// The programs and helpers that toolgen copies into the output of its users, as single files on bare Node, and the
// licences of their packages.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeProgram } from "./assets/bundle.mjs";
import { writeCallAndValidation } from "./assets/call.mjs";
import { writeCatalogue } from "./assets/catalogue.mjs";
import { writeGuard } from "./assets/guard.mjs";
import { writeHandlerRuntime } from "./assets/handler-runtime.mjs";
import { writeHttp } from "./assets/http.mjs";
import { writeMcpCall } from "./assets/mcp-call.mjs";
import { writeMcpServer } from "./assets/mcp-server.mjs";
import { writePiExtension } from "./assets/pi-extension.mjs";

/**
 * Writes the programs (`call.cjs`, `mcp-server.cjs`, …) and the licences of what is in them (`licences.txt`,
 * `mcp-licences.txt`) into a folder.
 */
export async function writeAssets(folder) {
  await Promise.all([
    writeCallAndValidation(folder),
    writeProgram("src/runtime/call/bin/discover-main.ts", join(folder, "discover.cjs")),
    writeMcpServer(folder),
    writePiExtension(folder),
    writeHttp(folder),
    writeMcpCall(folder),
    writeGuard(folder),
    writeHandlerRuntime(folder),
    writeCatalogue(folder),
  ]);
  for (const name of await readdir(folder)) if (/\.[cm]js$/.test(name)) await endWithoutBlanks(join(folder, name));
}

/**
 * esbuild prints a line feed in a text as one, in a template literal. Blanks before it would be trailing white space,
 * which hooks and editors remove from committed files.
 */
async function endWithoutBlanks(file) {
  const code = await readFile(file, "utf8");
  if (/[ \t]\n/.test(code))
    await writeFile(
      file,
      code.replaceAll(/([ \t])(?=\n)/g, (blank) => `\${${JSON.stringify(blank)}}`),
    );
}
