import { ts } from "ts-morph";

/** Code that people and bundlers write stays far below. */
const mostLevels = 2000;

/**
 * Whether TypeScript's checker would take long for how deep a file is nested: what it does at each operand of `1 + 1 + …` grows with the operands
 * before it, so that 100,000 of them take many minutes.
 */
export function isNestedTooDeeply(file: ts.SourceFile): boolean {
  let level: ts.Node[] = [file];
  for (let depth = 0; depth <= mostLevels; depth++) {
    const below: ts.Node[] = [];
    for (const node of level) ts.forEachChild(node, (child) => void below.push(child));
    if (below.length === 0) return false;
    level = below;
  }
  return true;
}
