// The table that `toolgen budget` counts tokens with, from the tokens that gpt-tokenizer publishes. That package would
// read all of them into a map for each count, which takes longer than counting the changes of a build: the table is
// searched in place.

import { copyFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";

/**
 * Writes `o200k-base.bin` into a folder, with its licence: a line of JSON (the encoding, the pattern of the pieces that
 * are counted by themselves, how many tokens there are of each length), the ranks of the tokens, and the tokens
 * themselves, sorted by length and then by bytes.
 */
export async function writeTokenizerTable(folder) {
  const { default: published } = await import("gpt-tokenizer/bpeRanks/o200k_base");
  // The array has holes, and each token is a text or, where that isn't UTF-8, its bytes.
  const tokens = Object.entries(published).map(([rank, token]) => ({ rank: Number(rank), bytes: Buffer.from(token) }));
  tokens.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes));
  const counts = {};
  for (const { bytes } of tokens) counts[bytes.length] = (counts[bytes.length] ?? 0) + 1;
  const head = { encoding: "o200k_base", split: O200K_TOKEN_SPLIT_REGEX.source, counts };
  const ranks = Buffer.alloc(tokens.length * 4);
  for (const [index, { rank }] of tokens.entries()) ranks.writeUInt32LE(rank, index * 4);
  const table = [Buffer.from(`${JSON.stringify(head)}\n`), ranks, ...tokens.map(({ bytes }) => bytes)];
  await writeFile(join(folder, "o200k-base.bin"), Buffer.concat(table));
  const licence = createRequire(import.meta.url)
    .resolve("gpt-tokenizer/package.json")
    .replace(/package\.json$/, "LICENSE");
  await copyFile(licence, join(folder, "o200k-base-licence.txt"));
}
