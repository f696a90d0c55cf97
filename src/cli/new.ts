import { compile } from "../compile.js";
import { newHandler } from "../emit/new-handler.js";
import { readAssets } from "../node-host.js";
import { exitCode } from "./exit-code.js";
import { openProject } from "./open-project.js";
import { packageRoot } from "./package-root.js";
import type { GlobalOptions } from "./program.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface NewRequest extends GlobalOptions {
  readonly name: string;
}

/** `toolgen new handler`: writes a spec and its function, with types, to begin with. Nothing that is there is overwritten. */
export async function newTool(request: NewRequest, terminal: Terminal): Promise<number> {
  const { name } = request;
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,47}$/.test(name))
    throw new UsageError(
      `'${name}' can't be the name of a tool.`,
      "Names are of letters, digits and '_', at most 48, and begin with no digit.",
    );
  const host = await openProject(request, terminal);
  const assets = await readAssets(packageRoot);
  // Mistakes in other specs don't matter here.
  const [{ model }] = await compile(host, assets, { targets: [], handlers: "leave" });
  const namesake = model.tools.find((tool) => tool.name === name);
  if (namesake !== undefined) throw new UsageError(`There is a tool named '${name}' already, in ${namesake.source.file.path}.`);
  const files = newHandler(name, model.project, assets);
  for (const { path } of files) {
    if ((await host.stat(path)) !== undefined) throw new UsageError(`${path} is there already.`, "Choose another name, or remove it.");
  }
  for (const file of files) await host.write(file);
  const [spec, handler] = files.map(({ path }) => path);
  terminal.out(
    [
      `  + ${spec}`,
      `  + ${handler}`,
      `Say in ${spec} what the tool takes and is for; \`toolgen build\` makes the types that ${handler} imports.`,
      `Then try it: toolgen call ${name} '{"text": "first and second"}', and its example: toolgen test ${name}`,
      "",
    ].join("\n"),
  );
  return exitCode.done;
}
