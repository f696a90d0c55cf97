import { type Model, targetsOf } from "../../compiler/model.js";
import type { DialectId } from "../../compiler/option-names.js";
import { describeLosses, losesAny, type Portability, portabilityOf } from "../../compiler/portability.js";
import { dialects, type SchemaDialect } from "../../compiler/schema-dialects.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { printable } from "../../contract/display-text.js";
import { exitCode, type GlobalOptions } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport, toolNamed } from "../project/compile-or-report.js";

export interface PortabilityOptions extends GlobalOptions {
  /** The tools to report; none stands for all. */
  readonly tools: readonly string[];
  readonly client?: readonly DialectId[];
  readonly json?: true;
}

interface ToolReport {
  readonly tool: string;
  readonly clients: readonly Portability[];
}

/** `toolgen portability`: what each client and API loses of the tools' schemas. */
export async function portability({ tools: names, client, json, ...options }: PortabilityOptions, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal);
  if (compilation === undefined) return exitCode.failed;
  const { model } = compilation;
  const named = new Set(names.map((name) => toolNamed(model, name).name));
  const chosen = dialects.filter(({ id }) => client === undefined || client.includes(id));
  const reports = model.tools
    .filter(({ name }) => named.size === 0 || named.has(name))
    .map((tool) => ({
      tool: tool.name,
      clients: chosen.filter((one) => isShown(tool, one, model)).map((one) => report(tool, one, model)),
    }));
  terminal.out(json ? `${JSON.stringify(reports, null, 2)}\n` : `${[...lines(reports, chosen), "", ...legend(chosen)].join("\n")}\n`);
  return exitCode.done;
}

const report = (tool: ToolModel, dialect: SchemaDialect, { project }: Model) => portabilityOf(tool, dialect, project.server);

/** Clients are shown what the MCP server lists, and APIs what programs declare. */
const isShown = (tool: ToolModel, { kind }: SchemaDialect, model: Model) => kind === "api" || targetsOf(model, tool).includes("mcp");

function lines(reports: readonly ToolReport[], chosen: readonly SchemaDialect[]): readonly string[] {
  const width = Math.max(...chosen.map(({ id }) => id.length));
  const losing = reports.filter(({ clients }) => clients.some(losesAny));
  const whole = reports.filter((one) => !losing.includes(one)).map(({ tool }) => tool);
  const found = losing.flatMap(({ tool, clients }) => [
    tool,
    ...clients.filter(losesAny).map((one) => `  ${one.client.padEnd(width)}  ${describeLosses(one).join("; ")}`),
  ]);
  return [...found, ...(whole.length === 0 ? [] : [`Nothing is lost of ${whole.join(", ")}.`])].map(printable);
}

function legend(chosen: readonly SchemaDialect[]): readonly string[] {
  const width = Math.max(...chosen.map(({ id }) => id.length));
  return [
    ...chosen.map(({ id, label, source }) => `${id.padEnd(width)}  ${label}: ${source}`),
    "",
    "'in words': moved into the description. 'can't be said': the tool is declared in another form. A call is checked by the whole schema everywhere.",
  ];
}
