import type { Terminal } from "../../src/cli/io/terminal.js";

interface MemoryTerminalOptions {
  readonly folder: string;
  readonly environment?: Terminal["environment"];
  readonly input?: string | Uint8Array;
  readonly color?: Terminal["color"];
}

export function memoryTerminal(options: MemoryTerminalOptions): {
  readonly terminal: Terminal;
  readonly printed: { readonly stdout: string; readonly stderr: string };
};
