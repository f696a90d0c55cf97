import type { SplitPipeline } from "./split-pipeline.js";

/**
 * The files that a guarded command writes: the producer's output, and the exit codes of its commands. `answer` has
 * those of the filters once they have ended; from sh, only that of the last one.
 */
export interface GuardFiles {
  readonly output: string;
  readonly codes: string;
  readonly answer: string;
}

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
  const { producer, filters, pager } = split;
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
  const [each, ended] = dialect === "bash" ? [` toolgen_each=("\${PIPESTATUS[@]}")`, `"\${toolgen_each[@]}"`] : ["", '"$toolgen_code"'];
  const answer = `{ printf '%s ' ${ended} >|${quoted(files.answer)}; } 2>/dev/null || true`;
  const drain = `${answer}; ${ifLeft}command -p head -c ${mostOutputBytes} >/dev/null; exit "$toolgen_code"`;
  const filtering =
    pager === undefined
      ? command.slice(filters.start, filters.end)
      : `${command.slice(filters.start, pager.start)}cat${command.slice(pager.end, filters.end)}`;
  return [
    command.slice(0, producer.start),
    `{ trap ${keep} EXIT; ${command.slice(producer.start, producer.end)}; } `,
    // The author's operator, `|` or `|&`, with the white space around it.
    `${command.slice(producer.end, filters.start)}${copy} | { ${filtering} && toolgen_code=0${each} || toolgen_code=$?${each}; ${drain}; }`,
    command.slice(filters.end),
  ].join("");
}

/** A path of toolgen's, quoted for the shell. */
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

/** bash counts in KiB, POSIX in 512 bytes. */
const blocks = (dialect: Dialect) => mostOutputBytes / (dialect === "bash" ? 1024 : 512);
