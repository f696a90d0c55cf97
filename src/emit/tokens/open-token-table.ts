import { asset } from "../asset.js";
import type { Assets } from "../output-file.js";
import { createTokenizer, type Tokenizer } from "./tokenizer.js";

/** The table that the build of toolgen writes; the characters of the asset are its bytes. */
export const tokenTable = "o200k-base.bin";

/** The encoding that the table is of, which needs no reading. */
export const tokenEncoding = "o200k_base";

/** Returns the tokenizer of this package. Its table is read when something is counted. */
export function openTokenTable(assets: Assets): () => Tokenizer {
  let opened: Tokenizer | undefined;
  return () => (opened ??= createTokenizer(Buffer.from(asset(assets, tokenTable), "latin1")));
}
