import type { Command } from "commander";
import { type Commands, examples, jsonOption } from "./commands.js";

/** The commands about this machine. */
export function addMachineCommands({ program, perform }: Commands): void {
  program
    .command("doctor")
    .description("Diagnose why a client cannot use the tools on this machine: Node, programs, outputs, Gemini CLI's settings.")
    .addOption(jsonOption("a JSON array"))
    .option("--clean", "end the background programs of this project, and check nothing")
    .addHelpText("after", examples("toolgen doctor", "toolgen doctor --json", "toolgen doctor --clean"))
    .action((_options: object, command: Command) =>
      perform(command, async (terminal) => (await import("../doctor.js")).doctor(command.optsWithGlobals(), terminal)),
    );
}
