import { checkSources } from "../../compiler/check.js";
import { compile } from "../../compiler/compile.js";
import { configFile } from "../../compiler/config.js";
import { lintModel } from "../../compiler/lint.js";
import { parse, readSource } from "../../compiler/source.js";
import { diagnosticToJson, isError } from "../../contract/diagnostic.js";
import { formatNotes } from "../../contract/format-diagnostics.js";
import { readAssets } from "../../contract/node-host.js";
import { checkInWorkers } from "../build/check-workers.js";
import { exitCode, type FormatOption, type GlobalOptions, packageRoot } from "../command.js";
import { withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { openProject } from "../project/open-project.js";
import { printForMachine, reportDiagnostics } from "../project/report-diagnostics.js";

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
  else if (findings.length > 0) terminal.out(formatNotes(findings, { color: terminal.color.out }));
  else terminal.out("Nothing to improve was found.\n");
  return options.exitCode === true && findings.length > 0 ? exitCode.failed : exitCode.done;
}
