import { type Command, InvalidArgumentError, Option } from "commander";
import { dialectIds } from "../../emit/portability/dialect-ids.js";
import { diffFormats } from "../diff/diff-formats.js";
import type { GlobalOptions } from "../options.js";
import { type Commands, examples, formatOptions, jsonOption, repeatable } from "./commands.js";

/** The commands that compile specs, test them and explain them. */
export function addBuildCommands({ program, perform }: Commands): void {
  const [buildFormat, buildJson] = formatOptions();
  program
    .command("build")
    .description("Compile the specs and write the changed outputs.")
    .option("--check", "write nothing; fail if the output folder doesn't match the specs")
    .addOption(new Option("--watch", "build again whenever a spec changes, until Ctrl-C").conflicts("check"))
    .addOption(new Option("--code-cache", "also let this user's calls start sooner with this Node").conflicts(["check", "watch"]))
    .addOption(buildFormat)
    .addOption(buildJson)
    .addHelpText("after", examples("toolgen build", "toolgen build --check", "toolgen build --watch", "toolgen build --code-cache"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/build.js")).build(command.optsWithGlobals(), terminal)),
    );

  const [checkFormat, checkJson] = formatOptions();
  program
    .command("check")
    .description("Report mistakes in the specs, and write nothing.")
    .addOption(checkFormat)
    .addOption(checkJson)
    .addHelpText("after", examples("toolgen check", "toolgen check --json"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/check.js")).check(command.optsWithGlobals(), terminal)),
    );

  program
    .command("test")
    .description("Test the examples of the specs.")
    .argument("[tool]", "the tool whose examples are tested; by default all tools")
    .option("--filter <text>", "only examples whose name contains this text")
    .option("--strict", "also fail if an example is skipped")
    .addOption(jsonOption("a JSON array"))
    .addHelpText("after", examples("toolgen test", "toolgen test git_log --filter alias", "toolgen test --strict --json"))
    .action((tool: string | undefined, _options: object, command: Command) =>
      perform(command, async (terminal) => {
        const { test } = await import("../commands/test.js");
        return test({ ...command.optsWithGlobals<GlobalOptions>(), tool }, terminal);
      }),
    );

  program
    .command("list")
    .description("List the tools with their kind, risk, description and source file, and the prompts and resources.")
    .addOption(jsonOption("a JSON array"))
    .addHelpText("after", examples("toolgen list", "toolgen list --json"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/list.js")).listTools(command.optsWithGlobals(), terminal)),
    );

  program
    .command("explain")
    .description("Explain a diagnostic's code, or show what was compiled for a tool, a prompt or a resource.")
    .argument("<code-or-name>", "a code such as unknown-key, or a name; prompt:NAME and resource:NAME are never a tool")
    .addOption(jsonOption("a JSON object"))
    .addHelpText("after", examples("toolgen explain unknown-key", "toolgen explain git_log --json", "toolgen explain prompt:review"))
    .action((subject: string, _options: object, command: Command) =>
      perform(command, async (terminal) =>
        (await import("../commands/explain.js")).explain({ ...command.optsWithGlobals(), subject }, terminal),
      ),
    );

  program
    .command("budget")
    .description("Count the tokens that each tool costs a model, in each form in which clients show it.")
    .addOption(new Option("--max <tokens>", "fail if all tools together cost more than this in any form").argParser(parseTokens))
    .addOption(jsonOption("a JSON object"))
    .addHelpText("after", examples("toolgen budget", "toolgen budget --max 8000", "toolgen budget --json"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/budget.js")).budget(command.optsWithGlobals(), terminal)),
    );

  program
    .command("diff")
    .description("Report what changed for models and clients since toolgen.lock or a Git revision, and what the changes break.")
    .argument("[revision]", "a branch, tag or commit; by default toolgen.lock, or HEAD without that file")
    .addOption(new Option("--accept", "accept the changes: write them to toolgen.lock, so that 'build --check' passes"))
    .addOption(repeatable("--only <name>", "only the changes of this tool, prompt or resource; may be repeated"))
    .option("--exit-code", "exit with 1 if a change is breaking or riskier")
    .addOption(new Option("--format <format>", "the format of the report").choices(diffFormats).default("pretty"))
    .addOption(new Option("--json", "print a JSON object; the same as --format json").implies({ format: "json" }))
    .addHelpText("after", examples("toolgen diff", "toolgen diff main --format markdown", "toolgen diff --accept --only git_log"))
    .action((revision: string | undefined, _options: object, command: Command) =>
      perform(command, async (terminal) =>
        (await import("../commands/diff.js")).reportDiff({ ...command.optsWithGlobals(), revision }, terminal),
      ),
    );

  const [lintFormat, lintJson] = formatOptions();
  program
    .command("lint")
    .description("Report what may make a model choose or call a tool wrongly, with the source of each rule.")
    .option("--exit-code", "exit with 1 if there is a finding")
    .addOption(lintFormat)
    .addOption(lintJson)
    .addHelpText("after", examples("toolgen lint", "toolgen lint --exit-code --format github"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/lint.js")).lint(command.optsWithGlobals(), terminal)),
    );

  program
    .command("migrate")
    .description("Write the new names of keys and words of the language that were renamed, in specs and toolgen.yaml.")
    .option("--dry-run", "print the changes as a diff, and write nothing")
    .addOption(new Option("--check", "write nothing; exit with 1 if a name is to change"))
    .addOption(jsonOption("a JSON array of the changes"))
    .addHelpText("after", examples("toolgen migrate --dry-run", "toolgen migrate", "toolgen migrate --check --json"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/migrate.js")).migrate(command.optsWithGlobals(), terminal)),
    );

  program
    .command("portability")
    .description("Report which parts of each tool's schema clients and model APIs ignore.")
    .argument("[tools...]", "the tools; by default all")
    .addOption(repeatable("--client <client>", `only this client or API: ${dialectIds.join(", ")}; may be repeated`, dialectIds))
    .addOption(jsonOption("a JSON array"))
    .addHelpText(
      "after",
      examples("toolgen portability", "toolgen portability git_log --client codex", "toolgen portability --client openai-strict --json"),
    )
    .action((tools: readonly string[], _options: object, command: Command) =>
      perform(command, async (terminal) =>
        (await import("../commands/portability.js")).portability({ ...command.optsWithGlobals(), tools }, terminal),
      ),
    );

  program
    .command("schema")
    .description("Print the JSON Schema of the spec language, for editors.")
    .option("--config", "print the schema of toolgen.yaml")
    .option("--out <file>", "write the schema to this file")
    .addOption(jsonOption("JSON, as it does without this option"))
    .addHelpText("after", examples("toolgen schema --out .toolgen/spec.schema.json", "toolgen schema --config > config.schema.json"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/schema.js")).schema(command.optsWithGlobals(), terminal)),
    );

  program
    .command("lsp")
    .description("Serve editors: a language server for specs and toolgen.yaml on standard input and output.")
    .option("--stdio", "use standard input and output, as it does without this option")
    .addHelpText("after", examples("toolgen lsp", "npx --no-install toolgen lsp --stdio"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../commands/lsp.js")).lsp(command.optsWithGlobals(), terminal)),
    );
}

function parseTokens(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is not a whole number of tokens, such as 8000.");
  return Number(text);
}
