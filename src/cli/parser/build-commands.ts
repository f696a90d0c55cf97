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
    .action(perform(async () => (await import("../commands/build.js")).check));

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

/** The command that checks a package before it is published. */
export function addPublishCommand({ program, perform }: Commands): void {
  program
    .command("publish")
    .description("Check the npm package and its entry in the MCP registry, and print the commands that publish both.")
    .option("--dry-run", "required: toolgen publishes nothing itself")
    .addOption(jsonOption("a JSON object"))
    .addHelpText("after", examples("toolgen publish --dry-run", "toolgen publish --dry-run --json"))
    .action(perform(async () => (await import("../commands/publish.js")).publish));
}

/** The commands for the language of specs: its schema, its editors, and its renamed words. */
export function addLanguageCommands({ program, perform }: Commands): void {
  program
    .command("migrate")
    .description("Write the new names of keys and words of the language that were renamed, in specs and toolgen.yaml.")
    .option("--dry-run", "print the changes as a diff, and write nothing")
    .addOption(new Option("--check", "write nothing; exit with 1 if a name is to change"))
    .addOption(jsonOption("a JSON array of the changes"))
    .addHelpText("after", examples("toolgen migrate --dry-run", "toolgen migrate", "toolgen migrate --check --json"))
    .action(perform(async () => (await import("../commands/migrate.js")).migrate));

  program
    .command("schema")
    .description("Print the JSON Schema of the spec language, for editors.")
    .option("--config", "print the schema of toolgen.yaml")
    .option("--out <file>", "write the schema to this file")
    .addOption(jsonOption("JSON, as it does without this option"))
    .addHelpText("after", examples("toolgen schema --out .toolgen/spec.schema.json", "toolgen schema --config > config.schema.json"))
    .action(perform(async () => (await import("../commands/schema.js")).schema));

  program
    .command("lsp")
    .description("Serve editors: a language server for specs and toolgen.yaml on standard input and output.")
    .option("--stdio", "use standard input and output, as it does without this option")
    .addHelpText("after", examples("toolgen lsp", "npx --no-install toolgen lsp --stdio"))
    .action(perform(async () => (await import("../lsp/serve-editor.js")).lsp));
}
