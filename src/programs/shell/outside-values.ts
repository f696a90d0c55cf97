import type { Range } from "../../contract/spec-node.js";
import type { InputValues } from "../input-values.js";
import { isFromModel, type ModelValue } from "../template/model-values.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";
import type { TemplateNode } from "../template-syntax.js";
import { type Hole, isPlaceholder } from "./script-template.js";

/** The values that come into a script from outside: by its standard input, temporary files, variables and arguments. */
export interface OutsideValues {
  readonly holes: readonly Hole[];
  readonly stdin: readonly Hole[];
  /** A range after the end of the script that stands for its standard input. */
  readonly stdinRange: Range | undefined;
  readonly positional: readonly Hole[];
  /** By the placeholder that names the file: `@temp.name`. */
  readonly files: ReadonlyMap<string, readonly Hole[]>;
  /** By the variable that `env.set` sets. */
  readonly variables: ReadonlyMap<string, readonly Hole[]>;
}

export const nothingOutside: OutsideValues = {
  holes: [],
  stdin: [],
  stdinRange: undefined,
  positional: [],
  files: new Map(),
  variables: new Map(),
};

/** A template and the scope of its names. */
export interface ScopedNodes {
  readonly nodes: readonly TemplateNode[];
  readonly scope: TemplateScope;
}

/** A text that becomes an argument of a script. `fed`: a program makes arguments of it. */
export interface GivenText extends ScopedNodes {
  readonly fed?: true;
}

/** Gives each value that comes from outside a position after the end of the script. */
export function outsideValues(end: number, input: InputValues, given: readonly GivenText[] = []): OutsideValues {
  let at = end + 1;
  const holesIn = (texts: readonly ScopedNodes[], outside: NonNullable<Hole["outside"]>): readonly Hole[] =>
    texts
      .flatMap(({ nodes, scope }) => placeholdersIn(nodes).filter((node) => isModelPlaceholder(node, scope)))
      .map((node): Hole => {
        const range = { start: at, end: at + 1 };
        at += 2;
        return { node, variable: "", range, outside };
      });
  const start = at;
  const stdin = holesIn(templatesOf(input.stdin), "input");
  const stdinRange = stdin.length === 0 ? undefined : { start, end: at };
  const held = (texts: Readonly<Record<string, readonly ModelValue[]>>, outside: "variable" | "input", prefix = "") =>
    new Map(Object.entries(texts).map(([name, values]) => [`${prefix}${name}`, holesIn(templatesOf(values), outside)] as const));
  const files = held(input.tempFiles, "input", "@temp.");
  const variables = held(input.env, "variable");
  const positional = given.flatMap((one) => holesIn([one], one.fed ? "input" : "argument"));
  const holes = [...stdin, ...[...files.values(), ...variables.values()].flat(), ...positional];
  return { holes, stdin, stdinRange, positional, files, variables };
}

/** The templates that contain values, without duplicates. */
export const templatesOf = (values: readonly ModelValue[]): readonly ScopedNodes[] => [
  ...new Set(values.flatMap(({ text }) => text ?? [])),
];

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

/** Returns true if the model chooses a part of a value, or the file that it names may contain one. */
function isModelPlaceholder({ of }: Hole["node"], scope: TemplateScope): boolean {
  if (of.written.startsWith("@temp.")) return true;
  if (of.written.startsWith("@secret.")) return false;
  const value = resolveName(of, { ...scope, log: [], used: new Set() });
  return value === undefined || isFromModel(value);
}
