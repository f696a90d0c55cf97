import { pageElement } from "./filter-tools.js";

const stored = "toolgen-theme";
type Theme = "light" | "dark";

/** Switches between light and dark. Until then, the page is as the system is. */
export function switchTheme(): void {
  const button = pageElement("theme", HTMLButtonElement);
  const system = matchMedia("(prefers-color-scheme: dark)");
  const current = (): Theme =>
    document.documentElement.dataset.theme === "dark" || (document.documentElement.dataset.theme === undefined && system.matches)
      ? "dark"
      : "light";
  const label = () => {
    button.textContent = current() === "dark" ? "Light theme" : "Dark theme";
  };
  const saved = readTheme();
  if (saved !== undefined) document.documentElement.dataset.theme = saved;
  button.addEventListener("click", () => {
    const next = current() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    saveTheme(next);
    label();
  });
  system.addEventListener("change", label);
  label();
  button.hidden = false;
}

/** A browser may refuse storage to a page that is a file. */
function readTheme(): Theme | undefined {
  try {
    const saved = localStorage.getItem(stored);
    return saved === "light" || saved === "dark" ? saved : undefined;
  } catch {
    return undefined;
  }
}

function saveTheme(theme: Theme): void {
  try {
    localStorage.setItem(stored, theme);
  } catch {
    // The theme lasts as long as the page.
  }
}
