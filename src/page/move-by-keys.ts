import { pageElement, toolArticles } from "./page-element.js";

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
