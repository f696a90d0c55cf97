import { randomUUID } from "node:crypto";
import type { ElicitationQuestion } from "./elicitation-question.js";

/** A question without its text. */
export type PendingElicitation = Pick<ElicitationQuestion, "digest" | "files">;

/** More questions than any user has open; of more, the oldest are asked again. */
const mostOpen = 1000;

/** The questions whose answers come with a later request. Each is open for a limited time. */
export class PendingElicitations {
  /** By the name that the answer must bring along. */
  readonly #open = new Map<string, PendingElicitation & { readonly since: number }>();
  readonly #answerMs: number;

  constructor(answerMs: number) {
    this.#answerMs = answerMs;
  }

  /** Notes a question; returns the name that its answer must bring along. */
  open({ digest, files }: ElicitationQuestion): string {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= mostOpen) this.#open.delete(oldest);
    const name = randomUUID();
    this.#open.set(name, { digest, files, since: Date.now() });
    return name;
  }

  /** The question of this name. An answer is taken once, and not after its time. */
  take(name: string | undefined): PendingElicitation | undefined {
    if (name === undefined) return undefined;
    const question = this.#open.get(name);
    this.#open.delete(name);
    return question === undefined || isLate(question.since, this.#answerMs) ? undefined : question;
  }
}

/** By the wall clock, which goes on while a computer sleeps. One that was set back says nothing, so its answers are late too. */
export function isLate(since: number, answerMs: number): boolean {
  const passed = Date.now() - since;
  return passed < 0 || passed > answerMs;
}
