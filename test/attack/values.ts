import fc from "fast-check";
import { anyCharacter } from "../kit/any-character.js";

/** The program that no call may start: it leaves a line in the log of its world (canary-world.ts). */
export const canary = "pwned";

/** Texts that start the canary if a shell, or a program that evaluates, reads them as its own text. */
const payloads: readonly string[] = [
  canary,
  `./${canary}`,
  `$(${canary})`,
  `\`${canary}\``,
  `;${canary};`,
  `\n${canary}\n`,
  `|${canary}`,
  `|${canary}|`,
  `&& ${canary} &&`,
  `|| ${canary} ||`,
  `&${canary}&`,
  `<(${canary})`,
  `>(${canary})`,
  `a[$(${canary})]`,
  `a[$(${canary})]=1`,
  `1+a[$(${canary})]`,
  `$((a[$(${canary})]))`,
  `x=$(${canary})`,
  `$\{x:-$(${canary})}`,
  `$\{x@P}$(${canary})`,
  `() { :;}; ${canary}`,
  `-exec ${canary} ;`,
  `--checkpoint-action=exec=${canary}`,
  `--use-compress-program=${canary}`,
  `--compress-program=./${canary}`,
  `--pre=${canary}`,
  `-oProxyCommand=${canary}`,
  `-c${canary}`,
  `-e ${canary}`,
  `1e ${canary}`,
  `e ${canary}`,
  `s/.*/${canary}/e`,
  `BEGIN{system("${canary}")}`,
  `!${canary}`,
  `\\! ${canary}`,
  `.shell ${canary}`,
  `import os; os.system("${canary}")`,
  `require("child_process").execSync("${canary}")`,
  `{{#if x}}${canary}{{/if}}`,
  `%s$(${canary})`,
  `BASH_ENV=./${canary}`,
  `PATH=.:${canary}`,
  `: !${canary}`,
];

/** Texts that end or begin a construct of sh or bash, so that a shell reads what follows differently. */
const breakers: readonly string[] = [
  ...["'", '"', "`", "\\", "\n", "\r\n", "\t", " ", "$", "#", ";", "&", "|", "<", ">", "(", ")", "{", "}", "[", "]", "*", "?", "!", "~"],
  ...[
    "=",
    ":",
    ",",
    "-",
    "--",
    "+",
    "%",
    "@",
    "^",
    "0",
    "1",
    "a",
    "w",
    "x",
    "E",
    "EOF",
    "\nE\n",
    "\nEOF\n",
    "]]",
    "))",
    ";;",
    "esac",
    "fi",
  ],
  ...[
    "done",
    "then",
    "do",
    "$'",
    '$"',
    "'\"'\"'",
    "\\'",
    "\\\n",
    "${",
    "$((",
    "$[",
    "<<",
    "<<<",
    "<<E\n",
    "2>",
    "&>",
    "{a,b}",
    "a=(",
    "$@",
  ],
  ...["$1", "$w", "$IFS", "~root", "-v", "-n", "-e", "-eq", "-o", "-a", "!", "=~", "==", "\u0001", "\u007f", "\u2028", "ü", "🙂", "\u00a0"],
];

/** A value as a hostile model may send it: what starts the canary, behind and before what ends any construct. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...payloads) },
      { weight: 5, arbitrary: fc.constantFrom(...breakers) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 5 }) },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(""))
  .filter((text) => !text.includes("\0") && text.isWellFormed());

/** Each payload alone, and behind each way to end a word: what every script is tried with. */
export const everyPayload: readonly string[] = [
  ...payloads,
  ...["'", '"', "\n", " ", ")", "}", "]", "\nE\n", '"; ', "'; "].flatMap((end) => [`${end}${canary}`, `${end}$(${canary})`]),
  ...["'", '"', "\n"].flatMap((quote) => [`${quote}; ${canary}; ${quote}`, `${quote}$(${canary})${quote}`]),
];

/** How values come into a script: as its placeholders, in variables that `env.set` sets, or by its standard input. */
export const ways = ["placeholders", "variables", "input"] as const;
export type Way = (typeof ways)[number];

/** The part of a spec that passes a value to its script in some way: the script, and the keys of the spec. */
export function entering(script: string, way: Way): { readonly script: string; readonly spec: object } {
  if (way === "placeholders") return { script, spec: {} };
  if (way === "variables")
    return { script: referring(script, { x: "INPUT_X", y: "INPUT_Y" }), spec: { env: { set: { INPUT_X: "{{x}}", INPUT_Y: "{{y}}" } } } };
  return { script: `in_x=$(cat)\nin_y=$in_x\n${referring(script, { x: "in_x", y: "in_y" })}`, spec: { stdin: "{{x}}\n{{y}}" } };
}

/** The inputs of a script besides its arguments. */
export function given({ x, y }: { readonly x: string; readonly y: string }, way: Way) {
  return way === "variables" ? { variables: { INPUT_X: x, INPUT_Y: y } } : way === "input" ? { stdin: `${x}\n${y}` } : {};
}

/** A script with quoted references to variables in the places of `{{x}}` and `{{y}}`. */
function referring(script: string, variables: Readonly<Record<string, string>>): string {
  let quote = "";
  return script.replaceAll(/\\.|'|"|\{\{([xy])\}\}/gs, (found, name: string | undefined) => {
    if ((found === "'" || found === '"') && (quote === "" || quote === found)) quote = quote === "" ? found : "";
    if (name === undefined) return found;
    return quote === '"' ? `\${${variables[name]}}` : `"\${${variables[name]}}"`;
  });
}
