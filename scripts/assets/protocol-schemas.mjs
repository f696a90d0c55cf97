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

/** Leaves out the schemas that nothing in a bundle uses. */
export const usedSchemas = {
  name: "used-schemas",
  setup({ onLoad }) {
    onLoad({ filter: schemas }, async ({ path }) => ({ contents: withPureConstants(path, await readFile(path, "utf8")) }));
    onLoad({ filter: checks }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (text.match(registration)?.length !== 2) throw new Error(`${path} registers its schemas in another way`);
      return { contents: withPureConstants(path, text.replace(registration, "")) };
    });
  },
};

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
