import { type PlaceClass, placeClasses } from "./place-class.js";
import { hasTrait, programTraits, type Trait } from "./program-traits.js";
import { guardSigns, type Uses, type ValuePlace } from "./table/row.js";
import { subcommandOf, subcommandsOf, usesOf } from "./uses.js";

/** Returns the row of a program or of a subcommand, `git log`, as data; `undefined` if the table has none. */
export function programFacts(words: string) {
  const [program = "", ...more] = words.trim().split(/\s+/);
  const own = usesOf(program);
  const name = [own?.name ?? program, ...more].join(" ");
  const row = more.length === 0 ? own : subcommandOf(name.slice(0, name.lastIndexOf(" ")), more.at(-1) ?? "")?.row;
  const subcommands = [...subcommandsOf(name)].filter((word) => word !== "*");
  if (row === undefined && subcommands.length === 0) return undefined;
  return { name, ...(row === undefined ? {} : rowFacts(row)), subcommands };
}

/** Names the command that shows the row of a place: that of `git log` for `git log --author`. Empty without a row. */
export function rowHelp(where: string): string {
  const words = where.split(" ");
  const option = words.findIndex((word) => word.startsWith("-"));
  const names = words.slice(0, option === -1 ? words.length : option).map((_, i, all) => all.slice(0, all.length - i).join(" "));
  const name = names.find((one) => programFacts(one) !== undefined);
  if (name === undefined) return "";
  return ` 'toolgen explain ${name.includes(" ") ? `"program:${name}"` : `program:${name}`}' shows what the table says about it.`;
}

function rowFacts({
  options,
  attached,
  settings,
  flags,
  operands,
  repeats,
  last,
  stdin,
  others,
  named: namedPlace,
  is,
  lines,
  name,
}: Uses) {
  const values = [...options, ...[...attached].map(([name, place]) => [`${name}…`, [place]] as const)];
  const inClass = (one: PlaceClass) => values.flatMap(([option, [place]]) => (place?.class === one ? [`${option}${unless(place)}`] : []));
  const named = settings.map(({ option, place, names }) => ({ option, class: place.class, names }));
  return {
    documentation: lines.get("source")?.join(" "),
    /** The options with a value, by its class. */
    options: Object.fromEntries(placeClasses.map((one) => [one, inClass(one)] as const).filter(([, names]) => names.length > 0)),
    settings: named,
    flags: [...flags],
    operands: operands.map((place, i) => `${place.class}${unless(place)}${repeats && i === operands.length - 1 ? "…" : ""}`),
    last: last?.class,
    stdin: stdin ?? "unknown",
    others:
      others?.class ??
      (namedPlace === undefined ? "unknown" : `${namedPlace.class}, but options named after a file, an address, a program or a secret`),
    is: traitNames.filter((word) => is.has(word) || hasTrait(name, word)).map((word) => programTraits[word]),
  };
}

const traitNames = Object.keys(programTraits) as readonly Trait[];

const unless = ({ guard }: ValuePlace): string =>
  guard === undefined ? "" : ` (no ${Object.keys(guardSigns).find((sign) => guardSigns[sign] === guard)})`;
