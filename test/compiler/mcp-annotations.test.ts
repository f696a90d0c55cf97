import { expect, it } from "vitest";
import { mcpAnnotations } from "../../src/compiler/tool-model.js";
import type { ToolKind } from "../../src/contract/definition.js";
import type { RiskLevel } from "../../src/contract/risk.js";

const kinds: readonly ToolKind[] = ["read", "search", "think", "fetch", "other", "edit", "move", "delete", "execute"];

/** The hints of a tool that says of its risk no more than a level, as letters: readOnly, Destructive, Idempotent, Open world. */
function letters(kind: ToolKind, level: RiskLevel, requiresConfirmation = level !== "safe"): string {
  const hints = mcpAnnotations({ kind, risk: { level, requiresConfirmation, category: undefined }, annotations: {} });
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints;
  return [readOnlyHint && "R", destructiveHint && "D", idempotentHint && "I", openWorldHint && "O"].map((x) => x || "-").join("");
}

it("follows from kind and risk", () => {
  const table = Object.fromEntries(
    kinds.map((kind) => [kind, `${letters(kind, "safe")} ${letters(kind, "moderate")} ${letters(kind, "dangerous")}`]),
  );
  expect(table).toEqual({
    read: "R-I- ---- -D--",
    search: "R-I- ---- -D--",
    think: "R-I- ---- -D--",
    fetch: "---O ---O -D-O",
    other: "---O -D-O -D-O",
    edit: "---- -D-- -D--",
    move: "---- -D-- -D--",
    delete: "---- -D-- -D--",
    execute: "---O -D-O -D-O",
  });
});

it("declares no tool as read-only that must be confirmed, because clients don't ask before they call read-only tools", () => {
  expect(letters("read", "safe", true)).toBe("----");
  expect(letters("read", "moderate", false)).toBe("R-I-");
  expect(letters("read", "dangerous", false)).toBe("-D--");
});

it("declares nothing safe of a tool of another server, unless the spec does", () => {
  const mcp = { server: { url: "https://mcp.example" }, tool: "get" } as never;
  const local = { server: { command: "server", args: [] }, tool: "get" } as never;
  const hints = (annotations: Readonly<Record<string, boolean>>, level: RiskLevel, definition: object) =>
    mcpAnnotations({ kind: "read", risk: { level, requiresConfirmation: level !== "safe", category: undefined }, annotations, definition });
  for (const definition of [{ mcp }, { mcp: local }]) {
    expect(hints({}, "moderate", definition)).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
    expect(hints({}, "safe", definition)).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: true });
    expect(hints({ destructiveHint: false, openWorldHint: false }, "moderate", definition)).toMatchObject({
      destructiveHint: false,
      openWorldHint: false,
    });
  }
});

it("lets settings override the spec's annotations: what they have asked about isn't read-only, and what is destructive goes by their level", () => {
  const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
  const risk = { level: "dangerous", requiresConfirmation: true, category: undefined, isOverridden: true } as const;
  expect(mcpAnnotations({ kind: "edit", risk, annotations })).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: false,
  });
  const safe = { level: "safe", requiresConfirmation: false, category: undefined, isOverridden: true } as const;
  expect(mcpAnnotations({ kind: "delete", risk: safe, annotations: { destructiveHint: true } })).toMatchObject({
    readOnlyHint: false,
    destructiveHint: false,
  });
  expect(mcpAnnotations({ kind: "read", risk: safe, annotations: { readOnlyHint: false } })).toMatchObject({ readOnlyHint: false });
});

it("lets the spec's own annotations override what follows, and follows them", () => {
  const risk = { level: "moderate", requiresConfirmation: false, category: undefined } as const;
  expect(mcpAnnotations({ kind: "execute", risk, annotations: { readOnlyHint: true } })).toEqual({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  });
  // It changes nothing, but a client would not ask.
  for (const asked of [{ ...risk, requiresConfirmation: true }, { ...risk, level: "dangerous" } as const])
    expect(mcpAnnotations({ kind: "execute", risk: asked, annotations: { readOnlyHint: true } })).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
  const own = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
  expect(mcpAnnotations({ kind: "fetch", risk: { ...risk, level: "safe" }, annotations: own })).toEqual(own);
});

it("takes a request that only reads for read-only if its spec says so, unless it requires confirmation", () => {
  const hints = (level: RiskLevel) =>
    mcpAnnotations({
      kind: "fetch",
      risk: { level, requiresConfirmation: level !== "safe", category: undefined },
      annotations: { readOnlyHint: true },
    });
  expect(hints("safe")).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true });
  expect(hints("moderate").readOnlyHint).toBe(false);
});
