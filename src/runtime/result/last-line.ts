/** Sequences that move a cursor or choose a colour, and other characters that no line of text has. */
const control = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;

/** How much of the end of an output is searched for a line that isn't empty. */
const lookedAt = 4096;

/**
 * Returns the last line that isn't empty, as a terminal would show it, truncated to so many characters; text that a
 * carriage return overwrote is dropped. `""` if there is none.
 */
export function lastLine(output: string, longest = 200): string {
  const line =
    output
      .slice(-lookedAt)
      .split(/[\r\n]+/)
      .findLast((each) => plain(each) !== "") ?? "";
  const text = plain(line);
  return text.length <= longest
    ? text
    : `${text
        .slice(0, longest - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}

const plain = (line: string) => line.replace(control, " ").replace(/\s+/g, " ").trim();
