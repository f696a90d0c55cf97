import type { CallLog, RepairStatistics } from "../../../cli/dev/page-messages.js";
import { Tabs } from "../tabs.js";
import { LoggedCalls } from "./logged-calls.js";
import { Repairs } from "./repairs.js";

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
