import { randomBytes } from "node:crypto";
import { ProtocolError } from "@modelcontextprotocol/server";
import { answerTimeMs } from "../../contract/time-limit.js";
import type { Telemetry } from "../telemetry/telemetry.js";
import { ApprovalsByPrincipal, type ClientApprovals } from "./check-approval.js";
import { ConcurrencyLimit } from "./concurrency-limit.js";
import { unavailable } from "./errors.js";
import type { OutputStore } from "./output-store.js";
import { QuestionStates } from "./question-states.js";
import type { UsedAnswers } from "./shared-state.js";
import { MemoryTasks, type TaskStore } from "./task-store.js";
import { UnsentAnswers } from "./unsent-answers.js";

/** State that outlives a request and a connection. Over HTTP, a request may be all that one server object ever sees. */
export interface ServerState {
  /** The calls that are running, waiting ones included. */
  readonly calls: CallCount;
  /** Limits the calls that run at once, of all clients together. */
  readonly limit: ConcurrencyLimit;
  /** Limits what resources in answers take. */
  readonly unsent: UnsentAnswers;
  readonly questions: QuestionStates;
  /** The tasks of calls that have started a background program. */
  readonly tasks: TaskStore;
  /** Full outputs for clients that can't read this machine's files, over HTTP. */
  readonly outputs?: OutputStore;
  /** Absent unless OpenTelemetry's variables are set. */
  readonly telemetry?: Telemetry;
  /** Returns what a principal has allowed for as long as the process runs. */
  approvalsOf(principal: string): ClientApprovals;
}

interface ServerStateOptions {
  /** Milliseconds within which a user's answer is taken; by default ten minutes. */
  readonly answerMs?: number;
  /**
   * Signs questions whose answers come with a later request: at least 32 bytes, the same in all replicas. By default
   * random.
   */
  readonly key?: Uint8Array;
  /** The most bytes in unsent answers; by default `maxUnsentBytes`. */
  readonly maxUnsentBytes?: number;
  readonly used?: UsedAnswers;
  readonly tasks?: TaskStore;
  readonly telemetry?: Telemetry | undefined;
}

/** Makes the state of one process, in memory. */
export function createServerState({
  answerMs = answerTimeMs,
  key = randomBytes(32),
  maxUnsentBytes,
  used = usedInMemory(),
  tasks = new MemoryTasks(),
  telemetry,
}: ServerStateOptions = {}): ServerState {
  const approvals = new ApprovalsByPrincipal();
  return {
    calls: new CallCount(),
    limit: new ConcurrencyLimit(),
    unsent: new UnsentAnswers(maxUnsentBytes),
    tasks,
    questions: new QuestionStates({ key, answerMs, used }),
    ...(telemetry && { telemetry }),
    approvalsOf: (principal) => approvals.of(principal),
  };
}

/** Forgets an answer once it would be too late anyway. Answers come in nearly in the order in which they end. */
function usedInMemory(): UsedAnswers {
  const ends = new Map<string, number>();
  return {
    use: async (id, { until }) => {
      for (const [old, end] of ends) {
        if (end >= Date.now()) break;
        ends.delete(old);
      }
      if (ends.has(id)) return false;
      ends.set(id, until);
      return true;
    },
  };
}

/** A client can act on it: the call has changed nothing, and another server may answer soon. */
export const endingMessage = "The server is ending, and the call was not run. Connect again in a few seconds, and send it again.";

/**
 * Counts running calls, so that a server which is to end can wait for them. It counts calls and not HTTP exchanges,
 * because the SDK never ends the exchange of a call that its client has cancelled (@modelcontextprotocol/server 2.4).
 */
class CallCount {
  #running = 0;
  #isClosed = false;
  readonly #onIdle = new Set<() => void>();

  /** False once the server refuses new calls. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** Counts a call as long as it runs. Rejects once the server refuses new calls. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new ProtocolError(unavailable, endingMessage);
    this.#running++;
    try {
      return await call();
    } finally {
      this.#running--;
      if (this.#running === 0) for (const go of this.#onIdle) go();
    }
  }

  /** From now on the server refuses new calls. Resolves once no call is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running > 0) await new Promise<void>((resolve) => this.#onIdle.add(resolve));
  }
}
