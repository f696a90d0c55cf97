/** The element with an id that the page's template has. */
export function pageElement<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}

/** The tools of the page, in its order. */
export const toolArticles = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>("article[data-kind]")];

/** The event after which the page has other tools. */
export const toolsChanged = "toolschanged";
