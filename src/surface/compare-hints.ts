import type { NamelessChange } from "./change.js";
import { ownMember } from "./own-member.js";
import type { ToolSurface } from "./surface.js";

/** The value of each MCP hint with which a client asks less: it claims that a tool does less. */
const relaxed = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

type Hinted = Pick<ToolSurface, "hints">;

/** Compares the hints of specs. A hint that a spec doesn't set follows from kind and risk, which are compared too. */
export function compareHints({ hints: before }: Hinted, { hints: after }: Hinted): readonly NamelessChange[] {
  if (before === undefined || after === undefined) return [];
  return Object.entries(relaxed).flatMap(([keyword, relaxedValue]): readonly NamelessChange[] => {
    const [old, now] = [ownMember(before, keyword), ownMember(after, keyword)];
    if (old === now) return [];
    // The hint that then follows from kind and risk may be the relaxed one.
    const isRelaxed = now === relaxedValue || (now === undefined && old !== relaxedValue);
    return [{ code: isRelaxed ? "hint-relaxed" : "hint-tightened", keyword, before: old, after: now }];
  });
}
