// Prints files of licences with each text once: packages of one licence have the same words, but for the holder of the
// copyright and line breaks.

const rule = "=".repeat(80);

/** Joins such files, each of which has a text for each package (`licences` in bundle.mjs). */
export function licencesOnce(files) {
  const heads = [];
  const groups = new Map();
  for (const file of files) {
    const [head = "", ...parts] = file.split(`${rule}\n`);
    const found = parts.map(readLicence);
    heads.push(`${head.trim().replace(/\.$/, ":")} ${found.map(({ name }) => name).join(", ")}.`);
    for (const { name, notice, text } of found) {
      const key = text.replaceAll(/\s+/g, " ");
      const group = groups.get(key) ?? { packages: new Map(), text };
      group.packages.set(name, notice);
      groups.set(key, group);
    }
  }
  const printed = [...groups.values()].map(({ packages, text }) => {
    const names = [...packages].map(([name, notice]) => (notice === "" ? `${name}\n` : `${name}\n${notice}\n`));
    return `${rule}\n${names.join("")}\n${text}\n`;
  });
  return `${heads.join("\n")}\n\n${printed.join("\n")}`;
}

/** The name of a package, the lines that name the holders of the copyright, and the rest of its text. */
function readLicence(part) {
  const end = part.indexOf("\n");
  const lines = part.slice(end).trim().split("\n");
  const isNotice = (line) => /^\s*(?:copyright (?:\(c\)|©|\d|\[)|©|\(c\) \d)/i.test(line);
  return {
    name: part.slice(0, end),
    notice: lines.filter(isNotice).join("\n"),
    text: lines
      .filter((line) => !isNotice(line))
      .join("\n")
      .trim(),
  };
}
