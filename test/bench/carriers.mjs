import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { stringify } from "yaml";
import { run } from "./children.mjs";
import { toolgen } from "./projects.mjs";

/** The source of a handler, and of the bare script beside it: counts the lines of a file that contain a text. */
const countLines = `import { readFileSync } from "node:fs";
export function countLines({ path, pattern }) {
  const lines = readFileSync(path, "utf8").split("\\n");
  return { path, lines: lines.filter((line) => line.includes(pattern)).length };
}
`;

const bareHandler = `import { readFileSync } from "node:fs";
import { countLines } from "./tools.d/count-lines.mjs";
process.stdout.write(JSON.stringify(countLines(JSON.parse(readFileSync(0, "utf8")))));
`;

/** The same request, by the leanest way that Node brings along: its `fetch` takes longer to load. */
const bareHttp = (url) => `import { readFileSync } from "node:fs";
import { get } from "node:http";
const { id } = JSON.parse(readFileSync(0, "utf8"));
get(\`${url}/items/\${encodeURIComponent(id)}\`, { agent: false }, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  process.stdout.write(JSON.stringify(JSON.parse(text).title));
});
`;

const specs = (url) => [
  {
    name: "count_matches",
    description: "Count the lines of a file that hold a text.",
    kind: "read",
    schema: {
      properties: { path: { type: "string", description: "The file." }, pattern: { type: "string", description: "The text." } },
      required: ["path", "pattern"],
    },
    paths: { path: "read" },
    handler: "./count-lines.mjs#countLines",
  },
  {
    name: "find_item",
    description: "Find an item by its number.",
    kind: "fetch",
    schema: { properties: { id: { type: "string", description: "Its number." } }, required: ["id"] },
    http: { url: `${url}/items/{{id}}`, allowPrivate: ["127.0.0.1"] },
    output: { format: "json", select: "/title" },
  },
];

/**
 * A project whose tools run a handler and send a request, and a bare script for each that does the same. `close` ends the server that answers,
 * which is this process: only what is timed is counted.
 */
export async function carriersIn(folder) {
  const server = createServer((_request, response) => response.end('{"title":"An item","more":[1,2,3]}'));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const dir = join(folder, "project-carriers");
  mkdirSync(join(dir, "tools.d"), { recursive: true });
  const put = (path, text) => {
    writeFileSync(join(dir, path), text);
    return join(dir, path);
  };
  put("tools.d/count-lines.mjs", countLines);
  put(
    "tools.d/tools.yaml",
    specs(url)
      .map((spec) => stringify(spec))
      .join("---\n"),
  );
  put("notes.txt", "TODO\nDone\n".repeat(500));
  await run(process.execPath, [toolgen, "build"], { cwd: dir });
  const call = join(dir, "generated/bin/call");
  return {
    carriers: [
      {
        what: "handler",
        tool: "count_matches",
        script: put("handler.mjs", bareHandler),
        input: put("handler.json", '{"path":"notes.txt","pattern":"TODO"}'),
      },
      { what: "http", tool: "find_item", script: put("http.mjs", bareHttp(url)), input: put("http.json", '{"id":"7"}') },
    ].map((each) => ({ ...each, call, cwd: dir })),
    close: () => server.close(),
  };
}
