import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { type NodePath, nodeAt } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";

const ofPrograms: readonly NodePath[] = [
  ...["cwd", "stdin", "env", "tempFiles", "exitCodes", "data", "requires", "allowLeadingDash", "sandbox", "background"].map((key) => [key]),
  ...["file", "stderr", "preview"].map((key) => ["output", key]),
  ...["linux", "macos", "windows"].flatMap((name) => ["program", "command", "env", "requires"].map((key) => ["platforms", name, key])),
];

const ofRequests: readonly NodePath[] = [["statusCodes"], ["output", "headers"]];

/** Further keys: those about a request, or about execution in general. */
const ofExecutions: readonly NodePath[] = ["timeout", "secrets", "platforms", "output", "statusCodes"].map((key) => [key]);

/** Reports keys without effect: keys for programs in a tool with a request, and the reverse. */
export function checkKeysOf(tool: ToolContext): readonly Diagnostic[] {
  const given = (paths: readonly NodePath[]) => paths.filter((path) => nodeAt(tool.document.root, path) !== undefined);
  if (tool.spec.host !== undefined) {
    const keys = given([...ofPrograms.filter(([key, ...more]) => more.length === 0 && key !== "code"), ...ofExecutions]);
    return keys.map((path) => diagnostic("key-of-execution", tool.at(path, "key"), { key: path.join("."), host: tool.spec.host ?? "" }));
  }
  if (!tool.has("http"))
    return given(ofRequests).map((path) => diagnostic("key-of-request", tool.at(path, "key"), { key: path.join(".") }));
  if (tool.has("command")) return [];
  return given(ofPrograms).map((path) => diagnostic("key-of-program", tool.at(path, "key"), { key: path.join(".") }));
}
