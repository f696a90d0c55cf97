import type { PlaceClass } from "../place-class.js";
import { findProgram } from "../table/find-program.js";
import { basename } from "../table/program-names.js";
import type { ProjectRows } from "../uses.js";
import type { Argument, ArgumentRange, PlacedArgument, ReadPlaces } from "./argument.js";
import type { Start } from "./argument-findings.js";
import type { ReadArguments } from "./read-arguments.js";
import { readPlaces } from "./read-places.js";

/** The places of all arguments of a command, those of the programs that it starts among them. */
export interface CommandPlaces {
  readonly places: readonly PlacedArgument[];
  /** The class of its standard input, and the program that reads it. */
  readonly stdin: { readonly class: PlaceClass; readonly where: string; readonly isMild: boolean };
}

/** Reads each argument by the row of the program that gets it: the last one that is started before it. */
export function commandPlaces({ programs, args }: ReadArguments, more?: ProjectRows): CommandPlaces {
  const starts = [...new Map([...programs].sort((a, b) => a.from - b.from).map((one) => [one.from, one])).values()];
  const read = starts.map(({ name, from }, i): ReadPlaces => {
    const next = starts[i + 1]?.from;
    // The name of the next program stands before its first argument.
    return readByRows(name, args, { from, until: next === undefined ? args.length : Math.max(from, next - 1) }, more);
  });
  const places = read.flatMap(({ places: own }, i) => {
    const places = isFinding({ starts, read, args, more }, i) ? own.map((one) => worseIn(one, read[i + 1]?.where ?? "")) : own;
    const isRemote = read.slice(0, i + 1).some((one) => one.isRemote);
    const mild = read[i]?.isMild === true ? places.map((one) => ({ ...one, isMild: true })) : places;
    return isRemote ? mild.map(elsewhere) : mild;
  });
  const reader = read.at(-1);
  return {
    places: places.map(asData).map(asMarked),
    stdin: {
      class: reader?.stdin ?? "unknown",
      where: reader?.where ?? basename(programs[0]?.name ?? ""),
      isMild: reader?.isMild === true,
    },
  };
}

interface Started {
  readonly starts: readonly Start[];
  readonly read: readonly ReadPlaces[];
  readonly args: readonly Argument[];
  readonly more: ProjectRows | undefined;
}

/** Reads arguments by the table, and by the project's rows where the table says nothing. */
function readByRows(program: string, args: readonly Argument[], range: ArgumentRange, more: ProjectRows | undefined): ReadPlaces {
  const read = readPlaces(program, args, range);
  if (more === undefined) return read;
  const { places, stdin, isKnown, where } = readPlaces(program, args, range, more);
  const isUnknown = read.stdin === "unknown";
  return {
    ...read,
    // A word that has no place there is a subcommand of the project's program.
    places: read.places.flatMap((one) => (one.class === "unknown" ? places.filter(({ index }) => index === one.index) : [one])),
    stdin: isUnknown ? stdin : read.stdin,
    isKnown: read.isKnown || isKnown,
    where: isUnknown ? where : read.where,
  };
}

/**
 * Returns true if a program passes the names of what it finds to another one, to a place where they aren't only read.
 */
function isFinding({ starts, read, args, more }: Started, at: number): boolean {
  const finds = findProgram(starts[at]?.name ?? "")?.finds;
  const next = read[at + 1];
  if (finds === undefined || next === undefined) return false;
  const marks = next.places.filter(({ before }) => /\{\/{0,2}\.?\}/.test(before));
  if (marks.length > 0 || finds === "marks") return marks.some((one) => !isHarmless(one));
  // It appends them.
  const { name, from } = starts[at + 1] ?? { name: "", from: 0 };
  const found: Argument = { texts: [{ text: "", open: true }], certain: true, many: true, group: "found" };
  const { places } = readByRows(name, [...args, found], { from, until: args.length + 1 }, more);
  return places.some((one) => one.index === args.length && !isHarmless(one));
}

const isHarmless = (one: PlacedArgument): boolean => one.class === "data" || one.class === "read";

const worseIn = (one: PlacedArgument, where: string): PlacedArgument =>
  isHarmless(one) ? { ...one, class: "unknown", where, isListed: false } : one;

/** Names of files are those of another machine or of a container. */
const elsewhere = (one: PlacedArgument): PlacedArgument =>
  ["read", "write", "send", "dir", "runs"].includes(one.class) ? { ...one, class: "unknown", isListed: false } : one;

/** Behind a literal scheme and host, a value can't choose the host. */
const asData = (one: PlacedArgument): PlacedArgument =>
  one.class === "place" && one.names !== true && /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+[/?#]/i.test(one.before)
    ? { ...one, class: "data" }
    : one;

/**
 * A guard refuses a mark at the beginning of a value. Where the author wrote the mark, the value is what it says:
 * `curl -d @{{x}}` sends a file.
 */
function asMarked(one: PlacedArgument): PlacedArgument {
  const { guard, before } = one;
  if (one.class !== "data" || guard === undefined || before === "") return one;
  if ((guard === "file" || guard === "file-setting") && /(?:^|=)(?:[@<]|fileb?:)/i.test(before)) return { ...one, class: "send" };
  if (guard === "pipe" && /^\s*[|!]/.test(before)) return { ...one, class: "code" };
  return guard === "setting" && before.includes("=") ? { ...one, class: "unknown", isListed: false } : one;
}
