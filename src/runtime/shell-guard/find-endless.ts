import { literalWord } from "./literal-word.js";
import { type Command, type CommandNode, type CompoundList, type PipelineNode, wordsOf } from "./parse-command.js";

/**
 * Returns the words that show that a command never ends by itself: it follows a file, serves, watches, or repeats
 * something. Only a filter that has seen enough ends such a producer.
 */
export function findEndless(node: PipelineNode): string | undefined {
  return first(commandsIn(node), (one) => (typeof one === "string" ? one : endless(one)));
}

const devices = /^(?:if=)?\/dev\/(?:zero|urandom|random|tty|full)$/;
const watching = new Set(["--follow", "--watch", "--watchAll", "--watch-all", "--watch=true", "--follow=true"]);

/** By program: an option with which it never ends, or without which it doesn't. */
const followers: readonly { readonly program: RegExp; readonly with?: RegExp; readonly without?: RegExp }[] = [
  {
    program: /^(?:yes|watch|top|htop|fswatch|entr|nodemon|tcpdump|live-server|http-server|serve|stern|mitmproxy|ngrok)$/,
    without: /^-(?:b?n|c|-count)/,
  },
  { program: /^ping6?$/, without: /^-[a-z]*[cw]/ },
  { program: /^tail$/, with: /^(?:-[a-zA-Z]*[fF]|--retry)/ },
  { program: /^(?:docker|podman|kubectl|journalctl|oc|nerdctl|pm2)$/, with: /^-[a-z]*f$/ },
  { program: /^(?:docker|podman)$/, with: /^(?:events|stats)$/, without: /^--(?:no-stream|until)/ },
  { program: /^(?:docker|docker-compose|podman)$/, with: /^up$/, without: /^(?:-[a-z]*d|--detach|--wait)/ },
  { program: /^dmesg$/, with: /^-[a-z]*[wW]/ },
  { program: /^inotifywait$/, with: /^(?:-[a-z]*m|--monitor)/ },
  { program: /^(?:strace|ltrace|perf)$/, with: /^-p/ },
  { program: /^(?:vmstat|iostat|mpstat|pidstat|sar)$/, with: /^\d+$/ },
  { program: /^adb$/, with: /^logcat$/, without: /^-d/ },
  { program: /^(?:tsc|esbuild|rollup|webpack|jest|sass|tailwindcss)$/, with: /^-[a-z]*w$/ },
  { program: /^(?:npm|pnpm|yarn|bun)$/, with: /^(?:start|dev|serve|watch|preview)(?::|$)/ },
  { program: /^(?:next|vite|nuxt|astro|gatsby|ng|rails|flask|hugo|jekyll|mkdocs)$/, with: /^(?:dev|serve|server|s|start|run|preview)$/ },
  { program: /^python3?(?:\.\d+)?$/, with: /^(?:http\.server|runserver)$/ },
  { program: /^(?:nc|ncat|socat)$/, with: /^(?:-[a-z]*l|TCP-LISTEN.*)/ },
  { program: /^(?:uvicorn|gunicorn|nginx|redis-server|mongod|postgres)$/ },
];

function endless(command: Command): string | undefined {
  const name = command.name && literalWord(command.name);
  const words = wordsOf(command).map((word) => (word === undefined ? "" : word.value));
  const device = [...words, ...inputsOf(command)].find((word) => devices.test(word));
  if (device !== undefined && !words.some((word) => /^(?:count=|-c|-n)/.test(word))) return `${name ?? ""} ${device}`.trim();
  const watch = words.find((word) => watching.has(word));
  if (watch !== undefined) return `${name ?? ""} ${watch}`;
  // After a wrapper (`timeout 5 tail -f`, `npx vite dev`) the program is one of the words.
  for (const [i, program] of [name ?? "", ...words].entries()) {
    const rest = words.slice(i);
    const base = program.slice(program.lastIndexOf("/") + 1);
    const found = followers.find((row) => row.program.test(base) && follows(row, rest));
    if (found !== undefined && (i === 0 || isWrapper(name))) return [base, ...rest].join(" ");
    if (!isWrapper(name)) break;
  }
  return undefined;
}

const isWrapper = (name: string | undefined) =>
  name !== undefined &&
  /(?:^|\/)(?:env|sudo|doas|nice|nohup|stdbuf|time|exec|command|npx|bunx|pnpx|unbuffer|setsid|ionice|xvfb-run)$/.test(name);

function follows(row: (typeof followers)[number], words: readonly string[]): boolean {
  if (row.without !== undefined && words.some((word) => row.without?.test(word))) return false;
  return row.with === undefined || words.some((word) => row.with?.test(word));
}

const inputsOf = ({ redirects }: Command): readonly string[] =>
  redirects.flatMap((one) => (one.type === "Redirect" && one.operator === "<" && one.target !== undefined ? [one.target.value] : []));

/** The simple commands in a command, at any depth, and endless loops. */
function commandsIn(node: PipelineNode): readonly (Command | string)[] {
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
  list.commands.flatMap(({ command }) => (command.type === "AndOr" ? command.commands.flatMap(commandsIn) : commandsIn(command)));

function isAlways(clause: CompoundList, kind: "while" | "until"): boolean {
  const [only, ...others] = inList(clause);
  const name = typeof only === "object" && only.name !== undefined ? literalWord(only.name) : undefined;
  return others.length === 0 && (kind === "while" ? name === "true" || name === ":" : name === "false");
}

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
