import type { Command } from "commander";
import type { GlobalOptions } from "../options.js";
import { type Commands, examples, jsonOption, repeatable } from "./commands.js";

/** `import openapi`: specs from descriptions that exist already. */
export function addImportCommands({ program, perform }: Commands): void {
  const group = program
    .command("import")
    .description("Make specs of what exists already: the operations of an OpenAPI document.")
    .addHelpText("after", examples("toolgen import openapi petstore.yaml", "toolgen import openapi --help"));
  group
    .command("openapi")
    .description("Make a spec of each operation of an OpenAPI 3.0 or 3.1 document. A later import merges into your edits.")
    .argument("<document>", "a file, or an address that begins with https:// or http://")
    .addOption(repeatable("--tag <tag>", "import the operations with this tag; may be repeated"))
    .addOption(repeatable("--path <path>", "import the operations of this path and those below it; may be repeated"))
    .addOption(repeatable("--operation <name>", "import this operation: its operationId, or 'GET /pets'; may be repeated"))
    .option("--all", "import all operations, also if there are many")
    .option("--deprecated", "import deprecated operations, too")
    .option("--server <url>", "the server's address, instead of the document's")
    .option("--bearer <name>", "a secret to send as a bearer token, if the document declares no security: its environment variable")
    .option("--out <dir>", "the folder of the specs in the project; by default one below tools.d, named after the document's title")
    .option("--dry-run", "show what would be written, and write nothing")
    .addOption(jsonOption("a JSON object, and ask nothing"))
    .addHelpText(
      "after",
      examples(
        "toolgen import openapi petstore.yaml",
        "toolgen import openapi https://api.example.com/openapi.json --tag issues --tag labels",
        "toolgen import openapi openapi.json --path /repos --out tools.d/tracker --dry-run",
        "toolgen import openapi openapi.json --operation getPet --operation 'POST /pets'",
      ) +
        "\n\nExit codes: 0 imported; 1 imported, but your edits and the document disagree, or a file is in the way; 2 wrong usage, or no\nOpenAPI document. docs/import.md has the rules.",
    )
    .action((document: string, _options: object, command: Command) =>
      perform(command, async (terminal) => {
        const { importOpenapi } = await import("../commands/import-openapi.js");
        return importOpenapi({ ...command.optsWithGlobals<GlobalOptions>(), document }, terminal);
      }),
    );
}
