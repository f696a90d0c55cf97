import type { LiveChange } from "../../cli/dev/live-change.js";
import { pageElement, toolArticles, toolsChanged } from "../page-element.js";
import { makeElement } from "./make-element.js";
import { toolChanged } from "./try-calls.js";

const idOf = (name: string) => `tool-${name}`;

/** Applies the changes of the specs to the page. What a user has typed and opened stays. */
export function applyChanges(): void {
  const errors = makeElement("pre", { id: "errors", hidden: true });
  errors.setAttribute("role", "alert");
  pageElement("tools", HTMLElement).before(errors);
  const source = new EventSource(new URL("events", location.origin + location.pathname));
  // The server's own messages.
  source.onmessage = ({ data }) => apply(JSON.parse(String(data)) as LiveChange, errors);
  let isLost = false;
  source.onerror = () => {
    isLost = true;
    showErrors(errors, "toolgen dev has ended, or can't be reached. This page shows the last state.");
  };
  // What has changed in the meantime isn't known.
  source.onopen = () => {
    if (isLost) location.reload();
  };
}

function apply(change: LiveChange, errors: HTMLElement): void {
  if (change.kind === "reload") location.reload();
  else if (change.kind === "errors") showErrors(errors, change.text);
  else showTools(change, errors);
}

function showTools(change: LiveChange & { readonly kind: "tools" }, errors: HTMLElement): void {
  errors.hidden = true;
  for (const name of change.removed) document.getElementById(idOf(name))?.remove();
  for (const [name, html] of Object.entries(change.changed)) place(name, html);
  const summary = document.querySelector("header p");
  if (summary !== null) summary.textContent = change.summary;
  document.dispatchEvent(new Event(toolsChanged));
}

function showErrors(errors: HTMLElement, text: string): void {
  errors.textContent = text;
  errors.hidden = false;
}

/** The server has printed the article as it prints the page: every text of a spec in it is escaped. */
function place(name: string, html: string): void {
  const article = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  if (article === null) return;
  const known = document.getElementById(idOf(name));
  if (known === null) {
    const next = toolArticles().find(({ id }) => id > idOf(name)) ?? pageElement("none", HTMLElement);
    next.before(article);
    return;
  }
  const [opened, details] = [known.querySelector("details"), article.querySelector("details")];
  const form = opened?.querySelector(".try") ?? null;
  if (details !== null) {
    details.open = opened?.open === true;
    if (form !== null) details.append(form);
  }
  known.replaceWith(article);
  form?.dispatchEvent(new Event(toolChanged));
}
