import { extractors as everyExtractor } from "./filter-options.js";
import { isExtractor, isPlainCat, isSilent, programOf, redefines, redirectsOutput } from "./guard/filters.js";
import { findEndless, simpleCommandsIn } from "./guard/find-endless.js";
import { literalWord } from "./literal-word.js";
import { type Command, type CommandNode, type ParsedScript, type Pipeline, parseCommand } from "./parse-command.js";

/** The filters at the end of a command. Offsets are in UTF-16 units of the command. */
export interface SplitPipeline {
  readonly strip: true;
  readonly reason: string;
  /** The text before the filters: with the bodies of its here-documents, and `|&` written as `2>&1`. */
  readonly cleaned: string;
  /** The filters, as written. */
  readonly pipeline: string;
  readonly producer: { readonly start: number; readonly end: number; readonly commands: number };
  /** With the name of each program. */
  readonly filters: { readonly start: number; readonly end: number; readonly programs: readonly string[] };
  /**
   * True after the keyword `time`, which dash doesn't have: there it is a program, and a program can't start a group.
   */
  readonly isTimed?: true;
  /** `less` and `more` at the end, which are replaced by `cat`: there is no terminal in which to page. */
  readonly pager?: { readonly start: number; readonly end: number };
}

type PipelineParts = Omit<SplitPipeline, "strip" | "reason">;

export interface WholeCommand {
  readonly strip: false;
  /** Why the command runs unchanged. */
  readonly reason: string;
  /** Its filters, if that is because it doesn't end by itself. */
  readonly endless?: PipelineParts;
}

/**
 * Finds the filters that a model put after a command to see less of its output (docs/guard.md). If they aren't its
 * whole end, or one of them does more than filter, the command runs unchanged.
 */
export function splitPipeline(command: string, extractors: readonly string[] = everyExtractor): SplitPipeline | WholeCommand {
  if (command.length > mostCharacters) return whole("It is too long to be read in time.");
  const script = parseCommand(command);
  const found = pipelineAtEnd(script);
  if (typeof found === "string") return whole(found);
  const { pipeline, before } = found;
  const context = { extractors, hasVariables: before.length > 0 };

  const { commands } = pipeline;
  let firstFilter = commands.length;
  let why: string | undefined;
  while (firstFilter > 1) {
    const node = commands[firstFilter - 1];
    if (node === undefined) break;
    why = isPlainCat(node) && firstFilter === commands.length ? undefined : isExtractor(node, context);
    if (why !== undefined) break;
    firstFilter--;
  }
  const [firstOne, last] = [commands[firstFilter], commands.at(-1)];
  if (firstOne === undefined || last === undefined) return whole(why ?? "There is no filter at the end.");
  if (isPlainCat(firstOne)) return whole("There is no filter at the end.");
  // The command before the filters does more than filter itself: the two belong together.
  if (firstFilter > 1 && why !== undefined && isOneOf(extractors, commands[firstFilter - 1])) return whole(why);

  const producers = commands.slice(0, firstFilter);
  const odd = producers.map(writesAway).find(Boolean);
  if (odd !== undefined) return whole(odd);
  if (producers.flatMap(simpleCommandsIn).some(isTrap)) return whole("`trap` would show or replace the guard's own.");
  if (isExec(producers)) return whole("`exec` replaces the shell that would keep the exit code.");
  const endless = findEndless({ ...pipeline, commands: producers });
  if (before.some((one) => redefines(one, extractors))) return whole("A function takes the place of a filter.");
  const isEndless = endless === undefined ? undefined : `\`${endless}\` doesn't end by itself.`;
  const noise = before.find((one) => !isSilent(one));
  if (noise !== undefined) return whole(isEndless ?? "A command before the pipeline may print output that isn't filtered.");

  const [start, end] = [producers[0]?.pos ?? 0, producers.at(-1)?.end ?? 0];
  const bodies = hereDocuments(script, command);
  const merged = pipeline.operators[firstFilter - 1] === "|&" ? " 2>&1" : "";
  const pager = last.type === "Command" && /^(?:less|more)$/.test((last.name && literalWord(last.name)) ?? "") ? last.name : undefined;
  const parts = {
    cleaned: `${withoutContinuation(command.slice(0, end))}${merged}${bodies}`,
    pipeline: command.slice(firstOne.pos, last.end),
    producer: { start, end, commands: producers.length },
    filters: {
      start: firstOne.pos,
      end: last.end,
      programs: commands.slice(firstFilter).map((one) => (one.type === "Command" ? programOf(one) : "")),
    },
    ...(pipeline.prefixes.length > 0 && { isTimed: true as const }),
    ...(pager === undefined ? {} : { pager: { start: pager.pos, end: pager.end } }),
  };
  if (isEndless !== undefined) return { ...whole(isEndless), endless: parts };
  return { strip: true, ...parts, reason: "The filters at the end only select from the output." };
}

/** A longer text is a script or data, and its regular expressions would take quadratic time. */
const mostCharacters = 32_768;

const isOneOf = (extractors: readonly string[], node: CommandNode | undefined) =>
  node?.type === "Command" && extractors.includes(programOf(node));

const whole = (reason: string): WholeCommand => ({ strip: false, reason });

interface FoundPipeline {
  readonly pipeline: Pipeline;
  /** The commands before it, in a list of `&&` or in statements of their own. */
  readonly before: readonly CommandNode[];
}

/** Returns the pipeline that is all of a command, or that follows `&&`; otherwise the reason why there is none. */
function pipelineAtEnd({ commands, errors = [] }: ParsedScript): FoundPipeline | string {
  if (errors.length > 0) return "The command isn't complete, or has a mistake in its syntax.";
  const statement = commands.at(-1);
  if (statement === undefined) return "There is no command.";
  const others = commands.slice(0, -1).flatMap((one) => silentIn(one));
  if (others.includes(undefined)) return "There are several commands.";
  if (statement.background === true) return "It runs in the background.";
  const { command } = statement;
  const list = command.type === "AndOr" ? command : { commands: [command], operators: [] as readonly string[] };
  if (list.operators.includes("||")) return "`||` decides what runs.";
  const last = list.commands.at(-1);
  if (last?.type !== "Pipeline" || last.commands.length < 2) return "There is no pipeline at the end.";
  if (last.prefixes.some(({ type }) => type === "Negation")) return "`!` inverts its exit status.";
  const before = list.commands.slice(0, -1).flatMap((one): readonly CommandNode[] => (one.type === "Pipeline" ? one.commands : [one]));
  return { pipeline: last, before: [...others.flatMap((one) => one ?? []), ...before] };
}

/** The commands of a statement before the last; among them `undefined` if it may print, decide or run on. */
function silentIn({ command, background }: ParsedScript["commands"][number]): readonly (CommandNode | undefined)[] {
  if (background === true || (command.type === "AndOr" && command.operators.includes("||"))) return [undefined];
  const commands = command.type === "AndOr" ? command.commands : [command];
  return commands.map((one) => (one.type === "Pipeline" || !isSilent(one) ? undefined : one));
}

/** Returns where the output of a producer goes instead of into the pipeline. */
function writesAway(node: CommandNode): string | undefined {
  if (node.type === "Function" || node.type === "Coproc") return "A function or coprocess is not a producer.";
  const redirects = node.type === "Command" || node.type === "Redirected" ? node.redirects : [];
  return redirectsOutput(redirects) ? "Its output is redirected." : undefined;
}

/** A member of a longer pipeline replaces only its own process. */
const isExec = ([only, ...others]: readonly CommandNode[]) =>
  only?.type === "Command" && others.length === 0 && (only.name && literalWord(only.name)) === "exec";

const isTrap = (command: Command | string) => typeof command === "object" && programOf(command) === "trap";

/** Backwards, because a pattern would begin again at every space. */
function withoutContinuation(text: string): string {
  let end = text.length;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= text.startsWith("\\\n", end - 2) ? 2 : 1;
  return text.slice(0, end).trimStart();
}

/** The bodies of here-documents come after the line with the filters. */
function hereDocuments({ commands }: ParsedScript, source: string): string {
  const end = commands.at(-1)?.end ?? source.length;
  const line = source.indexOf("\n", end);
  const rest = line === -1 ? "" : source.slice(line).trimEnd();
  if (rest === "") return "";
  const lines = rest.split(/[\n\r\u2028\u2029]/).map((one) => one.trimStart());
  return lines.every((one) => one === "" || one.startsWith("#")) ? "" : rest;
}

/**
 * The files that a guarded command writes: the producer's output, and the exit codes of its commands. `answer` has
 * those of the filters once they have ended; from sh, only that of the last one.
 */
export interface GuardFiles {
  readonly output: string;
  readonly codes: string;
  readonly answer: string;
}

/** The shells whose commands are read. */
export type Dialect = "bash" | "sh";

/**
 * The limit of the producer's output that is kept, and that is read after a filter that ended early. The owner can't
 * write an incomplete copy, whether because of this limit or of a full disk (`isWhole`).
 */
export const mostOutputBytes = 64 * 1024 * 1024;

/**
 * Returns the same command with a copy of the producer's output in a file. Text is only inserted, so the command keeps
 * its shell, its variables, its here-documents and its effects. A filter that ends early (`head`) doesn't end the
 * producer: the rest is read and dropped. The exit status is that of the filters.
 */
export function guardScript(
  command: string,
  split: SplitPipeline,
  { files, dialect }: { readonly files: GuardFiles; readonly dialect: Dialect },
) {
  const { producer, filters } = split;
  // `<>` writes into the space that the file has already, which works on a full disk and with `noclobber`.
  // A trap, because a producer may end its shell: by `exit`, or by failing where `-e` is set.
  const codes = dialect === "bash" ? `"$?" "\${PIPESTATUS[@]}"` : '"$?"';
  const keep = quoted(`printf '%s ' ${codes} 2>/dev/null 1<>${quoted(files.codes)}`);
  const output = quoted(files.output);
  // A full file must end neither `tee` nor the filters. The command may have set PATH, or functions of these names.
  const limit = `trap '' XFSZ; ulimit -f ${blocks(dialect)} 2>/dev/null`;
  const copy = `(${limit}; command -p tee ${output} 2>/dev/null || command -p chmod a-w ${output} 2>/dev/null)`;
  // Most filters read to the end, so bash, which can look for a byte itself, starts no program for what they left.
  const ifLeft = dialect === "bash" ? "IFS= read -rd '' -n 1 toolgen_left && " : "";
  const drain = `${ifLeft}command -p head -c ${mostOutputBytes} >/dev/null; exit "$toolgen_code"`;
  return [
    command.slice(0, producer.start),
    `{ trap ${keep} EXIT; ${command.slice(producer.start, producer.end)}; } `,
    // The author's operator, `|` or `|&`, with the white space around it.
    `${command.slice(producer.end, filters.start)}${copy} | { ${filtering(command, split, { files, dialect })}; ${drain}; }`,
    command.slice(filters.end),
  ].join("");
}

/**
 * Returns the same command with filters that outlive the signal at the time limit: it ends the producer, so that they
 * reach the end of their input and print what they hold. `head` still ends the producer.
 */
export function endlessScript(
  command: string,
  endless: PipelineParts,
  { files, dialect }: { readonly files: Pick<GuardFiles, "answer">; readonly dialect: Dialect },
): string {
  const { start, end } = endless.filters;
  const filters = `{ trap '' TERM; ${filtering(command, endless, { files, dialect })}; exit "$toolgen_code"; }`;
  return `${command.slice(0, start)}${filters}${command.slice(end)}`;
}

/** The filters, after which their exit codes are in a file, and the last one's is `toolgen_code`. */
function filtering(
  command: string,
  { filters, pager }: PipelineParts,
  { files, dialect }: { readonly files: Pick<GuardFiles, "answer">; readonly dialect: Dialect },
): string {
  const written =
    pager === undefined
      ? command.slice(filters.start, filters.end)
      : `${command.slice(filters.start, pager.start)}cat${command.slice(pager.end, filters.end)}`;
  const [each, ended] = dialect === "bash" ? [` toolgen_each=("\${PIPESTATUS[@]}")`, `"\${toolgen_each[@]}"`] : ["", '"$toolgen_code"'];
  const answer = `{ printf '%s ' ${ended} >|${quoted(files.answer)}; } 2>/dev/null || true`;
  return `${written} && toolgen_code=0${each} || toolgen_code=$?${each}; ${answer}`;
}

/** A path of toolgen's, quoted for the shell. */
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

/** bash counts in KiB, POSIX in 512 bytes. */
const blocks = (dialect: Dialect) => mostOutputBytes / (dialect === "bash" ? 1024 : 512);
