import { useEffect, useRef, useState } from "preact/hooks";
import type { CallOffer, RunAnswer, ToolFacts } from "../../../cli/dev/page-messages.js";
import { requestJson } from "../request-json.js";
import { CallSteps } from "./call-steps.js";
import { ClientResults } from "./client-results.js";
import { ConfirmCall } from "./confirm-call.js";
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
export function TryForm({ name, version }: { readonly name: string; readonly version: number }) {
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
