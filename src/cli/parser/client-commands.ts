import { Argument, type Command } from "commander";
import { clientIds } from "../../clients/client-ids.js";
import { type Commands, examples, jsonOption } from "./commands.js";

/** The commands that connect agent clients with the project. */
export function addClientCommands({ program, perform }: Commands): void {
  const named = (command: Command, verb: string) =>
    command
      .addArgument(new Argument("<clients...>", `the clients: ${clientIds.join(", ")}`).choices(clientIds))
      .option("--user", `${verb} the user's own settings, for all folders; by default the project's, which are committed`)
      .option("--dry-run", "show the changes, and write nothing")
      .option("-y, --yes", "ask nothing")
      .addOption(jsonOption("a JSON object, and ask nothing"));

  named(program.command("install"), "change")
    .option("--hooks", "also add the hook that decides by the arguments of a call; usual for claude and copilot")
    .option("--no-hooks", "add no hook: the client allows, asks about or denies a tool as a whole")
    .description("Connect agent clients to the project: add its server, and the policy for it, to their settings.")
    .addHelpText(
      "after",
      examples("toolgen install claude codex", "toolgen install claude --user --dry-run", "toolgen install opencode --yes"),
    )
    .action(perform(async () => (await import("../commands/install.js")).install, "clients"));

  named(program.command("uninstall"), "change")
    .description("Remove what 'toolgen install' added from agent clients' settings.")
    .addHelpText("after", examples("toolgen uninstall claude codex", "toolgen uninstall claude --user --yes"))
    .action(perform(async () => (await import("../commands/install.js")).uninstall, "clients"));

  program
    .command("clients")
    .description("List the agent clients on this machine, and where the project is installed, or stale.")
    .addOption(jsonOption("a JSON array"))
    .addHelpText("after", examples("toolgen clients", "toolgen clients --json"))
    .action(perform(async () => (await import("../commands/clients.js")).clients));
}
