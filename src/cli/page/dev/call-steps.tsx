import type { ComponentChildren } from "preact";
import type { ClientResult, InspectedCall } from "../../dev/page-messages.js";
import { Tabs } from "./tabs.js";

const decisions = { allow: "runs without asking", ask: "asks first", deny: "is denied" } as const;

/** The steps of a call in their order, before anything runs. */
export function CallSteps({ call: { repairs, params, decision, call, refusal } }: { readonly call: InspectedCall }) {
  return (
    <>
      <Step title="Repair">
        {repairs.length > 0 ? (
          <ul>
            {repairs.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>{params === undefined ? "Not possible." : "Nothing: the call is right."}</p>
        )}
      </Step>
      {params !== undefined && (
        <Step title="The call that the tool gets">
          <pre>{params}</pre>
        </Step>
      )}
      {decision !== undefined && (
        <Step title="Decision">
          <p>
            <b class={`risk ${decision.level}`}>{decision.level}</b>: {decisions[decision.decision]}. By {decision.rule}
          </p>
          {decision.impact !== undefined && <p>{decision.impact}</p>}
        </Step>
      )}
      {refusal !== undefined && (
        <Step title="What the model is told">
          <pre>{refusal}</pre>
        </Step>
      )}
      {call !== undefined && (
        <Step title="What would run">
          <pre>{call}</pre>
        </Step>
      )}
    </>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <>
      <h4>{title}</h4>
      {children}
    </>
  );
}

/** The result of one execution as each client gets it. */
export function ClientResults({ results }: { readonly results: readonly ClientResult[] }) {
  return (
    <div class="results">
      <h4>The result as each client gets it</h4>
      <Tabs label="Clients" tabs={results.map((result) => ({ title: result.client, content: <Result result={result} /> }))} />
    </div>
  );
}

function Result({ result: { about, isError, parts } }: { readonly result: ClientResult }) {
  return (
    <>
      <p class="small">
        {isError && <b class="risk dangerous">An error. </b>}
        {about}
      </p>
      <dl>
        {parts.map(({ name, text }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <pre class="result">{text}</pre>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
