import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { locateText, type NodePath, type ScalarNode } from "../../../contract/spec-node.js";
import { hasTrait } from "../../../programs/program-traits.js";
import type { CommandSpec } from "../language/execution-shapes.js";
import type { ToolContext } from "../language/tool-context.js";

/**
 * Warns about valid text that is probably unintended: `\\{{x}}` where `x` is a parameter, as in Windows paths; and an
 * item such as `-n {{x}}`, which looks like two arguments and is one.
 */
export function checkSuspiciousTemplates(tool: ToolContext, parameters: readonly string[]): readonly Diagnostic[] {
  const carriers = [
    { spec: tool.spec, path: [] },
    ...Object.entries(tool.spec.platforms ?? {}).flatMap(([name, spec]) => (spec === false ? [] : [{ spec, path: ["platforms", name] }])),
  ];
  const items = carriers.flatMap(({ spec, path }) => itemPaths(spec.command).map((item) => [...path, ...item]));
  const texts: readonly NodePath[] = [
    ["cwd"],
    ["stdin"],
    ["summary"],
    ["risk", "impact"],
    ...carriers.flatMap(({ spec, path }) => [["command"], ...setPaths(spec.env)].map((text) => [...path, ...text])),
  ];
  const scalars = (paths: readonly NodePath[]) => paths.flatMap((path) => tool.scalar(path) ?? []);
  return [...scalars([...items, ...texts]).flatMap((scalar) => escapedIn(scalar, parameters)), ...scalars(items).flatMap(optionAndValue)];
}

function setPaths(env: ToolContext["spec"]["env"]): readonly (readonly string[])[] {
  return env !== undefined && "set" in env ? Object.keys(env.set ?? {}).map((name) => ["env", "set", name]) : [];
}

function itemPaths(command: ToolContext["spec"]["command"]): readonly NodePath[] {
  if (command === undefined || typeof command === "string") return [];
  return command.flatMap((item, i): readonly NodePath[] =>
    typeof item === "string" ? [["command", i]] : item.map((_, inner) => ["command", i, inner]),
  );
}

function escapedIn(scalar: ScalarNode, parameters: readonly string[]): readonly Diagnostic[] {
  return [...scalar.text.matchAll(/(?<!\\)\\\{\{\s*([^\s{}.]+)[^{}]*\}\}/g)].flatMap((match) => {
    const [all, name = ""] = match;
    if (!parameters.includes(name)) return [];
    return [diagnostic("escaped-parameter", locateText(scalar, match.index, match.index + all.length), { name })];
  });
}

function optionAndValue(scalar: ScalarNode): readonly Diagnostic[] {
  const option = /^(--?[A-Za-z][\w-]*)[ \t]+\S/.exec(scalar.text)?.[1];
  return option === undefined ? [] : [diagnostic("option-with-value", locateText(scalar, 0, scalar.text.length), { option })];
}

/** Syntax in an item that only a shell, or another language, would expand. */
interface Habit {
  readonly text: string;
  readonly why: string;
  readonly help: string;
}

interface Item {
  readonly text: string;
  readonly program: string;
  /** How many of the preceding items aren't options. */
  readonly operands: number;
  /** The preceding item, which may be an option with this item as its value. */
  readonly before: string;
  /** True if an earlier item begins a command that a `;` ends, such as find's `-exec`. */
  readonly inCommand: boolean;
}

/**
 * Warns about items of a list with syntax that a shell would expand, or that name a parameter in another language's
 * braces: the program gets them unchanged. In a string, where quotes mark literal text, such syntax is an error
 * instead.
 */
export function checkLiteralItems(tool: ToolContext, parameters: readonly string[]): readonly Diagnostic[] {
  const platforms = Object.entries(tool.spec.platforms ?? {}).flatMap(([name, spec]) =>
    spec === false ? [] : [{ spec, path: ["platforms", name] }],
  );
  return [{ spec: tool.spec, path: [] }, ...platforms].flatMap(({ spec, path }) =>
    inCommand(tool, parameters, { command: spec.command, path: [...path, "command"] }),
  );
}

interface Listed {
  readonly command: CommandSpec | undefined;
  readonly path: NodePath;
}

function inCommand(tool: ToolContext, parameters: readonly string[], { command, path }: Listed): readonly Diagnostic[] {
  if (command === undefined || typeof command === "string") return [];
  const paths = command.flatMap((item, i): readonly NodePath[] =>
    typeof item === "string" ? [[...path, i]] : item.map((_, inner) => [...path, i, inner]),
  );
  const [program, ...items] = paths.flatMap((item) => tool.scalar(item) ?? []);
  if (program === undefined || shells.test(program.text)) return [];
  return items.flatMap((scalar, index) => {
    const before = items[index - 1]?.text ?? "";
    // A script for a shell that this program starts.
    if (/^-[a-z]*c$/.test(before)) return [];
    const starts = items.slice(0, index).some(({ text }) => /^-(?:exec|execdir|ok|okdir|x|X)$|^--exec/.test(text));
    const operands = items.slice(0, index).filter(({ text }) => !text.startsWith("-")).length;
    const item = { text: scalar.text, program: program.text.replace(/^.*\//, ""), operands, before, inCommand: starts };
    const habit = operator(item) ?? expansion(item) ?? glob(item) ?? braces(item, parameters);
    return habit === undefined ? [] : [report(scalar, item, habit)];
  });
}

/** Programs that pass their arguments to a shell, on this machine or another. */
const shells = /^(?:.*\/)?(?:sh|bash|dash|ash|ksh|zsh|fish|busybox|pwsh|powershell|cmd|ssh|mosh|su|watch|parallel)$/;

function report(scalar: ScalarNode, { text, program }: Item, { text: found, why, help }: Habit): Diagnostic {
  const start = text.indexOf(found);
  return diagnostic(
    "literal-item",
    locateText(scalar, start, start + found.length),
    { text: found, program, why },
    { help: `${help} ${meant}` },
  );
}

const meant = "If it is meant as it is, write the command as one string and quote it there.";

/** Options whose value is often an operator: a field separator. */
const separator = /^(?:-[dFtsIO]|--.*(?:delim|sep).*)$/;

function operator({ text, program, before, inCommand: ends }: Item): Habit | undefined {
  const help = "Pipes, redirections and several commands need a shell: write the whole line as `shell: …`.";
  const why = "a list has no shell that could do it";
  if (/^(?:&&|\|\||>>|&>>?|\|&|[12]>>?(?:&[12]|\/dev\/null)?|>&[12]|>>?\/dev\/null)$/.test(text)) return { text, why, help };
  if (!/^[|<>;&]$/.test(text) || separator.test(before) || hasTrait(program, "compares") || (text === ";" && ends)) return undefined;
  return { text, why, help };
}

function expansion({ text, program }: Item): Habit | undefined {
  const home = /^~(?=\/|$)/.exec(text) ?? /(?<=^-[\w-]*=)~(?=\/|$)/.exec(text);
  const variable =
    /\$(?:\{(?:HOME|PWD|USER|TMPDIR|PATH)\}|(?:HOME|PWD|USER|TMPDIR|PATH)\b)|(?<=^(?:-[\w-]+=)?)\$(?:\{[A-Z][A-Z0-9_]+\}|[A-Z][A-Z0-9_]+)(?=\/|$)/.exec(
      text,
    );
  if (home !== null) return { text: home[0], why: "only a shell knows whose home that is", help: placesHelp };
  // `$NF` is awk's own.
  if (variable !== null && !/awk$/.test(program))
    return { text: variable[0], why: "only a shell reads variables in arguments", help: variablesHelp };
  const command = /^(?:-[\w-]+=)?(\$\([a-z][^)]*\))$/.exec(text);
  return command?.[1] === undefined
    ? undefined
    : { text: command[1], why: "only a shell runs a command for its output", help: "Write the whole line as `shell: …`." };
}

const placesHelp = "Name the folder from its root, take it as a parameter that is in `paths`, or write the whole line as `shell: …`.";
const variablesHelp =
  "A program finds variables in its environment (`env: { pass: [NAME] }`); folders are {{@workspace}} and {{@specDir}}. Or write the whole line as `shell: …`.";

function glob({ text, program, operands, before }: Item): Habit | undefined {
  const found = /^(?!-)[\w./@*?[\]-]*[*?][\w./@*?[\]-]*$/.test(text) && hasTrait(program, "takes-files");
  // grep's first argument is the pattern.
  const isPattern = program.endsWith("grep") && (operands === 0 || !/^[\w./*-]*\*\.\w+$/.test(text));
  if (!found || isPattern || /^-(?:[Ie]|-\w.*)$/.test(before)) return undefined;
  return {
    text,
    why: "only a shell finds files by a pattern",
    help: "Take the files as a parameter ({{#each files}}{{this}}{{/each}}), name a folder to a program that searches it, or write the whole line as `shell: …`.",
  };
}

/** `{file}`, `${file}` and `$file` where `file` is a parameter, and Jinja's `{% if file %}`. */
function braces({ text }: Item, parameters: readonly string[]): Habit | undefined {
  const jinja = /\{%.*?%\}/.exec(text)?.[0];
  if (jinja !== undefined)
    return { text: jinja, why: "blocks are written {{#if x}}…{{/if}}", help: "Write {{#if x}}…{{/if}} or {{#each xs}}…{{/each}}." };
  const name = parameters.find((parameter) => text.includes(`{${parameter}}`) || text.endsWith(`$${parameter}`));
  if (name === undefined) return undefined;
  const escaped = name.replaceAll(/[^\w]/g, "\\$&");
  const found = new RegExp(`\\$?(?<!\\{)\\{${escaped}\\}(?!\\})|(?<=^(?:-[\\w-]+=)?)\\$${escaped}$`).exec(text)?.[0];
  return found === undefined ? undefined : { text: found, why: "a placeholder has two braces", help: `Write {{${name}}}.` };
}

/** Reports parameters without any effect, because they mislead the model that sets them. */
export function checkUnusedParameter(tool: ToolContext, declared: readonly string[], used: ReadonlySet<string>): readonly Diagnostic[] {
  return declared
    .filter((name) => !used.has(name))
    .map((name) => diagnostic("unused-parameter", tool.at(["schema", "properties", name], "key"), { name }));
}
