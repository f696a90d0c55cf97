/** Which arguments a program takes for a program: the values of some options, or operands by position. */
export interface Evaluator {
  /** Options whose value is evaluated: the next argument, what follows `=`, or what is attached to a short one. */
  readonly options: readonly string[];
  /** The first operand that is evaluated, counted from 0; later ones only with `rest`. */
  readonly operand?: number;
  readonly rest?: boolean;
  /** Options that say where the program is instead, so that no operand is evaluated. */
  readonly instead?: readonly string[];
  /** Options that take a value which is not evaluated: that value is no operand. */
  readonly valued?: readonly string[];
  /** Beginnings of an argument, such as a setting's name, behind which a program stands. */
  readonly settings?: readonly string[];
  /** Options before the first operand whose value is a setting, `name=value`: who chooses its name chooses one that is run. */
  readonly settingOptions?: readonly string[];
  /** Whether `NAME=value` may stand before the operands. */
  readonly assignments?: boolean;
}

const shell: Evaluator = { options: ["-c"] };
const javascript: Evaluator = { options: ["-e", "--eval", "-p", "--print", "-pe"] };
const python: Evaluator = { options: ["-c"] };
const sed: Evaluator = {
  options: ["-e", "--expression"],
  operand: 0,
  instead: ["-e", "--expression", "-f", "--file"],
  valued: ["-f", "--file", "-l", "--line-length"],
};
const awk: Evaluator = {
  options: ["-e", "--source"],
  operand: 0,
  instead: ["-f", "--file", "-e", "--source"],
  valued: ["-F", "-v", "-f", "--file", "--assign", "--field-separator"],
};
const mysql: Evaluator = { options: ["-e", "--execute"] };
const powershell: Evaluator = { options: ["-c", "-Command", "-command"] };

/** Programs that evaluate an argument, by their name (SPEC §5, code). */
const evaluators: Readonly<Record<string, Evaluator>> = {
  ...Object.fromEntries(["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "fish", "busybox"].map((name) => [name, shell])),
  ...Object.fromEntries(["python", "python2", "python3", "pypy", "pypy3"].map((name) => [name, python])),
  ...Object.fromEntries(["node", "nodejs", "bun", "tsx"].map((name) => [name, javascript])),
  ...Object.fromEntries(["sed", "gsed"].map((name) => [name, sed])),
  ...Object.fromEntries(["awk", "gawk", "mawk", "nawk"].map((name) => [name, awk])),
  ...Object.fromEntries(["mysql", "mariadb"].map((name) => [name, mysql])),
  ...Object.fromEntries(["pwsh", "powershell"].map((name) => [name, powershell])),
  perl: { options: ["-e", "-E"] },
  ruby: { options: ["-e"] },
  julia: { options: ["-e", "-E", "--eval", "--print"] },
  elixir: { options: ["-e", "--eval"] },
  groovy: { options: ["-e"] },
  mongosh: { options: ["--eval"] },
  "clickhouse-client": { options: ["-q", "--query"] },
  // What these start is the value of an option.
  rsync: { options: ["-e", "--rsh", "--rsync-path"] },
  find: { options: ["-exec", "-execdir", "-ok", "-okdir"] },
  tar: { options: ["-I", "--use-compress-program", "--to-command", "--checkpoint-action", "--rsh-command", "--info-script"] },
  git: {
    options: ["--exec", "--upload-pack", "--receive-pack"],
    settingOptions: ["-c"],
    valued: ["-c", "-C", "--git-dir", "--work-tree", "--namespace"],
    // As values of `-c`: settings whose value Git hands to a shell.
    settings: [
      "alias.",
      "core.pager=",
      "core.editor=",
      "core.sshCommand=",
      "core.fsmonitor=",
      "diff.external=",
      "sequence.editor=",
      "credential.helper=",
    ],
  },
  php: { options: ["-r"] },
  lua: { options: ["-e"] },
  Rscript: { options: ["-e"] },
  osascript: { options: ["-e"] },
  su: { options: ["-c", "--command"] },
  psql: { options: ["-c", "--command"] },
  duckdb: { options: ["-c", "-s", "-cmd"], operand: 1, valued: ["-init", "-separator", "-newline", "-nullvalue", "-storage-version"] },
  sqlite3: { options: ["-cmd"], operand: 1, rest: true },
  env: { options: ["-S", "--split-string"] },
  eval: { options: [], operand: 0, rest: true },
  ssh: {
    options: [],
    operand: 1,
    rest: true,
    valued: ["-B", "-b", "-c", "-D", "-E", "-e", "-F", "-I", "-i", "-J", "-L", "-l", "-m", "-O", "-o", "-p", "-Q", "-R", "-S", "-W", "-w"],
  },
};

/** Programs that start another: which of their operands it is. What a model puts there, it runs. */
const starters: Readonly<Record<string, Evaluator>> = {
  env: { options: [], operand: 0, assignments: true, valued: ["-u", "-C", "--unset", "--chdir"] },
  sudo: {
    options: [],
    operand: 0,
    assignments: true,
    valued: ["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R", "--user", "--group", "--host", "--chdir"],
  },
  doas: { options: [], operand: 0, valued: ["-u", "-C"] },
  timeout: { options: [], operand: 1, valued: ["-k", "-s", "--kill-after", "--signal"] },
  nice: { options: [], operand: 0, valued: ["-n", "--adjustment"] },
  nohup: { options: [], operand: 0 },
  time: { options: [], operand: 0, valued: ["-f", "-o", "--format", "--output"] },
  stdbuf: { options: [], operand: 0, valued: ["-i", "-o", "-e"] },
  xargs: { options: [], operand: 0, valued: ["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s", "--arg-file", "--delimiter"] },
  watch: { options: [], operand: 0, valued: ["-n", "--interval"] },
};

/** `--command=…`, `--command`, `-c`, `-c…` */
export function isOption(text: string, name: string): boolean {
  return name.startsWith("--") ? text === name || text.startsWith(`${name}=`) : text.startsWith(name) && !text.startsWith("--");
}

/** `-lc` and `-0777ne` end in the option's letter. */
export const isCluster = (text: string, name: string): boolean =>
  /^-[A-Za-z]$/.test(name) && /^-[A-Za-z0-9]+$/.test(text) && text.endsWith(name.slice(1));

/** What a program evaluates, also under a name with its version: `python3.12`, `/usr/bin/perl5.36.0`. */
export const evaluatorOf = (program: string): Evaluator | undefined => byName(evaluators, program);

/** Which operand a program starts as another program. */
export const starterOf = (program: string): Evaluator | undefined => byName(starters, program);

function byName(table: Readonly<Record<string, Evaluator>>, program: string): Evaluator | undefined {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const known = [name, name.replace(/-?[0-9.]+$/, "")].find((candidate) => Object.hasOwn(table, candidate));
  return known === undefined ? undefined : table[known];
}
