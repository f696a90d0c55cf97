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
