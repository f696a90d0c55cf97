import type { Node } from "jsonc-parser";
import { commaEnd, endOf, propertiesOf } from "./json-document.js";

/** Removes a member from an object or an array, with its comma and its own line. Comments around it stay. */
export function removeMember(text: string, container: Node, child: Node): string {
  const children = propertiesOf(container);
  const index = children.indexOf(child);
  const [previous, next] = [children[index - 1], children[index + 1]];
  const close = endOf(container) - 1;
  const ownComma = commaEnd(text, { from: endOf(child), to: next?.offset ?? close });
  const from = whitespaceBefore(text, child.offset);
  const to = ownComma === undefined ? endOf(child) : ownComma;
  const afterMember = text.slice(endOf(child), to).replace(/,$/, "");
  const rest = text.slice(to);
  const commaBefore =
    ownComma === undefined && previous !== undefined ? commaEnd(text, { from: endOf(previous), to: child.offset }) : undefined;
  const head = commaBefore === undefined ? text.slice(0, from) : text.slice(0, commaBefore - 1) + text.slice(commaBefore, from);
  const isEmptied =
    children.length === 1 && /^\s*$/.test(text.slice(container.offset + 1, child.offset) + afterMember + text.slice(to, close));
  return isEmptied ? text.slice(0, container.offset + 1) + text.slice(close) : head + afterMember + rest;
}

/** The offset of the white space before an offset, with at most one line break. */
function whitespaceBefore(text: string, offset: number): number {
  const [found = ""] = /(?:\r?\n)?[ \t]*$/.exec(text.slice(Math.max(0, offset - 1000), offset)) ?? [];
  return offset - found.length;
}
