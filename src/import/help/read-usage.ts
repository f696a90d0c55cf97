import type { HelpOption, Usage, UsageOperand } from "../program-help.js";
import { readOptionHead } from "./read-option-head.js";

type Node =
  | {
      readonly kind: "group";
      readonly isOptional: boolean;
      readonly alternatives: readonly (readonly Node[])[];
      readonly repeated: boolean;
    }
  | { readonly kind: "option"; readonly option: HelpOption; readonly repeated: boolean }
  | { readonly kind: "word"; readonly name: string; readonly isLiteral: boolean; readonly repeated: boolean; readonly isMarked?: boolean }
  | { readonly kind: "dashes" }
  | { readonly kind: "bar" };

/**
 * Reads one form of a usage: its options, operands, and the options of which a call may have one. `names` are those of
 * the options in the lists of the help.
 */
export function readUsage(form: string, names: ReadonlySet<string> = new Set()): Usage {
  const [words, nodes] = splitWords(joinAlternatives(parse(form, names)));
  const options: HelpOption[] = [];
  const required: string[] = [];
  const repeated: string[] = [];
  const operands: UsageOperand[] = [];
  const exclusive: string[][] = [];
  const visit = (all: readonly Node[], { isOptional, isRepeated, isAlternative = false }: VisitedPosition) => {
    for (const node of all) {
      switch (node.kind) {
        case "bar":
          break;
        case "dashes":
          operands.push({ kind: "dashes" });
          break;
        case "option": {
          const [name = ""] = node.option.names;
          // `[-g | -h | -k]`: this isn't the help.
          options.push(isAlternative ? { ...node.option, section: "alternatives" } : node.option);
          if (!isOptional) required.push(name);
          if (node.repeated || isRepeated) repeated.push(name);
          break;
        }
        case "word":
          addOperand(operands, node, { isOptional, isRepeated: isRepeated || node.repeated });
          break;
        case "group": {
          const inner: VisitedPosition = { isOptional: isOptional || node.isOptional, isRepeated: isRepeated || node.repeated };
          const only = node.alternatives.map(([one, ...more]) => (more.length === 0 ? one : undefined));
          const first = only.flatMap((one) => (one?.kind === "option" ? one.option.names.slice(0, 1) : []));
          // `[-w | --workspace NAME]` are two names of one option.
          const alias = aliasOf(only);
          if (alias !== undefined) {
            options.push(alias);
            if (!inner.isOptional) required.push(alias.names[0] ?? "");
            if (inner.isRepeated) repeated.push(alias.names[0] ?? "");
            break;
          }
          if (first.length > 1 && first.length === only.length) exclusive.push(first);
          const isAlternative = first.length > 2;
          const literals = only.flatMap((one) => (one?.kind === "word" ? [one.name] : []));
          if (literals.length > 1 && literals.length === only.length) addChoice(operands, literals, inner);
          else if (node.alternatives.length === 1) visit(node.alternatives[0] ?? [], inner);
          else for (const alternative of node.alternatives) visit(alternative, { ...inner, isOptional: true, isAlternative });
          break;
        }
      }
    }
  };
  visit(nodes, { isOptional: false, isRepeated: false });
  return { text: form, words, options, required, repeated, operands, exclusive };
}

/** Makes a group of words with bars between them: `PATH | URL | -`. */
function joinAlternatives(nodes: readonly Node[]): readonly Node[] {
  const joined: Node[] = [];
  for (const [index, node] of nodes.entries()) {
    const before = joined.at(-1);
    const isAlternative = nodes[index - 1]?.kind === "bar" && node.kind === "word" && before !== undefined;
    if (isAlternative && before.kind === "word")
      joined[joined.length - 1] = { kind: "group", isOptional: false, alternatives: [[before], [node]], repeated: false };
    else if (isAlternative && before.kind === "group" && before.alternatives.length > 1)
      joined[joined.length - 1] = { ...before, alternatives: [...before.alternatives, [node]] };
    else if (node.kind !== "bar") joined.push(node);
  }
  return joined;
}

/**
 * Where operands are marked, as in `ship <name> move <x>`, other words stand for themselves. Those at the beginning are
 * words of the command, and a later one is an operand with one value.
 */
function splitWords(nodes: readonly Node[]): readonly [words: readonly string[], rest: readonly Node[]] {
  const isPlain = (node: Node) => node.kind === "word" && node.isLiteral && !node.repeated && /^[a-z][\w-]*$/.test(node.name);
  if (!nodes.some((node) => node.kind === "word" && node.isMarked)) return [[], nodes];
  const end = nodes.findIndex((node) => !isPlain(node) && node.kind !== "option");
  const start = nodes.slice(0, end);
  const fixed = nodes.slice(end).map((node): Node => {
    if (!isPlain(node)) return node;
    return { kind: "group", isOptional: false, repeated: false, alternatives: [[node], [node]] };
  });
  return [start.flatMap((node) => (node.kind === "word" ? [node.name] : [])), [...start.filter((node) => !isPlain(node)), ...fixed]];
}

/** A short name without a value and a long one that begins with its letter, or `--grid | --no-grid`. */
function aliasOf([first, second, ...more]: readonly (Node | undefined)[]): HelpOption | undefined {
  if (first?.kind !== "option" || second?.kind !== "option" || more.length > 0) return undefined;
  const [short = ""] = first.option.names;
  const [long = ""] = second.option.names;
  if (long === short.replace(/^--/, "--no-")) return { ...first.option, negation: long };
  const isAlias =
    /^-[A-Za-z]$/.test(short) && long.toLowerCase().startsWith(`--${short.slice(1).toLowerCase()}`) && first.option.value === undefined;
  return isAlias ? { ...second.option, names: [short, long] } : undefined;
}

interface Position {
  readonly isOptional: boolean;
  readonly isRepeated: boolean;
}

interface VisitedPosition extends Position {
  /** It is one of several in a bracket. */
  readonly isAlternative?: boolean;
}

/** `[OPTION]...`, `[flags]`, `<options>`: stands for the options of the lists. */
const standsForOptions = /^(?:\[?-?(?:(?:[\w-]+[ _-])?(?:options?|flags|params)|[A-Z_]+_FLAG|switches)\]?|OPTIONS?)(?:\.\.\.)?$/i;

function addOperand(operands: UsageOperand[], { name }: { readonly name: string }, { isOptional, isRepeated }: Position): void {
  const at = operands.findIndex((one) => one.kind === "operand" && one.name === name);
  const known = operands[at];
  // `FILE [FILE ...]` is one operand.
  if (known?.kind === "operand") operands[at] = { ...known, isRepeated: true };
  else operands.push({ kind: "operand", name, isRequired: !isOptional, isRepeated, choices: [] });
}

function addChoice(operands: UsageOperand[], given: readonly string[], { isOptional, isRepeated }: Position): void {
  const literals = [...new Set(given)];
  const isWords = literals.every((literal) => /^[a-z][\w-]*$/.test(literal));
  const name = !isWords ? literals.join("_or_") : literals.length === 1 ? (literals[0] ?? "") : "choice";
  operands.push({ kind: "operand", name, isRequired: !isOptional, isRepeated, choices: isWords ? literals : [] });
}

const closing: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };

/** A parser for the notation of usage lines. Unknown signs are skipped: the lists of options say more. */
function parse(form: string, listed: ReadonlySet<string>): readonly Node[] {
  let at = 0;
  return sequence("", 0)[0] ?? [];

  function sequence(end: string, depth: number): Node[][] {
    const alternatives: Node[][] = [[]];
    while (at < form.length) {
      const rest = form.slice(at);
      const character = rest[0] ?? "";
      const nodes = alternatives[alternatives.length - 1] ?? [];
      if (character === end && end !== "") {
        at++;
        return alternatives;
      }
      if (/\s/.test(character)) at++;
      else if (character === "|") {
        at++;
        if (end !== "") alternatives.push([]);
        else nodes.push({ kind: "bar" });
      } else if (/^(?:\.\.\.|…|\*(?=\s|\]|$))/.test(rest)) {
        at += rest.startsWith("...") ? 3 : 1;
        repeatLast(nodes);
      } else if (/^(?:\[--\]|--)(?=\s|\]|$)/.test(rest)) {
        at += rest.startsWith("[") ? 4 : 2;
        nodes.push({ kind: "dashes" });
      } else if (readPhrase(rest, nodes)) {
        // `{target specification}` and `[Scan Type(s)]` are one word each.
      } else if (closing[character] !== undefined && depth < 20) {
        const choice = /^\{([\w.+-]+(?:,[\w.+-]+)+)\}/.exec(rest);
        at += choice === null ? 1 : choice[0].length;
        const inner = choice === null ? sequence(closing[character] ?? "", depth + 1) : choicesOf(choice[1] ?? "");
        if (!inner.every((one) => one.length === 0 || isOptionsWord(one)))
          nodes.push({ kind: "group", isOptional: character === "[", alternatives: inner, repeated: false });
      } else if (character === "-" && !/^-(?:options|switches|flags)\b/.test(rest)) readOption(rest, nodes, end);
      else readWord(rest, nodes);
    }
    return alternatives;
  }

  function readOption(rest: string, nodes: Node[], end: string): void {
    // `-vdV` are three switches.
    const [cluster] = /^-[A-Za-z0-9]{2,}(?=\s*\])/.exec(rest) ?? [];
    if (
      cluster !== undefined &&
      end === "]" &&
      isCluster(cluster, { listed, isFirst: nodes.length === 0 && !/-\w/.test(form.slice(0, at)) })
    ) {
      at += cluster.length;
      for (const letter of new Set(cluster.slice(1))) {
        const option = { names: [`-${letter}`], value: undefined, negation: undefined, description: "", section: "" };
        nodes.push({ kind: "option", option, repeated: false });
      }
      return;
    }
    const head = readOptionHead(rest, { isUsage: true }) ?? optionBeforeBracket(rest);
    if (head === undefined) {
      at++;
      return;
    }
    const { names, negation } = head;
    at += head.text.length;
    let { value } = head;
    if (value === undefined) {
      // `[-t dsa | rsa]` allows these words, as does `-e dev|prod`; in `[-f file]`, `file` is a value, too.
      const after = form.slice(at);
      const inBracket = /^ ([a-z][\w.-]*(?:(?: ?\| ?|\/)[a-z][\w.-]*)*)(?:\[[:=@,.]\w+\])?(?=\s*\])/;
      const words = end === "]" ? inBracket.exec(after) : end === "" ? /^ ([a-z]\w*(?:\|[a-z]\w*)+)(?=\s|$)/.exec(after) : null;
      if (words !== null) value = { name: (words[1] ?? "").replaceAll(" ", ""), isOptional: false, attachment: " ", isRepeated: false };
      at += words?.[0].length ?? 0;
    }
    // `[--range LO HI]`, `[-D KEY=VALUE]`: all words of the bracket are values.
    const more = end === "]" ? /^((?: (?:[A-Za-z][\w.=:-]*|<[^<>]+>))+)(?=\s*\])/.exec(form.slice(at))?.[1] : undefined;
    if (more !== undefined) {
      at += more.length;
      const plain = { isOptional: false, attachment: " " as const, isRepeated: false };
      value = { ...plain, ...value, name: `${value?.name ?? ""}${more.replaceAll(/[<>]/g, "")}`.trim() };
    }
    nodes.push({
      kind: "option",
      option: { names, value, negation, description: "", section: "" },
      repeated: value?.isRepeated ?? false,
    });
  }

  /** Reads words in one bracket that are one placeholder, or that stand for options. */
  function readPhrase(rest: string, nodes: Node[]): boolean {
    // `[FILES OR DIRECTORIES]`
    const [either] = /^[A-Z][A-Z_-]*(?: (?:OR|or) [A-Z][A-Z_-]*)+(?=[\s\]]|$)/.exec(rest) ?? [];
    if (either !== undefined) {
      at += either.length;
      nodes.push({ kind: "word", name: either.replaceAll(" ", "_").toLowerCase(), isLiteral: false, repeated: false });
      return true;
    }
    const [text, open, words = ""] = /^([[{])([A-Za-z][\w-]*(?:\(s\))?(?: [A-Za-z][\w-]*(?:\(s\))?)+)[\]}]/.exec(rest) ?? [];
    if (text === undefined) return false;
    const isOptions = /\b(?:options?|flags|switches|types?|args|arguments)(?:\(s\))?$/i.test(words);
    if (open === "[" && !isOptions) return false;
    at += text.length;
    const name = words.replaceAll("(s)", "s");
    if (open === "{") nodes.push({ kind: "word", name, isLiteral: false, repeated: false });
    else if (/\bargs$|\barguments$/i.test(name))
      nodes.push({
        kind: "group",
        isOptional: true,
        repeated: false,
        alternatives: [[{ kind: "word", name, isLiteral: false, repeated: true }]],
      });
    return true;
  }

  function readWord(rest: string, nodes: Node[]): void {
    const [text = rest[0] ?? ""] = /^(?:<[^>\n]*>|[^\s[\](){}|<>]+?(?=\.\.\.|…|[\s[\](){}|<>]|$))/.exec(rest) ?? [];
    at += text.length;
    const name = text.replace(/^<|>$/g, "");
    if (!/[A-Za-z]/.test(name) || standsForOptions.test(name)) {
      if (/^(?:\.\.\.|…)/.test(form.slice(at))) at += form[at] === "." ? 3 : 1;
      return;
    }
    const isMarked = text.startsWith("<");
    nodes.push({ kind: "word", name, isLiteral: !isMarked && /^[a-z]/.test(text), repeated: false, isMarked });
  }
}

interface ClusterPlace {
  readonly listed: ReadonlySet<string>;
  /** Nothing but it stands before it in the form, where BSD's programs have their switches. */
  readonly isFirst: boolean;
}

/** A word such as `-name` has vowels and small letters; a cluster is short, in their order, or has capitals too. */
function isCluster(name: string, { listed, isFirst }: ClusterPlace): boolean {
  const letters = [...name.slice(1)];
  if (listed.has(name)) return false;
  if (letters.every((letter) => listed.has(`-${letter}`)) || /^-\d/.test(name)) return true;
  if (!/^-[A-Z]?[a-z]{3,}$/.test(name)) return true;
  const sorted = [...letters].sort((a, b) => a.localeCompare(b));
  return isFirst && new Set(letters).size === letters.length && (sorted.join() === letters.join() || !/[aeiou]/i.test(name));
}

const choicesOf = (list: string): Node[][] => list.split(",").map((name) => [{ kind: "word", name, isLiteral: true, repeated: false }]);

const isOptionsWord = (nodes: readonly Node[]) => nodes.length === 1 && nodes[0]?.kind === "word" && standsForOptions.test(nodes[0].name);

/** In a usage line, a value may end at a bracket: `[-b bits]`. */
function optionBeforeBracket(rest: string) {
  const text = /^[^\s[\]|)]+/.exec(rest)?.[0] ?? "";
  return readOptionHead(text, { isUsage: true });
}

function repeatLast(nodes: Node[]): void {
  const last = nodes.at(-1);
  if (last === undefined || last.kind === "dashes" || last.kind === "bar") return;
  nodes[nodes.length - 1] = { ...last, repeated: true };
}
