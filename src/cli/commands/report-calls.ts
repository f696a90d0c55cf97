import { ownStatistics, readStatistics, statisticsFile } from "../../call/repair-statistics.js";
import { showings } from "../../compiler/showings.js";
import type { AuditLine } from "../../contract/call.js";
import { countTools } from "../build/count-tools.js";
import { exitCode, type GlobalOptions } from "../command.js";
import { auditReport, formatAuditReport } from "../describe/audit-report.js";
import { repairsByTool } from "../describe/repairs-by-tool.js";
import type { Terminal } from "../io/terminal.js";
import { projectRoot } from "../project/open-project.js";
import { modelOf } from "./repairs.js";

interface ReportRequest extends GlobalOptions {
  readonly json?: true;
}

/** `toolgen audit --report`: the calls of this project's tools, if there is a project. */
export async function reportCalls(calls: readonly AuditLine[], request: ReportRequest, terminal: Terminal): Promise<number> {
  const model = await modelOf(request, terminal);
  const projectDir = projectRoot(request, terminal);
  const own = calls.filter(({ project }) => project === undefined || project === projectDir);
  const [showing] = showings;
  const declared = new Map(countTools(model).map(({ name, tokens }) => [name, tokens[showing?.name ?? ""] ?? 0]));
  const statistics = statisticsFile(terminal.environment);
  const file = statistics.kind === "file" ? statistics.path : ownStatistics(terminal.environment);
  const repairs = repairsByTool(file === undefined ? [] : readStatistics(file), model);
  const found = auditReport({ lines: own, declared, repairs: repairs.filter(({ tool }) => declared.has(tool)) });
  terminal.out(request.json ? `${JSON.stringify(found, null, 2)}\n` : formatAuditReport(found));
  return exitCode.done;
}
