import { type NodePath, nodeAt, type SpecPositions } from "../contract/spec-node.js";
import type { ScopedTemplate } from "./arguments/program-texts.js";
import type { CodeLanguageName } from "./code-languages.js";
import { silent } from "./template/flatten.js";
import { type ModelValue, valuesOf } from "./template/model-values.js";
import { scopeFor, type TemplateContext } from "./template.js";
import { parseTemplate } from "./template-syntax.js";
import type { ProjectRows } from "./uses.js";

/** The values in what a call gives a program besides its arguments. */
export interface InputValues {
  /**
   * The parameters that are program text, as selectors, and their languages. `undefined`: an invalid language, which
   * was reported.
   */
  readonly code: Readonly<Record<string, CodeLanguageName | undefined>>;
  readonly stdin: readonly ModelValue[];
  readonly cwd: readonly ModelValue[];
  readonly tempFiles: Readonly<Record<string, readonly ModelValue[]>>;
  /** By the variables that `env.set` sets, on any platform. */
  readonly env: Readonly<Record<string, readonly ModelValue[]>>;
  /** The parameters that are paths. */
  readonly paths: readonly string[];
  /** Those of them that the tool may write. */
  readonly writable: readonly string[];
  /** The parameters that the author calls plain data. */
  readonly data: readonly string[];
  /** The rows of the project's own programs. */
  readonly programs: ProjectRows | undefined;
  /** True if `data` names all parameters. */
  readonly isAllData: boolean;
  /** The whole texts, for programs that read them as scripts. Files are found by their placeholders: `@temp.name`. */
  readonly texts: { readonly stdin?: ScopedTemplate; readonly tempFiles: Readonly<Record<string, ScopedTemplate>> };
}

/** The values in a template of the tool. */
export function valuesAt(tool: SpecPositions, context: TemplateContext, path: NodePath): readonly ModelValue[] {
  const text = templateAt(tool, context, path);
  return text === undefined ? [] : valuesOf(text.nodes, text.scope).map((value) => ({ ...value, text }));
}

/** A template of the tool. Mistakes in it are reported where it is compiled. */
export function templateAt(tool: SpecPositions, context: TemplateContext, path: NodePath): ScopedTemplate | undefined {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return undefined;
  const [nodes] = parseTemplate(scalar);
  return { nodes, scope: silent(scopeFor(scalar, { ...context, used: new Set(), own: { ...context.own, used: new Set() } }, [])) };
}

/** Returns the parameters in `code`, also those with an invalid language; `undefined` if `code` isn't a map. */
export function codeNames({ document, has }: SpecPositions): readonly string[] | undefined {
  if (!has("code")) return [];
  const node = nodeAt(document.root, ["code"]);
  return node?.kind === "map" ? node.entries.map(({ key }) => key) : undefined;
}
