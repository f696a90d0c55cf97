// The reference page of the command line, from the table that it is parsed with.

const { describeProgram } = await import("../dist/cli/command-line.js");

/** The groups of `toolgen --help`, each with its commands and their help. */
export async function commandGroups() {
  const program = await describeProgram();
  const commands = program.commands.flatMap((command) => [command, ...command.commands.map((inner) => withGroup(inner, command))]);
  const groups = [...new Set(program.commands.map((command) => command.helpGroup()))];
  return groups.map((heading) => ({
    heading: heading.replace(/:$/, ""),
    commands: commands
      .filter((command) => command.helpGroup() === heading)
      .map((command) => ({ name: nameOf(command), help: helpOf(command) })),
  }));
}

const withGroup = (inner, outer) => inner.helpGroup(outer.helpGroup());

const nameOf = (command) => (command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`);

/** As a terminal of 100 columns shows it, without the options that every command has. */
function helpOf(command) {
  let text = "";
  const writeOut = (part) => {
    text += part;
  };
  command.configureOutput({ writeOut, getOutHelpWidth: () => 100 });
  command.configureHelp({ ...command.configureHelp(), showGlobalOptions: false });
  command.outputHelp();
  return text.trimEnd();
}
