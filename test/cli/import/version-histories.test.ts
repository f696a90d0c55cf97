import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

type Part = Record<string, unknown>;
type Document = Part & { readonly paths: Record<string, Record<string, Part>> };

const parameter = (name: string, more: Part = {}) => ({
  name,
  in: "query",
  description: `The ${name}.`,
  schema: { type: "string" },
  ...more,
});
const answers = {
  "200": { description: "OK", content: { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } } },
};

/** An API of twelve resources, with a list, a form to make one, and one to delete each. */
function api(): Document {
  const paths = Array.from({ length: 12 }, (_, n) => {
    const name = `thing${n}`;
    const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
    const body = { type: "object", required: ["name"], properties: { name: { type: "string" }, size: { type: "integer" } } };
    return [
      [
        `/${name}`,
        {
          get: {
            operationId: `list_${name}`,
            tags: [name],
            summary: `List ${name}.`,
            parameters: [parameter("tag"), parameter("limit")],
            responses: answers,
          },
          post: {
            operationId: `create_${name}`,
            tags: [name],
            summary: `Make ${name}.`,
            requestBody: { required: true, content: { "application/json": { schema: body } } },
            responses: answers,
          },
        },
      ],
      [
        `/${name}/{id}`,
        {
          delete: {
            operationId: `delete_${name}`,
            tags: [name],
            summary: `Delete ${name}.`,
            parameters: [id],
            responses: { "204": { description: "Gone" } },
          },
        },
      ],
    ] as const;
  }).flat();
  return {
    openapi: "3.0.3",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: Object.fromEntries(paths),
  };
}

/** The later versions: what an API's authors change. */
const versions: readonly (readonly [name: string, change: (document: Document) => void, exitCode?: number])[] = [
  [
    "new parameters, and others in another order",
    ({ paths }) => {
      for (const item of Object.values(paths))
        if (item.get !== undefined)
          item.get.parameters = [
            parameter("sort", { schema: { type: "string", enum: ["asc", "desc"] } }),
            parameter("limit"),
            parameter("tag"),
          ];
    },
  ],
  [
    "other descriptions and types",
    ({ paths }) => {
      for (const item of Object.values(paths))
        if (item.get !== undefined)
          Object.assign(item.get, {
            summary: `${item.get.summary} Now with pages.`,
            parameters: [parameter("tag"), parameter("limit", { schema: { type: "integer" } })],
          });
    },
    // One of the edits disagrees with the document.
    1,
  ],
  [
    "new operations, and others that are gone",
    ({ paths }) => {
      paths["/added"] = { get: { operationId: "list_added", tags: ["added"], summary: "List added.", responses: answers } };
      delete paths["/thing11"];
    },
  ],
  [
    "other names of operations, and another server",
    (document) => {
      for (const item of Object.values(document.paths)) for (const one of Object.values(item)) one.operationId = `v2_${one.operationId}`;
      document.servers = [{ url: "https://api2.example.com/v2" }];
    },
  ],
  [
    "another way to sign in, and deprecated operations",
    (document) => {
      document.components = { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } };
      document.security = [{ key: [] }];
      Object.assign(document.paths["/thing10"]?.get ?? {}, { deprecated: true });
    },
  ],
];

const folder = "tools.d/things";

/** Edits of a spec: the file, the edit, and a check that it is still there. */
const edits: readonly (readonly [file: string, edit: (text: string) => string, kept: (text: string) => unknown])[] = [
  [
    "list-thing0.yaml",
    (text) => text.replace(/^description:.*$/m, "description: My own words."),
    (text) => parse(text).description === "My own words.",
  ],
  ["list-thing1.yaml", (text) => `${text}# a comment at the end\n`, (text) => text.includes("# a comment at the end")],
  ["create-thing2.yaml", (text) => text.replace("kind: other", "kind: edit"), (text) => parse(text).kind === "edit"],
  ["delete-thing3.yaml", (text) => `${text}timeout: 5s\n`, (text) => parse(text).timeout === "5s"],
  [
    "list-thing4.yaml",
    (text) => text.replace(/^toolsets:.*$/m, "toolsets: [ things, mine ]"),
    (text) => parse(text).toolsets.includes("mine"),
  ],
  [
    "list-thing5.yaml",
    (text) => text.replace("description: The tag.", "description: A tag of mine."),
    (text) => parse(text).schema.properties.tag.description === "A tag of mine.",
  ],
  [
    "create-thing6.yaml",
    (text) => text.replace("size: { type: integer }", "size: { type: integer, minimum: 1 }"),
    (text) => parse(text).schema.properties.size.minimum === 1,
  ],
  [
    "delete-thing7.yaml",
    (text) => text.replace("http: { ", 'http: { headers: { X-Mine: "1" }, '),
    (text) => parse(text).http.headers["X-Mine"] === "1",
  ],
];

const importing = (project: string, document: Document) => {
  writeFileSync(join(project, "api.json"), JSON.stringify(document));
  return toolgen(project, ["import", "openapi", "api.json", "--all", "--deprecated"]);
};
const textsIn = (project: string) => {
  const names = readdirSync(join(project, folder)).filter((name) => name.endsWith(".yaml"));
  return new Map(names.map((name) => [name, readFileSync(join(project, folder, name), "utf8")]));
};

const histories = versions.map(([name, change, exitCode = 0]) => ({ name, change, exitCode }));

it.each(histories)("keeps eight edits in the next version of a document, and makes the rest as new: $name", ({ change, exitCode }) => {
  const project = temporaryFolder();
  expect(importing(project, api())).toMatchObject({ status: 0 });
  for (const [file, edit] of edits) {
    const path = join(project, folder, file);
    const before = readFileSync(path, "utf8");
    writeFileSync(path, edit(before));
    expect(readFileSync(path, "utf8"), file).not.toBe(before);
  }
  const next = api();
  change(next);
  expect(importing(project, next)).toMatchObject({ status: exitCode });
  const merged = textsIn(project);
  expect(edits.filter(([file, , kept]) => kept(merged.get(file) ?? "") !== true).map(([file]) => file)).toEqual([]);
  // The names of tools stay, so a fresh import is compared by what is below the name.
  const fresh = temporaryFolder();
  expect(importing(fresh, next)).toMatchObject({ status: 0 });
  const byOrigin = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].map(([file, text]) => [/: ([A-Z]+ \S+)/.exec(text)?.[1] ?? file, text.replace(/^name: .*$/m, "")]));
  const edited = new Set(edits.map(([file]) => /: ([A-Z]+ \S+)/.exec(merged.get(file) ?? "")?.[1]));
  const untouched = (texts: ReadonlyMap<string, string>) => [...byOrigin(texts)].filter(([origin]) => !edited.has(origin)).sort();
  expect(untouched(merged)).toEqual(untouched(textsIn(fresh)));
});
