import { printable } from "../../diagnostics/printable.js";
import type { Model } from "../../model/tool.js";
import { readStatistics } from "../../runtime/telemetry/statistics/read-statistics.js";
import { ownStatistics, statisticsFile } from "../../runtime/telemetry/statistics/statistics-file.js";
import { countingIsOff, repairSections, repairSummary, repairsByTool, type ToolRepairs } from "../repair/repairs-by-tool.js";
import type { RepairStatistics, RepairsOfTool } from "./page-messages.js";

/** A tool shows its most frequent mistakes. `toolgen repairs` has all. */
const mostLines = 40;

/** Returns the statistics about a project's tools as they are now. The file is that of all projects of the user. */
export function repairStatistics(env: Readonly<Record<string, string | undefined>>, model: Model): RepairStatistics {
  const destination = statisticsFile(env);
  if (destination.kind === "unusable")
    return { notes: [`TOOLGEN_REPAIRS is '${printable(env.TOOLGEN_REPAIRS ?? "")}', which turns counting neither on nor off.`], tools: [] };
  const file = destination.kind === "file" ? destination.path : ownStatistics(env);
  const notes = destination.kind === "file" ? [] : [countingIsOff];
  if (file === undefined) return { notes: ["There is no HOME to store statistics in."], tools: [] };
  try {
    const tools = repairsByTool(readStatistics(file), model).filter(({ spec }) => spec !== undefined);
    return { notes, tools: tools.map(shown) };
  } catch (error) {
    return { notes: [...notes, `The statistics can't be read (${(error as NodeJS.ErrnoException).code}).`], tools: [] };
  }
}

function shown(tool: ToolRepairs): RepairsOfTool {
  const sections = repairSections(tool).map(({ title, lines }) => ({
    title: printable(title),
    lines: lines.slice(0, mostLines).map(printable),
  }));
  return { tool: printable(tool.tool), summary: repairSummary(tool), sections };
}

/** The file that changes when more is counted; `undefined` if there can't be one. */
export function countedFile(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const destination = statisticsFile(env);
  return destination.kind === "file" ? destination.path : ownStatistics(env);
}
