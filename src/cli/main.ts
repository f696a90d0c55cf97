#!/usr/bin/env node
import { runCommandLine } from "./command-line.js";
import { processTerminal, watchOutput } from "./io/terminal.js";

watchOutput();
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
