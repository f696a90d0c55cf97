import { render } from "preact";
import type { PageMessage } from "../../cli/dev/page-messages.js";
import { pageElement } from "../page-element.js";
import { mergeCalls } from "./activity/merge-calls.js";
import { LivePanel, type LiveView } from "./live-panel.js";
import { replaceTools } from "./replace-tools.js";

const lost = "toolgen dev has ended, or can't be reached. This page shows the last state.";

/** Shows the project as it changes: its tools, errors in its specs, its calls, and the repair statistics. */
export function followProject(): void {
  const place = document.createElement("div");
  pageElement("tools", HTMLElement).before(place);
  let view: LiveView = { errors: undefined, log: undefined, statistics: undefined };
  const show = (change: Partial<LiveView>) => {
    view = { ...view, ...change };
    render(<LivePanel {...view} />, place);
  };
  const apply = (change: PageMessage) => {
    switch (change.kind) {
      case "reload":
        return location.reload();
      case "errors":
        return show({ errors: change.text });
      case "tools":
        replaceTools(change);
        return show({ errors: undefined });
      case "calls":
        return show({ log: mergeCalls(view.log, change.log) });
      case "repairs":
        return show({ statistics: change.statistics });
    }
  };
  const events = new URL("events", location.origin + location.pathname);
  events.searchParams.set("state", document.documentElement.dataset.state ?? "");
  const source = new EventSource(events);
  // The server's own messages.
  source.onmessage = ({ data }) => apply(JSON.parse(String(data)) as PageMessage);
  let isLost = false;
  source.onerror = () => {
    isLost = true;
    show({ errors: lost });
  };
  // What has changed in the meantime isn't known.
  source.onopen = () => {
    if (isLost) location.reload();
  };
}
