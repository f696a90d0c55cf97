import { isJsonObject } from "../../runtime/json/json-value.js";

/** The user's answer: yes, for this call or for such calls while the server runs; no; or neither. */
export type ElicitationAnswer = "once" | "always" | "no" | "unclear";

/**
 * Returns a form with one checkbox, the smallest form, which every client can show. Accepting the form runs the call.
 */
export function elicitationForm(scope: string) {
  return {
    type: "object" as const,
    properties: {
      always: {
        type: "boolean" as const,
        title: "Don't ask again",
        description: `Run ${scope} without asking, until this server ends.`,
        default: false,
      },
    },
  };
}

/** Reads the result of an `elicitation/create`. An invalid answer approves nothing. */
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
