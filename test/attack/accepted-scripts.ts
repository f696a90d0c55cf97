import type { Command } from "../../src/runtime/contract/definition.js";
import { compileMany } from "./compile-many.js";
import { entering, type Way } from "./ways.js";

export interface AcceptedScript {
  readonly text: string;
  readonly command: Command;
  readonly way: Way;
}

/** Those of the scripts that the build accepts without `code`: tools of which no value may ever run. */
export async function acceptedScripts(
  dialect: "sh" | "bash",
  texts: readonly string[],
  way: Way = "placeholders",
): Promise<readonly AcceptedScript[]> {
  const properties = { x: { type: "string" }, y: { type: "string" } };
  const tools = await compileMany(
    texts.map((text) => {
      const { script, spec } = entering(text, way);
      return { kind: "read", schema: { properties }, shell: { [dialect]: script }, ...spec };
    }),
  );
  return texts.flatMap((text, i) => {
    const command = tools[i]?.definition.command;
    return command === undefined ? [] : [{ text, command, way }];
  });
}
