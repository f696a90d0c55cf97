import { pageElement, toolArticles } from "./filter-tools.js";

/**
 * `/` goes to the search field, Esc clears it, and the arrow keys go from there through the names of the tools that are
 * shown. Keys with modifiers stay the browser's.
 */
export function moveByKeys(): void {
  const words = pageElement("words", HTMLInputElement);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { activeElement } = document;
    if (event.key === "/" && !isField(activeElement)) {
      event.preventDefault();
      words.focus();
      words.select();
    } else if (event.key === "Escape" && activeElement === words && words.value !== "") {
      event.preventDefault();
      words.value = "";
      words.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = neighbour(activeElement, { words, step: event.key === "ArrowDown" ? 1 : -1 });
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    }
  });
}

const isField = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** The search field is above the first tool. */
function neighbour(from: Element | null, { words, step }: { readonly words: HTMLElement; readonly step: 1 | -1 }): HTMLElement | undefined {
  const names = toolArticles()
    .filter(({ hidden }) => !hidden)
    .map((article) => article.querySelector<HTMLElement>("h2 a"))
    .filter((link) => link !== null);
  const stops = [words, ...names];
  const at = stops.findIndex((stop) => stop === from);
  return at === -1 ? undefined : stops[at + step];
}

/** Opens the details of the tool that the address names. */
export function followLinks(): void {
  const open = () => {
    const article = document.getElementById(location.hash.slice(1));
    const details = article?.querySelector("details");
    if (details === null || details === undefined) return;
    details.open = true;
    article?.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
  // A link to the current address causes no such event.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement && target.hash === location.hash && target.hash !== "") open();
  });
  if (location.hash !== "") open();
}
