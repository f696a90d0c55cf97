import type { CallContext } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import { writesPaths } from "../paths/writes-paths.js";

/**
 * Returns true if a call of a tool without settings can be refused because no user was asked: a client may run the tool
 * without asking, whatever path it writes.
 */
export const maySkipConfirmation = ({ risk, paths }: ToolDefinition, { via }: CallContext): boolean =>
  via === "call" && writesPaths({ paths }) && (risk.rules ?? [risk]).some(({ requiresConfirmation }) => !requiresConfirmation);
