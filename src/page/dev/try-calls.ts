import { type DescribedField, formOfFields } from "./form-of-fields.js";
import { makeElement } from "./make-element.js";
import { requestJson } from "./request-json.js";
import { type Inspected, showSteps } from "./show-steps.js";

interface ToolFacts {
  readonly fields: readonly DescribedField[];
  readonly example: Readonly<Record<string, unknown>>;
}

interface RunResult {
  readonly ok: boolean;
  readonly text: string;
}

/** The event of a form whose tool has changed. */
export const toolChanged = "tool-changed";

const empty = "{}";

/** Adds a form to each tool whose details are opened. */
export function tryCalls(): void {
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open || target.querySelector(".try") !== null) return;
      const name = target.closest("article")?.id.replace(/^tool-/, "");
      if (name !== undefined) target.append(tryForm(name));
    },
    // The event doesn't bubble.
    true,
  );
}

function tryForm(name: string): HTMLElement {
  const text = makeElement("textarea", { className: "arguments", rows: 4, spellcheck: false, value: empty });
  const steps = makeElement("div", { className: "steps" });
  steps.setAttribute("role", "status");
  const look = makeElement("button", { type: "button", textContent: "Look at the call" });
  const run = makeElement("button", { type: "button", textContent: "Run it", disabled: true });
  const fields = makeElement("div", { className: "fields" });
  const form = makeElement(
    "section",
    { className: "try" },
    makeElement("h3", { textContent: "Try a call" }),
    fields,
    makeElement("label", {}, "Arguments, as a model sends them ", text),
    makeElement("p", {}, look, " ", run),
    steps,
  );
  form.setAttribute("aria-label", `Try ${name}`);
  let inspected: Inspected | undefined;
  const fail = (error: unknown) => steps.replaceChildren(makeElement("p", { className: "risk dangerous", textContent: String(error) }));
  let newest = 0;
  const inspect = async () => {
    newest += 1;
    const [asked, sent] = [newest, text.value];
    // Sent by the server of this page.
    const answer = (await requestJson("inspect", { tool: name, text: sent })) as Inspected;
    // The answer is about a text that isn't there any more, or a newer one follows.
    if (text.value !== sent || asked !== newest) return;
    inspected = answer;
    showSteps(steps, inspected);
    run.disabled = inspected.offer === undefined;
    run.textContent = inspected.mustConfirm ? "Run it…" : "Run it";
  };
  const execute = async () => {
    if (inspected?.offer === undefined) return;
    const { offer, mustConfirm } = inspected;
    if (mustConfirm && !(await confirmed(name, inspected))) return;
    run.disabled = true;
    inspected = undefined;
    const result = (await requestJson("run", { offer, confirmed: mustConfirm === true })) as RunResult;
    const heading = makeElement("h4", { textContent: result.ok ? "Result" : "No result" });
    steps.append(heading, makeElement("pre", { className: "result", textContent: result.text }));
  };
  look.addEventListener("click", () => void inspect().catch(fail));
  run.addEventListener("click", () => void execute().catch(fail));
  // What was shown is of other arguments.
  text.addEventListener("input", () => {
    run.disabled = true;
    inspected = undefined;
  });
  const makeFields = async () => {
    // Sent by the server of this page.
    const { fields: described, example } = (await requestJson(`tools/${name}`)) as ToolFacts;
    // What was typed stays.
    if (text.value === empty) text.value = JSON.stringify(example, null, 2);
    fields.replaceChildren(
      formOfFields(described, objectIn(text.value), (value) => {
        text.value = JSON.stringify(value, null, 2);
        text.dispatchEvent(new Event("input"));
      }),
    );
  };
  form.addEventListener(toolChanged, () => void makeFields().catch(fail));
  makeFields().catch(fail);
  return form;
}

/** The arguments in a text; none if it isn't a JSON object. */
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Asks as a client would: with the decision, its impact, and what would be started. */
function confirmed(name: string, { decision, call }: Inspected): Promise<boolean> {
  const dialog = makeElement("dialog");
  const answer = (value: "run" | "cancel", textContent: string) => {
    const button = makeElement("button", { type: "button", textContent });
    button.addEventListener("click", () => dialog.close(value));
    return button;
  };
  const heading = makeElement("h2", { id: "confirm", textContent: `Run ${name}?` });
  dialog.setAttribute("aria-labelledby", "confirm");
  dialog.append(
    heading,
    makeElement("p", { textContent: decision?.impact ?? `Its risk is ${decision?.level ?? "not known"}.` }),
    makeElement("pre", { textContent: call ?? "" }),
    makeElement("p", {}, answer("cancel", "Cancel"), " ", answer("run", "Run it")),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "run");
    });
  });
}
