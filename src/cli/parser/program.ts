import { type Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { exitCode, type GlobalOptions, type ProjectLimits, packageVersion } from "../command.js";
import type { OpenTerminal } from "../io/terminal.js";
import { addBuildCommands, addLanguageCommands, addPublishCommand } from "./build-commands.js";
import { addCallCommands } from "./call-commands.js";
import { type CommandRun, type Commands, folderOption } from "./commands.js";
import { addImportCommands } from "./import-commands.js";
import { addRecordCommands, addReportCommands } from "./report-commands.js";
import { addClientCommands, addMachineCommands, addStartCommands } from "./setup-commands.js";

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
  ["Connect agent clients:", addPublishCommand],
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

/** `--limit files=20000 --limit time=20m` */
const limitOption = (): Option =>
  new Option(
    "--limit <name=value>",
    "limit how much of a project is read: files=10000, bytes=64MiB and time=5m by default; may be repeated",
  ).argParser(addLimit);

const units: Readonly<Record<keyof ProjectLimits, Readonly<Record<string, number>>>> = {
  files: { "": 1 },
  bytes: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20 },
  time: { ms: 1, s: 1000, m: 60_000, h: 3_600_000 },
};

function addLimit(text: string, before: Partial<ProjectLimits> = {}): Partial<ProjectLimits> {
  const [, name = "", amount = "", unit = ""] = /^([a-z]+)=([0-9]{1,12})([A-Za-z]*)$/.exec(text) ?? [];
  const value = Number(amount) * (Object.hasOwn(units, name) ? (units[name as keyof ProjectLimits][unit] ?? 0) : 0);
  // A timer of Node's can't wait longer.
  if (value === 0 || (name === "time" && value >= 2 ** 31))
    throw new InvalidArgumentError("It takes a limit and its value, such as files=20000, bytes=128MB or time=20m.");
  return { ...before, [name]: value };
}
