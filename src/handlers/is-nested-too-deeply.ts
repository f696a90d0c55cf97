import { ts } from "ts-morph";

/** Code that people and bundlers write is far less nested. */
const mostLevels = 2000;

/**
 * Returns true if a file is nested so deeply that TypeScript's checker would take minutes. Its work for each operand of
 * `1 + 1 + …` grows with the number of operands before it.
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
