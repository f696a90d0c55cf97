import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { nodeAt, type SpecDocument } from "../../source/spec-node.js";
import { isInRange } from "../language/version-range.js";

/**
 * Refuses a compiler that `toolgen` in toolgen.yaml excludes. It reads only that key, before the others are checked: a
 * project for a later compiler may have unknown keys. An invalid range is reported with the other keys.
 */
export function checkCompilerRange(document: SpecDocument | undefined, version: string): Diagnostic | undefined {
  const range = document && nodeAt(document.root, ["toolgen"]);
  if (range?.kind !== "scalar" || isInRange(version, range.text) !== false) return undefined;
  const help = `Run \`npm install --save-dev "toolgen@${range.text.trim()}"\`, or change \`toolgen\` in toolgen.yaml.`;
  return diagnostic("wrong-compiler", range.span, { version, range: range.text }, { help });
}
