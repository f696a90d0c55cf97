import { render } from "preact";
import type { CallLog, PageMessage, RepairStatistics } from "../../dev/page-messages.js";
import { pageElement, toolArticles, toolGroups, toolsChanged } from "../filter-tools.js";
import { Activity, mergeCalls } from "./activity.js";
import { forgetForm, updateForm } from "./try-form.js";

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

/** Everything that the page shows of a project besides its tools. */
interface LiveView {
  readonly errors: string | undefined;
  readonly log: CallLog | undefined;
  readonly statistics: RepairStatistics | undefined;
}

function LivePanel({ errors, log, statistics }: LiveView) {
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

const idOf = (name: string) => `tool-${name}`;

/** Replaces the tools that have changed. What a user has typed and opened stays. */
function replaceTools({ changed, removed, summary }: PageMessage & { readonly kind: "tools" }): void {
  for (const name of removed) {
    forgetForm(name);
    document.getElementById(idOf(name))?.remove();
  }
  for (const [name, html] of Object.entries(changed)) replaceTool(name, html);
  const sentence = document.querySelector("header p");
  if (sentence !== null) sentence.textContent = summary;
  document.dispatchEvent(new Event(toolsChanged));
}

/** The server has printed the article as it prints the page: every text of a spec in it is escaped. */
function replaceTool(name: string, html: string): void {
  const article = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  if (article === null) return;
  const known = document.getElementById(idOf(name));
  if (known === null) {
    place(article);
    return;
  }
  const details = article.querySelector("details");
  if (details !== null) {
    details.open = known.querySelector("details")?.open === true;
    updateForm(name, details);
  }
  const focused = document.activeElement;
  const focusedName = known.contains(focused) ? (focused?.matches("summary") ? "summary" : "h2 a") : undefined;
  if (known.parentElement === groupOf(article)) known.replaceWith(article);
  else {
    known.remove();
    place(article);
  }
  if (focusedName === undefined) return;
  const next = article.contains(focused) ? focused : article.querySelector(focusedName);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** The page has the group: it is loaded again when there are others. */
function groupOf({ dataset }: HTMLElement): HTMLElement | undefined {
  const [name] = (dataset.toolset ?? "").split("\n");
  return toolGroups().find(({ dataset: { group } }) => group === name);
}

/** Puts a tool into its group, in the order of names. */
function place(article: HTMLElement): void {
  const group = groupOf(article);
  const next = group && toolArticles(group).find(({ id }) => id > article.id);
  if (next !== undefined) next.before(article);
  else group?.append(article);
}
