import { imageName, newImageFiles } from "../../emit/scaffold/new-image-files.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { openProject } from "../project/open-project.js";
import { UsageError } from "../usage-error.js";

export interface NewImageRequest extends GlobalOptions {
  readonly json?: true;
}

/** `toolgen new image`: writes a recipe of a container image. No existing file is overwritten. */
export async function newImage(request: NewImageRequest, terminal: Terminal): Promise<number> {
  // The files that the image needs are known only of specs without mistakes.
  const compilation = await compileOrReport(request, terminal);
  if (compilation === undefined) return exitCode.failed;
  const host = await openProject(request, terminal);
  const files = newImageFiles(compilation.model);
  for (const { path } of files)
    if ((await host.stat(path)) !== undefined) throw new UsageError(`${path} is there already.`, "Remove it, or edit it.");
  for (const file of files) await host.write(file);
  const paths = files.map(({ path }) => path);
  const { server } = compilation.model.project;
  terminal.out(
    request.json
      ? `${JSON.stringify({ files: paths }, null, 2)}\n`
      : [...paths.map((path) => `  + ${path}`), ...nextSteps(imageName(server)), ""].join("\n"),
  );
  return exitCode.done;
}

const nextSteps = (image: string): readonly string[] => [
  "Both files are yours to change. After `toolgen build`, build the image, and run it with a file that lists who may call:",
  `  docker build -t ${image} .`,
  `  docker run --init -p 8848:8848 -v "$PWD/tokens:/run/secrets/tokens:ro" ${image}`,
];
