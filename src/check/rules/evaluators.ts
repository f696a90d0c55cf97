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
export const evaluators: Readonly<Record<string, Evaluator>> = {
  ...Object.fromEntries(["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "fish", "busybox"].map((name) => [name, shell])),
  ...Object.fromEntries(["python", "python2", "python3", "pypy", "pypy3"].map((name) => [name, python])),
  ...Object.fromEntries(["node", "nodejs", "bun", "tsx"].map((name) => [name, javascript])),
  ...Object.fromEntries(["sed", "gsed"].map((name) => [name, sed])),
  ...Object.fromEntries(["awk", "gawk", "mawk", "nawk"].map((name) => [name, awk])),
  ...Object.fromEntries(["mysql", "mariadb"].map((name) => [name, mysql])),
  ...Object.fromEntries(["pwsh", "powershell"].map((name) => [name, powershell])),
  perl: { options: ["-e", "-E"] },
  ruby: { options: ["-e"] },
  php: { options: ["-r"] },
  lua: { options: ["-e"] },
  Rscript: { options: ["-e"] },
  osascript: { options: ["-e"] },
  su: { options: ["-c", "--command"] },
  psql: { options: ["-c", "--command"] },
  duckdb: { options: ["-c", "-s"] },
  sqlite3: { options: ["-cmd"], operand: 1, rest: true },
  eval: { options: [], operand: 0, rest: true },
  ssh: {
    options: [],
    operand: 1,
    rest: true,
    valued: ["-B", "-b", "-c", "-D", "-E", "-e", "-F", "-I", "-i", "-J", "-L", "-l", "-m", "-O", "-o", "-p", "-Q", "-R", "-S", "-W", "-w"],
  },
};

/** Languages in which a value can do whatever the user can: a tool that takes them is at least dangerous (SPEC §5). */
export const dangerousLanguages: readonly string[] = ["sh", "bash", "pwsh", "python", "javascript", "perl", "ruby"];
