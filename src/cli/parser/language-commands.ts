import { Option } from "commander";
import { type Commands, examples, jsonOption } from "./commands.js";

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
    .action(perform(async () => (await import("../commands/lsp.js")).lsp));
}
