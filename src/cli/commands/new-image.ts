import { compile } from "../../compile.js";
import { formatDiagnostics } from "../../diagnostics/format.js";
import { newImageFiles } from "../../emit/scaffold/new-image.js";
import { readAssets } from "../../node-host.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject } from "../project/open-project.js";
import { UsageError } from "../usage-error.js";

export interface NewImageRequest extends GlobalOptions {
  readonly json?: true;
}

/** `toolgen new image`: writes a recipe of a container image. No existing file is overwritten. */
export async function newImage(request: NewImageRequest, terminal: Terminal): Promise<number> {
  const host = await openProject(request, terminal);
  const assets = await readAssets(packageRoot);
  // The files that the image needs are known only of specs without mistakes.
  const [{ model }, diagnostics] = await withinTime(request, terminal, () => compile(host, assets, { targets: [], handlers: "leave" }));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    terminal.err(formatDiagnostics(errors, { color: terminal.color.err }));
    return exitCode.failed;
  }
  const files = newImageFiles(model, assets);
  for (const { path } of files)
    if ((await host.stat(path)) !== undefined) throw new UsageError(`${path} is there already.`, "Remove it, or edit it.");
  for (const file of files) await host.write(file);
  const paths = files.map(({ path }) => path);
  const next = "Read Dockerfile, and build the image after `toolgen build`. Both files are yours to change.";
  terminal.out(
    request.json ? `${JSON.stringify({ files: paths }, null, 2)}\n` : [...paths.map((path) => `  + ${path}`), next, ""].join("\n"),
  );
  return exitCode.done;
}
