import { basename, dirname, resolve } from "node:path";
import { configSchema, specSchema } from "../../compiler/spec-schema.js";
import { nodeHost } from "../../contract/node-host.js";
import { exitCode, packageVersion } from "../command.js";
import type { Terminal } from "../io/terminal.js";

/**
 * `toolgen schema`: writes the JSON Schemas with which an editor completes and checks specs. `out` is a file, relative
 * to the folder that the command is started in.
 */
export async function schema({ config, out }: { readonly config?: true; readonly out?: string }, terminal: Terminal): Promise<number> {
  const text = `${JSON.stringify((config ? configSchema : specSchema)(packageVersion()), null, 2)}\n`;
  if (out === undefined) {
    terminal.out(text);
    return exitCode.done;
  }
  const path = resolve(terminal.launchDir, out);
  await nodeHost(dirname(path)).write({ path: basename(path), text, executable: false });
  terminal.out(`  + ${out}\n`);
  return exitCode.done;
}
