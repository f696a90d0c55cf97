import { useState } from "preact/hooks";
import type { CallLog, LoggedCall } from "../../../cli/dev/page-messages.js";

/** More rows than anyone reads. The filter finds the others. */
const mostRows = 100;

/** The calls in the log, the newest first, of all tools or of one. */
export function LoggedCalls({ log }: { readonly log: CallLog }) {
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
