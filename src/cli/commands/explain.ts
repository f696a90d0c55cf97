import { codes } from "../../diagnostics/codes.js";
import type { Definition } from "../../diagnostics/define.js";
import { targetsOf } from "../../model/targets.js";
import { closest } from "../../runtime/text/closest.js";
import { codeFacts, describeCode } from "../describe/code-facts.js";
import { describeTool, toolFacts } from "../describe/tool-facts.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { closestTool, findToolModel } from "../project/find-tool-model.js";
import { UsageError } from "../usage-error.js";

/** `toolgen explain`: shows an entry of the catalogue of diagnostics, or a compiled tool. */
export async function explain(
  request: GlobalOptions & { readonly subject: string; readonly json?: true },
  terminal: Terminal,
): Promise<number> {
  const { subject } = request;
  const catalogue: Readonly<Record<string, Definition>> = codes;
  const definition = Object.hasOwn(catalogue, subject) ? catalogue[subject] : undefined;
  if (definition !== undefined) {
    terminal.out(request.json ? print(codeFacts(subject, definition)) : describeCode(subject, definition));
    return exitCode.done;
  }
  // Codes have dashes and names of tools can't, so a misspelt code is reported without compiling anything.
  if (subject.includes("-")) throw unknown(subject, suggestion(closest(subject, Object.keys(catalogue))));
  const compilation = await compileOrReport(request, terminal);
  if (compilation === undefined) return exitCode.failed;
  const tool = findToolModel(compilation.model, subject);
  if (tool === undefined)
    throw unknown(subject, closestTool(compilation.model, subject) || suggestion(closest(subject, Object.keys(catalogue))));
  const targets = targetsOf(compilation.model, tool);
  terminal.out(request.json ? print(toolFacts(tool, targets)) : describeTool(tool, targets));
  return exitCode.done;
}

const print = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const suggestion = (name: string | undefined) => (name === undefined ? "" : ` Did you mean '${name}'?`);

function unknown(subject: string, didYouMean: string): UsageError {
  return new UsageError(
    `'${subject}' is neither a diagnostic's code nor a tool of this project.${didYouMean}`,
    "Codes are printed with every diagnostic; 'toolgen list' shows the tools.",
  );
}
