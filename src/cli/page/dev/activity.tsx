import { useState } from "preact/hooks";
import type { CallLog, LoggedCall, RepairStatistics } from "../../dev/page-messages.js";
import { Tabs } from "./tabs.js";

/** The calls of any program and the mistakes of models, as they come. Its summary is announced to screen readers. */
export function Activity({ log, statistics }: { readonly log: CallLog; readonly statistics: RepairStatistics }) {
  return (
    <section aria-label="Activity">
      <details class="activity">
        <summary>
          Activity: <span role="status">{summaryOf(log)}</span>
        </summary>
        <Tabs
          label="Activity"
          tabs={[
            { title: "Calls", content: <LoggedCalls log={log} /> },
            { title: "Repairs", content: <Repairs statistics={statistics} /> },
          ]}
        />
      </details>
    </section>
  );
}

function summaryOf({ calls, notes }: CallLog): string {
  const [newest] = calls;
  if (newest === undefined) return notes.length === 0 ? "no call yet" : "no call is logged";
  return `${calls.length} ${calls.length === 1 ? "call" : "calls"}, the last ${newest.tool}: ${newest.ended}`;
}

/** More rows than anyone reads. The filter finds the others. */
const mostRows = 100;

/** The calls in the log, the newest first, of all tools or of one. */
function LoggedCalls({ log }: { readonly log: CallLog }) {
  const [tool, choose] = useState("");
  const tools = [...new Set(log.calls.map((call) => call.tool))].sort();
  const matching = log.calls.filter((call) => tool === "" || call.tool === tool);
  return (
    <>
      {log.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {log.file !== "" && (
        <p class="small">
          Calls of this project by any program, in <code>{log.file}</code>.
        </p>
      )}
      {log.calls.length > 0 && (
        <label>
          Calls of
          <select value={tool} onInput={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="">all tools</option>
            {tools.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ol class="calls">
        {matching.slice(0, mostRows).map((call) => (
          <Row key={call.id} call={call} />
        ))}
      </ol>
      {matching.length > mostRows && (
        <p class="small">
          The newest {mostRows} of {matching.length}. `toolgen audit` shows all.
        </p>
      )}
    </>
  );
}

function Row({ call: { time, tool, via, ended, isDone, duration, why } }: { readonly call: LoggedCall }) {
  const facts = [`by ${via}`, duration, why].filter((fact) => fact !== "").join("; ");
  return (
    <li>
      <a href={`#tool-${tool}`}>{tool}</a> <b class={isDone ? "risk safe" : "risk dangerous"}>{ended}</b>{" "}
      <time dateTime={time}>{localTime(time)}</time>
      <span class="why">{facts}</span>
    </li>
  );
}

function localTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toLocaleString(undefined, { dateStyle: "short", timeStyle: "medium" });
}

/** Which calls of models were repaired or refused, and how often, the tool with the most mistakes first. */
function Repairs({ statistics: { notes, tools } }: { readonly statistics: RepairStatistics }) {
  return (
    <>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {tools.length === 0 && <p>Nothing was counted for the tools of this project.</p>}
      {tools.map(({ tool, summary, sections }) => (
        <section key={tool} aria-label={`Repairs of ${tool}`}>
          <p>
            <a href={`#tool-${tool}`}>{tool}</a>: {summary}
          </p>
          {sections.map(({ title, lines }) => (
            <div key={title}>
              <p class="small">{title}</p>
              <pre>{lines.join("\n")}</pre>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}

/** A page keeps as many calls as the server sends at first. */
const mostCalls = 500;

/** Adds calls to those that are shown, the newest first. A call that is known already has another end now. */
export function mergeCalls(known: CallLog | undefined, next: CallLog): CallLog {
  if (known === undefined || known.file !== next.file) return next;
  const replaced = new Set(next.calls.map(({ id }) => id));
  const calls = [...next.calls, ...known.calls.filter(({ id }) => !replaced.has(id))];
  calls.sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0));
  return { ...next, calls: calls.slice(0, mostCalls) };
}
