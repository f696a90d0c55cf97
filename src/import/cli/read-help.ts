import { cleanOutput } from "./clean-output.js";
import { findUsages } from "./find-usages.js";
import type { HelpOption, OptionParser, ProgramHelp } from "./program-help.js";
import { readOptionList } from "./read-option-list.js";
import { readUsage } from "./read-usage.js";

/** Reads a help text or a manual page of a command. `words` are those that start it: `git`, `log`. */
export function readHelp(output: string, words: readonly string[]): ProgramHelp {
  const text = cleanOutput(output);
  const lists = readOptionList(text);
  const usages = findUsages(text, words).map(readUsage);
  const options = [...lists.options, ...bracketedOptions(text)];
  return { parser: parserOf(text), description: descriptionOf(text, words), usages, ...lists, options };
}

/** The options of npm's commands: below their title, in the notation of a usage. */
function bracketedOptions(text: string): readonly HelpOption[] {
  const block = /^options:\n((?:\[+-.*\n?)+)/im.exec(text)?.[1];
  if (block === undefined) return [];
  const { options, repeated } = readUsage(block.replaceAll("\n", " "));
  return options.map((option) =>
    option.value !== undefined && option.names.some((name) => repeated.includes(name))
      ? { ...option, value: { ...option.value, isRepeated: true } }
      : option,
  );
}

/** Returns true if a text is a help text: it has a usage, or a list of options. */
export const isHelp = ({ usages, options }: ProgramHelp): boolean => usages.length > 0 || options.length > 1;

/** Texts that these libraries print by themselves. */
function parserOf(text: string): OptionParser {
  if (/show this help message and exit/i.test(text)) return "argparse";
  if (/^ +-h, --help +Show this message and exit|--help +Show this message and exit/m.test(text)) return "click";
  if (/^\s*-h, --help\s+(?:Print help|Prints help information)|^\s+-h, --help\s*\n\s+Print help/m.test(text)) return "clap";
  if (
    /^(?:Global )?Flags:$|^FLAGS$|--help +help for |^Usage: {2}\S.* \[OPTIONS\]|^ +--[\w-]+=(?:'[^']*'|false|true|\[\]|\d+):$/m.test(text)
  )
    return "cobra";
  if (/Mandatory arguments to long options|\[OPTION\]\.\.\.|\[OPTION\.\.\.\]|^usage: /m.test(text)) return "getopt";
  return "unknown";
}

/** The first paragraph of prose: behind the usage, or before it. In a manual page, the line below NAME. */
function descriptionOf(text: string, words: readonly string[]): string {
  const [program = ""] = words;
  const inManual = /^NAME\n\s+\S+(?:, \S+)* +(?:-|—|–) +([^\n]+(?:\n {4,}[^\n]+)*)/m.exec(text)?.[1];
  if (inManual !== undefined) return sentence(inManual.replaceAll(/\s+/g, " "));
  const paragraphs = text.split(/\n\s*\n/).flatMap(splitUsage);
  const isProse = (paragraph: string) =>
    !/^\s*(?:usage|or) ?:/i.test(paragraph) &&
    !/^\s*[-(]/m.test(paragraph) &&
    !/^\S[^\n]*:\n/.test(paragraph) &&
    !/^[^\n]*:$/.test(paragraph.trim()) &&
    !/^\S+: (?:unknown|unrecognized|invalid|illegal) /.test(paragraph) &&
    !/^(?:mandatory arguments|aliases|copyright|example|report bugs|use "|run '|if |this is not|default |with no|see |note)/i.test(
      paragraph.trim(),
    ) &&
    !new RegExp(`^\\s*${words.join(" ").replaceAll(/[^\w ]/g, "\\$&")} +[[<{]`).test(paragraph) &&
    !/^\S*\s*(?:version )?v?\d+\.\d+/i.test(paragraph.trim()) &&
    !new RegExp(`^\\s*${program.replaceAll(/[^\w]/g, "\\$&")}(?: v?\\d|,? version| +\\[|$)`).test(paragraph) &&
    /[a-z]{2,}(?: [a-z]+)+/i.test(paragraph);
  const found = paragraphs.slice(0, 12).find(isProse);
  return found === undefined
    ? ""
    : sentence(
        found
          .replaceAll(/\s+/g, " ")
          .trim()
          .replace(/^[\w.-]+ (?:-|–) /, "")
          .replace(/ Examples?: .*$/, ""),
      );
}

/** GNU programs have a sentence directly below the lines of the usage. */
function splitUsage(paragraph: string): readonly string[] {
  if (!/^\s*usage ?:/im.test(paragraph)) return [paragraph];
  const lines = paragraph.split("\n");
  const end = lines.findIndex((line, index) => index > 0 && /^[A-Z]/.test(line) && !/^(?:usage|or)\b/i.test(line));
  return end === -1 ? [] : [lines.slice(end).join("\n")];
}

const sentence = (text: string) => (text === "" ? "" : `${text[0]?.toUpperCase()}${text.slice(1)}`);
