import { invariant } from "../../diagnostics/invariant.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";

/** `toolgen discover`: prints the document of `generated/gemini/discovery.json`, from the current specs. */
export async function discover(options: GlobalOptions, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal, ["gemini-discovery"]);
  if (compilation === undefined) return exitCode.failed;
  const document = compilation.files.find((file) => file.path === "gemini/discovery.json");
  invariant(document !== undefined, "every compilation has a discovery document");
  terminal.out(document.text);
  return exitCode.done;
}
