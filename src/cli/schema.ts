import { configSchema, specSchema } from "../check/spec-schema.js";
import { exitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";

/** `toolgen schema`: what an editor needs to complete and check specs. */
export function schema({ config }: { readonly config?: true }, terminal: Terminal): number {
  terminal.out(`${JSON.stringify(config ? configSchema() : specSchema(), null, 2)}\n`);
  return exitCode.done;
}
