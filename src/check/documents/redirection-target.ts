import type { Command } from "../../runtime/contract/definition.js";
import { literalOf } from "../shell/script.js";
import { isParserLoaded } from "../shell/syntax/bash-parser.js";
import { readScript } from "../shell/syntax/read-script.js";

/** Returns the first file that the script of a shell redirects output to, as far as its name is written there. */
export function redirectionTarget({ program, items }: Command): string | undefined {
  if (!/^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh$/.test(program) || !isParserLoaded()) return undefined;
  const words = items.map((item) =>
    item.kind === "word" && item.text.every((part) => typeof part === "string") ? item.text.join("") : "",
  );
  const flag = words.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
  const script = flag === -1 ? undefined : words[flag + 1];
  if (script === undefined) return undefined;
  const names = readScript(script).files.flatMap(({ word, writes }) => (writes ? [literalOf(word)] : []));
  return names.find((name) => name !== undefined && !isStream.test(name));
}

/** A device that keeps nothing, or another stream: `>&2`, `>&-`. */
const isStream = /^(?:\/dev\/(?:null|std(?:out|err)|fd\/\d+)|\d+|-)$/;
