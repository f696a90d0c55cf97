import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { compiledTools } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";
import { entering, ways } from "./values.js";

interface Entry {
  readonly sh?: string;
  readonly bash?: string;
}
const groups = parse(readFileSync(new URL("statements.yaml", import.meta.url), "utf8")) as Readonly<Record<string, readonly Entry[]>>;
const statements = Object.entries(groups).flatMap(([group, entries]) =>
  entries.map(({ sh, bash }) => ({ group, dialect: sh === undefined ? "bash" : "sh", text: sh ?? bash ?? "" })),
);
const properties = { x: { type: "string" }, y: { type: "string" }, p: { type: "string" } };

/** The scripts of a statement: one for each way in which the value comes. */
function scriptsOf({ group, text }: (typeof statements)[number]): readonly { readonly script: string; readonly spec: object }[] {
  if (group === "input") return [{ script: text, spec: { stdin: "{{x}}" } }];
  if (group === "files") return [{ script: text, spec: { tempFiles: { t: "{{x}}" } } }];
  const fromFile = { script: `t=$(cat {{@temp.t}})\n${text.replaceAll("{{x}}", '"$t"')}`, spec: { tempFiles: { t: "{{x}}" } } };
  return [...ways.map((way) => entering(text, way)), fromFile];
}

/** Every how many statements one is tried. */
const every = repeat({ usual: 5, soak: 1 });

it("has hundreds of statements", () => {
  expect(statements.length).toBeGreaterThan(600);
});

it("builds none of the statements in which a value would be code, however the value comes", async () => {
  const tried = statements
    .filter((_, i) => i % every === 0)
    .flatMap((one) => scriptsOf(one).map(({ script, spec }) => ({ dialect: one.dialect, script, spec })));
  const tools = await compiledTools(
    tried.map(({ dialect, script, spec }) => ({
      kind: "read",
      schema: { properties, required: Object.keys(properties) },
      paths: { p: "readWrite" },
      shell: { [dialect]: script },
      ...spec,
    })),
  );
  const [harmless] = await compiledTools([{ kind: "read", schema: { properties }, shell: "printf %s {{x}} {{y}} {{p}}" }]);
  expect(harmless?.tool).toBeDefined();
  expect(tried.filter((_, i) => tools[i]?.tool !== undefined).map(({ script }) => script)).toEqual([]);
});
