import { invariant } from "../../diagnostics/invariant.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";

/** `toolgen discover`: the document that `generated/gemini/discovery.json` holds, from the specs as they are now. */
export async function discover(options: GlobalOptions, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal, ["gemini-discovery"]);
  if (compilation === undefined) return exitCode.failed;
  const document = compilation.files.find((file) => file.path === "gemini/discovery.json");
  invariant(document !== undefined, "every compilation has a discovery document");
  terminal.out(document.text);
  return exitCode.done;
}
