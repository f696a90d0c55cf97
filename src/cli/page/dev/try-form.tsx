import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CallOffer, InspectedCall, RunAnswer, ToolFacts } from "../../dev/page-messages.js";
import { CallSteps, ClientResults } from "./call-steps.js";
import { ParameterFields } from "./parameter-fields.js";

/** The known facts about the call with the arguments that are there. */
interface Tried {
  readonly offer?: CallOffer;
  readonly answer?: RunAnswer;
  readonly failure?: string;
  readonly isAsking?: boolean;
}

const empty = "{}";
const noFields: ToolFacts["fields"] = [];

/** Tries calls of a tool: arguments, steps, result. A tool that has changed has another `version`, and new fields. */
function TryForm({ name, version }: { readonly name: string; readonly version: number }) {
  const [text, setText] = useState(empty);
  const [facts, setFacts] = useState<ToolFacts>();
  const [tried, setTried] = useState<Tried>({});
  // An answer may be about arguments that aren't there any more.
  const newest = useRef({ text, looks: 0 });
  newest.current.text = text;
  const attempt = (work: Promise<void>) => void work.catch((error: unknown) => setTried({ failure: String(error) }));

  useEffect(() => {
    attempt(
      requestJson<ToolFacts>(`tools/${name}`).then((read) => {
        setFacts(read);
        setText((typed) => (typed === empty ? JSON.stringify(read.example, null, 2) : typed));
      }),
    );
  }, [name, version]);

  const write = (next: string) => {
    setText(next);
    setTried({});
  };
  const look = async () => {
    const asked = { text, look: ++newest.current.looks };
    const offer = await requestJson<CallOffer>("inspect", { tool: name, text });
    if (newest.current.text === asked.text && newest.current.looks === asked.look) setTried({ offer });
  };
  const run = async ({ offer, ...steps }: CallOffer) => {
    setTried({ offer: steps });
    const answer = await requestJson<RunAnswer>("run", { offer, confirmed: steps.mustConfirm === true });
    setTried((now) => (now.offer === steps ? { offer: steps, answer } : now));
  };
  const { offer, answer, failure, isAsking } = tried;
  const canRun = offer?.offer !== undefined;
  return (
    <section class="try" aria-label={`Try ${name}`}>
      <h3>Try a call</h3>
      <ParameterFields fields={facts?.fields ?? noFields} text={text} onChange={write} />
      <label>
        Arguments, as a model sends them
        <textarea rows={4} spellcheck={false} value={text} onInput={({ currentTarget }) => write(currentTarget.value)} />
      </label>
      <p>
        <button type="button" disabled={facts === undefined} onClick={() => attempt(look())}>
          Look at the call
        </button>{" "}
        <button
          type="button"
          disabled={!canRun}
          onClick={() => (offer?.mustConfirm ? setTried({ ...tried, isAsking: true }) : offer && attempt(run(offer)))}
        >
          {canRun && offer?.mustConfirm ? "Run it…" : "Run it"}
        </button>
      </p>
      <div class="steps" role="status">
        {failure !== undefined && <p class="risk dangerous">{failure}</p>}
        {offer !== undefined && <CallSteps call={offer} />}
        {answer?.ok === false && <NotRun text={answer.text} />}
      </div>
      {answer?.ok && <ClientResults results={answer.results} />}
      {isAsking && offer !== undefined && (
        <ConfirmCall name={name} call={offer} onAnswer={(isConfirmed) => (isConfirmed ? attempt(run(offer)) : setTried({ offer }))} />
      )}
    </section>
  );
}

function NotRun({ text }: { readonly text: string }) {
  return (
    <>
      <h4>Not run</h4>
      <pre class="result">{text}</pre>
    </>
  );
}

interface OpenForm {
  readonly place: HTMLElement;
  readonly version: number;
}

const forms = new Map<string, OpenForm>();

/** Adds a form to each tool whose details are opened. */
export function openForms(): void {
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      const name = /^tool-(.+)$/.exec(target.closest("article")?.id ?? "")?.[1];
      if (name === undefined || forms.has(name)) return;
      const place = document.createElement("div");
      target.append(place);
      show(name, { place, version: 0 });
    },
    // The event doesn't bubble.
    true,
  );
}

/** Moves the form of a tool that has changed to the tool's new details, with what was typed. */
export function updateForm(name: string, details: HTMLElement): void {
  const form = forms.get(name);
  if (form === undefined) return;
  details.append(form.place);
  show(name, { ...form, version: form.version + 1 });
}

/** Removes the form of a tool that doesn't exist any more. */
export function forgetForm(name: string): void {
  const form = forms.get(name);
  if (form !== undefined) render(null, form.place);
  forms.delete(name);
}

function show(name: string, form: OpenForm): void {
  forms.set(name, form);
  render(<TryForm name={name} version={form.version} />, form.place);
}

interface ConfirmCallProps {
  readonly name: string;
  readonly call: InspectedCall;
  onAnswer(isConfirmed: boolean): void;
}

/** Asks as a client would: what will run, where, and why it asks. Esc cancels, and so does Enter. */
function ConfirmCall({ name, call: { decision, question }, onAnswer }: ConfirmCallProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    cancel.current?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="confirm" onClose={({ currentTarget }) => onAnswer(currentTarget.returnValue === "run")}>
      <h2 id="confirm">Run {name}?</h2>
      {decision?.impact !== undefined && <p>{decision.impact}</p>}
      <p>{question?.what}</p>
      <pre>{question?.text}</pre>
      {question?.where.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{question?.why}</p>
      <p class="answers">
        <button ref={cancel} type="button" onClick={() => dialog.current?.close("cancel")}>
          Cancel
        </button>{" "}
        <button
          class={decision?.level === "dangerous" ? "dangerous" : undefined}
          type="button"
          onClick={() => dialog.current?.close("run")}
        >
          Run it
        </button>
      </p>
    </dialog>
  );
}

/**
 * Sends a request to the server of the page, which decides the type of the answer. The address of the page, with its
 * token, is where the server answers.
 */
async function requestJson<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    new URL(path, location.origin + location.pathname),
    body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  if (!response.ok) throw new Error(`toolgen dev answered with ${response.status}.`);
  return (await response.json()) as Answer;
}
