import type { ContentBlock } from "../../runtime/contract/call-result.js";
import { NoRoomError } from "../protocol/no-room-error.js";
import type { ProtocolResult } from "../protocol/protocol-result.js";
import type { UnsentAnswers } from "../protocol/unsent-answers.js";
import { currentExchange, onAnswered } from "./call-signal.js";
import type { ConcurrencySlot } from "./concurrency-limit.js";
import { currentCaller } from "./current-caller.js";

/** The room for the results of a caller's calls, until they are sent. */
export interface ResultRoom {
  /** Returns false if the caller leaves too many results unread. */
  hasRoom(): boolean;
  /** Counts a result until the request that is being answered has its answer. */
  hold(result: ProtocolResult): void;
}

export function resultRoom({ unsent }: { readonly unsent: UnsentAnswers }, principal: string): ResultRoom {
  const caller = currentCaller(principal);
  return {
    hasRoom: () => unsent.hasRoom(caller),
    hold: (result) => {
      // Over standard input and output a result is sent at once.
      if (currentExchange() !== undefined) onAnswered(unsent.holdAnyway(caller, sizeOf(result)));
    },
  };
}

/** A slot that a call doesn't get without room: a result can't be refused once the call has run. */
export function slotWithRoom(slot: ConcurrencySlot, room: ResultRoom): ConcurrencySlot {
  return {
    get isHeld() {
      return slot.isHeld;
    },
    acquire: async (signal, onWait) => {
      const hasWaited = await slot.acquire(signal, onWait);
      if (room.hasRoom()) return hasWaited;
      slot.release();
      throw new NoRoomError();
    },
    release: () => slot.release(),
  };
}

/** Characters, which are at most as many as the bytes that are sent. */
function sizeOf({ content, structuredContent }: ProtocolResult): number {
  const structured = structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length;
  return content.reduce((sum, block) => sum + sizeOfBlock(block), structured);
}

function sizeOfBlock(block: ContentBlock): number {
  if (block.type === "text") return block.text.length;
  if (block.type === "image" || block.type === "audio") return block.data.length;
  if (block.type === "resource") return ("text" in block.resource ? block.resource.text : block.resource.blob).length;
  return 0;
}
