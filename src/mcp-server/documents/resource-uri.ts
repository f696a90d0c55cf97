import type { TextTemplate } from "../../runtime/contract/text-template.js";

/**
 * Returns the URI of a prompt's resource. A value within it is encoded, so that it can't end its part of the URI. A
 * value at the beginning is a URI.
 */
export const resourceUri = (text: TextTemplate, render: (text: TextTemplate) => string): string =>
  text.map((piece, i) => (typeof piece === "string" || i === 0 ? render([piece]) : encodeURIComponent(render([piece])))).join("");
