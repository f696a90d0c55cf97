import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { slowPattern } from "../../runtime/pattern/slow-pattern.js";
import type { ToolContext } from "../context.js";
import { longOutput } from "../lower/long-output.js";

/** The longest name to which `_output` can be added. */
const longestName = 41;

/** A background program outlives its call, so it can't use anything that is removed with the call. */
export function checkBackground(tool: ToolContext): readonly Diagnostic[] {
  const { background, name = "" } = tool.spec;
  if (background === undefined || background === false) return [];
  const { format = "text" } = longOutput(tool.spec);
  const besides = [
    ...(["sandbox", "tempFiles"] as const).filter((key) => tool.has(key)).map((key) => ({ key, path: [key] })),
    ...(["file", "display", "schema"] as const)
      .filter((key) => longOutput(tool.spec)[key] !== undefined)
      .map((key) => ({ key: `output.${key}`, path: ["output", key] })),
    ...(format === "text" ? [] : [{ key: `output: ${format}`, path: ["output"] }]),
  ];
  return [
    ...(name.length > longestName && name.length <= 48
      ? [diagnostic("background-name-too-long", tool.at(["name"]), { length: String(name.length) })]
      : []),
    ...slowReadyWhen(tool),
    ...besides.map(({ key, path }) => diagnostic("background-beside", tool.at(path), { key })),
  ];
}

/** It is searched in the whole output of the program, repeatedly. */
function slowReadyWhen(tool: ToolContext): readonly Diagnostic[] {
  const { background } = tool.spec;
  const readyWhen = typeof background === "object" ? background.readyWhen : undefined;
  const slow = readyWhen === undefined ? undefined : slowPattern(readyWhen, { flags: "" });
  if (readyWhen === undefined || slow === undefined) return [];
  const at = tool.at(["background", "readyWhen"]);
  return [diagnostic("slow-pattern", at, { what: "pattern", pattern: readyWhen, problem: slow.problem }, { help: slow.help })];
}

/**
 * A folder that is removed after the call can't be used by a program that keeps running. `tempFiles`, which need such a
 * folder, are reported separately.
 */
export function checkBackgroundFolder(tool: ToolContext, tempDir: boolean): readonly Diagnostic[] {
  const { background } = tool.spec;
  if (!tempDir || background === undefined || background === false || tool.has("tempFiles")) return [];
  return [diagnostic("background-beside", tool.at(["background"], "key"), { key: "{{@tempDir}}" })];
}
