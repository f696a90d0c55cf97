/** Reads `--page-size`. Throws a one-line message for anything but a whole number from 1. */
export function readPageSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--page-size is '${text}'. Write a whole number from 1.`);
  return Number(text);
}
