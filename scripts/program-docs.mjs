// The tables of docs/programs.md: the table of programs, in words.
import { importModule } from "./compiled-modules.mjs";

const { families } = await importModule("check/programs/find-program.js");
const { harmlessVariables, trustedVariables } = await importModule("check/programs/variables.js");
const { usesByFamily } = await importModule("check/programs/uses.js");

const code = (texts) => texts.map((text) => `\`${text}\``).join(" ");

/** A section for each family, a row for each program. */
export function programFamilies() {
  return Object.entries(families).map(([title, rows]) => ({
    title,
    rows: rows.map((row) => ({ names: code(row.names), evaluates: evaluates(row).join("; ") || "nothing", source: source(row.source) })),
  }));
}

const source = (text) => (text.startsWith("http") ? `<${text}>` : text);

function evaluates(row, prefix = "") {
  const own = ["text", "file", "program", "setting"].flatMap((role) => {
    const attached = { text: row.attached ?? [], file: row.attachedFile ?? [] }[role] ?? [];
    const options = [...(row[role] ?? []), ...attached.map((name) => `${name}…`)];
    const operands = operandsOf(row, role);
    return options.length + operands.length === 0
      ? []
      : [`${role} ${[code(options), ...operands].filter((text) => text !== "").join(", ")}`];
  });
  const pairs = row.settingPairs === undefined ? [] : [`setting ${row.settingPairs.map((name) => `\`${name} NAME VALUE\``).join(" ")}`];
  const pipes = row.pipes === undefined ? [] : [`pipe with ${code(row.pipes)}: all operands`];
  const settings = row.harmless === undefined ? [] : [`harmless ${code(row.harmless)}`];
  const input = row.input === true ? ["stdin"] : row.inputOptions === undefined ? [] : [`stdin with ${code(row.inputOptions)}`];
  const subcommands = Object.entries(row.subcommands ?? {}).flatMap(([name, inner]) => evaluates(inner, `${prefix}${name} `));
  const asked = row.inputText === undefined ? [] : [`stdin with an argument \`${row.inputText.source.replaceAll("|", "\\|")}\``];
  const all = [...own, ...pairs, ...pipes, ...settings, ...input, ...asked];
  return [...(all.length === 0 ? [] : [`${prefix === "" ? "" : `**${prefix.trim()}** `}${all.join(", ")}`]), ...subcommands];
}

function operandsOf({ operands = [], assignments }, role) {
  const named = operands.filter((one) => one !== "...");
  const places = named.flatMap((one, i) => (one === role ? [i + 1] : []));
  const repeats = operands.at(-1) === "..." && named.at(-1) === role;
  const texts = places.map((place, i) => `operand ${place}${repeats && i === places.length - 1 ? "…" : ""}`);
  return role === "setting" && assignments !== undefined ? [...texts, "`NAME=value`"] : texts;
}

/** The programs of each family, with the number of their subcommands. */
export function programPlaces() {
  return Object.entries(usesByFamily()).map(([title, names]) => {
    const programs = new Map();
    for (const name of names) {
      const [program, ...rest] = name.split(" ");
      programs.set(program, (programs.get(program) ?? 0) + (rest.length > 0 && rest[0] !== "*" ? 1 : 0));
    }
    return { title, names: [...programs].map(([name, count]) => `\`${name}\`${count === 0 ? "" : ` (${count})`}`).join(", ") };
  });
}

/** The variables that any value may set, and those that programs trust. */
export const programVariables = () => ({
  harmless: code(harmlessVariables),
  variables: trustedVariables.map(({ source, names }) => ({ source, names: code(names) })),
});
