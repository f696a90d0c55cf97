import { drawChart } from "./charts.mjs";
import { renderPart, wrap, writeParts } from "./page.mjs";
import { renderSentence } from "./sentence.mjs";

/** Writes the parts of the page `docs/performance.md`, each with a sentence and a chart, and these charts into a folder. */
export async function publish(parts, { page, images }) {
  const texts = {};
  for (const [name, part] of Object.entries(parts)) {
    const sentence = renderSentence(name, part);
    texts[name] = renderPart(part);
    if (sentence === "") continue;
    const title = await drawChart(name, part, images);
    texts[name] = `${wrap(sentence)}\n\n![${title}](images/bench-${name}.svg)\n\n${texts[name]}`;
  }
  writeParts(page, texts);
}
