import { Option } from "commander";
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
    .action(perform(async () => (await import("../commands/build.js")).build));

  const [checkFormat, checkJson] = formatOptions();
  program
    .command("check")
    .description("Report mistakes in the specs, and write nothing.")
    .addOption(new Option("--suggest", "print changes after which calls don't ask about values"))
    .addOption(checkFormat)
    .addOption(checkJson)
    .addHelpText("after", examples("toolgen check", "toolgen check --json", "toolgen check --suggest"))
    .action(perform(async () => (await import("../commands/check.js")).check));

  program
    .command("test")
    .description("Test the examples of the specs.")
    .argument("[tool]", "the tool whose examples are tested; by default all tools")
    .option("--filter <text>", "only examples whose name contains this text")
    .option("--strict", "also fail if an example is skipped")
    .addOption(jsonOption("a JSON array"))
    .addHelpText("after", examples("toolgen test", "toolgen test git_log --filter alias", "toolgen test --strict --json"))
    .action(perform(async () => (await import("../commands/test.js")).test, "tool"));
}
