// The tables of docs/changes.md.
import { importModule } from "./compiled-modules.mjs";

const { changeKinds, effects } = await importModule("surface/change-kinds.js");

/** The kinds of changes by effect, the worst first. */
export function changeRows() {
  const title = { breaking: "Breaking", riskier: "Riskier", compatible: "Compatible" };
  return effects.map((effect) => ({
    title: title[effect],
    kinds: Object.entries(changeKinds)
      .filter(([, kind]) => kind.effect === effect)
      .map(([code, { text }]) => ({ code, text: text.replaceAll("|", "\\|") })),
  }));
}
