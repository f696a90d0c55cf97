import { Argument, type Command, Option } from "commander";
import { clientIds, projectClientIds } from "../../clients/client-ids.js";
import type { CompletionRequest } from "../completion/completion.js";
import { type CommandRun, type Commands, examples, jsonOption, once, repeatable } from "./commands.js";

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
    .option("--headless", "for runs without a user, as in CI: tools that need confirmation are denied; prints the command of a run")
    .option("--agent <name>", "also give an agent of the client's own the tools of --toolsets; makes its file if there is none")
    .option("--toolsets <names>", "the agent's toolsets: names separated by commas")
    .option("--skills", "also link the project's skills into the folder where the client looks for skills")
    .description("Connect agent clients to the project: add its server, and the policy for it, to their settings.")
    .addHelpText(
      "after",
      examples("toolgen install claude codex", "toolgen install claude --user --dry-run", "toolgen install opencode --yes"),
    )
    .action(perform(async () => (await import("../commands/install.js")).install, "clients"));

  named(program.command("uninstall"), "change")
    .option("--agent <name>", "also take the project's tools from this agent of the client's own")
    .description("Remove what 'toolgen install' added from agent clients' settings.")
    .addHelpText("after", examples("toolgen uninstall claude codex", "toolgen uninstall claude --user --yes"))
    .action(perform(async () => (await import("../commands/install.js")).uninstall, "clients"));

  program
    .command("adopt")
    .addArgument(new Argument("[client]", `the client; by default all: ${clientIds.join(", ")}`).choices(clientIds))
    .description("Make specs of the tools of all MCP servers in a client's settings, and replace these servers by the project's.")
    .option("--user", "the user's own settings, for all folders; by default the project's")
    .option("--trust", "tools that only read, by their server's own word, run without asking")
    .option("--hooks", "also add the hook that decides by the arguments of a call; usual for claude and copilot")
    .option("--no-hooks", "add no hook: the client allows, asks about or denies a tool as a whole")
    .option(
      "--dry-run",
      "show the commands that would be started, and start nothing; with --yes, start them and show what would be adopted",
    )
    .option("-y, --yes", "start the servers of these settings, and ask nothing")
    .addOption(jsonOption("a JSON object, and ask nothing"))
    .addHelpText(
      "after",
      examples(
        "toolgen adopt claude --user",
        "toolgen adopt codex --dry-run",
        "toolgen adopt --dry-run --yes",
        "toolgen uninstall claude --user",
      ) +
        "\n\nThe commands of the servers are shown. If you agree, or with --yes, every server is started and lists its\ntools; none is called. A server that can't be imported, or whose secret is in these settings alone, stays\nas it is. 'toolgen uninstall' puts all servers back.\nExit codes: 0 all are adopted; 1 some stay; 2 wrong usage.",
    )
    .action(perform(async () => (await import("../commands/adopt.js")).adopt, "client"));

  program
    .command("clients")
    .description("List the agent clients on this machine, and where the project is installed, or stale.")
    .addOption(jsonOption("a JSON array"))
    .addHelpText("after", examples("toolgen clients", "toolgen clients --json"))
    .action(perform(async () => (await import("../commands/clients.js")).clients));
}

/** The commands about this machine. */
export function addMachineCommands({ program, perform }: Commands): void {
  program
    .command("doctor")
    .description("Diagnose why a client cannot use the tools on this machine: Node, programs, outputs, Gemini CLI's settings.")
    .addOption(jsonOption("a JSON array"))
    .option("--clean", "end the background programs of this project, and check nothing")
    .addHelpText("after", examples("toolgen doctor", "toolgen doctor --json", "toolgen doctor --clean"))
    .action(perform(async () => (await import("../commands/doctor.js")).doctor));

  program
    .command("completion")
    .description("Print a shell script that completes commands, options and names of tools.")
    .addArgument(new Argument("<shell>", "the shell that reads it").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      examples(
        "npx toolgen completion bash > ~/.local/share/bash-completion/completions/toolgen",
        "npx toolgen completion zsh > ~/.zfunc/_toolgen    # a folder that is in fpath before compinit",
        "npx toolgen completion fish > ~/.config/fish/completions/toolgen.fish",
      ),
    )
    .action(perform(async () => completionOf(program), "shell"));
}

/** The command that prints completions of a table of commands. */
async function completionOf(program: Command): Promise<CommandRun<Pick<CompletionRequest, "shell">>> {
  const { completion } = await import("../completion/completion.js");
  return (options, terminal) => completion({ ...options, program }, terminal);
}
