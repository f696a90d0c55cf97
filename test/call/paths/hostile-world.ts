import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type DefinedTool, defineTool } from "../../../src/agent/tool/define-tool.js";
import type { CompiledTool } from "../../../src/contract/definition.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { compiled } from "../../kit/compiled.js";
import { callTool, type Printed } from "../../kit/printed.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** The content of every file outside of the roots, and a part of one's name. No result may hold it. */
export const canary = "CANARY-7f3a9c";

/** The content of every file inside. */
export const inside = "inside";

export interface HostileWorld {
  readonly base: string;
  /** The workspace, which is the project too, and another root; the same is in both. */
  readonly roots: { readonly workspace: string; readonly data: string };
}

const folders = ["src/deep", ".git/hooks", "generated/bin", "tools.d", "vendor/lib/.git", "my dir", "-dir", "deep", "%2e%2e"];
const files = [
  ...[
    "in.txt",
    "src/a.ts",
    "src/deep/b.ts",
    ".git/config",
    "vendor/lib/.git/config",
    "generated/bin/call",
    "tools.d/a.yaml",
    "tools.d/lib.sh",
  ],
  ...[
    "toolgen.yaml",
    "gr\u00fc\u00dfe.txt",
    "-rf",
    "-dir/x",
    "--help",
    " ",
    "a\nb",
    "~",
    "file:",
    "C:",
    "..a",
    "...",
    "%2e%2e/x",
    "host:path",
  ],
  ...[
    "nul",
    "con",
    "a b",
    "$(x)",
    "*",
    "\\\\server\\share",
    "..\\..\\outside\\secret",
    "@file",
    "\u202egnp.txt",
    "\u2024\u2024",
    "e\u0301",
  ],
];

/** Links in a root, each by what it says; `BASE` and `ROOT` stand for the folders. */
const links: Readonly<Record<string, string>> = {
  "out-dir": "../outside/dir",
  "out-file": "../outside/secret",
  "out-absolute": "BASE/outside",
  "out-dotted": "./src/../../outside",
  "out-deep/link": "../../outside/dir",
  "out-brother": "../ROOTNAME-evil",
  "dangling-in": "src/new.ts",
  "dangling-out": "../outside/new",
  "dangling-out-dir": "../outside/no/such/folder",
  "dangling-git": ".git/hooks/pre-commit",
  "loop-a": "loop-b",
  "loop-b": "loop-a",
  "loop-self": "loop-self/x",
  "loop-in": "src/../loop-in",
  chain: "chain-2",
  "chain-2": "chain-3",
  "chain-3": "out-dir",
  "chain-in": "chain-in-2",
  "chain-in-2": "in-link",
  "in-link": "src",
  "in-file": "in.txt",
  "in-absolute": "ROOT/src",
  up: "..",
  "up-up": "../..",
  here: ".",
  "root-link": "/",
  "etc-link": "/etc",
  "tmp-link": "/tmp",
  "deep-link": "src/deep",
  "git-link": ".git",
  "hook-link": ".git/hooks",
  "generated-link": "generated",
  "spec-link.txt": "tools.d/a.yaml",
  "specs-link": "tools.d",
  "config-link": "toolgen.yaml",
  "back-in": "../outside/in-again-ROOTNAME",
  "proc-cwd": "/proc/self/cwd",
  "proc-root": "/proc/self/root",
  "proc-fd": "/proc/self/fd/0",
  "dev-fd": "/dev/fd",
  "dev-stdin": "/dev/stdin",
  "link with space": "../outside",
  "link\nline": "../outside/secret",
  "-link": "../outside/dir",
  "\u202elink": "../outside/secret",
};

/** A fresh world. Everything that a call may neither read nor write has the canary in it. */
export function hostileWorld(): HostileWorld {
  const base = temporaryFolder("hostile");
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), `${text}\n`);
  };
  const outside = ["secret", "dir/secret", "dir/in.txt", "dir/deep/secret", "in.txt", "a.ts", `${canary}.txt`, `dir/${canary}.txt`];
  for (const path of outside) put(`outside/${path}`, canary);
  put(".git/config", canary);
  put("in.txt", canary);
  for (const root of ["work", "data"]) {
    put(`${root}-evil/secret`, canary);
    for (const folder of folders) mkdirSync(join(base, root, folder), { recursive: true });
    for (const path of files) put(`${root}/${path}`, inside);
    for (const [name, says] of Object.entries(links)) {
      mkdirSync(dirname(join(base, root, name)), { recursive: true });
      symlinkSync(says.replace("BASE", base).replace("ROOTNAME", root).replace("ROOT", join(base, root)), join(base, root, name));
    }
    symlinkSync(`../${root}/src`, join(base, `outside/in-again-${root}`));
    symlinkSync(root, join(base, `${root}-link`));
  }
  return { base, roots: { workspace: join(base, "work"), data: join(base, "data") } };
}

/** Everything in a world that no call may change, by path: what is beside the roots, and in them what tools leave alone. */
export function untouchable({ base }: HostileWorld): Readonly<Record<string, string>> {
  const kept = [
    "work/.git",
    "work/vendor/lib/.git",
    "work/generated",
    "work/tools.d",
    "work/toolgen.yaml",
    "data/.git",
    "data/vendor/lib/.git",
  ];
  const beside = readdirSync(base).filter((name) => name !== "work" && name !== "data");
  return Object.fromEntries([...beside, ...kept].flatMap((path) => entriesOf(base, path)));
}

function entriesOf(base: string, path: string): readonly (readonly [string, string])[] {
  const place = join(base, path);
  const stats = lstatSync(place);
  if (stats.isSymbolicLink()) return [[path, `-> ${readlinkSync(place)}`]];
  if (!stats.isDirectory()) return [[path, readFileSync(place, "utf8")]];
  return [[path, "folder"], ...readdirSync(place).flatMap((name) => entriesOf(base, join(path, name)))];
}

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
