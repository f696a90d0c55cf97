import { cardOf, escapeXml } from "./card.mjs";

const line = 21;
/** How long the finished terminal is shown before it is cleared, in seconds. */
const firstFrame = 2;
const character = 8.45;
const [red, green, cyan] = ["#cf222e", "#1a7f37", "#0969da"];
const colors = { 31: red, 91: red, 32: green, 92: green, 36: cyan, 96: cyan, 34: cyan, 2: "#59636e", 90: "#59636e" };

/**
 * Draws a recording in the asciicast format, version 2. The first frame shows the finished terminal, for viewers that
 * don't animate. Then it is cleared, and each line appears at its time and stays. With reduced motion, the first frame
 * stays.
 */
export function terminal(cast, { title, description }) {
  const [header, ...events] = cast
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
  const lines = linesOf(events).flatMap((one) => wrapped(one, header.width));
  const last = events.at(-1)[0];
  const style = `<style>@media (prefers-reduced-motion: no-preference) {.l{animation:hide 0s ${firstFrame}s}}@keyframes hide{from,to{opacity:0}}</style>`;
  const texts = lines.map(
    ({ time, spans }, i) =>
      `<text class="l" style="animation-duration:${Math.round(time * 1000)}ms" y="${(i + 1) * line - 5}" ${font} xml:space="preserve">${spans.map(span).join("")}</text>`,
  );
  const width = Math.ceil(header.width * character);
  return cardOf(`<svg viewBox="0 0 ${width} ${lines.length * line}">${style}${texts.join("\n")}</svg>`, {
    title,
    description: `${description} It takes ${Math.round(firstFrame + last)} seconds.`,
  });
}

const font = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#1f2328"';

/** The lines of the output, each with the time of its first character, cut where colours change. */
function linesOf(events) {
  const lines = [{ time: 0, spans: [] }];
  let state = { color: undefined, bold: false };
  for (const [time, kind, data] of events) {
    if (kind !== "o") continue;
    for (const piece of data.split(/(\r?\n|\u001b\[[\d;]*m)/)) {
      const codes = /^\u001b\[([\d;]*)m$/.exec(piece)?.[1];
      if (codes !== undefined) state = afterCodes(state, codes);
      else if (/^\r?\n$/.test(piece)) lines.push({ time, spans: [] });
      else if (piece !== "") {
        const current = lines.at(-1);
        if (current.spans.length === 0) current.time = time;
        current.spans.push({ text: piece, ...state });
      }
    }
  }
  return lines.at(-1).spans.length === 0 ? lines.slice(0, -1) : lines;
}

/** A line as a terminal of that width breaks it. */
function wrapped({ time, spans }, width) {
  const lines = [{ time, spans: [] }];
  let used = 0;
  for (const { text, ...state } of spans) {
    for (let rest = text; rest !== ""; ) {
      if (used === width) {
        lines.push({ time, spans: [] });
        used = 0;
      }
      const piece = rest.slice(0, width - used);
      lines.at(-1).spans.push({ text: piece, ...state });
      used += piece.length;
      rest = rest.slice(piece.length);
    }
  }
  return lines;
}

/** The colour and weight of what follows a sequence of codes. */
function afterCodes({ color, bold }, codes) {
  const state = { color, bold };
  for (const code of codes.split(";")) {
    if (code === "1") state.bold = true;
    if (code === "22" || code === "0" || code === "") state.bold = false;
    if (code in colors) state.color = colors[code];
    else if (code !== "1") state.color = undefined;
  }
  return state;
}

function span({ text, color, bold }) {
  const attributes = `${color === undefined ? "" : ` fill="${color}"`}${bold ? ' font-weight="bold"' : ""}`;
  return attributes === "" ? escapeXml(text) : `<tspan${attributes}>${escapeXml(text)}</tspan>`;
}
