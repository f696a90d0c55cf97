import { buildable, type CheckSpecs, type PrintedTool } from "../buildable.js";
import type { ImportedTool, LeftOut } from "../imported-tool.js";
import { printImportedSpec } from "../yaml/print-imported-spec.js";
import { type CommandImport, convertCommand, usableOptions } from "./convert-command.js";

interface Printing {
  readonly check: CheckSpecs;
  /** The comments at the top of the spec. */
  readonly header: readonly string[];
}

/** Converts a command to a tool that builds, or says why there is none. */
export async function importCommand(
  request: CommandImport,
  { check, header }: Printing,
): Promise<{ readonly tools: readonly PrintedTool[]; readonly leftOut: readonly LeftOut[] }> {
  const origin = request.words.join(" ");
  const first = await built(request, check);
  const second = first.problem === undefined || first.tool === undefined ? first : await built(await withoutRefused(request, check), check);
  const { tool, problem } = second;
  if (tool === undefined || problem !== undefined) return { tools: [], leftOut: [{ origin, reason: first.problem ?? "" }] };
  return { tools: [{ ...tool, text: printImportedSpec(tool, header) }], leftOut: [] };
}

interface BuiltCommand {
  readonly tool: ImportedTool | undefined;
  readonly problem: string | undefined;
}

async function built(request: CommandImport, check: CheckSpecs): Promise<BuiltCommand> {
  const converted = convertCommand(request);
  if (!converted.ok) return { tool: undefined, problem: converted.problem };
  const [only] = await buildable([{ tool: converted.value }], check);
  return { tool: only?.tool, problem: only?.problem };
}

/** Tries each option alone, and refuses those with which the spec doesn't build. */
async function withoutRefused(request: CommandImport, check: CheckSpecs): Promise<CommandImport> {
  const options = usableOptions(request);
  const alone = options.flatMap(({ names: [name = ""] }) => {
    const converted = convertCommand({ ...request, chosen: [name] });
    return converted.ok ? [{ name, tool: converted.value }] : [];
  });
  const checked = await buildable(alone, check);
  const refused = checked.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem.replace(/\.$/, "")] as const]));
  return { ...request, refused: new Map(refused) };
}
