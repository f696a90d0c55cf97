import { literalWord } from "../literal-word.js";
import { type Command, type CommandNode, type CompoundList, type PipelineNode, wordsOf } from "../parse-command.js";

/**
 * Returns the words that show that a command never ends by itself: it follows a file, serves, watches, or repeats
 * something. Only a filter that has seen enough ends such a producer.
 */
export function findEndless(node: PipelineNode): string | undefined {
  return first(simpleCommandsIn(node), (one) => (typeof one === "string" ? one : endless(one)));
}

const devices = ["zero", "urandom", "random", "tty", "full"].flatMap((name) => [`/dev/${name}`, `if=/dev/${name}`]);
const watching = new Set(["--follow", "--watch", "--watchAll", "--watch-all", "--watch=true", "--follow=true"]);

/** An option or a word with which programs never end, or without which they don't. */
interface Follower {
  readonly programs: readonly string[];
  readonly with?: RegExp;
  readonly without?: RegExp;
}

const always = ["yes", "watch", "top", "htop", "fswatch", "entr", "nodemon", "tcpdump", "live-server", "http-server", "serve", "stern"];
const logs = ["docker", "podman", "kubectl", "journalctl", "oc", "nerdctl", "pm2"];
const sites = ["next", "vite", "nuxt", "astro", "gatsby", "ng", "rails", "flask", "hugo", "jekyll", "mkdocs"];
const compilers = ["tsc", "esbuild", "rollup", "webpack", "jest", "sass", "tailwindcss"];

/**
 * Programs are names, not patterns, because the first use of a pattern costs a call as much as everything else here.
 */
const followers: readonly Follower[] = [
  { programs: [...always, "mitmproxy", "ngrok"], without: /^-(?:b?n|c|-count)/ },
  { programs: ["ping", "ping6"], without: /^-[a-z]*[cw]/ },
  { programs: ["tail"], with: /^(?:-[a-zA-Z]*[fF]|--retry)/ },
  { programs: logs, with: /^-[a-z]*f$/ },
  { programs: ["kubectl", "oc"], with: /^(?:-w|--watch-only)$/ },
  { programs: ["cargo"], with: /^watch$/ },
  { programs: ["vite"], without: /^(?:build|optimize|-v|--version|-h|--help)$/ },
  { programs: ["docker", "podman"], with: /^(?:events|stats)$/, without: /^--(?:no-stream|until)/ },
  { programs: ["docker", "docker-compose", "podman"], with: /^up$/, without: /^(?:-[a-z]*d|--detach|--wait)/ },
  { programs: ["dmesg"], with: /^-[a-z]*[wW]/ },
  { programs: ["inotifywait"], with: /^(?:-[a-z]*m|--monitor)/ },
  { programs: ["strace", "ltrace", "perf"], with: /^-p/ },
  { programs: ["vmstat", "iostat", "mpstat", "pidstat", "sar"], with: /^\d+$/ },
  { programs: ["adb"], with: /^logcat$/, without: /^-d/ },
  { programs: compilers, with: /^-[a-z]*w$/ },
  { programs: ["npm", "pnpm", "yarn", "bun"], with: /^(?:start|dev|serve|watch|preview)(?::|$)/ },
  { programs: sites, with: /^(?:dev|serve|server|s|start|run|preview)$/ },
  { programs: ["python"], with: /^(?:http\.server|runserver)$/ },
  { programs: ["nc", "ncat", "socat"], with: /^(?:-[a-z]*l|TCP-LISTEN.*)/ },
  { programs: ["uvicorn", "gunicorn", "nginx", "redis-server", "mongod", "postgres"] },
];

const isPython = /^python3?(?:\.\d+)?$/;

/** A program's name as it is in the table. */
function nameInTable(program: string): string {
  const base = program.slice(program.lastIndexOf("/") + 1);
  return base.startsWith("python") && isPython.test(base) ? "python" : base;
}

function endless(command: Command): string | undefined {
  const name = command.name && literalWord(command.name);
  const words = wordsOf(command).map((word) => (word === undefined ? "" : word.value));
  const device = [...words, ...inputsOf(command)].find((word) => devices.includes(word));
  if (device !== undefined && !words.some((word) => /^(?:count=|-c|-n)/.test(word))) return `${name ?? ""} ${device}`.trim();
  const watch = words.find((word) => watching.has(word));
  if (watch !== undefined) return `${name ?? ""} ${watch}`;
  // After a wrapper (`nohup tail -f`, `npx vite dev`) the program is one of the words.
  for (const [i, program] of [name ?? "", ...words].entries()) {
    const rest = words.slice(i);
    const base = nameInTable(program);
    const found = followers.find((row) => row.programs.includes(base) && follows(row, rest));
    if (found !== undefined) return [program.slice(program.lastIndexOf("/") + 1), ...rest].join(" ");
    if (!isWrapper(name) || isStarted(words, i - 1)) break;
  }
  return undefined;
}

/**
 * Returns true if a word after a wrapper is certainly the program, so that the words after it are its own: what follows
 * an option may be the option's value (`sudo -u root`), unless it is in the table.
 */
function isStarted(words: readonly string[], at: number): boolean {
  const word = words[at];
  if (word === undefined || word.startsWith("-") || /^\w+=/.test(word) || isWrapper(word)) return false;
  const known = nameInTable(word);
  return at === 0 || !words[at - 1]?.startsWith("-") || followers.some(({ programs }) => programs.includes(known));
}

const wrappers = [
  ...["env", "sudo", "doas", "nice", "ionice", "nohup", "setsid", "stdbuf", "unbuffer", "time", "exec", "command"],
  ...["npx", "bunx", "pnpx", "xvfb-run"],
];

function isWrapper(name: string | undefined): boolean {
  const base = name?.slice(name.lastIndexOf("/") + 1) ?? "";
  return wrappers.includes(base);
}

function follows(row: Follower, words: readonly string[]): boolean {
  if (row.without !== undefined && words.some((word) => row.without?.test(word))) return false;
  return row.with === undefined || words.some((word) => row.with?.test(word));
}

const inputsOf = ({ redirects }: Command): readonly string[] =>
  redirects.flatMap((one) => (one.type === "Redirect" && one.operator === "<" && one.target !== undefined ? [one.target.value] : []));

/** The simple commands in a command, at any depth, and endless loops. */
export function simpleCommandsIn(node: PipelineNode): readonly (Command | string)[] {
  if (node.type === "Pipeline") return node.commands.flatMap(inCommand);
  return inCommand(node);
}

function inCommand(node: CommandNode): readonly (Command | string)[] {
  switch (node.type) {
    case "Command":
      return [node];
    case "Redirected":
      return inCommand(node.command);
    case "Subshell":
    case "BraceGroup":
      return inList(node.body);
    case "For":
    case "Select":
      return inList(node.body);
    case "While":
      return [...(isAlways(node.clause, node.kind) && !canLeave(node.body) ? [`${node.kind} …`] : []), ...inList(node.body)];
    case "ArithmeticFor":
      return [...(node.test === undefined && !canLeave(node.body) ? ["for ((;;))"] : []), ...inList(node.body)];
    case "If":
      return [node, ...node.elif].flatMap(({ then }) => inList(then)).concat(node.else === undefined ? [] : inList(node.else));
    case "Case":
      return node.items.flatMap(({ body }) => inList(body));
    default:
      return [];
  }
}

const inList = (list: CompoundList): readonly (Command | string)[] =>
  list.commands.flatMap(({ command }) =>
    command.type === "AndOr" ? command.commands.flatMap(simpleCommandsIn) : simpleCommandsIn(command),
  );

function isAlways(clause: CompoundList, kind: "while" | "until"): boolean {
  const [only, ...others] = inList(clause);
  const name = typeof only === "object" && only.name !== undefined ? literalWord(only.name) : undefined;
  return others.length === 0 && (kind === "while" ? isAlwaysTrue(name) : name === "false");
}

const isAlwaysTrue = (name: string | undefined) => name === "true" || name === ":" || name === "sleep";

const canLeave = (body: CompoundList): boolean =>
  inList(body).some(
    (one) => typeof one === "object" && one.name !== undefined && /^(?:break|exit|return)$/.test(literalWord(one.name) ?? ""),
  );

function first<T, R>(items: readonly T[], answer: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = answer(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
