import { commonForms } from "./help/common-forms.js";
import { readOptionList } from "./help/read-option-list.js";
import { readUsage } from "./help/read-usage.js";
import type { HelpOption, OptionParser, ProgramHelp } from "./program-help.js";
import { visibleText } from "./text/visible-text.js";

export { type CompletedOption, isCompletionOf, mergeCompletion, readCompletion, type Shell } from "./help/read-completion.js";

/** Reads a help text or a manual page of a command. `words` are those that start it: `git`, `log`. */
export function readHelp(output: string, words: readonly string[]): ProgramHelp {
  const text = commonForms(cleanOutput(output));
  const lists = readOptionList(text);
  const names = new Set(lists.options.flatMap((option) => option.names));
  // dd's `[OPERAND]...` stands for `bs=BYTES` and the others.
  const hasKeys = [...names].some((name) => name.endsWith("="));
  const usages = findUsages(text, words).map((form) => {
    const usage = readUsage(form, names);
    return hasKeys
      ? { ...usage, operands: usage.operands.filter((one) => one.kind === "dashes" || !/^operands?$/i.test(one.name)) }
      : usage;
  });
  const options = [...lists.options, ...bracketedOptions(text)];
  const foreignUsage = usages.length > 0 ? undefined : /^ *usage ?:?\s*\n\s*([a-z][\w-]* [^\n]+)$/im.exec(text)?.[1];
  const foreign = foreignUsage === undefined ? {} : { foreignUsage: foreignUsage.slice(0, 100) };
  return { parser: parserOf(text), description: descriptionOf(text, words), usages, ...lists, options, ...foreign };
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

/**
 * The first paragraph of prose: the one with the title "Description", the one behind the usage, or one before it. In a
 * manual page, the line below NAME.
 */
function descriptionOf(text: string, words: readonly string[]): string {
  const [program = ""] = words;
  const inManual = /^NAME:?\n\s+\S+(?:,? [\w.-]+)* +(?:-|—|–) +([^\n]+(?:\n {4,}[^\n]+)*)/m.exec(text)?.[1];
  if (inManual !== undefined) return sentence(inManual.replaceAll(/\s+/g, " "));
  const titled = /^description:?\n+((?:[^\S\n]+\S[^\n]*\n?)+)/im.exec(text)?.[1];
  if (titled !== undefined && !/^\s*-/.test(titled)) return sentence(titled.trim().replaceAll(/\s+/g, " "));
  const paragraphs = text
    .split(/\n\s*\n/)
    .flatMap(splitUsage)
    .map(withoutHead);
  const isProse = (paragraph: string) =>
    !/^\s*(?:usage|or) ?:/i.test(paragraph) &&
    !/^\s*[-(]/m.test(paragraph) &&
    !/^\S[^\n]*:\n/.test(paragraph) &&
    !/^[^\n]*:$/.test(paragraph.trim()) &&
    !/^\S+: (?:unknown|unrecognized|invalid|illegal) /.test(paragraph) &&
    !/^(?:mandatory arguments|aliases|copyright|example|report bugs|use "|run '|try |if |this is not|default |with no|see |note|arguments following)/i.test(
      paragraph.trim(),
    ) &&
    !new RegExp(`^\\s*${words.join(" ").replaceAll(/[^\w ]/g, "\\$&")} +[[<{]`).test(paragraph) &&
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
          .replace(new RegExp(`^${program.replaceAll(/[^\w]/g, "\\$&")}: `), "")
          .replace(/ Examples?: .*$/, ""),
      );
}

/** Leaves out the lines with the version, the authors and the usage, which may stand above and below the sentence. */
const withoutHead = (paragraph: string): string =>
  paragraph
    .replace(/(?<=\n)\s*usage ?:[\s\S]*$/i, "")
    .replace(
      /^(?:\s*(?:\S+,? +(?:version|ver\.?)? *v?\d+\.\d[^\n]*|v?\d+\.\d[^\n]*|copyright [^\n]*|built with [^\n]*|[^\n]*<\S+@\S+>)(?:\n|$))+/i,
      "",
    );

/** GNU programs have a sentence directly below the lines of the usage. */
function splitUsage(paragraph: string): readonly string[] {
  if (!/^\s*usage ?:/im.test(paragraph)) return [paragraph];
  const lines = paragraph.split("\n");
  const end = lines.findIndex((line, index) => index > 0 && /^[A-Z]/.test(line) && !/^(?:usage|or)\b/i.test(line));
  // The lists may follow without an empty line, too.
  const list = lines.findIndex((line, index) => index > end && /^\s+\S|^-/.test(line));
  return end === -1 ? [] : [lines.slice(end, list === -1 ? undefined : list).join("\n")];
}

const sentence = (text: string) => (text === "" ? "" : `${text[0]?.toUpperCase()}${text.slice(1)}`);

/** Most forms of a usage that are read, and the longest of them. */
const maxForms = 40;
const maxForm = 4000;

/** Returns the forms of a command's usage, without its words: `[-n NUM] FILE...`. */
function findUsages(text: string, words: readonly string[]): readonly string[] {
  const lines = text.split("\n");
  const marked = lines.findIndex((line, at) => /(?:^|\s)usage ?:|^\s*(?:usage|synopsis)$/i.test(line) && !isTopic(lines, at));
  // Mercurial and systemctl begin with the command and don't say that this is its usage.
  const start = marked === -1 ? lines.slice(0, mostBefore).findIndex((line) => isBareUsage(line, words)) : marked;
  if (start === -1) return [];
  const first = (lines[start] ?? "").replace(marked === -1 ? /^/ : /^.*?(?:usage ?:?|synopsis)\s*/i, "");
  const found = first === "" ? [] : [first];
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === "") {
      if (found.length > 0) break;
      continue;
    }
    if (/^\S/.test(line) && !isCommand(line, words) && !/^or:?\s/i.test(line)) break;
    const body = line.trim().replace(/^or ?:?\s+/i, "");
    // A list of options, or its title, follows without an empty line.
    if (body.startsWith("-") || (found.length > 0 && /^[A-Z][\w ]*:$/.test(body))) break;
    // argp's `name -- what it does`
    if (found.length > 0 && isCommand(body, words) && /^\S+ --? [a-z]/.test(body)) continue;
    // `(to execute a class)`
    if (/^\([a-z]+ [a-z]+ [^|<[]*\)$/.test(body)) continue;
    // Sentences follow without an empty line.
    if (found.length > 0 && /^[A-Z][a-z]+,? [a-z]+ /.test(body)) break;
    const isNew = /^\s*or ?:?\s/i.test(line) || isCommand(body, words) || found.length === 0;
    if (isNew) found.push(body);
    else if (line.search(/\S/) > 0) found[found.length - 1] = `${found.at(-1)} ${body}`;
    if (found.length > maxForms) break;
  }
  // `git show -h` has the usage of `git log`, too.
  const hasWords = (form: string) => words.every((word, index) => isWord(form.trim().split(/ +/)[index] ?? "", word));
  const own = found.some(hasWords) ? [...found.filter(hasWords), ...found.filter((form) => !hasWords(form))] : found;
  return own.map((form) => withoutWords(form.slice(0, maxForm), words)).filter((form) => !form.startsWith("|"));
}

/** One of several lines such as `  usage: basic invocation`, which name the parts of a manual. */
function isTopic(lines: readonly string[], at: number): boolean {
  const topic = /^( +)[\w-]+: [a-z]/;
  const indent = topic.exec(lines[at] ?? "")?.[1];
  return indent !== undefined && [lines[at - 1], lines[at + 1]].some((line) => topic.exec(line ?? "")?.[1] === indent);
}

/** The lines at the beginning of a help among which one may be a usage without a title. */
const mostBefore = 12;

/** `hg log [OPTION]... [FILE]` at the beginning of a line. */
const isBareUsage = (line: string, words: readonly string[]): boolean =>
  line.startsWith(`${words.join(" ")} `) && /^[[<{]|^[A-Z][A-Z_.-]+(?:\.\.\.)?(?:\s|$)/.test(line.slice(words.join(" ").length + 1).trim());

const isCommand = (line: string, words: readonly string[]) => line.trim().startsWith(`${words[0]} `) || line.trim() === words[0];

/** The program may call itself by another name, `python` for `python3`. */
function withoutWords(form: string, words: readonly string[]): string {
  // Terraform: `tool [global options] plan [options]`
  const globalOptions = /^(\S+) \[(?:global[ -])?(?:options|flags)\](?:\.\.\.)? (?=[a-z])/i;
  const parts = (words.length > 1 ? form.trim().replace(globalOptions, "$1 ") : form.trim()).split(/ +/);
  // Symfony leaves the program out: `assets:install [options]`.
  const first = isWord(parts[0] ?? "", words[0] ?? "") ? 0 : Math.max(0, words.indexOf(parts[0] ?? ""));
  let taken = 0;
  while (first + taken < words.length && taken < parts.length && isWord(parts[taken] ?? "", words[first + taken] ?? "")) taken++;
  if (taken === 0 && /^[a-z][\w.-]*$/.test(parts[0] ?? "")) taken = 1;
  return parts.slice(taken).join(" ");
}

const isWord = (part: string, word: string) => part === word || part.replace(/^.*\//, "") === word || word.replace(/[\d.]+$/, "") === part;

/** The part of a help text that is read. The longest manual pages are shorter. */
const maxLength = 1024 * 1024;

/**
 * Returns what a terminal would show of a program's output: without colours and overstruck characters, with tabs as
 * spaces.
 */
function cleanOutput(text: string): string {
  const shown = text
    .slice(0, maxLength)
    .replaceAll(/\u001b\[[0-9;:?]*[A-Za-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()][A-Z0-9]/g, "")
    .replaceAll(/[^\n]\u0008/g, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
  return visibleText(shown)
    .replaceAll(/[\u2010\u2011\u2212]/g, "-")
    .split("\n")
    .map((line) => expandTabs(line.slice(0, 2000)).trimEnd())
    .join("\n");
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let shown = "";
  for (const character of line) shown += character === "\t" ? " ".repeat(8 - (shown.length % 8)) : character;
  return shown;
}
