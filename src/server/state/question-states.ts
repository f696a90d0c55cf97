import { randomUUID } from "node:crypto";
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../../contract/json-value.js";
import { principalOf } from "./current-exchange.js";
import type { ElicitationQuestion } from "./elicitation-question.js";
import { unavailable } from "./errors.js";
import type { UsedAnswers } from "./shared-state.js";

/** A question without its text. */
export interface PendingElicitation extends Pick<ElicitationQuestion, "digest" | "files"> {
  /** The values that the user has entered before for the same call. */
  readonly entered?: EnteredParameters | undefined;
  /** The question was asked because the plan of the call had changed since an answer. */
  readonly isAgain?: true | undefined;
}

/** The values that a user has entered, and the question that asked for them. */
export interface EnteredParameters {
  readonly digest: string;
  readonly values: JsonObject;
}

export interface QuestionStatesOptions {
  /** Signs the states: at least 32 bytes. Replicas of a server have the same. */
  readonly key: Uint8Array;
  /** Milliseconds within which an answer is taken. */
  readonly answerMs: number;
  readonly used: UsedAnswers;
}

/** The payload of a state. The client can read it, and can't change it. */
interface Sealed {
  readonly id: string;
  readonly since: number;
  readonly digest: string;
  readonly files: readonly (readonly [path: string, mark: string])[];
  readonly entered?: EnteredParameters;
  readonly isAgain?: true;
}

const leastKeyBytes = 32;

const unavailableMessage =
  "The server can't know now whether this confirmation was used already, so the call was not run. Send it again in a few seconds.";

const unverifiedMessage =
  "This `requestState` is not one that the server has signed for this caller, so the call was not run. Call again without it.";

/**
 * The questions whose answers come with a later request (`requestState` of protocol revision 2026-07-28). A question is
 * held by the client, signed, so that any replica takes its answer and no server has to remember it.
 */
export class QuestionStates {
  readonly #makeCodec: () => RequestStateCodec<Sealed>;
  #codec: RequestStateCodec<Sealed> | undefined;
  readonly #answerMs: number;
  readonly #used: UsedAnswers;

  constructor({ key, answerMs, used }: QuestionStatesOptions) {
    // The codec refuses it too, but only at the first question.
    if (key.byteLength < leastKeyBytes) throw new RangeError(`a key of ${key.byteLength} bytes can't sign questions`);
    // The codec counts whole seconds; the milliseconds are counted here.
    const ttlSeconds = Math.ceil(answerMs / 1000) + 1;
    this.#makeCodec = () => createRequestStateCodec({ key, ttlSeconds, bind: ({ http }) => principalOf(http?.authInfo) });
    this.#answerMs = answerMs;
    this.#used = used;
  }

  /** Returns the state that the client sends back with the answer. */
  seal({ digest, files, entered, isAgain }: PendingElicitation, context: ServerContext): Promise<string> {
    const optional = { ...(entered && { entered }), ...(isAgain && { isAgain }) };
    return this.#usedCodec().mint({ id: randomUUID(), since: Date.now(), digest, files: [...files], ...optional }, context);
  }

  /**
   * Returns the question of a state, once; `undefined` without a state, and for one that is late or used. Throws the
   * protocol's error for one that fails verification: servers must reject it.
   */
  async open(state: unknown, context: ServerContext): Promise<PendingElicitation | undefined> {
    if (state === undefined) return undefined;
    const sealed = typeof state === "string" ? await this.#verify(state, context) : throwUnverified();
    if (sealed === undefined || isLate(sealed.since, this.#answerMs)) return undefined;
    const { id, since, digest, files, entered, isAgain } = sealed;
    const isFirst = await this.#used.use(id, { since, until: since + this.#answerMs }).catch(() => {
      throw new ProtocolError(unavailable, unavailableMessage);
    });
    return isFirst ? { digest, files: new Map(files), ...(entered && { entered }), ...(isAgain && { isAgain }) } : undefined;
  }

  /** Made for the first question: it loads the web's cryptography, for which a server's start would wait. */
  #usedCodec(): RequestStateCodec<Sealed> {
    this.#codec ??= this.#makeCodec();
    return this.#codec;
  }

  async #verify(state: string, context: ServerContext): Promise<Sealed | undefined> {
    try {
      return await this.#usedCodec().verify(state, context);
    } catch (error) {
      // A code of the SDK's. The user may simply have answered late.
      return error instanceof Error && error.message === "expired" ? undefined : throwUnverified();
    }
  }
}

function throwUnverified(): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, unverifiedMessage);
}

/**
 * Returns true if an answer comes too late, by the wall clock, which goes on while a computer sleeps. If the clock was
 * set back, the time that has passed is unknown, and the answer is late too.
 */
export function isLate(since: number, answerMs: number): boolean {
  const passed = Date.now() - since;
  return passed < 0 || passed > answerMs;
}
