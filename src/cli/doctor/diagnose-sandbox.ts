import type { ToolModel } from "../../model/tool.js";
import { isAbsentOn } from "../../runtime/call/for-platform.js";
import type { DoctorPlatform } from "./diagnose-programs.js";
import { error, type Finding, ok, someOf } from "./finding.js";

/** The tools that run in a sandbox on a platform. */
export function sandboxedTools(tools: readonly ToolModel[], platform: DoctorPlatform): readonly string[] {
  return tools
    .filter(({ definition }) => definition.sandbox !== undefined && !isAbsentOn(definition, platform.node))
    .map(({ name }) => name);
}

/**
 * Checks whether the sandboxes work without which the tools' calls fail. `problem` is the failure to make one, with
 * advice.
 */
export function diagnoseSandbox(tools: readonly string[], problem: string | undefined): Finding {
  const needs = `${someOf(tools)} ${tools.length === 1 ? "needs" : "need"} it`;
  return problem === undefined
    ? ok("sandbox", `A sandbox is available (${needs}).`)
    : error("sandbox", `No sandbox is available, and calls fail without one. (${needs}.)`, problem);
}
