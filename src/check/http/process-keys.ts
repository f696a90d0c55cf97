import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { type NodePath, nodeAt } from "../../source/tree.js";
import type { ToolContext } from "../context.js";

const ofPrograms: readonly NodePath[] = [
  ...["cwd", "stdin", "env", "tempFiles", "exitCodes", "code", "requires", "allowLeadingDash", "sandbox", "background"].map((key) => [key]),
  ...["file", "stderr", "display", "preview"].map((key) => ["output", key]),
  ...["linux", "macos", "windows"].flatMap((name) => ["program", "command", "env", "requires"].map((key) => ["platforms", name, key])),
];

/** Reports keys that would have no effect: what is about a program where a request carries the tool out, and the other way about. */
export function checkKeysOf(tool: ToolContext): readonly Diagnostic[] {
  if (!tool.has("http"))
    return tool.has("statusCodes") ? [diagnostic("key-of-request", tool.at(["statusCodes"], "key"), { key: "statusCodes" })] : [];
  if (tool.has("command")) return [];
  return ofPrograms
    .filter((path) => nodeAt(tool.document.root, path) !== undefined)
    .map((path) => diagnostic("key-of-program", tool.at(path, "key"), { key: path.join(".") }));
}
