// The places of `src` that mutants change, their names, and the seeded draw of some of them.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";

const { SyntaxKind } = ts;

const kinds = ["comparison", "check", "constant", "branch"];

const turned = new Map([
  [SyntaxKind.LessThanToken, ">="],
  [SyntaxKind.LessThanEqualsToken, ">"],
  [SyntaxKind.GreaterThanToken, "<="],
  [SyntaxKind.GreaterThanEqualsToken, "<"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.EqualsEqualsToken, "!="],
  [SyntaxKind.ExclamationEqualsToken, "=="],
]);

/** Returns the modules of `src` that can have mutants: all but declarations and the script of the catalogue's page. */
function mutableFiles(root) {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts") && !path.startsWith("src/cli/page/"))
    .sort();
}

/**
 * Returns the mutants of a file. An ID names the file, the kind and a hash of the changed text and its statement, so it
 * means the same mutant in another checkout as long as this statement is the same there.
 */
export function mutantsOf(root, path) {
  const text = readFileSync(join(root, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const counts = new Map();
  return changesIn(source).map(({ node, kind, what, start, end, replacement }) => {
    const name = `${path}:${kind}:${hashOf([what, node.getText(), statementOf(node).getText()])}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    return {
      id: count === 1 ? name : `${name}.${count}`,
      path,
      line,
      kind,
      what,
      start,
      end,
      original: text.slice(start, end),
      replacement,
    };
  });
}

/** Returns the text of a mutant's file with the change. */
export function mutatedText(root, { path, start, end, replacement }) {
  const text = readFileSync(join(root, path), "utf8");
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Finds the mutant that an ID names in a checkout, or nothing if the text there is another. */
export function findMutant(root, id) {
  const path = id.slice(0, id.indexOf(":"));
  try {
    return mutantsOf(root, path).find((mutant) => mutant.id === id);
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Draws mutants. Each top-level part of `src` gets two and then as many as its lines call for. `next(part)` draws one
 * more, for one that doesn't compile. No file has two, so that all can be compiled at once.
 */
export function drawMutants({ root, seed, count }) {
  const random = randomNumbers(seed);
  const parts = new Map();
  for (const path of mutableFiles(root)) {
    const part = path.split("/").length > 2 ? path.split("/")[1] : "src";
    const { mutants = [], lines = 0 } = parts.get(part) ?? {};
    const own = mutantsOf(root, path);
    if (own.length === 0) continue;
    parts.set(part, { mutants: [...mutants, ...own], lines: lines + readFileSync(join(root, path), "utf8").split("\n").length });
  }
  const used = new Set();
  const next = (part) => {
    const left = parts.get(part).mutants.filter(({ path }) => !used.has(path));
    if (left.length === 0) return undefined;
    const present = kinds.filter((kind) => left.some((mutant) => mutant.kind === kind));
    const kind = present[Math.floor(random() * present.length)];
    const ofKind = left.filter((mutant) => mutant.kind === kind);
    const mutant = ofKind[Math.floor(random() * ofKind.length)];
    used.add(mutant.path);
    return { ...mutant, part };
  };
  const drawn = [...quotas(parts, count)].flatMap(([part, quota]) => Array.from({ length: quota }, () => next(part)));
  return { drawn: drawn.filter((mutant) => mutant !== undefined), next };
}

/** Two for each part, and the rest by lines, the largest remainders first. */
function quotas(parts, count) {
  const least = 2;
  const rest = Math.max(0, count - least * parts.size);
  const lines = [...parts.values()].reduce((sum, part) => sum + part.lines, 0);
  const shares = [...parts].map(([part, own]) => ({ part, share: (rest * own.lines) / lines }));
  const given = new Map(shares.map(({ part, share }) => [part, least + Math.floor(share)]));
  const missing = rest - shares.reduce((sum, { share }) => sum + Math.floor(share), 0);
  const byRemainder = shares.sort((one, other) => (other.share % 1) - (one.share % 1) || (one.part < other.part ? -1 : 1));
  for (const { part } of byRemainder.slice(0, missing)) given.set(part, given.get(part) + 1);
  return given;
}

function changesIn(source) {
  const changes = [];
  const visit = (node) => {
    if (isWithoutCode(node)) return;
    changes.push(...changesOf(node).map((change) => ({ start: node.getStart(), end: node.getEnd(), ...change, node })));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}

/** Types, imports and exports of other modules. */
const isWithoutCode = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

function changesOf(node) {
  if (ts.isBinaryExpression(node)) return binaryChanges(node);
  if (ts.isConditionalExpression(node)) {
    const { condition, whenTrue, whenFalse } = node;
    const replacement = `${condition.getText()} ? ${whenFalse.getText()} : ${whenTrue.getText()}`;
    return [{ kind: "branch", what: "arms swapped", replacement }];
  }
  if (ts.isIfStatement(node)) return ifChanges(node);
  if (ts.isNumericLiteral(node)) return [{ kind: "constant", what: "plus 1", replacement: String(Number(node.text) + 1) }];
  if (node.kind === SyntaxKind.TrueKeyword) return [{ kind: "constant", what: "flipped", replacement: "false" }];
  if (node.kind === SyntaxKind.FalseKeyword) return [{ kind: "constant", what: "flipped", replacement: "true" }];
  if (ts.isStringLiteralLike(node) && node.text !== "" && isValue(node)) return [{ kind: "constant", what: "emptied", replacement: '""' }];
  return [];
}

function binaryChanges({ left, right, operatorToken }) {
  const { kind } = operatorToken;
  if (turned.has(kind)) {
    const change = { start: operatorToken.getStart(), end: operatorToken.getEnd(), replacement: turned.get(kind) };
    return [{ kind: "comparison", what: "turned", ...change }];
  }
  if (kind === SyntaxKind.QuestionQuestionToken) return [{ kind: "branch", what: "?? right", replacement: right.getText() }];
  if (kind !== SyntaxKind.AmpersandAmpersandToken && kind !== SyntaxKind.BarBarToken) return [];
  return [
    { kind: "check", what: "right operand dropped", replacement: left.getText() },
    { kind: "check", what: "left operand dropped", replacement: right.getText() },
  ];
}

function ifChanges({ expression, thenStatement, elseStatement }) {
  if (elseStatement !== undefined) {
    const change = { start: expression.getStart(), end: expression.getEnd(), replacement: `!(${expression.getText()})` };
    return [{ kind: "branch", what: "if and else swapped", ...change }];
  }
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  const leaves =
    last !== undefined &&
    (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last) || ts.isBreakStatement(last));
  return leaves ? [{ kind: "check", what: "if dropped", replacement: "{}" }] : [];
}

/** A string that is neither a property's name nor the name of a module. */
const isValue = (node) =>
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) &&
  !ts.isComputedPropertyName(node.parent) &&
  !(ts.isCallExpression(node.parent) && node.parent.expression.kind === SyntaxKind.ImportKeyword) &&
  !ts.isTaggedTemplateExpression(node.parent);

function statementOf(node) {
  let found = node;
  while (found.parent !== undefined && !ts.isSourceFile(found.parent) && !(ts.isStatement(found) && !ts.isBlock(found)))
    found = found.parent;
  return found;
}

const hashOf = (texts) =>
  createHash("sha256")
    .update(JSON.stringify(texts.map((text) => text.replaceAll(/\s+/g, " "))))
    .digest("hex")
    .slice(0, 10);

/** Numbers from 0 to below 1, the same for the same seed: mulberry32. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
