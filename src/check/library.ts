import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result, Span } from "../diagnostics/diagnostic.js";
import type { HandlerBundle, ToolModel } from "../model/tool.js";
import { closest } from "../runtime/repair/closest.js";
import { locate, type SpecDocument } from "../source/tree.js";
import type { SourceResult } from "./check-source.js";
import type { NameClaim } from "./rules/unique-names.js";

/** A tool that comes with toolgen and that a project takes: what its spec came to, its handler's bundle, and where `library` names it. */
export interface Taken {
  readonly result: SourceResult;
  readonly code: string | undefined;
  readonly span: Span;
}

interface Library {
  /** What the project names, right or wrong. */
  readonly named: readonly string[];
  /** What there is. */
  readonly known: readonly string[];
}

/** The names in `library` that there are, each once. */
export function checkLibrary(document: SpecDocument, { named, known }: Library): Result<readonly string[]> {
  const problems = named.flatMap((name, i): readonly Diagnostic[] =>
    known.includes(name)
      ? []
      : [
          diagnostic(
            "unknown-library-tool",
            locate(document.root, ["library", i]),
            { name },
            { didYouMean: closest(name.startsWith("std/") ? name : `std/${name}`, known) },
          ),
        ],
  );
  return [[...new Set(named)].filter((name) => known.includes(name)), problems];
}

/** Where `library` names a tool. */
export function placeInLibrary({ root }: SpecDocument, name: string): Span {
  const list = root.kind === "map" ? root.entries.find(({ key }) => key === "library")?.value : undefined;
  const item = list?.kind === "list" ? list.items.find((one) => one.kind === "scalar" && one.text === name) : undefined;
  return (item ?? root).span;
}

export interface Added {
  readonly tools: readonly ToolModel[];
  readonly handlers: readonly HandlerBundle[];
  readonly claims: readonly NameClaim[];
}

/**
 * Tools that come with toolgen, beside a project's own: `claims` are the names that those want. A name that collides is told where `library` names the
 * tool. Of the wrong names that models use, the project's come first: a tool of the library does without those that are taken. Handlers are bundled already.
 */
export function addTaken(claims: readonly NameClaim[], taken: readonly Taken[]): Added {
  const names = taken.flatMap(({ result, span }) => result.tools.map(({ name }): NameClaim => ({ name, span, isAlias: false })));
  const used = new Set([...claims, ...names].map(({ name }) => name.toLowerCase()));
  return {
    claims: names,
    tools: taken.flatMap(({ result }) =>
      result.tools.map(({ handler: _, ...tool }) => ({
        ...tool,
        nameAliases: tool.nameAliases.filter((alias) => !used.has(alias.toLowerCase())),
      })),
    ),
    handlers: taken.flatMap(({ result, code }) =>
      code === undefined ? [] : result.tools.map(({ name }): HandlerBundle => ({ tool: name, code, map: undefined })),
    ),
  };
}
