import { programFacts } from "../../check/programs/program-facts.js";
import { codes } from "../../diagnostics/codes.js";
import type { Definition } from "../../diagnostics/define.js";
import { targetsOf } from "../../model/built-targets.js";
import type { Model } from "../../model/tool.js";
import { closest } from "../../runtime/text/closest.js";
import { codeFacts, describeCode } from "../describe/code-facts.js";
import { describeProgramRow } from "../describe/describe-program-row.js";
import { describePrompt, promptFacts } from "../describe/prompt-facts.js";
import { describeResource, resourceFacts } from "../describe/resource-facts.js";
import { printSections } from "../describe/section.js";
import { describeTool, toolFacts } from "../describe/tool-facts.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { closestTool, findToolModel } from "../project/find-tool-model.js";
import { UsageError } from "../usage-error.js";

/**
 * `toolgen explain`: shows an entry of the catalogue of diagnostics, a row of the table of programs, or a compiled
 * tool, prompt or resource.
 */
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
  const [, words] = /^program:(.*)$/.exec(subject) ?? [];
  if (words !== undefined) {
    const facts = programFacts(words);
    if (facts === undefined)
      throw new UsageError(`The table of programs doesn't have '${words}'.`, "Values in its arguments are unknown, so the user is asked.");
    terminal.out(request.json ? print(facts) : printSections(describeProgramRow(facts)));
    return exitCode.done;
  }
  // Codes have dashes and few names do, so a misspelt code is reported without compiling anything.
  const code = closest(subject, Object.keys(catalogue));
  if (code !== undefined && subject.includes("-") && !subject.includes(":")) throw unknown(subject, suggestion(code));
  const compilation = await compileOrReport(request, terminal);
  if (compilation === undefined) return exitCode.failed;
  const { model } = compilation;
  const [found, other] = subjectsNamed(model, subject);
  if (found === undefined) throw unknown(subject, suggestion(closestTool(model, subject)[0] ?? closestDocument(model, subject) ?? code));
  terminal.out(request.json ? print(found.facts()) : found.text());
  if (other !== undefined)
    terminal.err(`There is also a ${other.kind} of this name: 'toolgen explain ${other.kind}:${subject}' shows it.\n`);
  return exitCode.done;
}

interface Subject {
  readonly kind: "tool" | "prompt" | "resource";
  facts(): unknown;
  text(): string;
}

/** Returns what has this name, tools first. `prompt:NAME` and `resource:NAME` are prompts and resources alone. */
function subjectsNamed(model: Model, subject: string): readonly Subject[] {
  const [, only, name = subject] = /^(prompt|resource):(.*)$/.exec(subject) ?? [];
  const resources = model.resources
    .filter(({ tool }) => tool.name === name && only !== "prompt")
    .map((one) => ({ kind: "resource", facts: () => resourceFacts(one, model), text: () => describeResource(one, model) }) as const);
  const prompts = model.prompts
    .filter(({ tool }) => tool.name === name && only !== "resource")
    .map((one) => ({ kind: "prompt", facts: () => promptFacts(one, model), text: () => describePrompt(one, model) }) as const);
  const documents = [...resources, ...prompts];
  const tool = only === undefined ? findToolModel(model, name) : undefined;
  // An exact name precedes an alias.
  if (tool === undefined || (tool.name !== name && documents.length > 0)) return documents;
  const targets = targetsOf(model, tool);
  return [{ kind: "tool", facts: () => toolFacts(tool, targets), text: () => describeTool(tool, targets) }, ...documents];
}

function closestDocument({ prompts, resources }: Model, subject: string): string | undefined {
  return closest(
    subject.replace(/^(?:prompt|resource):/, ""),
    [...prompts, ...resources].map(({ tool }) => tool.name),
  );
}

const print = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const suggestion = (name: string | undefined) => (name === undefined ? "" : ` Did you mean '${name}'?`);

function unknown(subject: string, didYouMean: string): UsageError {
  return new UsageError(
    `'${subject}' is neither a diagnostic's code nor a tool, prompt or resource of this project.${didYouMean}`,
    "Codes are printed with every diagnostic; 'toolgen list' shows the tools, prompts and resources.",
  );
}
