import { diagnostic } from "../../diagnostics/codes.js";
import type { Result } from "../../diagnostics/diagnostic.js";
import type { HandlerModel } from "../../model/tool.js";
import type { Command } from "../../runtime/contract/definition.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { ToolContext } from "../context.js";

/** A handler, and the command that starts it. */
export interface CheckedHandler {
  readonly handler: HandlerModel;
  readonly command: Command;
}

/** A handler reads the whole checked call. */
export const handlerInput: TextTemplate = [{ kind: "json", ref: { from: "call", name: "params" } }];

/**
 * Checks that `handler` names a function in a file of the project, and that no key beside it is about a program. The
 * file itself is read later.
 */
export function checkHandler(tool: ToolContext): Result<CheckedHandler | undefined> {
  const { handler } = tool.spec;
  if (handler === undefined) return [undefined, []];
  const log = keysBeside(tool).map((path) => diagnostic("key-beside-handler", tool.at(path, "key"), { key: path.join(".") }));
  const span = tool.at(["handler"]);
  const [, path, exportName] = /^(\.\.?\/[^#\0]+\.[cm]?[jt]sx?)#([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(handler) ?? [];
  if (path === undefined || exportName === undefined) return [undefined, [...log, diagnostic("handler-form", span, { value: handler })]];
  const file = within(tool.document.file.path, path);
  if (file === undefined) return [undefined, [...log, diagnostic("handler-outside", span, { path })]];
  const program = file.slice(file.lastIndexOf("/") + 1);
  const command = { program, specDir: false, items: [], handler: `${tool.spec.name ?? ""}.cjs` };
  return [{ handler: { file, exportName, span }, command }, log];
}

function keysBeside({ spec, has }: ToolContext): readonly (readonly string[])[] {
  const platforms = Object.entries(spec.platforms ?? {}).flatMap(([name, platform]) =>
    (["program", "command"] as const).flatMap((key) =>
      platform !== false && platform?.[key] !== undefined ? [["platforms", name, key]] : [],
    ),
  );
  return [...(has("stdin") ? [["stdin"]] : []), ...platforms];
}

/**
 * Resolves a path that is relative to a spec's folder against the project's root; `undefined` if it leads out of it.
 */
function within(spec: string, path: string): string | undefined {
  const steps = spec.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join("/");
}
