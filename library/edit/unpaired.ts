import { ToolError } from "toolgen/runtime";

/** Refuses a text with half a surrogate pair: UTF-8 has no bytes for it, and another character would be written. */
export function refuseUnpaired(name: string, text: string): void {
  if (/\p{Surrogate}/u.test(text))
    throw new ToolError(`${name} contains an unpaired surrogate, which is not a character. Use valid Unicode text.`);
}
