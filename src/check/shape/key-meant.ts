import { closest } from "../../runtime/repair/closest.js";
import { knownKeywords } from "../schema/walk.js";

/** What other formats call our keys, and abbreviations: of several, the first that is a key at that place. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  parameters: ["schema"],
  params: ["schema"],
  args: ["params", "schema"],
  arguments: ["params", "schema"],
  input: ["params", "stdin"],
  inputSchema: ["schema"],
  input_schema: ["schema"],
  cmd: ["command"],
  exec: ["command"],
  run: ["command"],
  script: ["shell", "command"],
  workdir: ["cwd"],
  environment: ["env"],
  err: ["error"],
  confirm: ["requiresConfirmation"],
  readonly: ["readOnlyHint"],
  readOnly: ["readOnlyHint"],
  destructive: ["destructiveHint"],
  idempotent: ["idempotentHint"],
  openWorld: ["openWorldHint"],
};

/** The key that an unknown one was most likely meant to be, or where it belongs. */
export function keyMeant(
  key: string,
  known: readonly string[],
): { readonly didYouMean?: string | undefined; readonly help?: string | undefined } {
  if (known.includes("schema") && known.includes("command") && key !== "description" && knownKeywords.includes(key))
    return { help: `\`${key}\` is a word of JSON Schema: put it inside \`schema\`.` };
  if (known.includes("pass") && known.includes("set"))
    return { help: "Variables that are set stand under `set`: `env: { set: { NAME: value } }`." };
  const other = Object.hasOwn(otherNames, key) ? otherNames[key]?.find((name) => known.includes(name)) : undefined;
  return { didYouMean: other ?? closest(key, known) };
}
