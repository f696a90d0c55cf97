import type { ClientResult } from "../../../cli/dev/page-messages.js";
import { Tabs } from "../tabs.js";

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
