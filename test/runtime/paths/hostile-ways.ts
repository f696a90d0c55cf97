import type { CompiledTool } from "../../../src/runtime/contract/definition.js";
import type { JsonObject } from "../../../src/runtime/json/json-value.js";
import { type DefinedTool, defineTool } from "../../../src/runtime/tool/define-tool.js";
import { compiled } from "../../kit/compiled.js";
import { callTool, type Printed } from "../../kit/printed.js";
import type { HostileWorld } from "./hostile-world.js";

/** A way in which a spec uses a path. */
export interface Way {
  readonly name: string;
  readonly writes: boolean;
  readonly root: "workspace" | "data" | "any";
  /** The arguments that hand the path over. */
  readonly params: (path: string) => JsonObject;
  /** The spec, but for its name and description. */
  readonly spec: string;
}

const one = (path: string) => ({ path });
const schema = "schema: { properties: { path: { type: string, description: Where. } }, required: [path] }";
const way = (name: string, access: "read" | "write" | "readWrite", spec: string, root: Way["root"] = "workspace"): Way => ({
  name,
  writes: access !== "read",
  root,
  params: one,
  spec: `kind: ${access === "read" ? "read" : "edit"}\n${schema}\npaths: { path: { access: ${access}, root: ${root} } }\n${spec}\n`,
});

const list: Way = {
  name: "reads several",
  writes: false,
  root: "workspace",
  params: (path) => ({ paths: ["in.txt", path] }),
  spec: `kind: read
schema: { properties: { paths: { type: array, items: { type: string }, description: Where. } }, required: [paths] }
paths: { "paths[]": read }
command: [cat, "{{#each paths}}{{this}}{{/each}}"]
`,
};

const nested: Way = {
  name: "writes what is inside of a parameter",
  writes: true,
  root: "workspace",
  params: (path) => ({ edits: [{ path: "written.txt" }, { path }] }),
  spec: `kind: edit
schema:
  properties:
    edits: { type: array, description: What., items: { type: object, properties: { path: { type: string } }, required: [path], additionalProperties: false } }
  required: [edits]
paths: { "edits[].path": write }
command: [tee, "{{#each edits}}{{this.path}}{{/each}}"]
stdin: written
`,
};

export const ways: readonly Way[] = [
  way("reads", "read", 'command: [cat, "{{path}}"]'),
  way("lists", "read", 'command: [ls, -A, "{{path}}"]'),
  way("reads behind text", "read", 'command: [dd, status=none, "if={{path}}"]'),
  list,
  way("runs in it", "read", 'command: [grep, -rsa, "CANARY", .]\ncwd: "{{path}}"'),
  way("runs below it", "read", 'command: [grep, -rsa, "CANARY", .]\ncwd: "{{path}}/deep"'),
  way("redirects from it", "read", "shell: cat < {{path}}"),
  way("takes its result from it", "read", 'command: ["true"]\noutput: { file: "{{path}}" }'),
  way("takes its result from below it", "read", 'command: ["true"]\noutput: { file: "{{path}}/secret" }'),
  way("reads in another root", "read", 'command: [cat, "{{path}}"]', "data"),
  way("writes", "write", 'command: [tee, "{{path}}"]\nstdin: written'),
  way("reads and writes", "readWrite", 'command: [cp, in.txt, "{{path}}"]'),
  way("writes behind text", "write", 'command: [dd, status=none, if=in.txt, "of={{path}}"]'),
  way("makes a folder", "write", 'command: [mkdir, -p, "{{path}}"]'),
  way("redirects into it", "write", "shell: printf written > {{path}}"),
  nested,
  way("writes in another root", "write", 'command: [tee, "{{path}}"]\nstdin: written', "data"),
  way("writes anywhere", "write", 'command: [tee, -a, "{{path}}"]\nstdin: ""', "any"),
];

/** The same in a sandbox that is opened by paths; its program is started where bubblewrap can be had. */
export const sandboxedWays: readonly Way[] = [
  way("reads in a sandbox", "read", 'command: [cat, "{{path}}"]\nsandbox: { read: paths }'),
  way("writes in a sandbox", "write", 'command: [tee, "{{path}}"]\nstdin: written\nsandbox: { read: paths, write: paths }'),
];

/** As compiled from its spec, by the name of its way. */
export async function toolsOf(chosen: readonly Way[]): Promise<ReadonlyMap<Way, DefinedTool>> {
  const specs = chosen.map(({ spec }, i) => `name: way_${i}\ndescription: A way to use a path.\n${spec}`);
  const files = { "toolgen.yaml": "version: 1\nroots: { data: ../data }\n", "tool.yaml": specs.join("---\n") };
  const { model, diagnostics } = await compiled(files, []);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return new Map(
    chosen.map((each, i) => {
      const tool = model.tools.find(({ name }) => name === `way_${i}`);
      if (tool === undefined) throw new Error(`way_${i} is missing`);
      const { displayName, description, locations, definition, schema: shown } = tool;
      return [each, defineTool(definition, shown, { format: 2, displayName, description, locations })];
    }),
  );
}

/** A call as `generated/bin/call` makes it, in the workspace of a world. */
export function callIn({ base, roots }: HostileWorld, tool: CompiledTool, params: JsonObject): Printed {
  const env = { PATH: process.env.PATH, HOME: base, TMPDIR: process.env.TMPDIR ?? "/tmp" };
  return callTool(tool, params, { workspace: roots.workspace, projectDir: roots.workspace, env });
}
