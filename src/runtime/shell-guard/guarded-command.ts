import type { SplitPipeline } from "./split-pipeline.js";

/** The files that a guarded command writes: the producer's output, and the exit codes of its commands. */
export interface GuardFiles {
  readonly output: string;
  readonly codes: string;
}

export type Dialect = "bash" | "sh";

/**
 * The most bytes of the producer's output that are kept, and that are read behind a filter that ended early. A copy that
 * isn't whole, because of this limit or a full disk, can't be written by its owner (`isWhole`).
 */
export const mostOutputBytes = 64 * 1024 * 1024;

/**
 * The same command with a copy of the producer's output in a file. Text is only put in, so the command keeps its shell, its variables, its
 * here-documents and its effects. A filter that ends early (`head`) doesn't end the producer: what follows is read and left aside. The exit
 * status is the filters' own.
 */
export function guardedCommand(
  command: string,
  split: SplitPipeline,
  { files, dialect }: { readonly files: GuardFiles; readonly dialect: Dialect },
) {
  const { producer, filters, pager } = split;
  const codes = dialect === "bash" ? `"\${PIPESTATUS[*]}"` : '"$?"';
  const keep = `toolgen_code=$? toolgen_codes=${codes}; printf %s "$toolgen_codes" >${quoted(files.codes)}; exit "$toolgen_code"`;
  const output = quoted(files.output);
  // A file that is full must end neither `tee` nor the filters. The command may have set PATH, or functions of these names.
  const limit = `trap '' XFSZ; ulimit -f ${blocks(dialect)} 2>/dev/null`;
  const copy = `(${limit}; command -p tee ${output} 2>/dev/null || command -p chmod a-w ${output})`;
  const drain = `toolgen_code=$?; command -p head -c ${mostOutputBytes} >/dev/null; exit "$toolgen_code"`;
  const filtering =
    pager === undefined
      ? command.slice(filters.start, filters.end)
      : `${command.slice(filters.start, pager.start)}cat${command.slice(pager.end, filters.end)}`;
  return [
    command.slice(0, producer.start),
    `{ ${command.slice(producer.start, producer.end)}; ${keep}; } `,
    // The author's operator, `|` or `|&`, with all that stands around it.
    `${command.slice(producer.end, filters.start)}${copy} | { ${filtering}; ${drain}; }`,
    command.slice(filters.end),
  ].join("");
}

/** A path of ours as a word of the shell. */
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

/** bash counts in KiB, POSIX in 512 bytes. */
const blocks = (dialect: Dialect) => mostOutputBytes / (dialect === "bash" ? 1024 : 512);
