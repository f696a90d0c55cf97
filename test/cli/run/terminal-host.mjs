// Runs command lines one after the other in the terminal that it was started in, for `inWarmTerminal`. They come as lines of JSON.
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { processTerminal, runCommandLine } from "../../../dist/cli/command-line.js";

const socket = createConnection(process.env.TERMINAL_HOST);
// Each command listens to it, and ends with its process otherwise.
process.stdin.setMaxListeners(0);

for await (const line of createInterface({ input: socket })) {
  const { args, folder, environment } = JSON.parse(line);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
  // The signal for another size may come later than the command.
  for (const stream of [process.stdout, process.stderr]) stream._refreshSize();
  const status = await runCommandLine(args, processTerminal);
  process.stdout.write(`\u001b]ended;${status}\u0007`);
}
