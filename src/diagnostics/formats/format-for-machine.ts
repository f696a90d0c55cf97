import type { PlainDiagnostic } from "../collector.js";
import type { MachineFormat } from "./diagnostic-formats.js";
import { formatAsGithub } from "./github.js";
import { formatAsJunit } from "./junit.js";
import { formatAsSarif } from "./sarif.js";

/** Prints diagnostics for a machine, with a final newline. Without diagnostics it prints the format's empty report. */
export function formatForMachine(diagnostics: readonly PlainDiagnostic[], format: MachineFormat): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(diagnostics, null, 2)}\n`;
    case "github":
      return formatAsGithub(diagnostics);
    case "sarif":
      return formatAsSarif(diagnostics);
    case "junit":
      return formatAsJunit(diagnostics);
    default:
      return format satisfies never;
  }
}
