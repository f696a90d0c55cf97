import { type Diagnostic, type Extra, type Result, unreachable } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { closest } from "../../../contract/names.js";
import { type MapNode, type ScalarNode, type SpecNode, toValue } from "../../../contract/spec-node.js";
import { codeLanguageWords } from "../../../programs/code-languages.js";
import { type FormatName, formats, type TextFormat } from "./formats.js";
import type { ChoiceCode, Fields, Shape, ShapeOf } from "./shape.js";
import { migrateHelp, missingHelp, renamedWord, suggestKey } from "./suggest-key.js";

/**
 * Decodes a node by a shape: the value with texts and units resolved, and every deviation from the shape with its
 * position. Wrong parts are left out of the value (`undefined`), so that later checks can continue with the rest.
 */
export function decodeNode<Value>(node: SpecNode, shape: ShapeOf<Value>): Result<Partial<Value> | undefined> {
  const diagnostics: Diagnostic[] = [];
  // `read` follows the shape, whose type says what it returns.
  return [read(node, shape, { log: diagnostics, about: undefined }) as Partial<Value> | undefined, diagnostics];
}

/** Where mistakes are reported, and the description of the nearest key. */
interface DecodeContext {
  readonly log: Diagnostic[];
  readonly about: string | undefined;
}

function read(node: SpecNode, shape: Shape, reading: DecodeContext): unknown {
  const { log } = reading;
  switch (shape.kind) {
    case "text":
      return node.kind === "scalar" && isText(node) ? readText(node, shape.format, log) : wrongType(node, shape, reading);
    case "boolean":
      return node.kind === "scalar" && typeof node.value === "boolean" ? node.value : wrongType(node, shape, reading);
    case "never":
      return node.kind === "scalar" && node.value === false ? false : wrongType(node, shape, reading);
    case "integer":
      return node.kind === "scalar" && Number.isInteger(node.value) && Number(node.value) >= shape.minimum
        ? node.value
        : wrongType(node, shape, reading);
    case "choice":
      if (node.kind !== "scalar" || !isText(node)) return wrongType(node, shape, reading);
      if (shape.values.includes(node.text)) return node.text;
      if (shape.later.includes(node.text)) {
        log.push(diagnostic("not-yet", node.span, { key: node.text }));
        return undefined;
      }
      log.push(diagnostic(shape.code, node.span, { value: node.text, accepted: listed(shape.values) }, choiceExtra(node.text, shape)));
      return undefined;
    case "list":
      if (node.kind !== "list" || node.items.length < shape.minItems) return wrongType(node, shape, reading);
      return node.items.map((item) => read(item, shape.of, reading));
    case "map":
      if (node.kind !== "map") return wrongType(node, shape, reading);
      return Object.fromEntries(
        textEntries(node).map((entry) => {
          checkKey(entry, shape.keys, log);
          return [entry.key, read(entry.value, shape.of, reading)];
        }),
      );
    case "record":
      return node.kind === "map" ? readRecord(node, shape.fields, log) : wrongType(node, shape, reading);
    case "either": {
      const chosen = shape[node.kind];
      return chosen === undefined ? wrongType(node, shape, reading) : read(node, chosen, reading);
    }
    case "json":
      return shape.object && node.kind !== "map" ? wrongType(node, shape, reading) : toValue(node);
    default:
      return unreachable(shape);
  }
}

/** The accepted word that an unknown one stands for. One that was accepted once is changed by `toolgen migrate`. */
function choiceExtra(text: string, shape: Extract<Shape, { kind: "choice" }>): Extra {
  const renamed = renamedWord(text, shape.values);
  return renamed === undefined ? { didYouMean: suggestChoice(text, shape) } : { didYouMean: renamed.to, help: migrateHelp(renamed) };
}

function readRecord(node: MapNode, fields: Fields, log: Diagnostic[]): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  const fieldNames = Object.keys(fields);
  const meant = new Set<string>();
  for (const entry of languageEntries(node)) {
    const field = Object.hasOwn(fields, entry.key) ? fields[entry.key] : undefined;
    if (field === undefined) {
      const { didYouMean, help } = suggestKey(entry, fieldNames);
      if (didYouMean !== undefined) meant.add(didYouMean);
      log.push(diagnostic("unknown-key", entry.keySpan, { key: entry.key }, { didYouMean, help }));
    } else if (field.notYet) {
      log.push(diagnostic("not-yet", entry.keySpan, { key: entry.key }));
    } else {
      // A key with a mistake inside is left out completely, so that later checks don't see half of it.
      const before = log.length;
      const value = read(entry.value, field.shape, { log, about: `\`${entry.key}\`: ${field.description}` });
      if (log.length === before) result[entry.key] = value;
    }
  }
  for (const [key, field] of Object.entries(fields)) {
    if (!field.required || meant.has(key) || node.entries.some((e) => e.key === key)) continue;
    log.push(
      diagnostic("missing-key", node.entries[0]?.keySpan ?? node.span, { key, description: field.description }, { help: missingHelp(key) }),
    );
  }
  return result;
}

/**
 * Entries of a map whose keys are the author's names: `x-file` is an ordinary name there. `parse` reported keys that
 * aren't text.
 */
const textEntries = (node: MapNode) => node.entries.filter((entry) => entry.keyKind === "text");

/**
 * Entries of a record, whose keys are the language's. Those that begin with `x-` belong to the author and are ignored
 * (docs/spec.md).
 */
const languageEntries = (node: MapNode) => textEntries(node).filter((entry) => !entry.key.startsWith("x-"));

function checkKey(entry: MapNode["entries"][number], name: FormatName | undefined, log: Diagnostic[]): void {
  if (name === undefined) return;
  const format: TextFormat = formats[name];
  const fits = new RegExp(format.pattern, "u").test(entry.key) && (format.read === undefined || format.read(entry.key) !== undefined);
  if (!fits) log.push(diagnostic(format.code, entry.keySpan, { value: clipped(entry.key), expected: format.expected }));
}

function readText(node: ScalarNode, name: FormatName | undefined, log: Diagnostic[]): string | number | undefined {
  if (name === undefined) return node.text;
  const format: TextFormat = formats[name];
  if (new RegExp(format.pattern, "u").test(node.text)) {
    const value = format.read === undefined ? node.text : format.read(node.text);
    if (value !== undefined) return value;
  }
  log.push(diagnostic(format.code, node.span, { value: clipped(node.text), expected: format.expected }));
  return undefined;
}

/** Shows a wrong text in a message, because it may be as long as a file. */
const clipped = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/**
 * Where text is expected, a plain `5`, `1.10` or `true` counts as the text that was written; an empty value is not
 * text.
 */
const isText = (node: ScalarNode) => node.value !== null;

function wrongType(node: SpecNode, shape: Shape, { log, about }: DecodeContext): undefined {
  const isNull = node.kind === "scalar" && node.value === null && node.text !== "";
  const remedies = isNull ? [nullHelp(node.text)] : [remedy(node, shape), about].filter((part) => part !== undefined);
  const help = remedies.length === 0 ? undefined : remedies.join(" ");
  log.push(diagnostic("wrong-type", node.span, { expected: expectation(shape), found: description(node) }, { help }));
  return undefined;
}

/** A plain `~` or `null` is YAML's null, which is seldom intended. */
const nullHelp = (written: string) =>
  written === "~"
    ? "YAML reads a plain `~` as null, and no shell expands it to a home folder here. Write the folder's path, or take it as a parameter that is in `paths`. In `shell: …`, write `$HOME`."
    : `YAML reads a plain \`${written}\` as null. For the text, write it in quotes: "${written}".`;

/** The correct form, if another one is a frequent mistake. */
function remedy(node: SpecNode, shape: Shape): string | undefined {
  const { file, start } = node.span;
  if (shape.kind === "list" && shape.minItems < 2 && node.kind === "scalar" && node.text !== "")
    return `Write it as a list: [${node.text}].`;
  if (shape.kind === "map" && node.kind === "list" && node.items.every((item) => item.kind === "scalar")) {
    const names = node.items.map((item) => (item.kind === "scalar" ? item.text : ""));
    const of = shape.of.kind === "either" ? (shape.of.scalar ?? shape.of) : shape.of;
    if (of.kind === "choice") return `Say for each what it is: { ${names.map((name) => `${name}: ${of.values[0]}`).join(", ")} }.`;
    if (of.kind === "list") return `Say whose they are: { PARAMETER: [${names.join(", ")}] }.`;
  }
  if (shape.kind === "record" && node.kind === "scalar" && shape.fields.url !== undefined && /^https?:/.test(node.text))
    return `Write \`{ url: ${JSON.stringify(node.text)} }\`.`;
  if (shape.kind === "record" && shape.fields.network !== undefined && node.kind === "scalar" && typeof node.value === "boolean")
    return node.value
      ? "Write `sandbox: {}`, in which the program can write nothing, or `sandbox: { write: workspace }`."
      : "Leave `sandbox` out to run the program without one.";
  const takesText = shape.kind === "text" || (shape.kind === "either" && shape.scalar?.kind === "text");
  if (takesText && node.kind === "map" && node.entries.length === 1 && file.text.charAt(start) !== "{")
    return "If this is a text, put it in quotes: YAML takes ': ' for the end of a key.";
  return undefined;
}

function expectation(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return shape.format === undefined ? "text" : `text: ${formats[shape.format].expected}`;
    case "boolean":
      return "true or false";
    case "never":
      return "false";
    case "integer":
      return `a whole number of at least ${shape.minimum}`;
    case "choice":
      return `one of ${listed(shape.values)}`;
    case "list":
      return shape.minItems === 0 ? "a list" : `a list of at least ${counted(shape.minItems)}`;
    case "map":
    case "record":
      return "a map of keys to values";
    case "either":
      return [shape.scalar, shape.list, shape.map]
        .filter((s) => s !== undefined)
        .map(expectation)
        .join(", or ");
    case "json":
      return shape.object ? "a map of keys to values" : "any value";
    default:
      return unreachable(shape);
  }
}

function description(node: SpecNode): string {
  if (node.kind === "map") return "a map";
  if (node.kind === "list") return `a list of ${counted(node.items.length)}`;
  if (node.value === null) return node.text === "" ? "nothing" : `null, written ${node.text}`;
  if (typeof node.value === "boolean") return `the boolean ${node.text}`;
  return typeof node.value === "number"
    ? `the number ${node.text}`
    : `the text '${node.text.length > 40 ? `${node.text.slice(0, 40)}…` : node.text}'`;
}

const counted = (items: number) => `${items} item${items === 1 ? "" : "s"}`;
const listed = (values: readonly string[]) => values.join(", ");

/** Words that authors write for a kind, a level or a language, by the accepted word. */
const words: Readonly<Partial<Record<ChoiceCode, Readonly<Record<string, readonly string[]>>>>> = {
  "unknown-kind": {
    read: ["get", "list", "view", "show", "open", "load", "cat", "readonly", "inspect"],
    edit: ["write", "create", "update", "modify", "change", "add", "insert", "append", "patch", "save", "replace", "put", "mutate"],
    delete: ["remove", "rm", "unlink", "destroy", "drop", "clear"],
    move: ["rename", "mv"],
    search: ["query", "find", "grep", "lookup", "filter"],
    execute: ["run", "exec", "call", "command", "shell", "script", "action", "build", "test", "deploy"],
    think: ["plan", "reason"],
    fetch: ["http", "request", "download", "web", "network", "api", "post"],
  },
  "unknown-risk": {
    safe: ["low", "none", "harmless", "readonly"],
    moderate: ["medium", "normal", "middle"],
    dangerous: ["high", "critical", "severe", "danger"],
  },
  "unknown-language": codeLanguageWords,
};

/** Returns the accepted word that an unknown one most likely means: a synonym precedes a word with similar letters. */
function suggestChoice(text: string, { values, code }: { readonly values: readonly string[]; readonly code: ChoiceCode }) {
  const written = text.toLowerCase().replaceAll(/[-_ ]/g, "");
  const meant = Object.entries(words[code] ?? {}).find(([word, others]) => word === written || others.includes(written))?.[0];
  return meant ?? closest(text, values);
}
