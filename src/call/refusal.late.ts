import { oneLine } from "../contract/display-text.js";
import type { PreparationCode, Problem, Refusal, UnmetNeed } from "../contract/problem.js";
import { problemText } from "./problem-text.late.js";

/** A refusal for these problems, each once: a parameter may stand in several arguments. */
export function refuse(problems: readonly Problem[], code: PreparationCode = "invalidArguments"): Refusal {
  if (problems.length < 2) return { ok: false, code, problems };
  return { ok: false, code, problems: [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()] };
}

/**
 * Merges refusals. Unmet requirements hide invalid arguments, because correcting those doesn't help before the user has
 * acted.
 */
export function mergeRefusals(refusals: readonly Refusal[]): Refusal {
  const code = refusals.find((one) => one.code !== "invalidArguments")?.code ?? "invalidArguments";
  const problems = refusals.filter((one) => one.code === code).flatMap((one) => one.problems);
  return refuse(problems, code);
}

const totalRoom = 3600;
const lineRoom = 900;

/**
 * Returns the text for the model: at most about 4 kB, however many problems there are and however long they are. It
 * ends with who must act, and how.
 */
export function renderRefusal(toolName: string, { code, problems }: Pick<Refusal, "code" | "problems">): string {
  const [first] = problems;
  if (first?.code === "absent-platform") return absentText(toolName, problemText(first));
  const lines: string[] = [];
  let room = totalRoom;
  const texts = problems.map(problemText);
  for (const text of texts) {
    const line = `- ${cutBytes(oneLine(text), lineRoom)}`;
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const omitted = texts.length - lines.length;
  if (omitted > 0) lines.push(`- and ${omitted} more.`);
  const name = cutBytes(toolName, 100);
  return [`${name} was not run: ${reasons[code]}.`, ...lines, `Nothing was changed. ${closing(name, code, texts.length)}`].join("\n");
}

/** No arguments and nothing that the user sets can change this. */
const absentText = (name: string, text: string) =>
  `${name} was not run: ${text.replace(/^It/, "it")}\nNothing was changed. Don't call ${name} here again.`;

const reasons: Readonly<Record<PreparationCode, string>> = {
  invalidArguments: "its arguments are wrong",
  missingSecret: "its environment lacks a secret that it needs",
  invalidSecret: "a secret in its environment can't be used",
  unusableFolder: "a folder that it needs can't be used",
  unsupportedPlatform: "this system lacks what it needs",
};

/**
 * Returns what the user must do. Clients differ in which environment variables they pass to a server, so `env` of its
 * entry is the way that always works.
 */
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

/** The end of a message about a call that isn't allowed: a model must not look for a workaround. */
export function onlyTheUser(): string {
  return "Only the user can change this. Do not try to achieve the same result another way.";
}

/** The end of a message about a call that fails with any arguments. `remedy` follows "until the user". */
export function onlyUserCan(name: string, remedy = "corrects this"): string {
  return `The arguments are not the cause, so don't change them. Calling ${name} again won't help until the user ${remedy}. Tell the user.`;
}

function cutBytes(text: string, room: number): string {
  if (Buffer.byteLength(text) <= room) return text;
  // A truncated character decodes to U+FFFD, which is meaningless.
  return `${Buffer.from(text.slice(0, room))
    .subarray(0, room)
    .toString("utf8")
    .replace(/\uFFFD$/, "")}…`;
}
