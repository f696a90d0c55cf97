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
      return formatAsGithub(withOneDrift(diagnostics));
    case "sarif":
      return formatAsSarif(withOneDrift(diagnostics));
    case "junit":
      return formatAsJunit(diagnostics);
    default:
      return format satisfies never;
  }
}

const driftCodes: ReadonlySet<string> = new Set(["output-missing", "output-changed", "output-conflict", "output-extra"]);
const mostNamed = 3;

/** One edit of a spec changes many outputs. A reader of a pull request needs one finding about them, at the first. */
function withOneDrift(diagnostics: readonly PlainDiagnostic[]): readonly PlainDiagnostic[] {
  const drift = diagnostics.filter(({ code }) => driftCodes.has(code));
  const [first, second] = drift;
  if (first === undefined || second === undefined) return diagnostics;
  const named = drift.slice(0, mostNamed).map(({ file }) => `'${file}'`);
  const more = drift.length > mostNamed ? ` and ${drift.length - mostNamed} more` : "";
  const message = `${drift.length} generated files don't match the specs: ${named.join(", ")}${more}.`;
  return diagnostics.flatMap((one) => (one === first ? [{ ...first, message }] : driftCodes.has(one.code) ? [] : [one]));
}
