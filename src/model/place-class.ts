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

export type PlaceClass = (typeof placeClasses)[number];

/** A value about which the user is asked, because of the place that it is in. */
export interface AskedPlace {
  /** The parameter; absent if it is all of them, as for an MCP server. */
  readonly param?: string;
  /** The program with its subcommand and the option before the value: `git log --author`. */
  readonly where: string;
  readonly class: PlaceClass;
}

/** Returns true if a parameter's value is in a place about which nothing is known. */
export const hasUnknown = (asked: readonly AskedPlace[]): boolean =>
  asked.some((one) => one.param !== undefined && one.class === "unknown");
