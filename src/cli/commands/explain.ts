import { type Model, targetsOf } from "../../compiler/model.js";
import type { Definition } from "../../contract/diagnostic.js";
import { codes } from "../../contract/diagnostic-codes.js";
import { closest } from "../../contract/names.js";
import { programFacts } from "../../programs/program-facts.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { printSections, section } from "../describe/describe-text.js";
import { describePrompt, describeResource, promptFacts, resourceFacts } from "../describe/document-facts.js";
import { describeTool, toolFacts } from "../describe/tool-facts.js";
import type { Terminal } from "../io/terminal.js";
import { closestTool, compileOrReport, findToolModel } from "../project/compile-or-report.js";

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

/** A catalogue entry as data; the message's placeholders are written as `{name}`. */
function codeFacts(code: string, { severity, message, help, explanation, example }: Definition) {
  return { code, severity, message: withNames(message, (name) => `{${name}}`), help, explanation, example };
}

const withNames = ({ parts, holes }: Definition["message"], show: (name: string) => string) =>
  parts
    .map(
      (part, i) =>
        part +
        holes
          .slice(i, i + 1)
          .map(show)
          .join(""),
    )
    .join("");

/** A catalogue entry as text for users. */
export function describeCode(code: string, definition: Definition): string {
  const { severity, message, help, explanation, example } = definition;
  const text = withNames(message, (name) => `‹${name}›`);
  const wrong = example
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`.trimEnd());
  return [`${severity} ${code}: ${text}`, "", explanation.trim(), "", `Help: ${help}`, "", "Reported for:", "", ...wrong, ""].join("\n");
}

/** The row in words: how a call's value may be used there. */
export function describeProgramRow({ name, subcommands, ...row }: NonNullable<ReturnType<typeof programFacts>>): readonly string[] {
  const { documentation, options = {}, settings = [], flags = [], operands = [], last, stdin, others, is = [] } = row;
  return [
    name,
    ...(documentation === undefined ? [] : [documentation]),
    ...section(
      "Options whose value is",
      Object.entries(options).map(([placeClass, names]) => `${placeClass}: ${names.join(" ")}`),
    ),
    ...section(
      "Settings",
      settings.map(({ option, class: placeClass, names }) => `${placeClass}: ${option === "=" ? "" : `${option} `}${names.join(" ")}`),
    ),
    ...section("Options without a value", flags.length === 0 ? [] : [flags.join(" ")]),
    ...section("Operands", [
      ...(operands.length === 0 ? [] : [operands.join(", ")]),
      ...(last === undefined ? [] : [`the last one: ${last}`]),
    ]),
    ...section(
      "Everything else",
      [`standard input: ${stdin}`, `options and operands that aren't listed: ${others}`].slice(stdin === undefined ? 2 : 0),
    ),
    ...section("What it does", is),
    ...section(
      "Subcommands",
      subcommands.length === 0 ? [] : [subcommands.join(" "), `'toolgen explain "program:${name} ${subcommands[0]}"' shows one.`],
    ),
  ];
}
