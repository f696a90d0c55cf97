import { type Command, InvalidArgumentError, Option } from "commander";
import { showingNames } from "../../compiler/option-names.js";
import { type durationOption, evalFormats, type examples, numberOption, type repeatable } from "./commands.js";

interface RunHelp {
  readonly risk: Option;
  readonly examples: (...lines: readonly string[]) => string;
}

/** Declares the options of `toolgen run` and their help. */
export function describeRun(command: Command, { risk, examples }: RunHelp): Command {
  return command
    .description("Run a task with a model and the project's tools, asking for confirmation when needed.")
    .argument("[task]", "the task; - reads it from standard input. Without it, --resume continues")
    .addOption(new Option("--model <provider/id>", "the model, by its provider's package of the AI SDK (docs/run.md)").env("TOOLGEN_MODEL"))
    .option("--base-url <url>", "the address of the provider's server; by default that of its package")
    .option("--system <text>", "the system prompt")
    .option("--tools <names>", "comma-separated list of tools to offer; git_* matches all names that begin with git_")
    .option("--mcp <file>", "also the tools of the MCP servers that this file names as mcpServers")
    .addOption(risk)
    .addOption(
      new Option("--unattended <word>", "never ask; calls that need confirmation are allowed, denied, or pause the run").choices([
        "allow",
        "deny",
        "pause",
      ]),
    )
    .addOption(numberOption("--max-turns <n>", "turns of the model; by default 50"))
    .addOption(numberOption("--max-tokens <n>", "tokens of all turns together; by default 2000000"))
    .addOption(numberOption("--timeout <seconds>", "how long it may take, answers included; by default 1800"))
    .option("--save <file>", "keep the run's state in this file, for --resume; a question that cannot be asked pauses the run")
    .option("--resume <file>", "continue the run that --save wrote, in this file unless --save names another")
    .option("--json", "print a line of JSON for each event")
    .addHelpText(
      "after",
      `${examples(
        'toolgen run --model anthropic/claude-opus-4-5 "add a licence header to each source file"',
        "toolgen run --model openai-compatible/qwen3 --base-url http://127.0.0.1:8080/v1 - < task.txt",
        'toolgen run --save run.json --max-turns 5 "tidy the changelog"',
        "toolgen run --resume run.json",
      )}\n\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 paused or at a limit, 130 cancelled.`,
    );
}

interface EvalHelp {
  readonly examples: typeof examples;
  readonly repeatable: typeof repeatable;
  readonly durationOption: typeof durationOption;
}

/** Declares the options of `toolgen eval` and their help. */
export function describeEval(command: Command, { examples, repeatable, durationOption }: EvalHelp): Command {
  const duration = (flags: string, description: string) => new Option(flags, description).argParser(durationOption);
  return command
    .description("Ask a model with the prompts of the examples, and report which tools it chooses with which arguments. Runs no tool.")
    .addOption(new Option("--model <provider/id>", "the model, by its provider's package of the AI SDK (docs/run.md)").env("TOOLGEN_MODEL"))
    .option("--base-url <url>", "the address of the provider's server; by default that of its package")
    .option("--system <text>", "the system prompt; by default none")
    .addOption(
      new Option("--as <form>", "the form in which clients show the tools (see toolgen budget)").choices(showingNames).default("mcp"),
    )
    .option("--toolsets <names>", "offer the model only tools of these toolsets, with commas between them")
    .option("--tools <names>", "offer the model only these tools; with --toolsets, offer these too")
    .option("--read-only", "offer the model only tools whose readOnlyHint is true")
    .addOption(repeatable("--only <tool>", "only the examples in this tool's spec; may be repeated"))
    .option("--filter <text>", "only examples whose name contains this text")
    .addOption(numberOption("--repeat <n>", "how often each prompt is tried; by default once"))
    .addOption(numberOption("--concurrency <n>", "how many requests are made at a time; by default 4"))
    .addOption(numberOption("--max-calls <n>", "the most requests; by default 200"))
    .addOption(numberOption("--max-tokens <n>", "the most tokens of all requests together; by default 1000000"))
    .addOption(duration("--timeout <duration>", "how long an answer may take; by default 2m"))
    .addOption(duration("--max-time <duration>", "how long all requests together may take; by default 30m"))
    .option("--save <file>", "write the results to this file, for --compare")
    .addOption(new Option("--compare <file>", "compare with results that --save wrote").conflicts("base"))
    .option("--base <revision>", "also ask with the tools of this Git revision, and compare: twice as many requests")
    .addOption(new Option("--min-right <percent>", "exit with 1 if fewer answers are right").argParser(parsePercent))
    .addOption(new Option("--format <format>", "the format of the report").choices(evalFormats).default("pretty"))
    .addOption(new Option("--json", "print a JSON object; the same as --format json").implies({ format: "json" }))
    .addHelpText(
      "after",
      `${examples(
        "toolgen eval --model anthropic/claude-haiku-4-5",
        "toolgen eval --model openai-compatible/qwen3 --base-url http://127.0.0.1:8080/v1 --only git_log --repeat 5",
        "toolgen eval --base main --format markdown",
        "toolgen eval --min-right 90 --save eval.json",
      )}\n\nExit codes: 0 done; 1 too few right, a loss, or unanswered prompts; 2 wrong usage; 3 stopped at a limit; 130 cancelled.`,
    );
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (!/^\d{1,3}(?:\.\d+)?$/.test(text) || percent > 100)
    throw new InvalidArgumentError("It takes a percentage from 0 to 100, such as 90.");
  return percent;
}
