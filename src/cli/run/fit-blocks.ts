/** Lines that belong together. */
export type ScreenBlock<T> = readonly T[];

/**
 * Shares rows among blocks of lines. None gets more than another that is truncated, except for the last, which gets the
 * rest. Returns the shown lines of each block, and the number that is left out. One row stays free if any is.
 */
export function fitBlocks<T>(
  blocks: readonly ScreenBlock<T>[],
  rows: number,
): readonly [shown: readonly ScreenBlock<T>[], left: readonly T[]] {
  if (lengthOf(blocks) <= rows) return [blocks, []];
  const most = Math.max(0, rows - 1);
  let each = 0;
  while (lengthOf(blocks.map((block) => block.slice(0, each + 1))) <= most) each++;
  let free = most - lengthOf(blocks.map((block) => block.slice(0, each)));
  const lengths = blocks.toReversed().map((block) => {
    const length = Math.min(block.length, each + free);
    free -= Math.max(0, length - each);
    return length;
  });
  lengths.reverse();
  return [blocks.map((block, i) => block.slice(0, lengths[i])), blocks.flatMap((block, i) => block.slice(lengths[i]))];
}

const lengthOf = (blocks: readonly ScreenBlock<unknown>[]) => blocks.reduce((sum, block) => sum + block.length, 0);
