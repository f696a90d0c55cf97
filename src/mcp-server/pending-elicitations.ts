import { randomUUID } from "node:crypto";
import type { ElicitationQuestion } from "./elicitation-question.js";

/** A question without its text. */
export type PendingElicitation = Pick<ElicitationQuestion, "digest" | "files">;

/** More questions than any user has open; beyond it, the oldest are asked again. */
const mostOpen = 1000;

/** The questions whose answers come with a later request. Each is open for a limited time. */
export class PendingElicitations {
  /** By the name that the answer must include. */
  readonly #open = new Map<string, PendingElicitation & { readonly since: number }>();
  readonly #answerMs: number;

  constructor(answerMs: number) {
    this.#answerMs = answerMs;
  }

  /** Records a question; returns the name that its answer must include. */
  open({ digest, files }: ElicitationQuestion): string {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= mostOpen) this.#open.delete(oldest);
    const name = randomUUID();
    this.#open.set(name, { digest, files, since: Date.now() });
    return name;
  }

  /** Returns the question of this name. An answer is accepted once, and not after its time. */
  take(name: string | undefined): PendingElicitation | undefined {
    if (name === undefined) return undefined;
    const question = this.#open.get(name);
    this.#open.delete(name);
    return question === undefined || isLate(question.since, this.#answerMs) ? undefined : question;
  }
}

/**
 * By the wall clock, which continues while a computer sleeps. If it was set back, ages are unknown, so its answers are
 * late too.
 */
export function isLate(since: number, answerMs: number): boolean {
  const passed = Date.now() - since;
  return passed < 0 || passed > answerMs;
}
