import { ProtocolError } from "@modelcontextprotocol/server";
import type { ContentBlock } from "../../runtime/contract/call-result.js";
import { unavailable } from "../protocol/unavailable.js";
import type { ServerState } from "../server-state.js";
import { onAnswered } from "./call-signal.js";
import type { ConcurrencySlot } from "./concurrency-limit.js";

const fullMessage =
  "The server holds too many answers that aren't sent yet, and the call was not run. Receive them, and send the call again.";

/**
 * A slot that a call doesn't get while its caller leaves too many results unread: a result can't be refused once the
 * call has run.
 */
export function slotWithRoom({ limit, unsent }: Pick<ServerState, "limit" | "unsent">, principal: string): ConcurrencySlot {
  const slot = limit.slot(principal);
  return {
    get isHeld() {
      return slot.isHeld;
    },
    acquire: async (signal, onWait) => {
      const hasWaited = await slot.acquire(signal, onWait);
      if (unsent.hasRoom({ principal })) return hasWaited;
      slot.release();
      throw new ProtocolError(unavailable, fullMessage);
    },
    release: () => slot.release(),
  };
}

/** Counts a result until the request that is being answered has its answer. */
export function holdResult({ unsent }: Pick<ServerState, "unsent">, principal: string, content: readonly ContentBlock[]): void {
  onAnswered(
    unsent.holdAnyway(
      { principal },
      content.reduce((sum, block) => sum + sizeOf(block), 0),
    ),
  );
}

/** Characters, which are at most as many as the bytes that are sent. */
function sizeOf(block: ContentBlock): number {
  if (block.type === "text") return block.text.length;
  if (block.type === "image" || block.type === "audio") return block.data.length;
  if (block.type === "resource") return ("text" in block.resource ? block.resource.text : block.resource.blob).length;
  return 0;
}
