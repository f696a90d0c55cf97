import { resolve } from "node:path";
import { buildArgv } from "../command/build-argv.js";
import { buildText } from "../command/build-text.js";
import { buildRequest } from "../command/http/build-request.late.js";
import type { PlaceholderScope } from "../command/placeholder-scope.js";
import type { CallContext } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../json/json-value.js";
import { oneLine } from "../text/one-line.js";

const longestDescriptionChars = 500;

/**
 * Describes a call in one line for users: its summary, otherwise its command as it could be typed in a shell, otherwise
 * its arguments. It reads no file: paths are resolved when the call is executed.
 */
export function describeArguments(definition: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext): string {
  const specDir = resolve(projectDir, definition.specDir);
  const scope: PlaceholderScope = { params, order: definition.params, specDir, workspace };
  const summary = definition.summary === undefined ? undefined : buildText(definition.summary, scope);
  if (summary?.ok && summary.text !== undefined && summary.text.trim() !== "") return inALine(summary.text);
  return inALine(commandOf(definition, params, scope));
}

function commandOf(definition: ToolDefinition, params: JsonObject, scope: PlaceholderScope): string {
  const { command, http, mcp, name } = definition;
  if (mcp !== undefined) return `${mcp.server.name}: ${mcp.tool} ${JSON.stringify(params)}`;
  const built = http === undefined ? undefined : buildRequest(http, scope);
  if (built?.ok) return `${built.request.method} ${built.request.url}`;
  const argv = command === undefined || command.handler !== undefined ? undefined : buildArgv(command, scope);
  if (command === undefined || argv?.ok !== true) return `${name} ${JSON.stringify(params)}`;
  return [command.program, ...argv.args].map(shellWord).join(" ");
}

/** A word in POSIX shell syntax. It is never executed: it is for people who read commands. */
export const shellWord = (word: string): string => (/^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function inALine(text: string): string {
  const line = oneLine(text.trim());
  return line.length > longestDescriptionChars ? `${line.slice(0, longestDescriptionChars - 1)}…` : line;
}
