import { type Argument, Command, CommanderError } from "commander";
import { exitCode } from "./exit-code.js";
import type { OpenTerminal } from "./io/terminal.js";
import type { GlobalOptions } from "./options.js";
import { packageVersion } from "./package-root.js";
import { addBuildCommands } from "./parser/build-commands.js";
import { addCallCommands } from "./parser/call-commands.js";
import { addClientCommands } from "./parser/client-commands.js";
import { type CommandRun, type Commands, folderOption } from "./parser/commands.js";
import { addImportCommands } from "./parser/import-commands.js";
import { addLanguageCommands } from "./parser/language-commands.js";
import { limitOption } from "./parser/limit-option.js";
import { addMachineCommands } from "./parser/machine-commands.js";
import { addRecordCommands } from "./parser/record-commands.js";
import { addReportCommands } from "./parser/report-commands.js";
import { addStartCommands } from "./parser/start-commands.js";

/** Runs the command that the arguments name, and returns its exit code. */
export async function runCommand(args: readonly string[], openTerminal: OpenTerminal): Promise<number> {
  let code: number = exitCode.done;
  const finish = (result: number) => {
    code = result;
  };
  try {
    await createProgram(openTerminal, finish).parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed its message already; help and version end with 0.
    return error.exitCode === 0 ? exitCode.done : exitCode.usage;
  }
}

/** The order of the groups in `--help`, and what adds their commands. */
const groups: readonly (readonly [heading: string, add: (commands: Commands) => void])[] = [
  ["Begin:", addStartCommands],
  ["Begin:", addImportCommands],
  ["Write tools:", addBuildCommands],
  ["Write tools:", addReportCommands],
  ["Write tools:", addLanguageCommands],
  ["Connect agent clients:", addClientCommands],
  ["Call tools:", addCallCommands],
  ["See what calls may do, and did:", addRecordCommands],
  ["This machine:", addMachineCommands],
];

/**
 * The command line. Nothing of the compiler is imported before a command runs, so that `--help` and mistakes are
 * reported at once; each command passes its exit code to `finish`.
 */
export function createProgram(openTerminal: OpenTerminal, finish: (code: number) => void): Command {
  const { out, err } = openTerminal(undefined);
  const program = new Command("toolgen")
    .description(
      "Compiles tool specs (tools.d/*.yaml) into what AI agents discover and call.\n\n" +
        "Run 'toolgen init' in a folder or a repository to begin, then 'toolgen build' and 'toolgen test'.",
    )
    .version(packageVersion(), "-V, --version", "print the version")
    .option("--project <dir>", "the project's folder; by default this one, or the nearest above with a toolgen.yaml", folderOption)
    .option("--color", "colour the output, also when it is not a terminal")
    .option("--no-color", "never colour the output")
    .addOption(limitOption())
    .helpOption("-h, --help", "print help for a command")
    .addHelpCommand(new Command("help").argument("[command]").description("Print help for a command.").helpGroup("This machine:"))
    .configureHelp({ showGlobalOptions: true, subcommandTerm: usageOf })
    .showHelpAfterError("Run 'toolgen --help' to list the commands.")
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err });
  const perform: Commands["perform"] =
    <O extends object>(load: () => Promise<CommandRun<O>>, ...operands: readonly string[]) =>
    async (...given: unknown[]) => {
      // Commander passes the arguments, the options and the command.
      const options = (given.at(-1) as Command).optsWithGlobals<O & GlobalOptions>();
      const terminal = openTerminal(options.color);
      const run = await load();
      finish(await run({ ...options, ...Object.fromEntries(operands.map((name, i) => [name, given[i]])) }, terminal));
    };
  for (const [heading, add] of groups) {
    program.commandsGroup(heading);
    add({ program, perform });
  }
  nameHelpOf(program.commands, "toolgen");
  return program.addHelpText("after", "\nRun 'toolgen COMMAND --help' for the options and examples of a command.");
}

/** After a mistake, each command names its own help. The help of a group lists the commands of the group alone. */
function nameHelpOf(commands: readonly Command[], parent: string): void {
  for (const command of commands) {
    const name = `${parent} ${command.name()}`;
    command.helpCommand(false).showHelpAfterError(`Run '${name} --help' for its options and examples.`);
    nameHelpOf(command.commands, name);
  }
}

/** A command in a list of commands, without a mention of options. */
const usageOf = (command: Command) => [command.name(), ...command.registeredArguments.map((argument) => argumentTerm(argument))].join(" ");

const argumentTerm = (argument: Argument) => {
  const shown = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${shown}>` : `[${shown}]`;
};
