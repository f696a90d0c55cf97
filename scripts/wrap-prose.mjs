const width = 120;

/** Wraps the paragraphs and list items of a Markdown text that have a line of more than 120 columns. */
export function wrapProse(markdown) {
  const lines = [];
  let isCode = false;
  let paragraph = [];
  const flush = () => {
    lines.push(...(paragraph.some((line) => line.length > width) ? wrapped(paragraph) : paragraph));
    paragraph = [];
  };
  for (const line of markdown.split("\n")) {
    const isFence = /^\s*```/.test(line);
    const isProse = !isCode && !isFence && line.trim() !== "" && !/^(\s*[|<#]| {4})/.test(line);
    if (!isProse || /^\s*([-*]|\d+\.)\s/.test(line)) flush();
    if (isProse) paragraph.push(line);
    else lines.push(line);
    if (isFence) isCode = !isCode;
  }
  flush();
  return lines.join("\n");
}

function wrapped(paragraph) {
  const [first = "", ...others] = paragraph;
  const start = /^\s*(?:(?:[-*]|\d+\.)\s+)?/.exec(first)?.[0] ?? "";
  const text = [first.slice(start.length), ...others.map((line) => line.trim())].join(" ");
  const lines = [];
  let line = start;
  for (const word of wordsOf(text)) {
    if (line.length > start.length && line.length + 1 + word.length > width) {
      lines.push(line);
      line = " ".repeat(start.length);
    }
    line += line.length > start.length ? ` ${word}` : word;
  }
  return [...lines, line];
}

/** Splits at white space outside of code and links. */
function wordsOf(text) {
  const words = [];
  for (const word of text.split(/\s+/)) {
    const last = words.at(-1);
    const isOpen = last !== undefined && (last.split("`").length % 2 === 0 || /\[[^\]]*$/.test(last));
    if (isOpen) words[words.length - 1] = `${last} ${word}`;
    else words.push(word);
  }
  return words;
}
