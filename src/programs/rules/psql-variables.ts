import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { commandPlaces } from "../arguments/command-places.js";
import { possibleArguments } from "../arguments/possible-arguments.js";
import { valueMark } from "../arguments/program-texts.js";
import { readArguments } from "../arguments/read-arguments.js";
import type { ProgramWords } from "../command.js";
import type { InputValues } from "../input-values.js";
import { bodies, type FlatWord } from "../template/flatten.js";
import { isFromModel, valuesOf } from "../template/model-values.js";
import { isSelected, parameterText, type TemplateScope } from "../template/template-scope.js";
import type { TemplateNode } from "../template-syntax.js";
import { isHarmlessInText } from "./harmless-in-text.js";

/** A word that sets a variable of psql: `name={{x}}` behind `-v`. */
interface Variable {
  readonly name: string;
  readonly word: FlatWord;
}

/**
 * Checks how the author's SQL uses variables of psql (`-v name={{x}}`). `:'name'` and `:"name"` are quoted by psql,
 * `:name` becomes a part of the SQL, and in the text of `-c` none of them is replaced. `script`: the text of a script
 * that contains the commands.
 */
export function checkPsqlVariables(commands: readonly ProgramWords[], input: InputValues, script?: string): readonly Diagnostic[] {
  return commands.flatMap(({ program, words }) => {
    if (![program, ...words.map(({ nodes, scope }) => authored(nodes, scope))].some((text) => /(?:^|\/)psql$/.test(text))) return [];
    const { places } = commandPlaces(readArguments(program, possibleArguments(words)));
    const variables = places.flatMap(({ where, before, index }): readonly Variable[] => {
      const name = /^psql (?:-v|--set|--variable)/.test(where) ? /^(\w+)=/.exec(before)?.[1] : undefined;
      const word = words[index];
      return name === undefined || word === undefined ? [] : [{ name, word }];
    });
    const inCommands = places.flatMap(({ where, index }) => (/^psql (?:-c|--command)$/.test(where) ? (words[index] ?? []) : []));
    const texts = [input.texts.stdin, ...Object.values(input.texts.tempFiles)].filter((text) => text !== undefined);
    const queries = texts.map(({ nodes, scope }) => authored(nodes, scope));
    return variables.flatMap((one) => {
      const uses = [...queries.flatMap((query) => usesOf(query, one.name)), ...usesInScript(script, one.name)];
      return [...inCommand(one, inCommands), ...asCode(one, uses, input)];
    });
  });
}

/** The server gets the text of `-c` as it is. */
function inCommand({ name }: Variable, inCommands: readonly FlatWord[]): readonly Diagnostic[] {
  const [wrong] = inCommands.flatMap(({ nodes, scope }) =>
    nodes.flatMap((node) => {
      const use = node.kind === "text" ? usesOf(node.text.replace(/^--command=/, ""), name)[0] : undefined;
      return use === undefined ? [] : [{ use, at: scope.locate(node.range) }];
    }),
  );
  return wrong === undefined ? [] : [diagnostic("psql-variable", wrong.at, { use: wrong.use.written })];
}

function asCode({ name, word }: Variable, all: readonly Use[], input: InputValues): readonly Diagnostic[] {
  const uses = all.filter(({ isQuoted }) => !isQuoted);
  return valuesOf(word.nodes, word.scope).flatMap(({ resolved, scope }) => {
    const texts = uses.map(({ before }) => `${before}${valueMark}`);
    const isFine = resolved.variants.every((variant) => isHarmlessInText(variant, { language: "sql", texts }));
    const [use] = uses;
    if (use === undefined || isFine || !isFromModel(resolved) || isSelected(Object.keys(input.code), resolved)) return [];
    const key = parameterText(resolved);
    const does = `evaluates \`${use.written}\`, which is the variable without quotes,`;
    const help = `Write \`:'${name}'\` for a text, and \`:"${name}"\` for a name, in SQL and not in a command that begins with '\\'. Or write \`code: { ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: sql }\`, and the tool is dangerous.`;
    return [diagnostic("evaluated-argument", scope.locate(resolved.range), { name: key, program: "psql", does }, { help })];
  });
}

interface Use {
  readonly written: string;
  readonly before: string;
  /** True if psql quotes it, and the server gets it as one text or one name. */
  readonly isQuoted: boolean;
}

/** The uses of a variable in SQL, as psql reads it: neither in a quoted text nor in a comment. */
function usesOf(text: string, name: string): readonly Use[] {
  const found = [...text.matchAll(tokens)].filter(([token]) => token.startsWith(":") || token.startsWith("\\"));
  return found.flatMap(({ 0: written, index }): readonly Use[] => {
    const before = text.slice(0, index);
    if (!written.startsWith("\\")) return /\w+/.exec(written)?.[0] === name ? [{ written, before, isQuoted: /^:['"]/.test(written) }] : [];
    const rest = new RegExp(`:(['"]?)${name}\\b\\1`).exec(written)?.[0];
    // These print, compare or bind; others open files, start programs and keep texts, and \gexec runs a result.
    const isPrinted = /^\\(?:echo|qecho|warn|if|elif|bind)\s[^`]*$/.test(written);
    if (rest !== undefined) return isPrinted ? [] : [{ written: written.trim(), before: written, isQuoted: false }];
    return /^\\gexec\b/.test(written) && new RegExp(`:(['"]?)${name}\\b\\1`).test(before)
      ? [{ written: "\\gexec", before: "\\", isQuoted: false }]
      : [];
  });
}

/** Quotes in a script are those of the shell, so any `:name` in it counts. */
const usesInScript = (script: string | undefined, name: string): readonly Use[] =>
  [...(script ?? "").matchAll(new RegExp(`(?<![:\\w]):${name}\\b|\\\\gexec\\b`, "g"))].map(([written]) => ({
    written,
    before: "\\",
    isQuoted: false,
  }));

/** Comments, texts and names in quotes, casts, variables, and commands of psql until the end of their line. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\bE'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|::|:=|:'\w+'|:"\w+"|:\w+|\\[^\s\\]*[^\n\\]*/gi;

/** The author's text, that of blocks included, with `0` for each value. */
const authored = (nodes: readonly TemplateNode[], scope: TemplateScope): string =>
  nodes
    .map((node) => {
      if (node.kind === "text") return node.text;
      return bodies(node, scope).reduce((text, body) => text + authored(body.nodes, body.scope), "0");
    })
    .join("");
