import { Option } from "commander";
import { projectClientIds } from "../../clients/client-ids.js";
import { type Commands, examples, jsonOption, once, repeatable } from "./commands.js";

/** `init` and `new`: the commands that start a project and a tool. */
export function addStartCommands({ program, perform }: Commands): void {
  program
    .command("init")
    .description("Set up toolgen in this folder: settings, a first tool, and tools made from the project's own commands.")
    .option("-y, --yes", "ask nothing, and accept all suggestions")
    .option("--tools <names>", "make tools from these commands of the project: names separated by commas")
    .addOption(new Option("--all", "make a tool from every command that is found").conflicts(["tools", "none"]))
    .addOption(new Option("--none", "make no tools from the project's commands").conflicts("tools"))
    .addOption(repeatable("--client <client>", "set up a client; may be repeated", [...projectClientIds, "none"]))
    .addOption(once("--ci <service>", "add a CI job", ["github", "gitlab", "none"]))
    .option("--dry-run", "show what would be written, and write nothing")
    .addOption(jsonOption("a JSON object, and ask nothing"))
    .addHelpText(
      "after",
      examples(
        "toolgen init",
        "toolgen init --yes",
        "toolgen init --tools npm_test,npm_lint --client claude --ci github",
        "toolgen init --dry-run",
      ),
    )
    .action(perform(async () => (await import("../commands/init.js")).init));

  program
    .command("new")
    .description("Create a new tool, prompt or resource: a spec to start with, or a copy of a built-in tool. Or a container image.")
    .argument(
      "[words...]",
      "what runs the tool (command, shell, http, mcp or handler), or `prompt` or `resource`, and its name; with --from, the name alone; or only `image`",
    )
    .option("--from <tool>", "copy this tool, such as std/read_file, into the project")
    .option("--list", "list the built-in tools")
    .addOption(jsonOption("JSON"))
    .addHelpText(
      "after",
      examples(
        "toolgen new command find_text",
        "toolgen new handler summarize_log",
        "toolgen new prompt review_change",
        "toolgen new image",
        "toolgen new my_read --from std/read_file",
        "toolgen new --list",
      ),
    )
    .action(perform(async () => (await import("../commands/new.js")).newTool, "words"));
}
