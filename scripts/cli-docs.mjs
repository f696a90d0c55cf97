// The reference page of the command line, from the parser's own table.

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

/** In the width of a terminal of 100 columns, without the options that every command has. */
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
