import type { InputValues } from "../rules/evaluated-argument.js";
import type { Range, TemplateNode } from "../template/nodes.js";
import { resolve, type Scope } from "../template/scope.js";
import { isModels, type ModelValue } from "../values/model-values.js";
import { type Hole, isPlaceholder } from "./placeholders.js";

/** The values that come into a script from outside: by its standard input, temporary files and arguments. */
export interface Outside {
  readonly holes: readonly Hole[];
  readonly stdin: readonly Hole[];
  /** A part behind the end of the script that stands for its standard input. */
  readonly stdinRange: Range | undefined;
  readonly positional: readonly Hole[];
  /** By the placeholder that names the file: `@temp.name`. */
  readonly files: ReadonlyMap<string, readonly Hole[]>;
}

export const nothingOutside: Outside = { holes: [], stdin: [], stdinRange: undefined, positional: [], files: new Map() };

/** A template and the scope of its names. */
export interface ScopedNodes {
  readonly nodes: readonly TemplateNode[];
  readonly scope: Scope;
}

/** Gives each value that comes from outside a place behind the end of the script. */
export function outsideOf(end: number, input: InputValues, given: readonly ScopedNodes[] = []): Outside {
  let at = end + 1;
  const place = (texts: readonly ScopedNodes[]): readonly Hole[] =>
    texts
      .flatMap(({ nodes, scope }) => placeholdersIn(nodes).filter((node) => isFromModel(node, scope)))
      .map((node): Hole => {
        const range = { start: at, end: at + 1 };
        at += 2;
        return { node, variable: "", range, outside: true };
      });
  const start = at;
  const stdin = place(textOf(input.stdin));
  const stdinRange = stdin.length === 0 ? undefined : { start, end: at };
  const files = new Map(Object.entries(input.tempFiles).map(([name, values]) => [`@temp.${name}`, place(textOf(values))] as const));
  const positional = place(given);
  return { holes: [...stdin, ...[...files.values()].flat(), ...positional], stdin, stdinRange, positional, files };
}

/** All values of an input stand in one template. */
const textOf = (values: readonly ModelValue[]): readonly ScopedNodes[] => values.slice(0, 1).flatMap(({ text }) => text ?? []);

/** The placeholders of a template, those in its blocks included. The elements of a list count as the list. */
function placeholdersIn(nodes: readonly TemplateNode[]): readonly Hole["node"][] {
  return nodes.flatMap((node): readonly Hole["node"][] => {
    if (isPlaceholder(node)) return [node];
    if (node.kind === "text") return [];
    const otherwise = placeholdersIn(node.otherwise ?? []);
    if (node.kind === "if") return [...node.branches.flatMap(({ body }) => placeholdersIn(body)), ...otherwise];
    return [{ kind: "value", of: node.of, range: node.range }, ...placeholdersIn(node.body), ...otherwise];
  });
}

/** Whether the model takes part in a value, or the file that it names may hold one. */
function isFromModel({ of }: Hole["node"], scope: Scope): boolean {
  if (of.written.startsWith("@temp.")) return true;
  if (of.written.startsWith("@secret.")) return false;
  const value = resolve(of, { ...scope, log: [], used: new Set() });
  return value === undefined || isModels(value);
}
