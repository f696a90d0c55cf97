import { printable } from "../../diagnostics/printable.js";
import { changeText, effectOf } from "../../surface/change.js";
import { effects } from "../../surface/change-kinds.js";
import { codeSpan, escapeMarkdown } from "../text/escape-markdown.js";
import type { DiffFormat } from "./diff-formats.js";
import { byDocument, type DiffReport, summary, tokenLine } from "./diff-report.js";

/** Prints a report. */
export function formatReport(report: DiffReport, format: DiffFormat): string {
  switch (format) {
    case "pretty":
      return pretty(report);
    case "json":
      return json(report);
    case "markdown":
      return markdown(report);
    default:
      return format satisfies never;
  }
}

function pretty(report: DiffReport): string {
  const width = Math.max(...effects.map((effect) => effect.length));
  const lines = byDocument(report.changes).flatMap(({ document, name, changes }) => [
    `${name}${document === "tool" ? "" : ` (${document})`}`,
    ...changes.map(({ effect, text }) => `  ${effect.padEnd(width)}  ${text}`),
  ]);
  return `${[...lines, ...(lines.length > 0 ? [""] : []), summary(report), ...report.notes, tokenLine(report.tokens)].map(printable).join("\n")}\n`;
}

function json({ base, notes, changes, tokens }: DiffReport): string {
  const listed = changes.map((change) => ({ ...change, effect: effectOf(change), text: changeText(change) }));
  return `${JSON.stringify({ base, notes, changes: listed, tokens }, null, 2)}\n`;
}

/** A comment for a pull request: one table, the worst changes first. */
function markdown(report: DiffReport): string {
  const rows = byDocument(report.changes).flatMap(({ document, name, changes }) =>
    changes.map(({ effect, text }) => `| ${effect} | ${document} ${codeSpan(name)} | ${escapeMarkdown(text)} |`),
  );
  const table = rows.length === 0 ? [] : ["| | | |", "|---|---|---|", ...rows, ""];
  return `${["### Changes of the tools", "", ...table, escapeMarkdown(summary(report)), "", ...report.notes.flatMap((note) => [escapeMarkdown(note), ""]), tokenLine(report.tokens)].join("\n")}\n`;
}
