import type { Problem } from "../contract/problem.js";
import type { PreparationCode, Refusal, UnmetNeed } from "../contract/refusal.js";
import { oneLine } from "../text/one-line.js";
import { problemText } from "./problem-text.js";

/** A refusal for these problems, each once. */
export function refuse(problems: readonly Problem[], code: PreparationCode = "invalidArguments"): Refusal {
  const unique = new Map(problems.map((problem) => [problemText(problem), problem]));
  return { ok: false, code, problems: [...unique.values()] };
}

/** One refusal of several. Unmet needs hide invalid arguments: to correct these doesn't help before the user has acted. */
export function mergeRefusals(refusals: readonly Refusal[]): Refusal {
  const code = refusals.find((one) => one.code !== "invalidArguments")?.code ?? "invalidArguments";
  const problems = refusals.filter((one) => one.code === code).flatMap((one) => one.problems);
  return refuse(problems, code);
}

const totalRoom = 3600;
const lineRoom = 900;

/** The text that the model reads: bounded to about 4 kB however many problems there are and however long they are. It ends with who must act, and how. */
export function renderRefusal(toolName: string, { code, problems }: Pick<Refusal, "code" | "problems">): string {
  const lines: string[] = [];
  let room = totalRoom;
  const texts = problems.map(problemText);
  for (const text of texts) {
    const line = `- ${cutBytes(oneLine(text), lineRoom)}`;
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const left = texts.length - lines.length;
  if (left > 0) lines.push(`- and ${left} more.`);
  const name = cutBytes(toolName, 100);
  return [`${name} was not run: ${reasons[code]}.`, ...lines, `Nothing was changed. ${closing(name, code, texts.length)}`].join("\n");
}

const reasons: Readonly<Record<PreparationCode, string>> = {
  invalidArguments: "its arguments are wrong",
  missingSecret: "its environment lacks a secret that it needs",
  invalidSecret: "a secret in its environment can't be used",
  unusableFolder: "a folder that it needs can't be used",
  unsupportedPlatform: "this system lacks what it needs",
};

/** What the user must do. Clients differ in what of their environment they pass on to a server, so `env` of its entry is the way that always works. */
const remedies: Readonly<Record<UnmetNeed, string>> = {
  missingSecret:
    "sets it in the environment of the program that calls this tool (for an MCP server, in `env` of its entry in the client's configuration) and restarts that program",
  invalidSecret: "corrects it in the environment of the program that calls this tool and restarts that program",
  unusableFolder: "corrects this",
  unsupportedPlatform: "calls it on another system",
};

function closing(name: string, code: PreparationCode, count: number): string {
  if (code === "invalidArguments") return `Correct ${count === 1 ? "this" : "these"} and call ${name} again.`;
  return onlyUserCan(name, remedies[code]);
}

/** The end of a message about a call that is not allowed: a model must not look for a way around. */
export function onlyTheUser(): string {
  return "Only the user can change this. Do not try to achieve the same result another way.";
}

/** The end of a message about a call that fails whatever its arguments are. `remedy` is to be read after "until the user". */
export function onlyUserCan(name: string, remedy = "corrects this"): string {
  return `The arguments are not the cause, so don't change them. Calling ${name} again won't help until the user ${remedy}. Tell the user.`;
}

function cutBytes(text: string, room: number): string {
  if (Buffer.byteLength(text) <= room) return text;
  // An incomplete character at the cut decodes to U+FFFD, which says nothing.
  return `${Buffer.from(text.slice(0, room))
    .subarray(0, room)
    .toString("utf8")
    .replace(/\uFFFD$/, "")}…`;
}
