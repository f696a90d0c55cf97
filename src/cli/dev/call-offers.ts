import { randomBytes } from "node:crypto";
import type { CompiledTool } from "../../runtime/contract/definition.js";
import type { ShownCall } from "./inspect-call.js";

/** A call as the user has seen it, with the tool of that time. */
export interface OfferedCall extends ShownCall {
  readonly tool: CompiledTool;
}

/** The calls that were shown and may be executed: each once, and none after the specs have changed. */
export interface CallOffers {
  /** Keeps a call, and returns the name by which it is executed. */
  add(call: OfferedCall): string;
  /** Returns a call; `"used"` if it was taken, `undefined` if it isn't known any more. */
  find(id: string): OfferedCall | "used" | undefined;
  /** Marks a call as used. */
  use(id: string): void;
  clear(): void;
}

/** More are forgotten, the oldest first. */
const most = 100;

export function openCallOffers(): CallOffers {
  const calls = new Map<string, OfferedCall | "used">();
  return {
    add: (call) => {
      const id = randomBytes(16).toString("base64url");
      calls.set(id, call);
      const [oldest] = calls.keys();
      if (calls.size > most && oldest !== undefined) calls.delete(oldest);
      return id;
    },
    find: (id) => calls.get(id),
    use: (id) => void calls.set(id, "used"),
    clear: () => {
      for (const [id, call] of calls) if (call !== "used") calls.delete(id);
    },
  };
}
