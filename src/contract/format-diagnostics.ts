import { styleText } from "node:util";
import { type Diagnostic, diagnosticToJson, isError, lineColumn, type MachineFormat, type PlainDiagnostic } from "./diagnostic.js";
import { codeFrame, type Paint } from "./diagnostics/code-frame.js";
import { formatAsGithub, formatAsJunit, formatAsSarif } from "./diagnostics/machine-formats.js";
import { printable } from "./display-text.js";

/**
 * Diagnostics for users, each with the relevant lines, then their number and what explains each code. Empty if there
 * are none.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: { readonly color: boolean }): string {
  if (diagnostics.length === 0) return "";
  // The caller knows if the stream is a terminal, so Node doesn't check it.
  const paint: Paint = options.color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
  const explanations = [...new Set(diagnostics.map(({ code }) => `  npx toolgen explain ${code}\n`))];
  return `${diagnostics.map((d) => formatOne(d, paint)).join("\n")}\n${summary(diagnostics)}\n${explanations.join("")}`;
}

/** Notes by rule: what to do once for each help, and a line for each place. */
export function formatNotes(notes: readonly Diagnostic[], options: { readonly color: boolean }): string {
  const paint: Paint = options.color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
  const groups = new Map<string, Diagnostic[]>();
  for (const note of notes) {
    const about = JSON.stringify([note.code, note.help]);
    groups.set(about, [...(groups.get(about) ?? []), note]);
  }
  const blocks = [...groups.values()].map((group) => {
    const [{ code = "", help = "" } = {}] = group;
    const lines = group.map((d) => `  ${paint("cyan", place(d))} ${printable(d.message)}`);
    return `${paint("bold", `${code}:`)} ${printable(help)}\n${lines.join("\n")}\n`;
  });
  return `${blocks.join("\n")}\n${summary(notes)}\n`;
}

function place({ path, span }: Diagnostic): string {
  const at = span === undefined ? undefined : lineColumn(span.file.text, span.start);
  return `${printable(path)}${at === undefined ? "" : `:${at.line}:${at.column}`}`;
}

/** Diagnostics as JSON: an array, also when it is empty. */
export const formatDiagnosticsAsJson = (diagnostics: readonly Diagnostic[]): string =>
  formatForMachine(diagnostics.map(diagnosticToJson), "json");

function formatOne(d: Diagnostic, paint: Paint): string {
  const tone = tones[d.severity];
  const path = printable(d.path);
  const head = `${paint("cyan", path)}${place(d).slice(path.length)} - ${paint(tone, d.severity)} ${paint("dim", `${d.code}:`)} ${printable(d.message)}`;
  const frame = d.span === undefined ? [] : codeFrame(d.span, paint, tone);
  const help = d.help.split("\n").map((line, i) => `  ${i === 0 ? paint("bold", "help:") : "     "} ${printable(line)}`);
  return [head, ...frame, ...help, ""].join("\n");
}

const tones = { error: "red", warning: "yellow", note: "cyan" } as const;

function summary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  const notes = diagnostics.filter(({ severity }) => severity === "note").length;
  const warnings = diagnostics.length - errors - notes;
  const counted = [count(errors, "error"), count(warnings, "warning"), count(notes, "note")];
  return counted.filter((text) => text !== "").join(", ");
}

const count = (n: number, noun: string) => (n === 0 ? "" : `${n} ${noun}${n === 1 ? "" : "s"}`);

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
