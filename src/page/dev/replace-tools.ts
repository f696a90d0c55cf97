import type { PageMessage } from "../../cli/dev/page-messages.js";
import { pageElement, toolArticles, toolsChanged } from "../page-element.js";
import { forgetForm, updateForm } from "./try/open-forms.js";

const idOf = (name: string) => `tool-${name}`;

/** Replaces the tools that have changed. What a user has typed and opened stays. */
export function replaceTools({ changed, removed, summary }: PageMessage & { readonly kind: "tools" }): void {
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
    const next = toolArticles().find(({ id }) => id > idOf(name)) ?? pageElement("none", HTMLElement);
    next.before(article);
    return;
  }
  const details = article.querySelector("details");
  if (details !== null) {
    details.open = known.querySelector("details")?.open === true;
    updateForm(name, details);
  }
  const focused = document.activeElement;
  const focusedName = known.contains(focused) ? (focused?.matches("summary") ? "summary" : "h2 a") : undefined;
  known.replaceWith(article);
  if (focusedName === undefined) return;
  const next = article.contains(focused) ? focused : article.querySelector(focusedName);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
