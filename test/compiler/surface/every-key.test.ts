import { expect, it } from "vitest";
import { configShape } from "../../../src/compiler/check/language/config-shape.js";
import { promptShape } from "../../../src/compiler/check/language/prompt-shape.js";
import { resourceShape } from "../../../src/compiler/check/language/resource-shape.js";
import type { Shape } from "../../../src/compiler/check/language/shape.js";
import { toolShape } from "../../../src/compiler/check/language/tool-shape.js";
import { compareSurfaces, surfaceOfModel } from "../../../src/compiler/compare-surfaces.js";
import { compile } from "../../../src/compiler/compile.js";
import { isError } from "../../../src/contract/diagnostic.js";
import { changeText } from "../../../src/contract/surface-change.js";
import { assets } from "../../kit/compiled.js";
import { memoryHost } from "../../kit/memory-host.js";
import { type KeyChange, projectKeyChanges, promptKeyChanges, resourceKeyChanges, toolKeyChanges } from "./key-changes.js";

/**
 * Every key that a shape has, with the keys inside: `risk.rules.when`, `paths.*.root`. Those of a later version aside.
 */
function keysOf(shape: Shape, prefix = ""): readonly string[] {
  switch (shape.kind) {
    case "record":
      return Object.entries(shape.fields)
        .filter(([, field]) => !field.notYet)
        .flatMap(([key, field]) => [`${prefix}${key}`, ...keysOf(field.shape, `${prefix}${key}.`)]);
    case "list":
      return keysOf(shape.of, prefix);
    case "map":
      return keysOf(shape.of, `${prefix}*.`);
    case "either":
      return [shape.list, shape.map].flatMap((one) => (one === undefined ? [] : keysOf(one, prefix)));
    case "text":
    case "boolean":
    case "never":
    case "integer":
    case "choice":
    case "json":
      return [];
    default:
      return shape satisfies never;
  }
}

/** Keys that no model and no client sees, and that decide nothing about a call. */
const unseen = [
  ...["$schema", "examples", "lint"],
  // What a fragment says is compared in the tools that extend it.
  "extends",
  // They choose the compiler, its language and the files of specs, whose tools are compared.
  ...["version", "toolgen", "specs"],
  // A page for people.
  "targets.docs",
  // How modules of TypeScript find each other.
  "targets.classes.importExtension",
  // It says where a handler's packages are.
  "external",
  // Which programs can do what their own options and variables ask for.
  "features",
];
/** Reading a resource must be safe, so a resource can have only one value of these. */
const fixedInResources = ["allowLeadingDash", "data", "paths.*.access", "http.body", "output.preview"];
const isAmong = (keys: readonly string[], key: string) => keys.some((one) => key === one || key.startsWith(`${one}.`));

interface Kind {
  readonly shape: Shape;
  readonly changes: Readonly<Record<string, KeyChange>>;
  /** Keys without a change. */
  readonly unseen: readonly string[];
  /** The file of the document, and what it always has. */
  readonly file: string;
  readonly head: object;
}

/** Keys of a tool that a resource has too. Its calls must be safe. */
const ofResource = Object.fromEntries(
  Object.entries(toolKeyChanges)
    .filter(([key]) => keysOf(resourceShape).includes(key) && !Object.hasOwn(resourceKeyChanges, key) && !isAmong(fixedInResources, key))
    .map(([key, change]) => [key, forResource(change)]),
);

function forResource({ both, ...change }: KeyChange): KeyChange {
  const { schema, paths } = both as { readonly schema?: { readonly properties: object }; readonly paths?: object };
  if (schema === undefined) return { ...change, both: { uri: "x://a", ...both } };
  const names = Object.keys(schema.properties);
  const address = `x://${names.map((name) => `{${name}}`).join("/")}`;
  return { ...change, both: { ...both, ...(paths && { paths }), uriTemplate: address, schema: { ...schema, required: names } } };
}

const kinds: Readonly<Record<string, Kind>> = {
  tool: {
    shape: toolShape,
    changes: toolKeyChanges,
    unseen,
    file: "t.yaml",
    head: { name: "t", displayName: "T", description: "d", kind: "execute", risk: "dangerous" },
  },
  prompt: { shape: promptShape, changes: promptKeyChanges, unseen, file: "p.yaml", head: { prompt: "p", description: "d" } },
  resource: {
    shape: resourceShape,
    changes: { ...ofResource, ...resourceKeyChanges },
    unseen: [...unseen, ...fixedInResources],
    file: "q.yaml",
    head: { resource: "q", description: "d" },
  },
  project: { shape: configShape, changes: projectKeyChanges, unseen, file: "toolgen.yaml", head: { version: 1 } },
};

/** Many changes begin at the same documents. */
const surfaces = new Map<string, ReturnType<typeof freshSurface>>();
function surfaceOf(documents: Readonly<Record<string, object | string>>) {
  const key = JSON.stringify(documents);
  const surface = surfaces.get(key) ?? freshSurface(documents);
  surfaces.set(key, surface);
  return surface;
}

async function freshSurface(documents: Readonly<Record<string, object | string>>) {
  const placed = Object.entries(documents).map(([name, document]) => {
    const text = typeof document === "string" ? document : JSON.stringify(document);
    return [name === "toolgen.yaml" ? name : `tools.d/${name}`, text] as const;
  });
  const [{ model }, diagnostics] = await compile(memoryHost(Object.fromEntries(placed)), assets, { targets: [], handlers: "leave" });
  expect(diagnostics.filter(isError)).toEqual([]);
  return surfaceOfModel(model);
}

const rows = Object.entries(kinds).flatMap(([kind, { changes, file, head }]) =>
  Object.entries(changes).map(([key, change]) => ({ kind, key, file, head, change })),
);

it.each(rows)(
  "reports a change of the key $key of a $kind, both ways",
  async ({ file, head, change: { both, before, after, files = {} } }) => {
    const side = (own: object) => surfaceOf({ ...files, [file]: { ...head, ...both, ...own } });
    const [old, now] = [await side(before), await side(after)];
    for (const [one, other] of [
      [old, now],
      [now, old],
    ] as const) {
      const changes = compareSurfaces(one, other);
      expect(changes).not.toEqual([]);
      for (const found of changes) expect(changeText(found)).not.toMatch(/\{(?:at|keyword|before|after)\}|undefined|\[object/);
    }
  },
);

it.each(Object.entries(kinds))(
  "has a change for every key of a %s, unless neither models nor clients see it",
  (_, { shape, changes, unseen: without }) => {
    const keys = keysOf(shape);
    expect(keys.filter((key) => !isAmong(without, key) && !Object.hasOwn(changes, key))).toEqual([]);
    expect(Object.keys(changes).filter((key) => !keys.includes(key))).toEqual([]);
  },
);
