/**
 * Tool categories, for permissions and for display. The values are Gemini CLI's (`Kind` of `@google/gemini-cli-core`
 * 0.61); specs use the first nine. A plain object and not an enum, so that `"read"` is a `Kind` too.
 */
export const Kind = {
  Read: "read",
  Edit: "edit",
  Delete: "delete",
  Move: "move",
  Search: "search",
  Execute: "execute",
  Think: "think",
  Fetch: "fetch",
  Other: "other",
  Agent: "agent",
  Communicate: "communicate",
  Plan: "plan",
  SwitchMode: "switch_mode",
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** Kinds whose calls change nothing (Gemini CLI's `READ_ONLY_KINDS`). */
export const readOnlyKinds: ReadonlySet<Kind> = new Set<Kind>([Kind.Read, Kind.Search, Kind.Fetch]);
