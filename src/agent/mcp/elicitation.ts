import type { ElicitationForm, ElicitationHandler, ElicitationRequest, ElicitationResult } from "../../contract/confirmation.js";
import { isJsonObject } from "../../contract/json-value.js";
import { answerTimeMs, longestTimer, unlessAborted } from "../../contract/time-limit.js";

/** The capability of a client whose user can be asked. The SDK adds defaults of fields that an answer leaves out. */
export const elicitationCapability = { elicitation: { form: { applyDefaults: true } } };

interface Asking {
  readonly calls: AskingCalls;
  readonly ask: AskForServer;
  readonly signal: AbortSignal;
}

/** The protocol's result, whose lists aren't readonly. */
type Answer =
  | { readonly action: "accept"; readonly content: Record<string, string | number | boolean | string[]> }
  | { readonly action: "decline" | "cancel" };

/**
 * Answers the `elicitation/create` of a server: of a request, or of a result that requires input. The mode that sends
 * users to an address has no form. The SDK refuses it, because the client doesn't declare it.
 */
export async function answerElicitation(params: { readonly message: string }, { calls, ask, signal }: Asking): Promise<Answer> {
  if (!("requestedSchema" in params)) return { action: "cancel" };
  const { message } = params;
  // The SDK has checked it.
  const requestedSchema = params.requestedSchema as ElicitationForm;
  const answer = await calls.ask(signal, (until) => ask({ message, requestedSchema }, { signal: until }));
  if (answer.action !== "accept") return { action: answer.action };
  const content = Object.entries(answer.content).map(([name, value]) => [name, isList(value) ? [...value] : value] as const);
  return { action: "accept", content: Object.fromEntries(content) };
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

/** Asks the user of a registry for one server. Never rejects. */
export type AskForServer = (
  request: Omit<ElicitationRequest, "serverName">,
  options: { readonly signal: AbortSignal },
) => Promise<ElicitationResult>;

/** Asks by a registry's callback. Its failure is reported, and the server gets no decision. */
export function askFor(serverName: string, handler: ElicitationHandler, report: (message: string) => void): AskForServer {
  return async (request, { signal }) => {
    try {
      const answer: unknown = await unlessAborted(handler({ serverName, ...request }, { signal }), signal);
      if (isResult(answer)) return answer;
      throw new TypeError("It must return { action: 'accept', content }, { action: 'decline' } or { action: 'cancel' }.");
    } catch (error) {
      if (!signal.aborted) report(`onElicitation failed: ${error instanceof Error ? error.message : String(error)}`);
      return { action: "cancel" };
    }
  };
}

function isResult(answer: unknown): answer is ElicitationResult {
  if (!isJsonObject(answer)) return false;
  return answer.action === "accept" ? isJsonObject(answer.content) : answer.action === "decline" || answer.action === "cancel";
}

/** The limits of a call. */
interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The reason of a call that takes too long. */
  readonly late: Error;
}

/** The limits of a server's questions. */
interface QuestionLimits {
  /** How long an answer may take. In milliseconds. */
  readonly answerMs: number;
  /** The most questions for each call. */
  readonly most: number;
}

const defaultLimits: QuestionLimits = { answerMs: answerTimeMs, most: 10 };

const noDecision: ElicitationResult = { action: "cancel" };

/**
 * The running calls of a server that may ask the user. The protocol doesn't say which call a question belongs to, so
 * the time limits of all of them stand still while the user is asked, and a `cancel` holds for all of them: a server
 * that asks again at once could otherwise keep its user from ever ending its questions.
 */
export class AskingCalls {
  readonly #limits: QuestionLimits;
  readonly #running = new Set<PausableLimit>();
  #open = 0;
  /** The questions that the calls may still ask. */
  #left = 0;
  /** Aborted when the server may ask no more: when no call runs, or after a `cancel`. */
  #over = new AbortController();

  constructor(limits: QuestionLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Runs a call. Its signal is aborted by the caller's, and at the time limit. */
  async run<T>({ timeoutMs, signal, late }: CallLimits, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new PausableLimit(timeoutMs, late);
    for (let question = 0; question < this.#open; question++) limit.pause();
    if (this.#running.size === 0) {
      this.#over = new AbortController();
      this.#left = 0;
    }
    this.#left += this.#limits.most;
    this.#running.add(limit);
    try {
      return await call(AbortSignal.any([signal, limit.signal]));
    } finally {
      limit.stop();
      this.#running.delete(limit);
      if (this.#running.size === 0) this.#over.abort(new Error("The call has ended."));
    }
  }

  /** Asks during a call. The user isn't asked if none runs: a server must not ask whenever it likes. */
  async ask(signal: AbortSignal, question: (signal: AbortSignal) => Promise<ElicitationResult>): Promise<ElicitationResult> {
    const over = this.#over;
    if (this.#running.size === 0 || over.signal.aborted || this.#left === 0) return noDecision;
    this.#left -= 1;
    this.#open += 1;
    for (const limit of this.#running) limit.pause();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("It was not answered in time.")), this.#limits.answerMs);
    try {
      const answer = await question(AbortSignal.any([signal, over.signal, late.signal]));
      // A server may take back its own question.
      if (answer.action === "cancel" && !signal.aborted) over.abort(new Error("The user was asked enough."));
      return answer;
    } finally {
      clearTimeout(timer);
      this.#open -= 1;
      for (const limit of this.#running) limit.resume();
    }
  }
}

/** A time limit that can be paused. Call `stop` when it is no longer needed. */
class PausableLimit {
  readonly #over = new AbortController();
  readonly #reason: Error;
  #remainingMs: number;
  #pauses = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, reason: Error) {
    this.#remainingMs = milliseconds;
    this.#reason = reason;
    this.#start();
  }

  /** Aborted with the reason when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Several pauses at once end with the last `resume`. */
  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    this.stop();
    this.#remainingMs -= performance.now() - this.#since;
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#over.abort(this.#reason), Math.min(this.#remainingMs, longestTimer));
  }
}
