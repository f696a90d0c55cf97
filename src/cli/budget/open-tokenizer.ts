import { readFileSync } from "node:fs";
import { createTokenizer, type Tokenizer } from "../../emit/tokens/tokenizer.js";
import { packageRoot } from "../package-root.js";

let opened: Tokenizer | undefined;

/** The tokenizer of this package, read when something is counted. */
export function openTokenizer(): Tokenizer {
  opened ??= createTokenizer(readFileSync(new URL("dist/assets/o200k-base.bin", packageRoot)));
  return opened;
}
