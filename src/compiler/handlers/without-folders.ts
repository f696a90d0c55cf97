import { posix } from "node:path";

interface Printed {
  readonly code: string;
  readonly map: string;
}

interface Places {
  /** The files in the bundle, relative to the project. */
  readonly inputs: readonly string[];
  /** The folder of the bundle, relative to the project. */
  readonly folder: string;
}

/** A source map in the form of esbuild's. */
interface SourceMap {
  readonly version: number;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/**
 * Names packages outside the project, as a workspace or Yarn's cache has them, without the folders of this machine. In
 * the source map, the project's files are relative to the bundle's folder.
 */
export function withoutFolders({ code, map }: Printed, { inputs, folder }: Places): Printed {
  const { version, sources, names, mappings }: SourceMap = JSON.parse(map);
  const labels = inputs.filter((path) => path.startsWith("../")).map((path) => [labelOf(path), labelOf(packagePath(path))] as const);
  const shifts = labels.flatMap(([label, shorter]) => placesOf(code, label).map((end) => ({ end, by: shorter.length - label.length })));
  const printed = {
    version,
    sources: sources.map((source) => printedSource(folder, source)),
    names,
    mappings: shifts.length === 0 ? mappings : shiftMappings(mappings, code, shifts),
  };
  return { code: labels.reduce((text, [label, shorter]) => text.replaceAll(label, shorter), code), map: `${JSON.stringify(printed)}\n` };
}

export const packagePath = (path: string): string => path.slice(Math.max(0, path.lastIndexOf("node_modules/")));

/** esbuild labels CommonJS modules so, for stacks of errors. */
const labelOf = (path: string) => `({${JSON.stringify(path)}(`;

/** The ends of the places of a text. */
function placesOf(code: string, text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = code.indexOf(text); at !== -1; at = code.indexOf(text, at + 1)) ends.push(at + text.length);
  return ends;
}

function printedSource(folder: string, source: string): string {
  if (source.includes("toolgen-handler:")) return source.slice(source.indexOf("toolgen-handler:"));
  const path = posix.join(folder, source);
  if (!path.startsWith("../")) return source;
  const inPackages = path.lastIndexOf("node_modules/");
  return posix.relative(folder, inPackages === -1 ? posix.basename(path) : path.slice(inPackages));
}

interface Shift {
  /** The offset in the code behind which everything in the line moves. */
  readonly end: number;
  readonly by: number;
}

/** Moves the columns in the mappings of a source map: each segment begins with the distance to the one before. */
function shiftMappings(mappings: string, code: string, shifts: readonly Shift[]): string {
  let lineStart = 0;
  const lines = code.split("\n").map((line) => {
    const start = lineStart;
    lineStart += line.length + 1;
    return shifts.filter(({ end }) => end > start && end <= start + line.length).map(({ end, by }) => ({ column: end - start, by }));
  });
  return mappings
    .split(";")
    .map((segments, i) => (lines[i]?.length ? shiftLine(segments, lines[i]) : segments))
    .join(";");
}

function shiftLine(segments: string, shifts: readonly { readonly column: number; readonly by: number }[]): string {
  let column = 0;
  let moved = 0;
  return segments
    .split(",")
    .map((segment) => {
      const length = segment.search(lastDigit) + 1;
      const distance = decode(segment.slice(0, length));
      column += distance;
      const by = shifts.reduce((sum, shift) => (shift.column <= column ? sum + shift.by : sum), 0);
      const printed = encode(distance + by - moved) + segment.slice(length);
      moved = by;
      return printed;
    })
    .join(",");
}

/** The digits of base64 VLQ. All but a number's last are from 32 on. */
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const lastDigit = /[A-Za-f]/;

function decode(text: string): number {
  const bits = [...text].reduce((sum, digit, i) => sum + (digits.indexOf(digit) % 32) * 32 ** i, 0);
  return bits % 2 === 1 ? -(bits - 1) / 2 : bits / 2;
}

function encode(value: number): string {
  let bits = value < 0 ? -value * 2 + 1 : value * 2;
  let text = "";
  for (; bits >= 32; bits = Math.floor(bits / 32)) text += digits[32 + (bits % 32)];
  return text + digits[bits];
}
