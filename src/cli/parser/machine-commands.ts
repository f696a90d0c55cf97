import { Argument, type Command } from "commander";
import type { CompletionRequest } from "../commands/completion.js";
import { type CommandRun, type Commands, examples, jsonOption } from "./commands.js";

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
  const { completion } = await import("../commands/completion.js");
  return (options, terminal) => completion({ ...options, program }, terminal);
}
