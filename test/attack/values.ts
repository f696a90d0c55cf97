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
