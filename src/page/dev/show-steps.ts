import { makeElement } from "./make-element.js";

/** The server's description of a call before anything runs. */
export interface Inspected {
  readonly repairs: readonly string[];
  readonly params?: string;
  readonly decision?: {
    readonly decision: "allow" | "ask" | "deny";
    readonly level: string;
    readonly rule: string;
    readonly impact?: string;
  };
  readonly call?: string;
  readonly refusal?: string;
  /** The name by which the call can be executed once. */
  readonly offer?: string;
  readonly mustConfirm?: boolean;
}

const decisions = { allow: "runs without asking", ask: "asks first", deny: "is denied" } as const;

/** Shows the steps of a call in their order. */
export function showSteps(into: HTMLElement, { repairs, params, decision, call, refusal }: Inspected): void {
  const step = (title: string, ...content: readonly Node[]) => [makeElement("h4", { textContent: title }), ...content];
  const block = (textContent: string) => makeElement("pre", { textContent });
  const list = makeElement("ul", {}, ...repairs.map((textContent) => makeElement("li", { textContent })));
  into.replaceChildren(
    ...step(
      "Repair",
      repairs.length === 0
        ? makeElement("p", { textContent: params === undefined ? "Not possible." : "Nothing: the call is right." })
        : list,
    ),
    ...(params === undefined ? [] : step("The call that the tool gets", block(params))),
    ...(decision === undefined
      ? []
      : step("Decision", makeElement("p", { textContent: `${decision.level}: ${decisions[decision.decision]}. By ${decision.rule}` }))),
    ...(decision?.impact === undefined ? [] : [makeElement("p", { textContent: decision.impact })]),
    ...(refusal === undefined ? [] : step("What the model is told", block(refusal))),
    ...(call === undefined ? [] : step("What would run", block(call))),
  );
}
