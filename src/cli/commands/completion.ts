import type { Command } from "commander";
import { bashCompletion } from "../completion/bash.js";
import { completionTable } from "../completion/completion-table.js";
import { fishCompletion } from "../completion/fish.js";
import { zshCompletion } from "../completion/zsh.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";

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
