/**
 * The classes of places in a command line (docs/programs.md), by the least that a value can do there to the
 * most. If several are possible, the last of them counts.
 */
export const placeClasses = [
  /** The program only looks at it. */
  "data",
  /** The name of a file that it reads. */
  "read",
  /** Files or targets of the workspace that it runs: tests, targets of make. */
  "runs",
  /** A host, an address or an image that it asks. */
  "place",
  /** A folder where it looks for programs or settings. */
  "dir",
  /** Nothing is known about it. */
  "unknown",
  /** The name of a file that it writes, moves or deletes. */
  "write",
  /** The name of a file whose content it sends to another machine. */
  "send",
  /** The value chooses an option or a subcommand. */
  "option",
  /** Program text. */
  "code",
  /** The name of a program, a module or a setting that decides what runs. */
  "load",
] as const;

/** The use that a program makes of a value in a place. */
export type PlaceClass = (typeof placeClasses)[number];

/** A value in a place of a command, and what follows from it for calls. */
export interface PlacedValue {
  /** The parameter; absent if it is all of them, as for an MCP server. */
  readonly param?: string;
  /** The program with its subcommand and the option before the value: `git log --author`. */
  readonly where: string;
  readonly class: PlaceClass;
  /** `asked`: the user is asked about calls because of this value. */
  readonly verdict: "allowed" | "asked";
  readonly because: ValueReason;
  /** The command in which the author calls the value data, as `commandText` prints it. A claim holds for it alone. */
  readonly claimedIn?: string;
}

/**
 * The reason for the verdict on a value: the class of its place, its own schema (`fixed`: the author wrote every
 * possible text, `word`: a pattern of plain characters), or what the spec says in `paths`, `code` and `data` (`claim`).
 * `void`: toolgen.lock has that claim for another command.
 */
export type ValueReason = "class" | "fixed" | "word" | "path" | "code" | "claim" | "void";

/** The parameters that the author calls data where nothing is known about their place, accepted or not. */
export const claimedParams = (values: readonly PlacedValue[]): readonly string[] => [
  ...new Set(values.flatMap(({ param, claimedIn }) => (param === undefined || claimedIn === undefined ? [] : [param]))),
];

/** The values about which the user is asked. */
export const askedValues = (values: readonly PlacedValue[]): readonly PlacedValue[] => values.filter(({ verdict }) => verdict === "asked");

/** Returns true if the user is asked about a parameter's value because nothing is known about its place. */
export const hasUnknown = (values: readonly PlacedValue[]): boolean =>
  askedValues(values).some((one) => one.param !== undefined && one.class === "unknown");

/** The classes that a project may give to places of its own programs. */
export const ownClasses = ["data", "read", "write", "send", "place", "runs", "dir"] as const satisfies readonly PlaceClass[];

/** A class that a row may give to a place. */
export type OwnClass = (typeof ownClasses)[number];

/**
 * A row of `programs` in toolgen.yaml: the options whose values have a class, options without a value, the classes of
 * the operands (`read*`: of all that follow), and that of standard input.
 */
export interface ProgramRow extends Readonly<Partial<Record<OwnClass, readonly string[]>>> {
  readonly flags?: readonly string[];
  readonly operands?: readonly string[];
  readonly stdin?: OwnClass;
}
