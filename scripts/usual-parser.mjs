// The part of the parser of shell commands that usual commands need. V8 reads a file before it runs it, and the whole
// parser takes a call longer to read than to use.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { ts } from "ts-morph";

/** Commands as models write them. Each function of the parser that none of them needs is rare. */
const usualCommands = [
  "npm test 2>&1 | tail -n 20",
  "cd packages/app && npm run build 2>&1 | grep -E 'error|warning' | head -n 5",
  "CI=1 npx vitest run test/a.test.ts 2>&1 | grep -v '^ok' | sort | uniq -c | sort -rn",
  `git log --oneline --format="%h %s" -- src/*.ts | sed -n '1,5p' | awk '{print $1}'`,
  `find . -name "*.ts" -not -path './node_modules/*' | xargs grep -ln "$NAME" | wc -l`,
  "ls -la ~/src $HOME 2>/dev/null | cut -c1-3 | less",
  "curl -s http://localhost:3000/a?b=c | jq -r '.items[] | .id'",
  "(cd src && ls) | tail -1 # the last",
  "pytest -x -q tests \\\n  | tail -5",
  'for f in *.ts; do echo "$f: $(wc -l < "$f")"; done | sort | head -3',
];

/** A rare function throws this text. It ends the reading, and the whole parser reads the command. */
export const isRare = "toolgen: rare syntax";

/** Replaces the body of each rare function of the parser. */
export async function usualParser(common) {
  const used = await functionsUsed(common);
  return parserWith(({ name, body }) => (used.has(name) ? body : `throw ${JSON.stringify(isRare)};`));
}

/** The names of the parser's functions that the usual commands need. */
async function functionsUsed(common) {
  const outfile = join(common.absWorkingDir, "dist", "counted-parser.cjs");
  const { outputFiles } = await build({
    ...common,
    entryPoints: ["src/call/split-pipeline.ts"],
    outfile,
    write: false,
    plugins: [parserWith(({ name, body }) => `used.add(${JSON.stringify(name)});${body}`)],
  });
  const used = new Set();
  const module = { exports: {} };
  new Function("module", "exports", "require", "used", outputFiles[0].text)(module, module.exports, createRequire(outfile), used);
  for (const command of usualCommands) {
    const { strip, reason } = module.exports.splitPipeline(command);
    if (!strip) throw new Error(`The guard leaves a usual command as it is: ${command}: ${reason}`);
  }
  return used;
}

/** The parser, with other bodies of its functions. */
const parserWith = (replaced) => ({
  name: "parser-with",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]unbash[/\\]dist[/\\][\w-]+\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      let contents = "";
      let at = 0;
      for (const { name, start, end } of functionsIn(path, text)) {
        contents += text.slice(at, start) + replaced({ name, body: text.slice(start, end) });
        at = end;
      }
      // A decoder that no function uses any more is left out.
      return { contents: (contents + text.slice(at)).replaceAll("= new TextDecoder(", "= /* @__PURE__ */ new TextDecoder(") };
    });
  },
});

/** The bodies of the functions and methods of a module, outermost only. Constructors are always needed. */
function functionsIn(path, text) {
  const found = [];
  const visit = (node) => {
    const isFunction = ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isAccessor(node);
    if (!isFunction || node.body === undefined) return ts.forEachChild(node, visit);
    const start = node.body.getStart() + 1;
    found.push({ name: `${basename(path)}:${start}`, start, end: node.body.end - 1 });
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}
