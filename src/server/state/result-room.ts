import type { ContentBlock } from "../../contract/call-result.js";
import type { ProtocolResult } from "../protocol-result.js";
import type { ConcurrencySlot } from "./concurrency-limit.js";
import { currentCaller, currentExchange, onAnswered } from "./current-exchange.js";
import type { FairShares } from "./fair-shares.js";

/** The room for the results of a caller's calls, until they are sent. */
export interface ResultRoom {
  /** Returns false if the caller leaves too many results unread. */
  hasRoom(): boolean;
  /** Counts a result until the request that is being answered has its answer. */
  hold(result: ProtocolResult): void;
}

export function resultRoom({ unsent }: { readonly unsent: FairShares }, principal: string): ResultRoom {
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
export class SlotWithRoom implements ConcurrencySlot {
  readonly #slot: ConcurrencySlot;
  readonly #room: ResultRoom;

  constructor(slot: ConcurrencySlot, room: ResultRoom) {
    this.#slot = slot;
    this.#room = room;
  }

  get isHeld(): boolean {
    return this.#slot.isHeld;
  }

  async acquire(signal: AbortSignal, onWait?: () => void): Promise<boolean> {
    const hasWaited = await this.#slot.acquire(signal, onWait);
    if (this.#room.hasRoom()) return hasWaited;
    this.#slot.release();
    throw new NoRoomError();
  }

  release(): void {
    this.#slot.release();
  }
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

const fullMessage =
  "The server holds too many answers that aren't sent yet, and the call was not run. Receive them, and send the call again.";

/**
 * The error of a call whose caller leaves too many results unread. Not the SDK's error: Pi runs calls too, without that
 * package.
 */
export class NoRoomError extends Error {
  /** `problem`: why the audit log has no line of the call. */
  constructor(problem?: string) {
    super(problem === undefined ? fullMessage : `${fullMessage}\n${problem}`);
  }
}
