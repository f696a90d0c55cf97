import { expect, it } from "vitest";
import { answerHook, hookForms } from "../../src/call/bin/hook-forms.js";
import type { AgentClient } from "../../src/clients/client.js";
import { findConfirmationSide } from "../../src/clients/client-hook.js";

const client = (confirmationSide: AgentClient["confirmationSide"]) => ({ confirmationSide }) as AgentClient;
const entry = { leaves: { args: ["--client-asks"] }, asks: { args: ["server.cjs"] } };

it.each([
  // The side of the client, the server, the lists, the hook: who asks.
  ["client", "leaves", true, true, "client"],
  ["client", "leaves", true, false, "client"],
  ["client", "leaves", false, true, "client"],
  ["client", "leaves", false, false, "neither"],
  ["client", "asks", true, true, "both"],
  ["client", "asks", true, false, "both"],
  ["client", "asks", false, true, "both"],
  ["client", "asks", false, false, "server"],
  ["server", "leaves", false, false, "neither"],
  ["server", "asks", false, false, "server"],
] as const)("finds who asks: side %s, the server %s, lists %s, hook %s: %s", (side, server, holdsPolicy, holdsHook, asks) => {
  expect(findConfirmationSide({ client: client(side), entry: entry[server], holdsPolicy, holdsHook })).toBe(asks);
});

/** Models how a client decides a call by its own rule about the tool and by the answer of a hook, as measured with Claude Code. */
function clientAsks(list: "allow" | "ask" | "none", hook: string): "runs" | "asks" | "refused" {
  if (hook === "deny") return "refused";
  if (hook === "ask" || list === "ask") return "asks";
  return list === "allow" || hook === "allow" ? "runs" : "asks";
}

/** Tools with the rule in our settings: `list` by the strictest of its calls that isn't denied; none if the hook decides each call. */
const tools = [
  { possible: ["allow"], list: "allow" },
  { possible: ["allow", "deny"], list: "allow" },
  { possible: ["ask"], list: "ask" },
  { possible: ["ask", "deny"], list: "ask" },
  { possible: ["allow", "ask"], list: "none" },
  { possible: ["allow", "ask", "deny"], list: "none" },
] as const;

const expected = { allow: "runs", ask: "asks", deny: "refused" } as const;

/** The hook's answer to a call with this decision, in the client's words. */
function said(form: string, decision: "allow" | "ask" | "deny", isRunUnasked: boolean): string {
  const made = decision === "allow" ? { decision } : { decision, reason: "r", call: undefined as never };
  const { reply, blockReason } = answerHook(hookForms[form] ?? (undefined as never), made, {
    isRequest: false,
    isRunUnasked: () => isRunUnasked,
  });
  if (blockReason !== undefined) return "deny";
  if (reply === undefined) return "nothing";
  const printed = JSON.parse(JSON.stringify(reply));
  return (printed.hookSpecificOutput ?? printed).permissionDecision;
}

it("asks once about what must be asked about, and about nothing else, whatever the lists are", () => {
  for (const { possible, list } of tools)
    for (const decision of possible)
      expect(clientAsks(list, said("claude", decision, list === "allow")), `${list}, ${decision}`).toBe(expected[decision]);
});

it("lets Codex run what a rule allows, before it asks, and leaves open what must be asked about", () => {
  const behaviorOf = (decision: "allow" | "ask" | "deny") => {
    const made = decision === "allow" ? { decision } : { decision, reason: "r", call: undefined as never };
    const answer = answerHook(hookForms.codex ?? (undefined as never), made, { isRequest: true, isRunUnasked: () => false });
    return JSON.parse(JSON.stringify(answer.reply ?? {})).hookSpecificOutput?.decision;
  };
  expect(behaviorOf("allow")).toEqual({ behavior: "allow" });
  expect(behaviorOf("ask")).toBeUndefined();
  expect(behaviorOf("deny")).toEqual({ behavior: "deny", message: "r" });
});

it("asks at least once where the hook doesn't run, and refuses where it fails", () => {
  for (const { possible, list } of tools) {
    const without = clientAsks(list, "nothing");
    // What the server denies it refuses by itself.
    if (possible.some((decision) => decision === "ask")) expect(without).toBe("asks");
    expect(clientAsks(list, "deny")).toBe("refused");
  }
});

it("never lets a call that must be asked about run in a client that obeys denials alone", () => {
  for (const form of ["codex", "qwen", "opencode"])
    for (const decision of ["allow", "ask", "deny"] as const)
      for (const list of ["allow", "ask"] as const) {
        // Such a list asks about the tool if any of its calls must be asked about, so `allow` here is a trusted path or a user's setting.
        const outcome = clientAsks(list, said(form, decision, list === "allow"));
        if (decision === "deny") expect(outcome).toBe("refused");
        if (decision === "ask") expect(outcome).toBe(list === "allow" ? "refused" : "asks");
        if (decision === "allow") expect(outcome).toBe(list === "allow" ? "runs" : "asks");
      }
});
