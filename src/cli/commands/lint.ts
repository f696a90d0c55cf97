import { checkSources } from "../../check/check.js";
import { configFile } from "../../check/project/config.js";
import { compile } from "../../compile.js";
import { diagnosticToJson } from "../../diagnostics/collector.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics } from "../../diagnostics/format.js";
import { lintModel } from "../../lint/lint-model.js";
import { readAssets } from "../../node-host.js";
import { readSource } from "../../source/load.js";
import { parse } from "../../source/parse.js";
import { checkInWorkers } from "../build/check-in-workers.js";
import { exitCode } from "../exit-code.js";
import { printForMachine, reportDiagnostics } from "../io/report-diagnostics.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { FormatOption, GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject } from "../project/open-project.js";

/** `toolgen lint`: reports what may make a model choose or call a tool wrongly. Specs with errors aren't linted. */
export async function lint(options: GlobalOptions & FormatOption & { readonly exitCode?: true }, terminal: Terminal): Promise<number> {
  const host = await openProject(options, terminal);
  const check = checkInWorkers({ inProcess: checkSources, terminal });
  const [{ model }, diagnostics] = await withinTime(options, terminal, async () =>
    compile(host, await readAssets(packageRoot), { targets: [], handlers: "leave", check }),
  );
  if (diagnostics.some(isError)) {
    reportDiagnostics(diagnostics.filter(isError), options, terminal);
    return exitCode.failed;
  }
  const [config] = await readSource(host, configFile);
  const findings = lintModel(model, { config: config && parse(config)[0][0] });
  const { format } = options;
  if (format !== "pretty") printForMachine(findings.map(diagnosticToJson), { ...options, format }, terminal);
  else if (findings.length > 0) terminal.out(formatDiagnostics(findings, { color: terminal.color.out }));
  else terminal.out("Nothing to improve was found.\n");
  return options.exitCode === true && findings.length > 0 ? exitCode.failed : exitCode.done;
}
