import { resolve } from "node:path";

/** The program of an MCP server: a path is relative to the project's root, and a name is on `PATH`. */
export const resolveServerProgram = (command: string, projectDir: string): string =>
  /[\\/]/.test(command) ? resolve(projectDir, command) : command;
