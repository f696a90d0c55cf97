import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { BackgroundSpec } from "../language/command-shape.js";

/** `true` is short for the defaults. */
export function lowerBackground(background: BackgroundSpec | boolean | undefined, name: string): Pick<ToolDefinition, "background"> {
  if (background === undefined || background === false) return {};
  const { readyWhen, maxAge = 8 * 3_600_000, stopSignal = "SIGTERM" } = background === true ? {} : background;
  return { background: { does: "start", of: name, ...(readyWhen === undefined ? {} : { readyWhen }), maxAgeMs: maxAge, stopSignal } };
}
