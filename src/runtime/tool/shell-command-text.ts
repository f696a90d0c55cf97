import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import { shellWord } from "./describe-arguments.js";

/**
 * Returns the command of a call as it could be typed in bash, with everything: the folder unless it is the workspace,
 * the variables that the spec sets, the program, its arguments, its input, and its temporary files. It is never run.
 * The user reads it to decide.
 */
export function shellCommandText(
  { program, args, cwd, env, stdin, temporary }: PreparedCall,
  { env: { set } }: Pick<ToolDefinition, "env">,
  { workspace }: Pick<CallContext, "workspace">,
): string {
  const folder = cwd === workspace ? [] : ["cd", shellWord(cwd), "&&"];
  const variables = Object.keys(set).flatMap((name) => (env[name] === undefined ? [] : [`${name}=${shellWord(env[name])}`]));
  const input = stdin === undefined ? [] : ["<<<", shellWord(stdin)];
  const files = (temporary?.files ?? []).map(({ path, text }) => `\n# ${path}:\n${text}`);
  return [[...folder, ...variables, ...[program, ...args].map(shellWord), ...input].join(" "), ...files].join("\n");
}
