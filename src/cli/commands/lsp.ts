import { fileURLToPath } from "node:url";
import { readAssets } from "../../node-host.js";
import { onReaderGone } from "../io/on-reader-gone.js";
import { requireStdin } from "../io/require-stdin.js";
import type { Terminal } from "../io/terminal.js";
import { serveEditor } from "../lsp/serve-editor.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot, packageVersion } from "../package-root.js";
import { limitsFrom } from "../project/project-limits.js";

/**
 * `toolgen lsp`: a language server for specs on standard input and output. The client ends it: with `exit`, which is
 * the process's exit, or by closing standard input.
 */
export async function lsp(options: GlobalOptions, terminal: Terminal): Promise<number> {
  requireStdin(terminal);
  const assets = await readAssets(packageRoot);
  serveEditor({
    input: terminal.stdin.stream,
    output: terminal.stdout,
    assets,
    version: packageVersion(),
    limits: limitsFrom(options.limit),
    packageFolder: fileURLToPath(packageRoot).replace(/[/\\]$/, ""),
  });
  // Without a reader the server is useless: it ends as if its client had closed standard input.
  onReaderGone(terminal.stdout, () => terminal.stdin.stream.destroy());
  return new Promise(() => {});
}
