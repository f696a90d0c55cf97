import type { JsonObject } from "../../runtime/json/json-value.js";

/** The keys of a spec that say what a tool does, and the comments on them by JSON Pointers. */
export interface GuessedEffects {
  readonly keys: JsonObject;
  readonly comments: Readonly<Record<string, string>>;
}

const guessed = "guessed from the server's annotations";
const trusted = "as the server says, which --trust believes";

/**
 * Guesses the kind and the risk of a tool from the annotations of its server. A tool that only reads by its server's
 * word is still confirmed, unless the user trusts that word. A tool without annotations is confirmed, too.
 */
export function guessEffects(annotations: JsonObject, { isTrusted }: { readonly isTrusted: boolean }): GuessedEffects {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  // A tool that changes something is destructive unless its server says otherwise.
  const additive = readOnlyHint !== true && destructiveHint === false ? { destructiveHint } : {};
  const others = Object.entries({ ...additive, idempotentHint, openWorldHint }).filter(([, hint]) => typeof hint === "boolean");
  const hints = others.length === 0 ? {} : { annotations: Object.fromEntries(others) as JsonObject };
  const comments = others.length === 0 ? {} : { "/annotations": "as the server has them" };
  if (readOnlyHint === true) {
    const keys: JsonObject = isTrusted
      ? { risk: "safe", annotations: { readOnlyHint, ...Object.fromEntries(others) } as JsonObject }
      : hints;
    const kind = isTrusted ? trusted : `${guessed}. Import with --trust, or write 'risk: safe', to let calls run without asking`;
    return { keys: { kind: "read", ...keys }, comments: { "/kind": kind, ...comments } };
  }
  if (destructiveHint === true)
    return { keys: { kind: "other", risk: "dangerous", ...hints }, comments: { "/kind": guessed, "/risk": guessed, ...comments } };
  if (destructiveHint === false) return { keys: { kind: "edit", risk: "moderate", ...hints }, comments: { "/kind": guessed, ...comments } };
  return {
    keys: { kind: "other", risk: "moderate", ...hints },
    comments: { "/kind": "guessed: the server doesn't say what the tool changes", ...comments },
  };
}
