/** The words of a tool in lower case, and its values by filter. */
interface FoundBy {
  readonly article: HTMLElement;
  readonly words: string;
  readonly values: Readonly<Record<string, ReadonlySet<string>>>;
}

/**
 * Shows the tools that contain every word and match every filter. Their number is announced to screen readers, and the
 * address keeps the search, so that it can be sent to others.
 */
export function filterTools(): void {
  const form = pageElement("search", HTMLFormElement);
  const words = pageElement("words", HTMLInputElement);
  const found = pageElement("found", HTMLParagraphElement);
  const none = pageElement("none", HTMLParagraphElement);
  const filters = [...form.querySelectorAll("select")];
  let indexed: readonly FoundBy[] | undefined;

  const show = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = filters.filter(({ value }) => value !== "");
    const isFiltered = wanted.length > 0 || chosen.length > 0;
    // A page that is only read needs no index.
    if (!isFiltered && indexed === undefined) return count(found, toolArticles());
    indexed ??= toolArticles().map((article) => foundBy(article, filters));
    for (const { article, words: text, values } of indexed) {
      const matches = wanted.every((word) => text.includes(word)) && chosen.every(({ name, value }) => values[name]?.has(value) === true);
      // Assigning an unchanged value costs a style recalculation.
      if (article.hidden === matches) article.hidden = !matches;
    }
    const articles = indexed.map(({ article }) => article);
    none.hidden = articles.length === 0 || articles.some(({ hidden }) => !hidden);
    count(found, articles);
  };
  const search = () => {
    show();
    saveSearch(words.value, filters);
  };
  restoreSearch(words, filters);
  form.hidden = false;
  found.hidden = false;
  show();
  form.addEventListener("input", search);
  document.addEventListener(toolsChanged, () => {
    indexed = undefined;
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  // The fields are empty after this event, and after the tasks that it queues.
  form.addEventListener("reset", () => setTimeout(search));
}

function foundBy(article: HTMLElement, filters: readonly HTMLSelectElement[]): FoundBy {
  const valuesOf = (name: string) => new Set((article.dataset[name] ?? "").split("\n"));
  return {
    article,
    words: (article.textContent ?? "").toLowerCase(),
    values: Object.fromEntries(filters.map(({ name }) => [name, valuesOf(name)])),
  };
}

/** Says how many tools are shown, of all and of each group. A group without one is hidden. */
function count(found: HTMLElement, articles: readonly HTMLElement[]): void {
  found.textContent = countOf(articles);
  for (const group of toolGroups()) {
    const own = toolArticles(group);
    group.hidden = own.every(({ hidden }) => hidden);
    const shown = group.querySelector(".count");
    if (shown !== null) shown.textContent = countOf(own);
  }
}

function countOf(articles: readonly HTMLElement[]): string {
  const all = articles.length;
  const shown = articles.filter(({ hidden }) => !hidden).length;
  return shown === all ? `${all} ${all === 1 ? "tool" : "tools"}` : `${shown} of ${all} tools`;
}

function saveSearch(words: string, filters: readonly HTMLSelectElement[]): void {
  const entries = [["q", words], ...filters.map(({ name, value }) => [name, value])].filter(([, value]) => value !== "");
  const query = new URLSearchParams(entries).toString();
  history.replaceState(null, "", `${location.pathname}${query === "" ? "" : `?${query}`}${location.hash}`);
}

function restoreSearch(words: HTMLInputElement, filters: readonly HTMLSelectElement[]): void {
  const saved = new URLSearchParams(location.search);
  words.value = saved.get("q") ?? "";
  for (const filter of filters) {
    const value = saved.get(filter.name) ?? "";
    filter.value = [...filter.options].some((option) => option.value === value) ? value : "";
  }
}

/** The element with an id that the page's template has. */
export function pageElement<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}

/** The tools of the page or of a group, in its order. */
export const toolArticles = (place: ParentNode = document): readonly HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>("article[data-kind]"),
];

/** The groups of the tools: a toolset each, and one for tools that have none. */
export const toolGroups = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>("section.group")];

/** The event after which the page has other tools. */
export const toolsChanged = "toolschanged";
