/** Most forms of a usage that are read, and the longest of them. */
const maxForms = 40;
const maxForm = 4000;

/** Returns the forms of a command's usage, without its words: `[-n NUM] FILE...`. */
export function findUsages(text: string, words: readonly string[]): readonly string[] {
  const lines = text.split("\n");
  const marked = lines.findIndex((line) => /(?:^|\s)usage ?:|^(?:usage|synopsis)$/i.test(line));
  // Mercurial and systemctl begin with the command and don't say that this is its usage.
  const start = marked === -1 ? lines.slice(0, mostBefore).findIndex((line) => isBareUsage(line, words)) : marked;
  if (start === -1) return [];
  const first = (lines[start] ?? "").replace(marked === -1 ? /^/ : /^.*?(?:usage ?:?|synopsis)\s*/i, "");
  const found = first === "" ? [] : [first];
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === "") {
      if (found.length > 0) break;
      continue;
    }
    if (/^\S/.test(line) && !isCommand(line, words) && !/^or:?\s/i.test(line)) break;
    const body = line.trim().replace(/^or ?:?\s+/i, "");
    // A list of options follows without an empty line.
    if (body.startsWith("-")) break;
    // Sentences follow without an empty line.
    if (found.length > 0 && /^[A-Z][a-z]+,? [a-z]+ /.test(body)) break;
    const isNew = /^\s*or ?:?\s/i.test(line) || isCommand(body, words) || found.length === 0;
    if (isNew) found.push(body);
    else if (line.search(/\S/) > 0) found[found.length - 1] = `${found.at(-1)} ${body}`;
    if (found.length > maxForms) break;
  }
  // `git show -h` has the usage of `git log`, too.
  const hasWords = (form: string) => words.every((word, index) => isWord(form.trim().split(/ +/)[index] ?? "", word));
  const own = found.some(hasWords) ? [...found.filter(hasWords), ...found.filter((form) => !hasWords(form))] : found;
  return own.map((form) => withoutWords(form.slice(0, maxForm), words)).filter((form) => !form.startsWith("|"));
}

/** The lines at the beginning of a help among which one may be a usage without a title. */
const mostBefore = 12;

/** `hg log [OPTION]... [FILE]` at the beginning of a line. */
const isBareUsage = (line: string, words: readonly string[]): boolean =>
  line.startsWith(`${words.join(" ")} `) && /^[[<{]|^[A-Z][A-Z_.-]+(?:\.\.\.)?(?:\s|$)/.test(line.slice(words.join(" ").length + 1).trim());

const isCommand = (line: string, words: readonly string[]) => line.trim().startsWith(`${words[0]} `) || line.trim() === words[0];

/** The program may call itself by another name, `python` for `python3`. */
function withoutWords(form: string, words: readonly string[]): string {
  const parts = form.trim().split(/ +/);
  let taken = 0;
  while (taken < words.length && taken < parts.length && isWord(parts[taken] ?? "", words[taken] ?? "")) taken++;
  if (taken === 0 && /^[a-z][\w.-]*$/.test(parts[0] ?? "")) taken = 1;
  return parts.slice(taken).join(" ");
}

const isWord = (part: string, word: string) => part === word || part.replace(/^.*\//, "") === word || word.replace(/[\d.]+$/, "") === part;
