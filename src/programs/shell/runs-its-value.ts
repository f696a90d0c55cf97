import { loadsCode } from "../table/variables.js";

/**
 * Variables that bash expands (`PS4`, under `set -x`), evaluates as arithmetic (`RANDOM`, when it is set), or runs as
 * commands.
 */
const evaluated = new Set(["BASH_ALIASES", "BASH_CMDS", "PS0", "PS1", "PS2", "PS4", "RANDOM", "SRANDOM", "SECONDS", "OPTIND", "HISTCMD"]);

/** Returns true if a variable makes the shell or a program run its value. */
export const runsItsValue = (variable: string): boolean => evaluated.has(variable) || loadsCode(variable);
