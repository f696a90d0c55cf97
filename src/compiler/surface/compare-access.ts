import type { SandboxRules } from "../../contract/definition.js";
import type { ChangeCode, NamelessChange } from "../../contract/surface-change.js";
import { type AccessSurface, ownMember } from "./surface.js";

/** Compares what calls of a tool may start, read, write and reach. */
export function compareAccess(before: AccessSurface, after: AccessSurface): readonly NamelessChange[] {
  const removed = "access-removed";
  return [
    ...compareLists({ before: before.programs, after: after.programs, removed, added: "program-added" }),
    ...compareLists({ before: before.requests, after: after.requests, removed, added: "request-added" }),
    ...compareLists({ before: before.privateHosts, after: after.privateHosts, removed, added: "private-host-added" }),
    ...compareLists({ before: before.variables, after: after.variables, removed, added: "variable-added" }),
    ...comparePaths(before.paths, after.paths),
    ...compareSandboxes(before.sandbox, after.sandbox),
    ...(before.execution === after.execution ? [] : [{ code: "execution-changed" } as const]),
  ];
}

type Paths = AccessSurface["paths"];

function comparePaths(before: Paths, after: Paths): readonly NamelessChange[] {
  const gone = Object.keys(before).filter((at) => !Object.hasOwn(after, at));
  return [
    ...gone.map((at): NamelessChange => ({ code: "access-removed", before: at })),
    ...Object.entries(after).flatMap(([at, rule]) => comparePath(at, ownMember(before, at), rule)),
  ];
}

function comparePath(at: string, before: Paths[string] | undefined, after: Paths[string]): readonly NamelessChange[] {
  if (before === undefined) return [{ code: after.access === "read" ? "read-added" : "write-added", at }];
  const isNewWrite = before.access === "read" && after.access !== "read";
  const isNewRead = before.access === "write" && after.access !== "write";
  const isSameRoot = before.root === after.root;
  // Any other folder is one that calls couldn't name.
  const rootCode = before.root === "any" ? "root-narrowed" : "root-widened";
  return [
    ...(isNewWrite ? [{ code: "write-added", at } as const] : []),
    ...(isNewRead ? [{ code: "read-added", at } as const] : []),
    ...(isSameRoot ? [] : [{ code: rootCode, at, before: before.root, after: after.root } as const]),
  ];
}

type Sandbox = AccessSurface["sandbox"];

function compareSandboxes(before: Sandbox, after: Sandbox): readonly NamelessChange[] {
  if (before === null) return after === null ? [] : [{ code: "sandbox-added" }];
  if (after === null) return [{ code: "sandbox-removed" }];
  return (["write", "read", "network"] as const).flatMap((keyword): readonly NamelessChange[] => {
    const difference = breadth(after, keyword) - breadth(before, keyword);
    const facts = { keyword, before: before[keyword], after: after[keyword] };
    return difference === 0 ? [] : [{ code: difference > 0 ? "sandbox-widened" : "sandbox-narrowed", ...facts }];
  });
}

const widths = ["none", "paths", "workspace", "any"] as const;

function breadth(sandbox: Pick<SandboxRules, "write" | "read" | "network">, keyword: "write" | "read" | "network"): number {
  const value = sandbox[keyword];
  return typeof value === "boolean" ? Number(value) : widths.indexOf(value);
}

interface ListComparison {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The kinds of changes for a text that is gone, and for a new one. */
  readonly removed: ChangeCode;
  readonly added: ChangeCode;
  readonly at?: string;
}

/** Returns a change for each text that only one of two lists has. */
export function compareLists({ before, after, removed, added, at }: ListComparison): readonly NamelessChange[] {
  const path = at === undefined ? {} : { at };
  return [
    ...before.filter((text) => !after.includes(text)).map((text) => ({ code: removed, ...path, before: text })),
    ...after.filter((text) => !before.includes(text)).map((text) => ({ code: added, ...path, after: text })),
  ];
}
