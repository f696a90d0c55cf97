/** Sequences that move a cursor or choose a colour, and what else no line of text has. */
const control = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;

/** As much of the end of an output as is looked through for a line with anything in it. */
const lookedAt = 4096;

/** The last line that has anything in it, as a terminal would show it, cut to so many characters; what a carriage return overwrote is gone. `""`: there is none. */
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
