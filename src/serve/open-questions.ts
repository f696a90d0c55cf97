import { randomUUID } from "node:crypto";
import type { Question } from "./question.js";

/** What was asked, without its words. */
export type OpenQuestion = Pick<Question, "digest" | "files">;

/** More questions than any user has open; of more, the oldest are asked again. */
const mostOpen = 1000;

/** The questions whose answers come with a later request. They last as long as the server. */
export class OpenQuestions {
  /** What was asked, by the name that its answer must bring along. */
  readonly #open = new Map<string, OpenQuestion>();

  /** Notes a question; answers the name that its answer must bring along. */
  open({ digest, files }: Question): string {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= mostOpen) this.#open.delete(oldest);
    const name = randomUUID();
    this.#open.set(name, { digest, files });
    return name;
  }

  /** What was asked under this name; an answer is taken once. */
  take(name: string | undefined): OpenQuestion | undefined {
    if (name === undefined) return undefined;
    const question = this.#open.get(name);
    this.#open.delete(name);
    return question;
  }
}
