import { isJsonObject } from "../runtime/json/json-value.js";

/** What a client's user answered: yes, for this call or for such calls while the server runs; no; or something that says neither. */
export type ElicitationAnswer = "once" | "always" | "no" | "unclear";

/** One box that may be ticked: the smallest form there is, which every client can show. Whether the call is carried out is said by accepting the form. */
export function elicitationForm(alike: string) {
  return {
    type: "object" as const,
    properties: {
      always: {
        type: "boolean" as const,
        title: "Don't ask again",
        description: `Run ${alike} without asking, until this server ends.`,
        default: false,
      },
    },
  };
}

/** Reads the result of an `elicitation/create`. What isn't an answer to this form is no consent. */
export function readElicitationAnswer(result: unknown): ElicitationAnswer {
  if (!isJsonObject(result)) return "unclear";
  const { action, content } = result;
  if (action === "decline" || action === "cancel") return "no";
  if (action !== "accept") return "unclear";
  if (content === undefined) return "once";
  if (!isJsonObject(content) || Object.keys(content).some((key) => key !== "always")) return "unclear";
  const { always = false } = content;
  if (typeof always !== "boolean") return "unclear";
  return always ? "always" : "once";
}
