/** How to restore an earlier text, as one replacement: it contains no more of the earlier text than was removed. */
export interface Inverse {
  /** The first difference of the texts, in UTF-16 units. */
  readonly at: number;
  /** How many units of the new text are replaced. */
  readonly length: number;
  readonly removed: string;
}

export function makeInverse(before: string, after: string): Inverse {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at += 1;
  let end = 0;
  while (end < most - at && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { at, length: after.length - at - end, removed: before.slice(at, before.length - end) };
}

export const applyInverse = (after: string, { at, length, removed }: Inverse): string =>
  after.slice(0, at) + removed + after.slice(at + length);
