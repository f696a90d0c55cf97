import type { Range } from "../../contract/spec-node.js";
import type { JoinNode, JsonNode, TemplateNode, ValueNode } from "../template-syntax.js";

/** A placeholder of a script, and the position of the variable reference that replaces it. */
export interface Hole {
  readonly node: ValueNode | JoinNode | JsonNode;
  readonly variable: string;
  /** In the text that `place` made. */
  readonly range: Range;
  /**
   * How its value comes into the script from outside: as an argument, in a variable, or in its input and temporary
   * files.
   */
  readonly outside?: "argument" | "variable" | "input";
  /** True if it is only suspected that the value comes there (`suspected-routes.ts`). */
  readonly isSuspected?: true;
}

/** A script in which each placeholder is replaced. */
export interface Filled {
  readonly text: string;
  readonly holes: readonly Hole[];
  /** Maps a position in the text to the template. */
  readonly origin: (offset: number) => number;
}

/**
 * Prints a script's template: its text, and the placeholders as the names of the variables that will hold their values.
 */
export interface ScriptTemplate {
  readonly nodes: readonly TemplateNode[];
  /** The variables by their placeholders, in the order of the script. */
  readonly variables: ReadonlyMap<string, string>;
}

export function scriptTemplate(nodes: readonly TemplateNode[]): ScriptTemplate {
  const texts = nodes.map((node) => (node.kind === "text" ? node.text : "")).join("\n");
  // The author's own variables stay unchanged.
  let prefix = "toolgen_";
  for (let n = 2; texts.includes(prefix); n++) prefix = `toolgen${n}_`;
  const variables = new Map<string, string>();
  for (const node of nodes) {
    if (!isPlaceholder(node) || variables.has(keyOf(node))) continue;
    const words = node.of.written.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_|_$/g, "");
    const name = `${prefix}${node.kind === "value" ? "" : `${node.kind}_`}${words}`;
    const taken = new Set(variables.values());
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
    variables.set(keyOf(node), free);
  }
  return { nodes, variables };
}

/** Replaces each placeholder with what `written` makes of its variable and of the text before. */
export function fill({ nodes, variables }: ScriptTemplate, written: (variable: string, index: number, before: string) => string): Filled {
  let text = "";
  const holes: Hole[] = [];
  const pieces: { readonly start: number; readonly end: number; readonly origin: Range; readonly isHole: boolean }[] = [];
  for (const node of nodes) {
    const start = text.length;
    if (node.kind === "text") {
      text += node.text;
    } else if (isPlaceholder(node)) {
      const variable = variables.get(keyOf(node)) ?? "";
      text += written(variable, holes.length, text);
      holes.push({ node, variable, range: { start, end: text.length } });
    }
    pieces.push({ start, end: text.length, origin: node.range, isHole: node.kind !== "text" });
  }
  const origin = (offset: number) => {
    const piece = pieces.find(({ start, end }) => start <= offset && offset < end) ?? pieces.at(-1);
    if (piece === undefined) return 0;
    return piece.isHole ? piece.origin.start : Math.min(piece.origin.start + offset - piece.start, piece.origin.end);
  };
  return { text, holes, origin };
}

export const isPlaceholder = (node: TemplateNode): node is Hole["node"] =>
  node.kind === "value" || node.kind === "join" || node.kind === "json";

function keyOf(node: Hole["node"]): string {
  return JSON.stringify([node.kind, node.of.written, node.kind === "join" ? node.separator : ""]);
}

/**
 * Stands for a placeholder while the script is parsed: a plain word that can't be part of a preceding variable name.
 */
export const markPlaceholder = (variable: string, _: number, before: string) => (/\$\w+$/.test(before) ? `%${variable}` : variable);
