import { onAnswered } from "../call/call-signal.js";
import { currentCaller } from "../call/current-caller.js";
import type { ServerState } from "../server-state.js";

/** Returns false if there is no room for the bytes until the request that is being answered has its answer. */
export function holdUnsent({ unsent }: Pick<ServerState, "unsent">, principal: string, bytes: number): boolean {
  const release = unsent.hold(currentCaller(principal), bytes);
  if (release !== undefined) onAnswered(release);
  return release !== undefined;
}
