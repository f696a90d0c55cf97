import type { GuardKind } from "../../contract/definition.js";
import { type PlaceClass, placeClasses } from "../place-class.js";
import { listsName } from "./program-names.js";

/** The class of one place. */
export interface ValuePlace {
  readonly class: PlaceClass;
  /** The value is data as long as it doesn't look like this. */
  readonly guard?: GuardKind;
  /** It names a program, which gets the arguments after it. */
  readonly starts?: true;
  /** A file gets the name that stands in the address, so it isn't data behind the author's beginning either. */
  readonly names?: true;
}

/** A row of the table: a program, or one of its subcommands. */
export interface Uses {
  /** The name under which the row stands: `git log`. */
  readonly name: string;
  /** The places of the options' values. */
  readonly options: ReadonlyMap<string, readonly ValuePlace[]>;
  /** Options without a value. */
  readonly flags: ReadonlySet<string>;
  /** Options and, as `=`, operands that are `NAME=value`. */
  readonly settings: readonly Setting[];
  readonly operands: readonly ValuePlace[];
  /** The last place of `operands` holds for all that follow. */
  readonly repeats: boolean;
  /** The place of the last operand, if it isn't that of the others. */
  readonly last?: ValuePlace;
  /** Options that hold what the first operand is otherwise. */
  readonly instead: readonly string[];
  /** Operands in the presence of options. */
  readonly with: readonly OtherUse[];
  /** The place of all that isn't listed. */
  readonly others?: ValuePlace;
  /** The place of an option that isn't listed, unless its name speaks of a file, an address, a program or a secret. */
  readonly named?: ValuePlace;
  readonly stdin?: PlaceClass | undefined;
  /** Options with which it writes the files that it otherwise reads. */
  readonly inPlace: readonly string[];
  /** Options with which its code is harmless. */
  readonly mild: readonly string[];
  /** Its own options stand before the subcommand alone. */
  readonly ownFirst: boolean;
  /** Options of one dash are words. */
  readonly words: boolean;
  /** It runs on another machine or in a container. */
  readonly remote: boolean;
  /** Beginnings of arguments whose rest is a value: `-javaagent:`, `@`. */
  readonly attached: ReadonlyMap<string, ValuePlace>;
  /** Words of `programTraits`: all else that is known about it. */
  readonly is: ReadonlySet<string>;
  /** The lines with other first words, which say what it evaluates. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

/** The places of the arguments after certain options: operands, standard input, and the values of other options. */
export interface OtherUse {
  readonly given: readonly string[];
  readonly operands: readonly ValuePlace[];
  readonly stdin?: PlaceClass;
  readonly options: ReadonlyMap<string, readonly ValuePlace[]>;
}

export interface Setting {
  readonly option: string;
  readonly place: ValuePlace;
  readonly names: readonly string[];
}

/** Reads the lines of a row, each a key and its values. */
export function readRow(name: string, lines: readonly string[]): Uses {
  const options = new Map<string, readonly ValuePlace[]>();
  const flags = new Set<string>();
  const settings: Setting[] = [];
  const attached = new Map<string, ValuePlace>();
  const more = new Map<string, readonly string[]>();
  const parts = lines.map((line) => line.trim().split(/\s+/));
  const after = (key: string) => parts.filter(([first]) => first === key).flatMap(([, ...rest]) => rest);
  const has = (key: string) => parts.some(([first]) => first === key);
  const words = has("words");
  for (const [first = "", ...rest] of parts) {
    const places = first.split(",").map(placeFrom);
    const known = places.filter((place) => place !== undefined);
    if (known.length < places.length) more.set(first, [...(more.get(first) ?? []), ...rest]);
    for (const option of known.length < places.length ? [] : rest) {
      const [place] = known;
      if (option.length === 1 || !option.endsWith("*")) options.set(option, known);
      else if (place !== undefined) attached.set(option.slice(0, -1), place);
    }
  }
  for (const flag of after("flags")) for (const one of words || /^-[^-]{2,}$/.test(flag) === false ? [flag] : letters(flag)) flags.add(one);
  for (const [, option = "", written = "", ...names] of parts.filter(([first]) => first === "setting")) {
    const place = placeFrom(written);
    if (place !== undefined) settings.push({ option, place, names });
  }
  const lastLine = (key: string) => parts.findLast(([first]) => first === key)?.slice(1) ?? [];
  const operands = lastLine("operands");
  const placesIn = (all: readonly string[]) => all.flatMap((one) => placeFrom(one.replace(/\*$/, "")) ?? []);
  const withOptions = (given: readonly string[], then: readonly string[]): OtherUse => {
    const named = new Map(
      then.filter((one) => one.includes("=")).map((one) => [one.slice(0, one.indexOf("=")), placesIn([one.slice(one.indexOf("=") + 1)])]),
    );
    const input = named.get("stdin")?.[0]?.class;
    named.delete("stdin");
    return { given, operands: placesIn(then), options: named, ...(input !== undefined && { stdin: input }) };
  };
  const uses = parts
    .filter(([first]) => first === "with")
    .map((line) => withOptions(line.slice(1, line.indexOf(":")), line.slice(line.indexOf(":") + 1)));
  const alone = [...uses.flatMap(({ given }) => given), ...after("in-place"), ...after("mild")];
  for (const option of alone) if (!options.has(option)) flags.add(option);
  const others = placeFrom(after("others")[0] ?? "");
  const named = placeFrom(after("named")[0] ?? "");
  const last = placeFrom(lastLine("last")[0] ?? "");
  const stdin = placeFrom(lastLine("stdin")[0] ?? "")?.class;
  return {
    name,
    options,
    flags,
    settings,
    operands: placesIn(operands),
    instead: after("instead"),
    with: uses,
    ...(others !== undefined && { others }),
    ...(named !== undefined && { named }),
    repeats: operands.some((one) => one.endsWith("*")),
    ...(last !== undefined && { last }),
    ...(stdin !== undefined && { stdin }),
    inPlace: after("in-place"),
    mild: after("mild"),
    ownFirst: has("own-first"),
    words,
    remote: has("remote"),
    attached,
    is: new Set(more.get("is")),
    lines: more,
  };
}

const letters = (cluster: string) => [...cluster.slice(1)].map((letter) => `-${letter}`);

/** The guards, by the sign behind a class. */
export const guardSigns: Readonly<Record<string, GuardKind>> = {
  "@": "file",
  "|": "pipe",
  "=": "setting",
  "=@": "file-setting",
  "+": "mark",
  ":": "colon",
  "/": "outside",
};

function placeFrom(written: string): ValuePlace | undefined {
  const [, name = "", sign = ""] = /^([a-z]+)(=@|[@|=+:!/])?$/.exec(written) ?? [];
  // What names a program is read by the program that it names.
  const known = name === "prog" ? "load" : placeClasses.find((one) => one === name);
  const guard = guardSigns[sign];
  if (known === undefined) return undefined;
  const place = { class: known, ...(guard !== undefined && { guard }) };
  return name === "prog" ? { ...place, starts: true } : sign === "!" ? { ...place, names: true } : place;
}

/** The row of a subcommand about which nothing is listed. */
export const unlisted: Uses = readRow("", []);

/** The one of two places in which a value can do more. */
export const worse = (a: ValuePlace, b: ValuePlace): ValuePlace => (placeClasses.indexOf(a.class) >= placeClasses.indexOf(b.class) ? a : b);

/** `VERSION=` */
export const settingName = (text: string) => text.slice(0, text.indexOf("=") + 1);

/** The first row whose names have the one before `=` counts. If a call decides the name, the worst of them counts. */
export function settingPlace(settings: readonly Setting[], text: string): ValuePlace {
  const equals = text.indexOf("=");
  if (equals === -1) return settings.map(({ place }) => place).reduce(worse, { class: "data" });
  const name = text.slice(0, equals).replace(/[:+?!]+$/, "");
  return settings.find(({ names }) => listsName(names, name))?.place ?? { class: "unknown" };
}

/** The place of an option or operand that a row doesn't list, if it says something about them. */
export const unlistedPlace = ({ others, named }: Uses, option: string | undefined): ValuePlace | undefined =>
  others ?? (option === undefined || !option.startsWith("--") || saysMore(option) ? undefined : named);

/** Returns true if an option speaks of a file, an address, a program or a secret, and not of a name or id. */
const saysMore = (option: string): boolean => speaks.test(option) && !names.test(option);

const names =
  /^(?!.*(?:files?|paths?|hosts?|servers?|secrets?|tokens?|keys?|accounts?|profile|command|script|plugin|module|config)[._-][a-z]+$).*[._-](?:ids?|arns?|names?|identifiers?|prefix(?:es)?|types?|status|groups?|pattern)$/i;

const speaks =
  /[._-](?:files?|filenames?|path|paths|dir|directory|folder|out|output|dest|destination|log|logs|logfile|export|import|input|body|data|payload|source|src|from|config|configuration|conf|settings|profiles?|context|connections?|org|organization|organisation|blob|override|codec|kubeconfig|cert|ca|cacert|key|keyring|identity|credentials?|tokens?|passwords?|passphrase|secrets?|auth|account|impersonate|exec|execute|command|cmd|run|script|scripts|plugins?|modules?|hooks?|eval|expression|code|template|templates|include|library|lib|load|init|preload|editor|pager|browser|shell|url|urls|uri|endpoint|hosts?|hostname|server|servers|address|addr|proxy|remote|registry|repo|repository|mirror|socket|sql|query|values|set|env|var|vars|define|option|options|opts|args?|extra|report|save|write|target|to|cache|backend|driver|engine|root|home|workdir|cwd|chdir)(?=[._-]|$)/i;
