import { Option } from "commander";
import { type Commands, durationOption, examples, jsonOption, numberOption, repeatable } from "./commands.js";

/** `import`: specs from descriptions that exist already. */
export function addImportCommands({ program, perform }: Commands): void {
  const group = program
    .command("import")
    .description(
      "Make specs of what exists already: the operations of an OpenAPI document, commands of programs, scripts, the tools of MCP servers.",
    )
    .addHelpText(
      "after",
      examples(
        "toolgen import openapi petstore.yaml",
        "toolgen import cli git log",
        "toolgen import scripts",
        "toolgen import mcp -- npx -y @modelcontextprotocol/server-everything@2026.8.31",
      ),
    );
  group
    .command("openapi")
    .description(
      "Make a spec of each operation of an OpenAPI 3 or Swagger 2.0 document, or a Postman collection. A later import merges into your edits.",
    )
    .argument("<document>", "a file, or an address that begins with https:// or http://")
    .addOption(repeatable("--tag <tag>", "import the operations with this tag; may be repeated"))
    .addOption(repeatable("--path <path>", "import the operations of this path and those below it; may be repeated"))
    .addOption(repeatable("--operation <name>", "import this operation: its operationId, or 'GET /pets'; may be repeated"))
    .option("--all", "import all operations, also if there are many")
    .option("--deprecated", "import deprecated operations, too")
    .option("--server <url>", "the server's address, instead of the document's")
    .option("--bearer <name>", "a secret to send as a bearer token, if the document declares no security: its environment variable")
    .addOption(repeatable("--keep <name>", "a parameter that the model sends, although it seems to be a secret; may be repeated"))
    .addOption(numberOption("--max-size <mib>", "MiB to read of the document with its files (default: 64)"))
    .addOption(new Option("--timeout <time>", "how long reading its files may take (default: 2m)").argParser(durationOption))
    .option("--out <dir>", "the folder of the specs in the project; by default one below tools.d, named after the document's title")
    .option("--remove", "remove the specs of what is gone without asking, also if they are many")
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
        "\n\nExit codes: 0 imported; 1 imported, but your edits and the document disagree, or a file is in the\nway; 2 wrong usage, or no OpenAPI document. docs/import-openapi.md has the rules.",
    )
    .action(perform(async () => (await import("../commands/import-openapi.js")).importOpenapi, "document"));
  group
    .command("cli")
    .description("Make a spec of a command, of its --help and its manual page. A later import merges into your edits.")
    .argument("<program>", "the name of a program on PATH, or the path of a script in the project")
    .argument("[words...]", "its command: `log` of git. Behind --, also options that choose one: -- python3 -m json.tool")
    .addOption(repeatable("--option <name>", "import this option of the command; may be repeated"))
    .option("--all", "import all options, also if there are many")
    .option("--man", "also import options that only the manual page has")
    .addOption(repeatable("--keep <name>", "an option that the model sets, although its value seems to be a secret; may be repeated"))
    .option("--out <dir>", "the folder of the specs in the project; by default one below tools.d, named after the program")
    .option("--remove", "remove the specs of what is gone without asking, also if they are many")
    .option("--dry-run", "show what would be written, and write nothing")
    .addOption(jsonOption("a JSON object, and ask nothing"))
    .addHelpText(
      "after",
      examples(
        "toolgen import cli wc",
        "toolgen import cli git log --option --max-count --option --author",
        "toolgen import cli rg --all --dry-run",
        "toolgen import cli -- python3 -m json.tool",
        "toolgen import cli ./scripts/report.py",
      ) +
        "\n\nThe program is run with --help, and never without an argument.\nExit codes: 0 imported, or listed as left out; 1 imported, but your edits and the program disagree,\nor a file is in the way; 2 wrong usage, or no help that can be read. docs/import-programs.md has the rules.",
    )
    .action(perform(async () => (await import("../commands/import-cli.js")).importCli, "program", "words"));
  group
    .command("mcp")
    .description("Make a spec of each tool of an MCP server, which calls that tool. A later import merges into your edits.")
    .argument("[server]", "an address, a server of toolgen.yaml or of a client's settings, or behind -- a command")
    .argument("[words...]", "the arguments of the command")
    .addOption(repeatable("--tool <name>", "import this tool of the server; may be repeated"))
    .option("--all", "import all tools, also if there are many")
    .option("--trust", "tools that only read, by the server's own word, run without asking")
    .option("--check", "write nothing: compare the server, or all, with what was accepted of the imported tools")
    .option("--name <name>", "the server's name in toolgen.yaml; by default of its package, address or settings")
    .option("--from <file>", "the settings of a client that name the server, such as ~/.cursor/mcp.json")
    .addOption(repeatable("--env <name>", "a secret that the command gets: its environment variable; may be repeated"))
    .option("--bearer <name>", "a secret that an address gets as a bearer token: its environment variable")
    .option("--out <dir>", "the folder of the specs in the project; by default one below tools.d, named after the server")
    .option("--remove", "remove the specs of what is gone without asking, also if they are many")
    .option("--dry-run", "show what would be written, and write nothing")
    .addOption(jsonOption("a JSON object, and ask nothing"))
    .addHelpText(
      "after",
      examples(
        "toolgen import mcp -- npx -y @modelcontextprotocol/server-everything@2026.8.31",
        "toolgen import mcp https://mcp.example.com/mcp --name tracker --bearer TRACKER_TOKEN --tool list_issues",
        "toolgen import mcp github --from .mcp.json --dry-run",
        "toolgen import mcp --check",
        "toolgen import mcp --tool query --env DATABASE_URL -- node servers/database.mjs",
      ) +
        "\n\nThe server is started and lists its tools; none is called. What follows the command behind -- is its\nown, so options of toolgen come before --.\nExit codes: 0 imported, or listed as left out; 1 imported, but your edits and the server disagree,\nor a file is in the way, or with --check, a tool has changed so that its calls are refused; 2 wrong\nusage, or no server that lists its tools. docs/import-mcp.md has the\nrules.",
    )
    .action(perform(async () => (await import("../commands/import-mcp.js")).importMcp, "server", "words"));
  group
    .command("scripts")
    .description(
      "Make a spec of each npm script, make target, recipe of just and task of a Taskfile. A later import merges into your edits.",
    )
    .argument("[file]", "a package.json, Makefile, justfile or Taskfile; by default those in the project's folder")
    .option("--out <dir>", "the folder of the specs in the project; by default tools.d/scripts")
    .option("--remove", "remove the specs of what is gone without asking, also if they are many")
    .option("--dry-run", "show what would be written, and write nothing")
    .addOption(jsonOption("a JSON object"))
    .addHelpText(
      "after",
      examples(
        "toolgen import scripts",
        "toolgen import scripts packages/web/package.json --out tools.d/web",
        "toolgen import scripts Makefile --dry-run",
      ) +
        "\n\nExit codes: 0 imported, or listed as left out; 1 imported, but your edits and a file disagree, or a\nfile is in the way; 2 wrong usage, or no file that can be read. docs/import-scripts.md has the rules.",
    )
    .action(perform(async () => (await import("../commands/import-scripts.js")).importScripts, "file"));
}
