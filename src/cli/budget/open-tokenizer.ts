import { readFileSync } from "node:fs";
import { packageRoot } from "../package-root.js";
import { createTokenizer, type Tokenizer } from "./tokenizer.js";

let opened: Tokenizer | undefined;

/** The tokenizer of this package, read when something is counted. */
export function openTokenizer(): Tokenizer {
  opened ??= createTokenizer(readFileSync(new URL("dist/assets/o200k-base.bin", packageRoot)));
  return opened;
}
