import type { Command } from "../../src/runtime/contract/definition.js";
import { compileMany } from "./compile-many.js";

export interface AcceptedScript {
  readonly text: string;
  readonly command: Command;
}

/** Those of the scripts that the build accepts without `code`: tools of which no value may ever run. */
export async function acceptedScripts(dialect: "sh" | "bash", texts: readonly string[]): Promise<readonly AcceptedScript[]> {
  const properties = { x: { type: "string" }, y: { type: "string" } };
  const tools = await compileMany(texts.map((text) => ({ kind: "read", schema: { properties }, shell: { [dialect]: text } })));
  return texts.flatMap((text, i) => {
    const command = tools[i]?.definition.command;
    return command === undefined ? [] : [{ text, command }];
  });
}
