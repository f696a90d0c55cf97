import { Project, ts } from "ts-morph";
import { compileSchema } from "../../../src/check/schema/compile-schema.js";
import { literal } from "../../../src/emit/print/literal.js";
import { printToolTypes } from "../../../src/emit/typescript/print-tool-types.js";
import type { JsonObject, JsonValue } from "../../../src/runtime/json/json-value.js";
import { compiled } from "../../kit/compiled.js";

export interface Verdict {
  readonly schema: JsonObject;
  readonly types: string;
  readonly value: JsonValue;
  readonly valid: boolean;
  readonly typed: boolean;
}

/** A parameter `x` of these schemas, and values for it: what the validator says of each value, and what TypeScript does. */
export async function verdicts(
  cases: readonly { readonly x: JsonValue; readonly $defs?: JsonObject; readonly values: readonly JsonValue[] }[],
) {
  const schemas = cases.map(({ x, $defs }) => ({ properties: { x }, required: ["x"], ...($defs === undefined ? {} : { $defs }) }));
  return judge(schemas.map((schema, i) => ({ schema, values: (cases[i]?.values ?? []).map((x) => ({ x })) })));
}

/** The same for whole schemas of parameters. Schemas that the compiler refuses are left out. */
export async function judge(
  cases: readonly { readonly schema: JsonObject; readonly values: readonly JsonObject[] }[],
): Promise<readonly Verdict[]> {
  const specs = cases.map(({ schema }, i) => [
    `${i}.yaml`,
    JSON.stringify({ name: `case_${i}x`, description: "d", kind: "read", schema, command: ["true"] }),
  ]);
  const { model } = await compiled(Object.fromEntries(specs), []);
  const declarations = await printToolTypes(model.tools);
  const constants = cases.flatMap(({ values }, i) => {
    const tool = model.tools.find(({ name }) => name === `case_${i}x`);
    if (tool === undefined) return [];
    const types = declarations[model.tools.indexOf(tool)] ?? "";
    return values.map((value, n) => ({ tool, types, value, code: `export const v${i}_${n}: Case${i}XParams = ${literal(value)};` }));
  });
  const wrong = linesWithErrors([...declarations, ...constants.map(({ code }) => code)].join("\n//\n"));
  return constants.map(({ tool: { schema }, types, value, code }) => {
    return { schema, types, value, valid: accepts(schema, value), typed: !wrong(code) };
  });
}

function accepts(schema: JsonObject, value: JsonObject): boolean {
  try {
    // Defaults are written into what is validated.
    return compileSchema(schema).validate(structuredClone(value));
  } catch (error) {
    // Of some unions under `unevaluatedProperties`, ajv makes a validator that throws.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Which constants of a module TypeScript finds a mistake in. A mistake anywhere else is one of the types'. */
function linesWithErrors(text: string): (code: string) => boolean {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: { strict: true, noUncheckedIndexedAccess: true, target: ts.ScriptTarget.ES2022 },
  });
  const file = project.createSourceFile("types.ts", text);
  const errors = project
    .getProgram()
    .getSemanticDiagnostics(file)
    .map((one) => ({ at: one.getStart() ?? 0, message: one.getMessageText() }));
  const found = new Set<string>();
  for (const { at, message } of errors) {
    const start = text.lastIndexOf("\n//\n", at) + 4;
    const code = text.slice(start, text.indexOf("\n//\n", at) === -1 ? undefined : text.indexOf("\n//\n", at));
    if (!code.startsWith("export const"))
      throw new Error(`${typeof message === "string" ? message : message.getMessageText()}\n${code}\n${text}`);
    found.add(code);
  }
  return (code) => found.has(code);
}
