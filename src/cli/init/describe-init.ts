import { type Command, Option } from "commander";

interface Shared {
  examples(...lines: readonly string[]): string;
}

/** What `toolgen init` takes, and its help. */
export function describeInit(command: Command, { examples }: Shared): Command {
  return command
    .description("Set up toolgen in this folder: settings, a first tool, and tools made of the project's own commands.")
    .option("-y, --yes", "ask nothing, and take what is suggested")
    .option("--tools <names>", "make tools of these commands of the project: names separated by commas")
    .addOption(new Option("--all", "make a tool of every command that is found").conflicts(["tools", "none"]))
    .addOption(new Option("--none", "make no tools of the project's commands").conflicts("tools"))
    .addOption(clientOption())
    .option("--ci <service>", "add a CI job: github, gitlab or none")
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--json", "print a JSON object")
    .addHelpText(
      "after",
      examples(
        "toolgen init",
        "toolgen init --yes",
        "toolgen init --tools npm_test,npm_lint --client claude --ci github",
        "toolgen init --dry-run",
      ),
    );
}

const clientOption = () =>
  new Option("--client <client>", "set up a client: claude, gemini, cursor, vscode, codex or none; may be repeated").argParser(
    (value: string, all: readonly string[] | undefined) => [...(all ?? []), value],
  );
