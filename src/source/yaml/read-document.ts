import type { Document } from "yaml";
import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, SourceFile } from "../../diagnostics/diagnostic.js";
import type { SpecNode } from "../spec-node.js";
import { spanOf } from "./span-of.js";
import { TreeBuilder } from "./tree-builder.js";
import { yamlSyntaxProblem } from "./yaml-syntax-problem.js";

interface ReadDocument {
  readonly root: SpecNode | undefined;
  readonly problems: readonly Diagnostic[];
  /** How many values it has. */
  readonly values: number;
}

/** A document that is wrong all over has one mistake, repeated. */
const maxProblems = 100;

/** Converts a document. After a syntax error, only the mistakes before it are reported. */
export function readDocument(file: SourceFile, document: Document.Parsed): ReadDocument {
  const builder = new TreeBuilder(file);
  const root = builder.node(document.contents, 1);
  const { values } = builder;
  const tags = [document.errors, document.warnings]
    .flat()
    .filter((e) => e.code === "TAG_RESOLVE_FAILED")
    .slice(0, maxProblems)
    .map((e) => diagnostic("unsupported-tag", spanOf(file, e.pos), { tag: file.text.slice(...e.pos) }));
  const first = document.errors.filter((e) => e.code !== "TAG_RESOLVE_FAILED").sort((a, b) => a.pos[0] - b.pos[0])[0];
  const problems = [...builder.problems.slice(0, maxProblems), ...tags];
  if (first === undefined) return { root: builder.incomplete ? undefined : root, problems, values };

  // After the first syntax error the tree is a guess, and so are further reports about it.
  const offset = first.pos[0];
  const trusted = problems.filter((p) => (p.span?.start ?? 0) <= offset);
  if (trusted.some((p) => p.code === "unquoted-template")) return { root: undefined, problems: trusted, values };
  const { problem, help, at } = yamlSyntaxProblem({ code: first.code, message: first.message, offset }, file.text);
  const opener = at === "opener" ? builder.openers.get(offset) : undefined;
  const span = opener === undefined ? spanOf(file, first.pos) : { file, start: opener, end: opener + 1 };
  return { root: undefined, problems: [...trusted, diagnostic("yaml-syntax", span, { problem }, { help })], values };
}
