import { type Showing, showings } from "../../compiler/showings.js";
import { groupDigits } from "../../contract/display-text.js";
import { countSkills, countTools, openTokenizer, type SkillTokens, type ToolTokens, totalTokens } from "../build/count-tools.js";
import { exitCode, type GlobalOptions } from "../command.js";
import { alignColumns } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport } from "../project/compile-or-report.js";

export interface BudgetOptions extends GlobalOptions {
  readonly json?: true;
  /** The most tokens that all tools together may cost in any showing. */
  readonly max?: number;
}

/** `toolgen budget`: the tokens that each tool costs a model, in each form in which clients show it. */
export async function budget(options: BudgetOptions, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal, ["skills"]);
  if (compilation === undefined) return exitCode.failed;
  const skills = countSkills(compilation.files);
  const tools = countTools(compilation.model);
  const totals = showings.map((showing) => ({ showing, tokens: totalTokens(tools, showing) }));
  if (options.json) {
    const listed = totals.map(({ showing: { name, clients }, tokens }) => ({ name, clients, tokens }));
    terminal.out(
      `${JSON.stringify({ encoding: openTokenizer().encoding, showings: listed, tools, ...(skills.length > 0 && { skills }) }, null, 2)}\n`,
    );
  } else {
    terminal.out([...table(tools), "", ...skillTable(skills), ...legend(), ""].join("\n"));
  }
  const { max = Number.POSITIVE_INFINITY } = options;
  const excessive = totals.filter(({ tokens }) => tokens > max);
  for (const { showing, tokens } of excessive)
    terminal.err(`The tools cost ${groupDigits(tokens)} tokens in '${showing.name}', and --max allows ${groupDigits(max)}.\n`);
  return excessive.length > 0 ? exitCode.failed : exitCode.done;
}

/** A line for each tool under the names of the showings, and the totals. */
function table(tools: readonly ToolTokens[]): readonly string[] {
  const cell = ({ tokens }: ToolTokens, { name }: Showing) => (tokens[name] === undefined ? "-" : groupDigits(tokens[name]));
  const rows = [
    ["tokens", ...showings.map(({ name }) => name)],
    ...tools.map((tool) => [tool.name, ...showings.map((showing) => cell(tool, showing))]),
    ["total", ...showings.map((showing) => groupDigits(totalTokens(tools, showing)))],
  ];
  return alignColumns(rows);
}

/** A line for each skill, if there are any; the parts are read at different times. */
function skillTable(skills: readonly SkillTokens[]): readonly string[] {
  if (skills.length === 0) return [];
  const rows = skills.map(({ name, prompt, body, references }) => [name, ...[prompt, body, references].map(groupDigits)]);
  return [
    ...alignColumns([["skills", "prompt", "body", "references"], ...rows]),
    "",
    "A client puts 'prompt' into every prompt: a skill's name and description. A model reads the others when it uses the skill.",
    "",
  ];
}

function legend(): readonly string[] {
  const width = Math.max(...showings.map(({ name }) => name.length));
  return [
    ...showings.map(({ name, clients }) => `${name.padEnd(width)}  ${clients}`),
    "",
    `Counted with ${openTokenizer().encoding}, the encoding of OpenAI's models since GPT-4o. The tokenizers of Claude and Gemini count differently.`,
    "A tool's name, description and schema are counted. Gemini CLI adds about 780 characters to each tool that it discovers.",
  ];
}
