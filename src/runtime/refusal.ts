/** A call that was not run because of what the model sent. Each problem is a sentence for the model that must correct its call. */
export interface Refusal {
  readonly ok: false;
  readonly problems: readonly string[];
}

export function refuse(problems: readonly string[]): Refusal {
  return { ok: false, problems };
}

const totalRoom = 3600;
const lineRoom = 900;

/** What the model reads: bounded to about 4 kB however many problems there are and however long they are. */
export function renderRefusal(toolName: string, problems: readonly string[]): string {
  const lines: string[] = [];
  let room = totalRoom;
  for (const problem of problems) {
    const line = `- ${cutBytes(problem.replaceAll(/\s*[\r\n]\s*/g, " "), lineRoom)}`;
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const left = problems.length - lines.length;
  if (left > 0) lines.push(`- and ${left} more.`);
  return [
    `${cutBytes(toolName, 100)} was not run: its arguments are wrong.`,
    ...lines,
    `Nothing was changed. Correct ${problems.length === 1 ? "this" : "these"} and call ${cutBytes(toolName, 100)} again.`,
  ].join("\n");
}

function cutBytes(text: string, room: number): string {
  if (Buffer.byteLength(text) <= room) return text;
  // An incomplete character at the cut decodes to U+FFFD, which says nothing.
  return `${Buffer.from(text.slice(0, room))
    .subarray(0, room)
    .toString("utf8")
    .replace(/\uFFFD$/, "")}…`;
}
