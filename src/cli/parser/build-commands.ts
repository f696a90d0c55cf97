import { type Command, Option } from "commander";
import type { GlobalOptions } from "../options.js";
import { type Commands, examples, formatOptions, jsonOption } from "./commands.js";

/** The commands that compile specs and test them. */
export function addBuildCommands({ program, perform }: Commands): void {
  const [buildFormat, buildJson] = formatOptions();
  program
    .command("build")
    .description("Compile the specs and write the changed outputs.")
    .option("--check", "write nothing; fail if the output folder doesn't match the specs")
    .addOption(new Option("--watch", "build again whenever a spec changes, until Ctrl-C").conflicts("check"))
    .addOption(buildFormat)
    .addOption(buildJson)
    .addHelpText("after", examples("toolgen build", "toolgen build --check", "toolgen build --watch"))
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
}
