import type { Node } from "jsonc-parser";
import type { JsonValue } from "../../runtime/json/json-value.js";
import { commaEnd, endOf, type JsonDocument, lineCommentEnd, propertiesOf } from "./json-document.js";

/** A member of an object or of an array: `key` only for the former. */
export interface Member {
  readonly key?: string;
  readonly value: JsonValue;
}

/** Appends members to an object or an array, in the layout of the file. No other byte of the text changes. */
export function insertMembers({ text, root }: JsonDocument, container: Node, members: readonly Member[]): string {
  const layout = layoutOf(text, root);
  const isMultiLine = text.slice(container.offset, endOf(container)).includes("\n");
  const children = propertiesOf(container);
  const last = children.at(-1);
  if (last === undefined)
    return insertFirst(text, { container, members, layout: { ...layout, isMultiLine: layout.isMultiLine || container === root } });

  const close = endOf(container) - 1;
  const trailingComma = commaEnd(text, { from: endOf(last), to: close });
  const at = isMultiLine ? lineCommentEnd(text, { from: trailingComma ?? endOf(last), to: close }) : (trailingComma ?? endOf(last));
  const indent = startsLine(text, last.offset) ? indentAt(text, last.offset) : indentAt(text, container.offset) + layout.unit;
  const printed = isMultiLine
    ? members.map((one) => `${layout.newline}${indent}${printMember(one, { ...layout, indent })}`)
    : members.map((one) => `${layout.space}${printCompact(one, layout)}`);
  const added = printed.join(",") + (trailingComma === undefined ? "" : ",");
  const comma = trailingComma === undefined ? "," : "";
  return `${text.slice(0, endOf(last))}${comma}${text.slice(endOf(last), at)}${added}${text.slice(at)}`;
}

interface Layout {
  readonly newline: string;
  readonly unit: string;
  /** Between the tokens of one line. */
  readonly space: string;
  readonly isMultiLine: boolean;
}

function insertFirst(
  text: string,
  { container, members, layout }: { container: Node; members: readonly Member[]; layout: Layout },
): string {
  const [open, close] = [container.offset + 1, endOf(container) - 1];
  const inside = text.slice(open, close);
  const addsNothing = inside.trim() === "";
  if (!layout.isMultiLine) {
    const printed = members.map((one) => printCompact(one, layout)).join(`,${layout.space}`);
    return `${text.slice(0, open)}${printed}${addsNothing ? "" : inside}${text.slice(close)}`;
  }
  const base = indentAt(text, container.offset);
  const indent = base + layout.unit;
  const printed = members.map((one) => `${layout.newline}${indent}${printMember(one, { ...layout, indent })}`).join(",");
  return `${text.slice(0, open)}${printed}${addsNothing ? `${layout.newline}${base}` : inside}${text.slice(close)}`;
}

/** A new document with nothing else. */
export function printDocument(value: JsonValue, newline = "\n"): string {
  return `${JSON.stringify(value, null, 2)}\n`.replaceAll("\n", newline);
}

function printMember({ key, value }: Member, { newline, unit, indent }: Layout & { readonly indent: string }): string {
  const printed = JSON.stringify(value, null, unit).replaceAll("\n", `${newline}${indent}`);
  return key === undefined ? printed : `${JSON.stringify(key)}: ${printed}`;
}

function printCompact({ key, value }: Member, { space }: Layout): string {
  const printed = JSON.stringify(value);
  return key === undefined ? printed : `${JSON.stringify(key)}:${space}${printed}`;
}

/** Line ends and indentation of a file, from its first line break and the first property that begins a line. */
function layoutOf(text: string, root: Node): Layout {
  const [first] = propertiesOf(root);
  const isIndented = first !== undefined && startsLine(text, first.offset);
  const unit = isIndented ? indentAt(text, first.offset).slice(indentAt(text, root.offset).length) : "  ";
  const hasSpace = /[:,] /.test(first === undefined ? ": " : text);
  return {
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    unit: /^\s{1,10}$/.test(unit) ? unit : "  ",
    space: hasSpace ? " " : "",
    isMultiLine: text.slice(root.offset, endOf(root)).includes("\n"),
  };
}

const lineStart = (text: string, offset: number) => text.lastIndexOf("\n", offset - 1) + 1;
const indentAt = (text: string, offset: number) => /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
const startsLine = (text: string, offset: number) =>
  text.slice(lineStart(text, offset), offset).trim() === "" && lineStart(text, offset) > 0;
