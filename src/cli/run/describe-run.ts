import { type Command, Option } from "commander";
import { numberOption } from "../parser/commands.js";

interface Shared {
  readonly risk: Option;
  readonly examples: (...lines: readonly string[]) => string;
}

/** Declares the options of `toolgen run` and their help. */
export function describeRun(command: Command, { risk, examples }: Shared): Command {
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
