/** Counts the tokens of texts in one encoding. */
export interface Tokenizer {
  /** `o200k_base`, the encoding of OpenAI's models since GPT-4o. */
  readonly encoding: string;
  count(text: string): number;
}

/** Longer pieces are counted in parts: the time to merge one grows with its square. */
const longestPiece = 1_000;

/** The first line of the table. */
interface TableHead {
  readonly encoding: string;
  readonly split: string;
  /** How many tokens there are, by their length in bytes. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Reads the table that the build of toolgen wrote (`scripts/tokenizer-table.mjs`). It is searched in place, because
 * building a map of its tokens takes a tenth of a second.
 */
export function createTokenizer(table: Buffer): Tokenizer {
  const headEnd = table.indexOf("\n");
  // Written by toolgen's own build.
  const head = JSON.parse(table.toString("utf8", 0, headEnd)) as TableHead;
  const rankOf = tokenRanks(table.subarray(headEnd + 1), head.counts);
  const pieces = new RegExp(head.split, "gu");
  const counted = new Map<string, number>();

  const countPiece = (piece: string): number => {
    const bytes = Buffer.from(piece);
    if (rankOf(bytes, 0, bytes.length) !== undefined) return 1;
    let count = 0;
    for (let from = 0; from < bytes.length; from += longestPiece) count += countMerged(bytes.subarray(from, from + longestPiece), rankOf);
    return count;
  };
  return {
    encoding: head.encoding,
    count: (text) => {
      let sum = 0;
      for (const [piece] of text.matchAll(pieces)) {
        const count = counted.get(piece) ?? countPiece(piece);
        counted.set(piece, count);
        sum += count;
      }
      return sum;
    },
  };
}

/** The rank of a range of bytes; `undefined` if it is not a token. */
type RankOf = (bytes: Uint8Array, start: number, end: number) => number | undefined;

/** Byte-pair encoding: repeatedly merges the neighbours whose token has the lowest rank. */
function countMerged(bytes: Uint8Array, rankOf: RankOf): number {
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  // The rank of each part merged with the next, by the index of the first.
  const pairRank = (index: number) => rankOf(bytes, starts[index] ?? 0, starts[index + 2] ?? 0) ?? Number.POSITIVE_INFINITY;
  const pairs = Array.from({ length: Math.max(0, bytes.length - 1) }, (_, index) => pairRank(index));
  for (;;) {
    const at = pairs.reduce((lowest, rank, index) => (rank < (pairs[lowest] ?? Number.POSITIVE_INFINITY) ? index : lowest), 0);
    if ((pairs[at] ?? Number.POSITIVE_INFINITY) === Number.POSITIVE_INFINITY) return starts.length - 1;
    starts.splice(at + 1, 1);
    pairs.splice(at, 1);
    for (const changed of [at - 1, at]) if (changed >= 0 && changed < pairs.length) pairs[changed] = pairRank(changed);
  }
}

/** Searches the sorted tokens of the same length. */
function tokenRanks(data: Buffer, counts: TableHead["counts"]): RankOf {
  const groups = new Map<number, TokenGroup>();
  let first = 0;
  let offset = Object.values(counts).reduce((sum, count) => sum + count, 0) * 4;
  for (const [length, count] of Object.entries(counts)) {
    groups.set(Number(length), { first, count, offset });
    first += count;
    offset += Number(length) * count;
  }
  return (bytes, start, end) => {
    const length = end - start;
    const group = groups.get(length);
    if (group === undefined) return undefined;
    let low = 0;
    let high = group.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = group.offset + middle * length;
      const order = data.compare(bytes, start, end, at, at + length);
      if (order === 0) return data.readUInt32LE((group.first + middle) * 4);
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
}

/** The tokens of one length: the index of the first, and where its bytes begin. */
interface TokenGroup {
  readonly first: number;
  readonly count: number;
  readonly offset: number;
}
