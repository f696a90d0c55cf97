import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const spec = (name: string, { words = "Says it.", more = "" } = {}) => `name: ${name}
description: ${words}
kind: read
schema: { properties: { text: { type: string } } }
command: [echo, "--", "{{text}}"]
${more}`;

const files = {
  "tools.d/a.yaml": spec("say_a"),
  "tools.d/b.yaml": spec("say_b", { more: "extends: [timed]\n" }),
  "tools.d/c.yaml": spec("say_c"),
  "tools.d/shared.yaml": "fragment: timed\ntimeout: 10s\n",
  "tools.d/d.yaml": `name: count\ndescription: Counts.\nkind: read\nschema: { properties: { text: { type: string } } }\nhandler: ./count.mjs#count\n`,
  "tools.d/count.mjs": "export const count = ({ text }) => String(text?.length);\n",
};

/** Changes of a project between two builds, each to one of its specs, with a number. */
const changes = {
  edit: (at: string, n: number) =>
    writeFileSync(at, readFileSync(at, "utf8").replace(/^description: .*/m, `description: Says it ${n} times.`)),
  "edit, with the same size and time": (at: string, n: number) => {
    const { atime, mtime } = statSync(at);
    writeFileSync(
      at,
      readFileSync(at, "utf8").replace(/^description: (.*)./m, (_, words) => `description: ${words}${n % 10}`),
    );
    utimesSync(at, atime, mtime);
  },
  "another name": (at: string, n: number) => writeFileSync(at, readFileSync(at, "utf8").replace(/^name: .*/m, `name: say_${n % 4}`)),
  rename: (at: string, n: number) => renameSync(at, join(dirname(at), `renamed-${n}.yaml`)),
  move: (at: string, n: number) => {
    mkdirSync(join(dirname(at), `folder-${n % 2}`), { recursive: true });
    renameSync(at, join(dirname(at), `folder-${n % 2}`, basename(at)));
  },
  delete: (at: string) => rmSync(at),
  add: (at: string, n: number) => writeFileSync(join(dirname(at), `new-${n}.yaml`), spec(`new_${n}`)),
  "a warning": (at: string) =>
    writeFileSync(at, readFileSync(at, "utf8").replace("properties: {", "properties: { unused: { type: string },")),
  "another fragment": (at: string, n: number) =>
    writeFileSync(join(dirname(at), "more.yaml"), `fragment: ${n % 2 ? "timed" : "other"}\ntimeout: ${n + 1}s\n`),
  "an edited fragment": (at: string, n: number) => {
    const shared = readdirSync(dirname(at)).includes("shared.yaml") ? join(dirname(at), "shared.yaml") : at;
    writeFileSync(shared, readFileSync(shared, "utf8").replace(/^timeout: .*/m, `timeout: ${n + 1}s`));
  },
  "another setting": (at: string, n: number) => {
    const specs = at.indexOf("/tools.d/");
    writeFileSync(join(at.slice(0, specs), "toolgen.yaml"), `env: [VARIABLE_${n % 3}]\n`);
  },
  "toolgen's fragment": (at: string) => appendFileSync(at, "x-note: std/\n"),
  "an edited handler": (at: string, n: number) => writeFileSync(join(dirname(at), "count.mjs"), `export const count = () => "${n}";\n`),
  nothing: () => {},
} satisfies Readonly<Record<string, (at: string, n: number) => void>>;

const outputs = (folder: string) => {
  const below = join(folder, "generated");
  const entries = readdirSync(below, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [join(parentPath, name).slice(below.length), readFileSync(join(parentPath, name), "utf8")]),
  );
};

/** The clock of the file system must tick between a change and a build, for the build to trust what it saw. */
const settle = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);

function built(folder: string) {
  settle();
  const { status, stderr } = toolgen(folder, ["build"]);
  return { status, stderr, outputs: status === 0 ? outputs(folder) : {} };
}

/** A build of the same project that has never been built, in a folder of the same name. */
function builtClean(folder: string) {
  const copy = join(temporaryFolder(), basename(folder));
  cpSync(folder, copy, { recursive: true, filter: (path) => ![".toolgen", "generated"].includes(basename(path)) });
  return built(copy);
}

it("builds after any changes what a clean build makes, byte for byte, and says the same", () => {
  const change = fc.record({ kind: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])), spec: fc.nat(), n: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }), fc.nat(), (steps, output) => {
      const folder = projectOf(files);
      built(folder);
      for (const step of steps) {
        for (const { kind, spec, n } of step) {
          const specs = readdirSync(join(folder, "tools.d")).filter((name) => /^(?!shared|more).*\.yaml$/.test(name));
          const name = specs[spec % specs.length];
          if (name !== undefined) changes[kind](join(folder, "tools.d", name), n);
        }
        const written = Object.keys(outputs(folder)).filter((path) => /\.(?:ts|json)$/.test(path) && !path.includes("manifest"));
        appendFileSync(join(folder, "generated", written[output % written.length] ?? ""), " ");
        expect(built(folder)).toEqual(builtClean(folder));
      }
    }),
    { numRuns: repeat({ usual: 2, soak: 40 }) },
  );
});
