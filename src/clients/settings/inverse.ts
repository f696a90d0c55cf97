/** How to restore an earlier text, as one replacement: it contains no more of the earlier text than was removed. */
export interface Inverse {
  /** The first difference of the texts, in UTF-16 units. */
  readonly at: number;
  /** How many units of the new text are replaced. */
  readonly length: number;
  /** The removed text, without the `kept` parts. */
  readonly removed: string;
  /** Parts of it that are in the new text as well, such as values of the user's: they aren't stored twice. */
  readonly kept?: readonly KeptPart[];
}

interface KeptPart {
  /** The offset in what was removed. */
  readonly at: number;
  /** The offset in the new text. */
  readonly from: number;
  readonly length: number;
}

/** How to restore `before` from `after`. */
export function makeInverse(before: string, after: string): Inverse {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at += 1;
  let end = 0;
  while (end < most - at && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const removed = before.slice(at, before.length - end);
  const unchanged = [...removed.matchAll(/[^"'\r\n]{4,}/g)].flatMap(({ 0: part, index }) => {
    const from = after.indexOf(part);
    return from === -1 ? [] : [{ at: index, from, length: part.length }];
  });
  const rest = unchanged.reduceRight((text, part) => text.slice(0, part.at) + text.slice(part.at + part.length), removed);
  return { at, length: after.length - at - end, removed: rest, ...(unchanged.length > 0 && { kept: unchanged }) };
}

/** The earlier text. */
export function applyInverse(after: string, { at, length, removed, kept = [] }: Inverse): string {
  const before = kept.reduce((text, part) => {
    const copied = after.slice(part.from, part.from + part.length);
    return text.slice(0, part.at) + copied + text.slice(part.at);
  }, removed);
  return after.slice(0, at) + before + after.slice(at + length);
}
