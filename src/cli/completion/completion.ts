import type { Command } from "commander";
import { exitCode } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { bashCompletion } from "./bash.js";
import { completionTable } from "./completion-table.js";
import { fishCompletion } from "./fish.js";
import { zshCompletion } from "./zsh.js";

const printers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export interface CompletionRequest {
  readonly shell: keyof typeof printers;
  readonly program: Command;
}

/**
 * `toolgen completion`: prints a script with which a shell completes commands, options and names of tools, made from
 * the parser's own table.
 */
export function completion({ shell, program }: CompletionRequest, terminal: Terminal): number {
  terminal.out(printers[shell](completionTable(program)));
  return exitCode.done;
}
