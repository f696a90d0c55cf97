import { compile } from "../../compiler/compile.js";
import { isError } from "../../contract/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { readAssets } from "../../contract/node-host.js";
import { exitCode, type GlobalOptions, packageRoot, UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { openProject } from "../project/open-project.js";
import { reportDiagnostics } from "../project/report-diagnostics.js";

export interface PublishOptions extends GlobalOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/**
 * `toolgen publish --dry-run`: checks what npm and the MCP registry check of the package that `targets.package` builds,
 * and prints the commands that publish it. Publishing needs logins, which are the user's.
 */
export async function publish(options: PublishOptions, terminal: Terminal): Promise<number> {
  if (options.dryRun !== true)
    throw new UsageError(
      "toolgen publishes nothing itself.",
      "Add --dry-run to check the package, and to print the commands that publish it.",
    );
  const host = await openProject(options, terminal);
  const [{ model, files }, diagnostics] = await compile(host, await readAssets(packageRoot), { targets: ["package"] });
  if (diagnostics.some(isError)) {
    reportDiagnostics(diagnostics.filter(isError), { format: "pretty" }, terminal);
    return exitCode.failed;
  }
  const { output, targets } = model.project;
  if (!targets.package.isBuilt)
    throw new UsageError(
      "toolgen.yaml has no package to publish.",
      "Write `targets: { package: { name: \"@you/notes-mcp\", version: 1.0.0 } }`, and run 'toolgen build'.",
    );
  const disk = await Promise.all(
    files.map(async ({ path, text }) => ({
      path,
      isFresh: Buffer.from((await host.read(`${output}/${path}`)) ?? "").toString("utf8") === text,
    })),
  );
  const stale = disk.filter(({ isFresh }) => !isFresh).map(({ path }) => path);
  const jsonOf = (name: string): JsonObject | undefined => {
    const value: unknown = JSON.parse(files.find(({ path }) => path === `package/${name}`)?.text ?? "null");
    return isJsonObject(value) ? value : undefined;
  };
  const entry = jsonOf("mcp-registry.json");
  const problems = [
    ...(stale.length > 0
      ? [`${stale.length} files of ${output}/package aren't what the specs produce, such as ${stale[0]}: run 'toolgen build'.`]
      : []),
    ...problemsOf(jsonOf("package.json") ?? {}, entry),
  ];
  const commands = [
    `npm publish ./${output}/package --access public`,
    ...(entry === undefined ? [] : [`mcp-publisher publish ${output}/package/mcp-registry.json`]),
  ];
  if (options.json) terminal.out(`${JSON.stringify({ problems, commands: problems.length === 0 ? commands : [] }, null, 2)}\n`);
  else if (problems.length === 0) terminal.out([...closing(entry !== undefined), ...commands.map((line) => `  ${line}`), ""].join("\n"));
  else for (const problem of problems) terminal.err(`${problem}\n`);
  return problems.length === 0 ? exitCode.done : exitCode.failed;
}

const closing = (hasEntry: boolean): readonly string[] =>
  hasEntry
    ? ["The package and its entry in the MCP registry pass. Publish in this order, because the registry reads the package:"]
    : ["The package passes. It has no entry in the MCP registry, because `mcpName` isn't set. Publish it:"];

/** Tells what npm and the registry would refuse, or couldn't take back: a published version can't be changed. */
function problemsOf({ name, version, mcpName, license }: JsonObject, entry: JsonObject | undefined): readonly string[] {
  const description = typeof entry?.description === "string" ? entry.description : "";
  const length = [...description].length;
  return [
    ...(version === "0.0.0" ? ["`version` isn't set: a published version can't be changed, so each needs its own."] : []),
    ...(license === undefined ? ["`license` isn't set: without it, users have no right to use the package. `UNLICENSED` says so."] : []),
    ...(entry !== undefined && length > 100 ? [`\`description\` has ${length} characters, and the registry takes 100.`] : []),
    ...(entry !== undefined && (entry.name !== mcpName || entry.version !== version)
      ? [`The entry in the registry isn't that of ${String(name)}.`]
      : []),
  ];
}
