import type { CallLog, RepairStatistics } from "../../cli/dev/page-messages.js";
import { Activity } from "./activity/activity.js";

/** Everything that the page shows of a project besides its tools. */
export interface LiveView {
  readonly errors: string | undefined;
  readonly log: CallLog | undefined;
  readonly statistics: RepairStatistics | undefined;
}

export function LivePanel({ errors, log, statistics }: LiveView) {
  return (
    <>
      {errors !== undefined && (
        <pre id="errors" role="alert">
          {errors}
        </pre>
      )}
      {log !== undefined && statistics !== undefined && <Activity log={log} statistics={statistics} />}
    </>
  );
}
