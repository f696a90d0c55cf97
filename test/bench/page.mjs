import { readFileSync, writeFileSync } from "node:fs";

const count = (number) => number.toLocaleString("en-US");
const ratio = (number) => (number < 10 ? number.toFixed(2) : number.toFixed(1));
const quantity = (number, unit) => (unit === "×" ? ratio(number) : `${number < 100 ? number.toFixed(1) : Math.round(number)} ${unit}`);

/** Puts each part that was run between its markers `<!-- bench:PART -->` and `<!-- /bench:PART -->`; what wasn't run stays as it is. */
export function writeParts(path, parts) {
  const before = readFileSync(path, "utf8");
  let text = before;
  for (const [name, markdown] of Object.entries(parts)) {
    const opening = `<!-- bench:${name} -->\n`;
    const start = text.indexOf(opening) + opening.length;
    const end = text.indexOf(`<!-- /bench:${name} -->`, start);
    if (start < opening.length || end < 0) throw new Error(`${path} has no place for the part ${name}.`);
    text = `${text.slice(0, start)}${markdown}${text.slice(end)}`;
  }
  if (text !== before) writeFileSync(path, text);
}

/** A part's page: how it was run, its tables, its targets. */
export function renderPart({ rows, calls, targets, notice, floors, machine, quick, versions }) {
  const how = `${quick ? "A quick run, of few rounds and small sizes" : "A full run"}. Node ${machine.node}, ${machine.cores} cores.`;
  const floor = floors === undefined ? "" : ` The empty Node program: ${floors.nodeMs.toFixed(0)} ms.`;
  const blocks = [
    `${how}${floor}${versions === undefined ? "" : ` Beside ${versions}.`}`,
    notice,
    rows.length > 0
      ? table(["", "tools", "runs", "× CPU", "× wall", "ms", ...(withMb(rows) ? ["MB"] : [])], rows.map(cellsOf(withMb(rows))))
      : undefined,
    calls &&
      table(
        ["calls", "tools", "p50 ms", "p95 ms"],
        calls.map(({ what, size, p50, p95 }) => [what, count(size), p50.toFixed(1), p95.toFixed(1)]),
      ),
    targets.length > 0 ? table(["target", "at most", "measured", ""], targets.map(targetCells)) : undefined,
  ];
  return `${blocks.filter((block) => block !== undefined).join("\n\n")}\n`;
}

/** What the README says of a part: one line. */
export function renderSentence(name, { rows, targets, notice }) {
  if (notice !== undefined || rows.length === 0) return "";
  const missed = targets.filter(({ met }) => !met).length;
  const met = `${targets.length - missed} of ${targets.length} targets met.`;
  const largest = Math.max(...rows.map(({ size }) => size));
  const at = (what, size = largest) => rows.find((row) => row.what === what && row.size === size);
  switch (name) {
    case "call":
      return (
        `- With ${count(largest)} tools, \`generated/bin/call\` costs ${ratio(at("call").cpu)} × the CPU time of an empty Node program and the ` +
        `command, \`discover\` ${ratio(at("discover").cpu)} × an empty Node program, \`cat\` ${ratio(at("cat").cpu)} ×. ${met}\n`
      );
    case "build":
      return (
        `- A build of ${count(largest)} specs takes ${seconds(at("toolgen build, cold"))} s, ${seconds(at("toolgen build, one changed"))} s when one ` +
        `changed, and ${ratio(at("toolgen build, nothing changed").cpu)} × an empty Node program when none did; json2ts writes the types ` +
        `alone in ${seconds(at("json2ts"))} s. ${met}\n`
      );
    case "mcp":
      return (
        `- The MCP server lists ${count(largest)} tools ${ms(at("toolgen, generated/mcp/server.cjs"))} ms after its start, the SDK's McpServer (v2) ` +
        `after ${ms(at("SDK v2, McpServer"))} ms, fastmcp after ${ms(at("fastmcp"))} ms. ${met}\n`
      );
    default:
      throw new Error(`The README has no sentence for ${name}.`);
  }
}

/** A target on a terminal. */
export const targetLine = (target) => targetCells(target).join("  ");

const seconds = (row) => (row.ms / 1000).toFixed(row.ms < 10_000 ? 2 : 1);
const ms = (row) => row.ms.toFixed(0);
const withMb = (rows) => rows.some(({ mb }) => mb !== undefined);

const cellsOf = (mbColumn) => (row) => [
  row.what,
  count(row.size),
  row.runs,
  ratio(row.cpu),
  ratio(row.wall),
  row.ms < 100 ? row.ms.toFixed(1) : count(Math.round(row.ms)),
  ...(mbColumn ? [row.mb?.toFixed(0) ?? ""] : []),
];

const targetCells = ({ what, limit, measured, unit, met }) => [
  what,
  quantity(limit, unit),
  quantity(measured, unit),
  met ? "met" : "**missed**",
];

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |");
  const align = head.map((_, column) => (column === 0 ? "---" : "--:"));
  return [line(head), `|${align.join("|")}|`, ...rows.map(line)].join("\n");
}
