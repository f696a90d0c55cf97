import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The helper by which tests repeat or sample: what it exports differs between `npm test` and the soak. */
export const repeatModule = "test/kit/repeat.ts";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Statement {
  readonly start: number;
  readonly end: number;
  /** True for a test: a call of `it`, `describe` or what they return. */
  readonly isTest: boolean;
  /** The names that it declares, and those that it mentions. */
  readonly declared: ReadonlySet<string>;
  readonly mentioned: ReadonlySet<string>;
}

/**
 * The text of a file of tests without the tests that the soak would only run as `npm test` does: those that neither
 * mention `repeat` or `sampled` nor anything of the file or of its helpers that does. Lines keep their numbers.
 */
export function withoutUsualTests(path: string, text: string): string {
  const repeating = repeatingNames(path, text);
  return statementsOf(text)
    .filter(({ isTest, mentioned }) => isTest && !overlaps(mentioned, repeating))
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, "") + rest.slice(end), text);
}

/** Returns true if a file has tests that `npm run test:soak` repeats more often than `npm test`. */
export function hasRepeatingTests(path: string): boolean {
  const text = readFileSync(join(root, path), "utf8");
  const repeating = repeatingNames(path, text);
  // Tests that loops and functions make aren't told apart.
  return repeating.size > 0 && statementsOf(text).some(({ mentioned }) => overlaps(mentioned, repeating));
}

const known = new Map<string, ReadonlySet<string>>();

/** The names of a file's outermost level whose values differ in the soak. */
function repeatingNames(path: string, text: string): ReadonlySet<string> {
  const names = new Set(path === repeatModule ? ["repeat", "sampled", "isSoak"] : importedNames(path, text));
  const statements = statementsOf(text);
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const { declared, mentioned } of statements) if (overlaps(mentioned, names)) for (const name of declared) names.add(name);
  }
  return names;
}

/** The names that a file imports of helpers in which they differ in the soak. */
function importedNames(path: string, text: string): readonly string[] {
  return programOf(text).flatMap(({ type, source, specifiers, importKind }) => {
    const from = String((source as Node | undefined)?.value);
    const helper = relative(root, join(root, dirname(path), from)).replace(/\.js$/, ".ts");
    const isHelper = type === "ImportDeclaration" && importKind !== "type" && from.startsWith(".") && helper.startsWith("test/");
    if (!isHelper || !existsSync(join(root, helper))) return [];
    if (!known.has(helper)) {
      // A circle of helpers ends here.
      known.set(helper, new Set());
      known.set(helper, repeatingNames(helper, readFileSync(join(root, helper), "utf8")));
    }
    return (specifiers as readonly Node[]).flatMap((one) => {
      const name = (one.imported as Node | undefined)?.name;
      return name === undefined || known.get(helper)?.has(String(name)) ? [String((one.local as Node).name)] : [];
    });
  });
}

const programOf = (text: string) => parseAst(text, { lang: "ts" }).body as unknown as readonly Node[];

function statementsOf(text: string): readonly Statement[] {
  const program = programOf(text).filter(({ type }) => type !== "ImportDeclaration");
  const outermost = new Set(program.flatMap(declaredBy));
  return program.map((node) => {
    const mentioned = new Set(identifiersIn(node));
    const isTest = node.type === "ExpressionStatement" && /^(?:it|describe)$/.test(calledName(node.expression as Node));
    // A hook sets variables of the file, and so may a loop.
    const declared =
      isTest || !/^(?:Expression|For|If|Block)/.test(node.type) ? declaredBy(node) : [...mentioned].filter((name) => outermost.has(name));
    return { start: node.start, end: node.end, isTest, declared: new Set(declared), mentioned };
  });
}

function declaredBy(node: Node): readonly string[] {
  const { type, declaration, declarations, id } = node;
  if (/^Export/.test(type)) return declaration === null || declaration === undefined ? [] : declaredBy(declaration as Node);
  if (type === "VariableDeclaration") return (declarations as readonly Node[]).flatMap((one) => identifiersIn(one.id as Node));
  return type === "FunctionDeclaration" || type === "ClassDeclaration" ? identifiersIn(id as Node) : [];
}

/** The name at the beginning of a chain of calls and properties. */
function calledName(node: Node | undefined): string {
  return node?.type === "Identifier"
    ? String(node.name)
    : node === undefined
      ? ""
      : calledName((node.callee ?? node.object) as Node | undefined);
}

function identifiersIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(identifiersIn);
  if (typeof value !== "object" || value === null) return [];
  const { type, name, computed, property, key, ...rest } = value as Node;
  // The name of a property is not a name of the file.
  const inBrackets = computed === true ? [property, key] : [];
  return [...(type === "Identifier" ? [String(name)] : []), ...[...Object.values(rest), ...inBrackets].flatMap(identifiersIn)];
}

const overlaps = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].some((one) => others.has(one));
