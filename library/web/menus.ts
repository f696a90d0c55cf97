import type { PageNode } from "./page-node.js";
import { proseOf } from "./stands-for.js";

/** The length of text that is read, and not only seen. */
const leastWords = 80;
/** How much of a menu may be other than links: its title, and separators. */
const mostProse = 0.1;

/** Removes the lists that only contain links from above the first heading or the first words of a page. */
export function removeMenus(root: PageNode): void {
  for (const node of Array.from(root.childNodes)) if (!isAbove(node)) return;
}

/** Returns true if the part after a node is still above the first words. */
function isAbove(node: PageNode): boolean {
  if (node.nodeName === "H1") return false;
  if (node.nodeName === "#text") return node.parentNode?.nodeName === "A" || (node.textContent ?? "").trim().length < leastWords;
  if ((node.nodeName === "UL" || node.nodeName === "OL") && isMenu(node)) {
    node.remove();
    return true;
  }
  return Array.from(node.childNodes).every(isAbove);
}

function isMenu(list: PageNode): boolean {
  const length = (list.textContent ?? "").replaceAll(/\s+/g, "").length;
  return list.getElementsByTagName("a").length > 1 && proseOf(list) <= mostProse * length;
}
