import type { PlaceClass, PlacedValue } from "../../model/place-class.js";

/** Describes each value of a tool: its place, the class of the place, the verdict, and what decides it. */
export const valueLines = (values: readonly PlacedValue[]): readonly string[] =>
  values.map(({ param, where, class: placeClass, ...decision }) =>
    param === undefined
      ? `moderate, because what ${where} does isn't known: write \`risk\``
      : `${param} in \`${where}\` (${placeClass}): ${decision.verdict}, because ${reasonOf({ class: placeClass, ...decision })}`,
  );

function reasonOf({ class: placeClass, because, claimedIn }: Pick<PlacedValue, "class" | "because" | "claimedIn">): string {
  switch (because) {
    case "class":
      return classReasons[placeClass];
    case "fixed":
      return "the spec lists every value, or it is a number";
    case "word":
      return "its `pattern` admits only plain characters";
    case "path":
      return "it is in `paths`";
    case "code":
      return "it is in `code`";
    case "void":
      return `toolgen.lock hasn't accepted that it is data in \`${claimedIn}\``;
    case "claim":
      return `\`data\` says that it is data in \`${claimedIn}\``;
  }
}

const classReasons: Readonly<Record<PlaceClass, string>> = {
  data: "the program only looks at it",
  read: "it names a file that the program reads, and isn't in `paths`",
  runs: "it names files or targets of the workspace that run",
  place: "it names a host, an address or an image",
  dir: "it names a folder where programs and settings are looked up",
  unknown: "nothing is known about this place",
  write: "it names a file that the program writes",
  send: "it names a file that the program sends to another machine",
  option: "it can be an option",
  code: "it is program text",
  load: "it decides what the program loads",
};
