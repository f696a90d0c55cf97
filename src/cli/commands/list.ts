import { builtTargets, type Model, type TargetName, targetsOf } from "../../compiler/model.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { invariant } from "../../contract/diagnostic.js";
import { firstSentence, printable } from "../../contract/display-text.js";
import { claimedParams } from "../../programs/place-class.js";
import { exitCode, type GlobalOptions } from "../command.js";
import { documentRows, type PromptRow, type ResourceRow } from "../describe/document-rows.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport } from "../project/compile-or-report.js";

/** `toolgen list`: prints one line for each tool, and sections of prompts and resources if there are any. */
export async function listTools(options: GlobalOptions & { readonly json?: true }, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal);
  if (compilation === undefined) return exitCode.failed;
  const { model } = compilation;
  const tools = [...model.tools, ...model.hosted].map((tool) => toRow(tool, model));
  const { prompts, resources } = documentRows(model);
  if (options.json) terminal.out(`${JSON.stringify([...tools, ...prompts, ...resources], null, 2)}\n`);
  else terminal.out(sections(table(tools, ["name", "kind", "risk", "source"]), promptTable(prompts), resourceTable(resources)));
  return exitCode.done;
}

const sections = (...parts: readonly string[]) => parts.filter((part) => part !== "").join("\n");

function promptTable(prompts: readonly PromptRow[]): string {
  const rows = prompts.map((prompt) => ({ ...prompt, takes: prompt.arguments.join(", ") || "-" }));
  return rows.length === 0 ? "" : `Prompts\n${table(rows, ["name", "takes", "source"])}`;
}

function resourceTable(resources: readonly ResourceRow[]): string {
  const rows = resources.map((resource) => ({ ...resource, at: resource.uri ?? resource.uriTemplate ?? "" }));
  return rows.length === 0 ? "" : `Resources\n${table(rows, ["name", "at", "source"])}`;
}

interface About {
  readonly description: string;
  /** The client whose own tool it is. */
  readonly host?: string;
  /** The parameters that the author calls data, so that calls don't ask about them. */
  readonly data?: readonly string[];
  /** The targets without it. */
  readonly leftOutOf?: readonly TargetName[];
}

interface Row extends About {
  readonly name: string;
  readonly kind: string;
  readonly risk: string;
  readonly source: string;
  /** The targets with it. */
  readonly targets: readonly TargetName[];
}

function toRow(tool: ToolModel, model: Model): Row {
  const targets = targetsOf(model, tool);
  const leftOutOf = tool.host === undefined ? builtTargets(model).filter((name) => !targets.includes(name)) : [];
  const claimed = claimedParams(tool.values);
  return {
    name: tool.name,
    kind: tool.kind,
    risk: tool.risk.level,
    description: firstSentence(tool.description),
    ...(tool.host === undefined ? {} : { host: tool.host }),
    targets,
    ...(claimed.length > 0 && { data: claimed }),
    ...(leftOutOf.length > 0 && { leftOutOf }),
    source: tool.source.file.path,
  };
}

/** A line for each tool: these columns, and its purpose. */
export function table<Key extends string>(rows: readonly (Readonly<Record<Key, string>> & About)[], keys: readonly Key[]): string {
  const columns = keys.map((key) => ({ key, width: Math.max(0, ...rows.map((row) => row[key].length)) }));
  return rows.map((row) => `${printable([...columns.map((c) => row[c.key].padEnd(c.width)), about(row)].join("  "))}\n`).join("");
}

function about({ host, data = [], leftOutOf = [], description }: About): string {
  const notes = [
    ...(host === undefined ? [] : [`${host}'s own`]),
    ...(leftOutOf.length === 0 ? [] : [`not for ${leftOutOf.join(", ")}`]),
    ...(data.length === 0 ? [] : [`data: ${data.join(", ")}`]),
  ];
  return [...notes.map((note) => `(${note})`), description].join(" ");
}

/** `toolgen discover`: prints the document of `generated/gemini/discovery.json`, from the current specs. */
export async function discover(options: GlobalOptions, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal, ["gemini-discovery"]);
  if (compilation === undefined) return exitCode.failed;
  const document = compilation.files.find((file) => file.path === "gemini/discovery.json");
  invariant(document !== undefined, "every compilation has a discovery document");
  terminal.out(document.text);
  return exitCode.done;
}
