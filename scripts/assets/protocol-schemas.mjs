// The schemas of the protocol's package that the MCP server needs. zod makes each of them when the program starts, and
// the package makes the schemas of all messages and of OAuth: nearly a fifth of what the start cost beyond Node's own.

import { readFile } from "node:fs/promises";
import { ts } from "ts-morph";

const schemas = /[/\\]@modelcontextprotocol[/\\]core[/\\]dist[/\\](?:auth|schemas)-[\w-]+\.mjs$/;
const checks = /[/\\]@modelcontextprotocol[/\\]server[/\\]dist[/\\]src-[\w-]+\.mjs$/;

/**
 * The loops that register each schema by its name, for `specTypeSchemas` and `isSpecType`. These are empty without, so
 * the server can't use them.
 */
const registration = /^for \(const .*\) register\(key, .*\);$/gm;

/** Leaves out the schemas that nothing in a bundle uses, and makes those of most clients later. */
export const usedSchemas = {
  name: "used-schemas",
  setup({ onLoad }) {
    onLoad({ filter: schemas }, async ({ path }) => ({ contents: withPureConstants(path, await readFile(path, "utf8")) }));
    onLoad({ filter: checks }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (text.match(registration)?.length !== 2) throw new Error(`${path} registers its schemas in another way`);
      return { contents: withPureConstants(path, withLaterSchemas(path, withRareChecks(path, text.replace(registration, "")))) };
    });
  },
};

const responseChecks = /^(const isJSONRPC(Result|Error)Response = \(value\) => )(.*);$/gm;

/**
 * Asks the schemas of responses only about messages with a result or an error. The package asks them about each request
 * too, and a check that fails makes an error with all its reasons.
 */
function withRareChecks(path, text) {
  if (text.match(responseChecks)?.length !== 2) throw new Error(`${path} checks responses in another way`);
  return text.replace(responseChecks, (_, head, kind, check) => `${head}Object(value).${kind.toLowerCase()} !== undefined && ${check};`);
}

/** Marks what computes a constant of a module as free of effects: the bundler can't know it of a call. */
function withPureConstants(path, text) {
  let contents = "";
  let at = 0;
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations) {
      if (initializer === undefined || !(ts.isCallExpression(initializer) || ts.isNewExpression(initializer))) continue;
      contents += `${text.slice(at, initializer.getStart())}/* @__PURE__ */ (() => ${initializer.getText()})()`;
      at = initializer.end;
    }
  }
  return contents + text.slice(at);
}

/** The function that makes the schemas of the revisions up to 2025-11-25, and the tables of them by their method. */
const builder = "build$1";
const entryOfTable = /^(\t{3})("?[\w/]+"?): (s\.\w+)/gm;

/** Makes each of these schemas when it is first used. A client sends few kinds of messages. */
function withLaterSchemas(path, text) {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const [made, tables] = [builder, "registryMaps"].map((name) => statements.find((statement) => statement.name?.text === name));
  if (made === undefined || tables === undefined || made.pos > tables.pos) throw new Error(`${path} makes its schemas in another way`);
  const later = "const later = (make) => { let made; return () => (made ??= make()); };\n";
  const getters = tables.getText().replace(entryOfTable, "$1get $2() { return $3; }");
  return [
    later,
    text.slice(0, made.getStart()),
    laterIn(made),
    text.slice(made.end, tables.getStart()),
    getters,
    text.slice(tables.end),
  ].join("");
}

/** The text of a function with functions in the place of its constants, and getters in the object that it returns. */
function laterIn(made) {
  const names = new Set();
  for (const statement of made.body.statements)
    if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) names.add(name.text);
  const printed = (node) => {
    if (ts.isIdentifier(node) && names.has(node.text)) return `${node.text}()`;
    if (ts.isVariableDeclaration(node) && names.has(node.name.text)) return `${node.name.text} = later(() => ${printed(node.initializer)})`;
    if (ts.isReturnStatement(node) && node.parent === made.body) return `return { ${node.expression.properties.map(getter).join(", ")} };`;
    return withParts(node, printed);
  };
  const getter = ({ name, initializer }) =>
    `get ${name.text}() { const value = ${printed(initializer)}; Object.defineProperty(this, "${name.text}", { value }); return value; }`;
  return printed(made);
}

/** The text of a node in which each part has another text. */
function withParts(node, printed) {
  const source = node.getSourceFile().text;
  let text = "";
  let at = node.getStart();
  ts.forEachChild(node, (part) => {
    text += source.slice(at, part.getStart()) + printed(part);
    at = part.end;
  });
  return text + source.slice(at, node.end);
}
