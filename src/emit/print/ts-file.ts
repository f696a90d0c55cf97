import { type ClassDeclarationStructure, IndentationText, Project, Scope, StructureKind, ts } from "ts-morph";
import { InternalError, invariant } from "../../diagnostics/invariant.js";

/** A TypeScript file to be printed: its parts in order, a class or code that is printed already. */
export interface TsFile {
  readonly path: string;
  readonly parts: readonly (string | ClassStructure)[];
}

/** An exported class. Names are identifiers, types and values code, comments `docText`: ts-morph escapes none of them. */
export interface ClassStructure {
  readonly name: string;
  readonly docs: string;
  readonly extends: string;
  /** A field with a `value` is static. */
  readonly fields: readonly { readonly name: string; readonly docs: string; readonly type?: string; readonly value?: string }[];
  readonly parameters: readonly Parameter[];
  readonly construct: readonly string[];
  /** Protected ones, which override those of the base. */
  readonly methods: readonly {
    readonly name: string;
    readonly parameters: readonly Parameter[];
    readonly returns: string;
    readonly body: string;
  }[];
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly value?: string;
}

/**
 * Prints TypeScript files, and answers their texts by their paths. ts-morph prints classes from structures, once each; it goes through text letter by letter, so code that is printed already
 * is only put beside. The whole is parsed: a syntax error is a bug of ours.
 */
export function printTsFiles(files: readonly TsFile[]): ReadonlyMap<string, string> {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true, noResolve: true, types: [] },
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  const texts = files.map(({ path, parts }) => {
    const text = `${parts.map((part) => (typeof part === "string" ? part : printClass(project, part))).join("\n\n")}\n`;
    checkSyntax(path, text);
    return [path, text] as const;
  });
  return new Map(texts);
}

/** Files are forgotten at once, so that the cost of one doesn't grow with their number. */
function printClass(project: Project, structure: ClassStructure): string {
  const file = project.createSourceFile("class.ts", { statements: [declarationOf(structure)] });
  const text = file.getFullText().trim();
  file.forget();
  return text;
}

function declarationOf(structure: ClassStructure): ClassDeclarationStructure {
  const { name, docs, fields, parameters, construct, methods } = structure;
  return {
    kind: StructureKind.Class,
    name,
    isExported: true,
    extends: structure.extends,
    docs: [commentOf(docs)],
    properties: fields.map((field) => ({
      name: field.name,
      isStatic: field.value !== undefined,
      isReadonly: true,
      docs: [commentOf(field.docs)],
      ...(field.type === undefined ? {} : { type: field.type }),
      ...(field.value === undefined ? {} : { initializer: field.value }),
    })),
    ctors: [{ parameters: parameters.map(parameterOf), statements: [...construct] }],
    methods: methods.map((method) => ({
      name: method.name,
      scope: Scope.Protected,
      hasOverrideKeyword: true,
      parameters: method.parameters.map(parameterOf),
      returnType: method.returns,
      statements: [method.body],
    })),
  };
}

const parameterOf = ({ name, type, value }: Parameter) => ({ name, type, ...(value === undefined ? {} : { initializer: value }) });
/** A text of several lines begins on a line of its own. */
const commentOf = (text: string) => ({ description: text.includes("\n") ? `\n${text}` : text });

function checkSyntax(path: string, text: string): void {
  const file: object = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  // A field of TypeScript's own; the public way to it makes a whole program and costs ten times as much.
  invariant("parseDiagnostics" in file && Array.isArray(file.parseDiagnostics), "TypeScript's parser keeps its errors");
  const [problem] = file.parseDiagnostics as readonly ts.Diagnostic[];
  if (problem === undefined) return;
  const words = ts.flattenDiagnosticMessageText(problem.messageText, " ");
  throw new InternalError(`${path} was printed with a syntax error at character ${problem.start}: ${words}`);
}
