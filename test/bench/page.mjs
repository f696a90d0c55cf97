import { readFileSync, writeFileSync } from "node:fs";
import { drawCharts } from "./charts.mjs";

/** Writes the parts of `contributing/performance.md`, each with a sentence and a chart, and these charts into a folder. */
export async function publish(parts, { page, images }) {
  const texts = {};
  for (const [name, part] of Object.entries(parts)) {
    const sentence = renderSentence(name, part);
    texts[name] = renderPart(part);
    if (sentence === "") continue;
    const titles = await drawCharts(name, part, images);
    const pictures = titles.map(({ name: chart, title }) => `![${title}](../docs/images/bench-${chart}.svg)`);
    texts[name] = [wrap(sentence), ...pictures, texts[name]].join("\n\n");
  }
  writeParts(page, texts);
}

const count = (number) => number.toLocaleString("en-US");
const ratio = (number) => (number < 10 ? number.toFixed(2) : number.toFixed(1));
const quantity = (number, unit) => (unit === "×" ? ratio(number) : `${number < 100 ? number.toFixed(1) : Math.round(number)} ${unit}`);

const openingOf = (name) => `<!-- bench:${name} -->\n`;

/** Puts each part that was run between its markers `<!-- bench:PART -->` and `<!-- /bench:PART -->`; what wasn't run stays as it is. */
export function writeParts(path, parts) {
  const before = readFileSync(path, "utf8");
  let text = before;
  for (const [name, markdown] of Object.entries(parts)) {
    const opening = openingOf(name);
    const start = text.indexOf(opening) + opening.length;
    const end = text.indexOf(`<!-- /bench:${name} -->`, start);
    if (start < opening.length || end < 0) throw new Error(`${path} has no place for the part ${name}.`);
    text = `${text.slice(0, start)}${markdown}${text.slice(end)}`;
  }
  if (text !== before) writeFileSync(path, text);
}

/** Breaks a sentence at spaces, so that no line of a page is longer than 120 columns. */
const wrap = (text) => text.replaceAll(/(?=.{121})(.{1,120}) +/g, "$1\n");

/** A part's page: how it was run, its tables, its targets. */
function renderPart({
  rows,
  steps,
  calls,
  clients,
  handlers,
  heavy,
  load,
  memory,
  repairs,
  library,
  checks,
  targets,
  notice,
  floors,
  machine,
  quick,
  versions,
}) {
  const how = `${quick ? "A quick run, of few rounds and small sizes" : "A full run"}. Node ${machine.node}, ${machine.cores} cores${busy(machine)}.`;
  const floor = floors === undefined ? "" : ` The empty Node program: ${floors.nodeMs.toFixed(0)} ms.`;
  const blocks = [
    wrap(`${how}${floor}${versions === undefined ? "" : ` Beside ${versions}.`}`),
    notice && wrap(notice),
    rows.length > 0 ? tableOfRuns(rows) : undefined,
    heavy && tableOfRuns(heavy),
    load && tableOfLoad(load),
    steps && tableOfSteps(steps),
    calls &&
      table(
        ["calls", "tools", "p50 ms", "p95 ms"],
        calls.map(({ what, size, p50, p95 }) => [what, count(size), p50.toFixed(1), p95.toFixed(1)]),
      ),
    handlers && tableOfHandlers(handlers),
    clients &&
      table(
        ["clients at once", "tools", "clients", "calls", "answered", "s", "CPU s", "MB"],
        clients.map(({ what, size, clients: many, calls: made, answered, ms, cpu, mb }) => [
          what,
          ...[size, many, made, answered].map(count),
          (ms / 1000).toFixed(1),
          (cpu / 1000).toFixed(1),
          mb?.toFixed(0) ?? "",
        ]),
      ),
    memory &&
      table(
        ["calls, 32 at once", "calls", "MB after a quarter", "MB after all"],
        memory.map(({ what, calls: made, quarterMb, mb }) => [what, count(made), quarterMb?.toFixed(0) ?? "", mb?.toFixed(0) ?? ""]),
      ),
    repairs && tableOfRepairs(repairs),
    checks &&
      table(
        ["", "runs", "µs"],
        checks.map(({ what, us, runs }) => [what, runs, us < 100 ? us.toFixed(1) : count(Math.round(us))]),
      ),
    ...(library === undefined ? [] : tablesOfLibrary(library)),
    targets.length > 0 ? table(["target", "limit", "measured", ""], targets.map(targetCells)) : undefined,
  ];
  return `${blocks.filter((block) => block !== undefined).join("\n\n")}\n`;
}

/** A reader of the times must know that other work took its share of the cores. */
const busy = ({ load, cores }) => (load > cores / 4 ? `, which other work kept busy (a load of ${load.toFixed(1)} before the run)` : "");

/** A target on a terminal. */
export const targetLine = (target) => targetCells(target).join("  ");

/** A column stands in a table if some row has it. */
const columns = {
  "": ({ what }) => what,
  tools: ({ size }) => count(size),
  runs: ({ runs }) => runs,
  "× CPU": ({ cpu }) => ratio(cpu),
  "× wall": ({ wall }) => wall && ratio(wall),
  ms: ({ ms }) => (ms < 100 ? ms.toFixed(1) : count(Math.round(ms))),
  MB: ({ mb }) => mb?.toFixed(0),
};

function tableOfRuns(rows) {
  const shown = Object.entries(columns).filter(([, cell]) => rows.some((row) => cell(row) !== undefined));
  const head = shown.map(([title]) => title);
  return table(
    head,
    rows.map((row) => shown.map(([, cell]) => cell(row) ?? "")),
  );
}

function tableOfSteps(steps) {
  const times = ({ imports, declares, calls, all }) => [imports, declares, calls, all].map((ms) => ms.toFixed(1));
  return table(
    ["", "tools", "runs", "import ms", "declarations ms", "first call ms", "all ms"],
    steps.map((step) => [step.what, count(step.size), step.runs, ...times(step)]),
  );
}

/** Servers that do the same work. */
const tableOfLoad = (load) =>
  table(
    ["a call does", "over", "server", "calls", "p50 ms", "a second, 32 at once"],
    load.map(({ work, transport, what, calls, p50, perSecond }) => [
      work,
      transport,
      what,
      count(calls),
      p50.toFixed(2),
      count(Math.round(perSecond)),
    ]),
  );

/** Calls of a handler whose processes are kept, and of one whose processes aren't. */
const tableOfHandlers = (handlers) =>
  table(
    ["later calls", "runs", "p50 ms", "CPU ms"],
    handlers.map(({ what, calls, p50, cpu }) => [what, count(calls), p50.toFixed(2), cpu.toFixed(2)]),
  );

/** Processes as clients start them, and programs that embed tools. */
function tablesOfLibrary({ rows, embedded }) {
  const ms = (time) => (time < 100 ? time.toFixed(1) : count(Math.round(time)));
  return [
    table(
      ["", "files", "runs", "× CPU", "× wall", "ms"],
      rows.map((row) => [row.what, count(row.files), row.runs, ratio(row.cpu), ratio(row.wall), ms(row.ms)]),
    ),
    table(
      ["", "files", "runs", "import ms", "first call ms", "later call ms", "× CPU"],
      embedded.map((row) => [row.what, count(row.files), row.runs, ms(row.imports), ms(row.first), ms(row.later), ratio(row.cpu)]),
    ),
  ];
}

/** A row a call, and what each way takes for it; one that refuses the call is marked. */
function tableOfRepairs(repairs) {
  const ways = [...new Set(repairs.map(({ way }) => way))];
  const cell = (call, way) => {
    const { us, accepted } = repairs.find((one) => one.call === call && one.way === way);
    return `${us.toFixed(1)}${accepted === 1 ? "" : " (refused)"}`;
  };
  return table(
    ["µs a call", ...ways],
    [...new Set(repairs.map(({ call }) => call))].map((call) => [call, ...ways.map((way) => cell(call, way))]),
  );
}

/** The targets of all parts that are missed, as text. */
export const missedTargets = (parts) =>
  Object.values(parts)
    .flatMap(({ targets }) => targets)
    .filter(({ met }) => !met)
    .map(({ what, limit, measured, unit, least = false }) => ({
      what,
      bound: least ? "at least" : "at most",
      limit: withUnit(limit, unit),
      measured: withUnit(measured, unit),
    }));

const withUnit = (number, unit) => (unit === "×" ? `${ratio(number)} ×` : quantity(number, unit));

const targetCells = ({ what, limit, measured, unit, met, least = false }) => [
  what,
  `${least ? "≥" : "≤"} ${quantity(limit, unit)}`,
  quantity(measured, unit),
  met ? "met" : "**missed**",
];

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |");
  const align = head.map((_, column) => (column === 0 ? "---" : "--:"));
  return [line(head), `|${align.join("|")}|`, ...rows.map(line)].join("\n");
}

/** Sums a part up in ratios, at the largest size, and in how many targets are met. */
export function renderSentence(name, { rows, steps, repairs, library, checks, targets, notice }) {
  if (checks !== undefined) return "";
  if (library !== undefined) return librarySentence(library);
  if (repairs !== undefined) return repairSentence(repairs, targets);
  if (steps !== undefined) return registrySentence(steps, targets);
  if (notice !== undefined || rows.length === 0 || sentences[name] === undefined) return "";
  const size = Math.max(...rows.map((row) => row.size));
  const cpu = (what) => rows.find((row) => row.what === what && row.size === size).cpu;
  const met = targets.filter((target) => target.met).length;
  return `${sentences[name]({ size: count(size), cpu })} ${met} of ${targets.length} targets are met.`;
}

function repairSentence(repairs, targets) {
  const us = (call, way) => repairs.find((one) => one.call === call && one.way === way).us;
  const wrong = [
    ...new Set(
      repairs.filter(({ call, way, accepted }) => call !== "a correct call" && way === "toolgen" && accepted === 1).map(({ call }) => call),
    ),
  ];
  const slowest = Math.max(...wrong.map((call) => us(call, "toolgen")));
  const met = targets.filter((target) => target.met).length;
  return (
    `Repair of a correct call takes ${(us("a correct call", "toolgen") - us("a correct call", "ajv alone")).toFixed(1)} µs beside its validation, ` +
    `and of a wrong one ${slowest.toFixed(0)} µs at most. ${met} of ${targets.length} targets are met.`
  );
}

function librarySentence({ rows, embedded }) {
  const files = Math.max(...rows.map((row) => row.files));
  const of = (list, what, key) => list.find((row) => row.what === what && row.files === files)?.[key];
  const beside = (tool, program) => ratio(of(rows, `call, \`${tool}\``, "wall") / of(rows, `\`${program}\``, "wall"));
  const ours = (tool) => of(embedded, `toolgen, registry, \`${tool}\``, "later");
  const theirs = (tool) => of(embedded, `Gemini CLI's core, \`${tool}\``, "later");
  return (
    `In a tree of ${count(files)} files, a call of the library's \`glob\` takes ${beside("glob", "find")} × as long as \`find\`, and of ` +
    `\`grep_search\` ${beside("grep_search", "grep")} × as long as \`grep -rn\`; embedded, ${ratio(ours("glob") / theirs("glob"))} × ` +
    `and ${ratio(ours("grep_search") / theirs("GrepTool"))} × as long as the tools of Gemini CLI's core.`
  );
}

function registrySentence(steps, targets) {
  const size = Math.max(...steps.map((step) => step.size));
  const [ours, discovered, core] = steps.filter((step) => step.size === size);
  const met = targets.filter((target) => target.met).length;
  return (
    `A registry of ${count(size)} generated tools takes ${ratio(ours.all / core.all)} × as long as the one of Gemini CLI's core with as many discovered ` +
    `tools from import to the first call, and with the same discovered tools ${ratio(discovered.all / core.all)} ×. ` +
    `${met} of ${targets.length} targets are met.`
  );
}

const sentences = {
  call: ({ size, cpu }) =>
    `With ${size} tools, \`call\` costs ${ratio(cpu("call"))} × the CPU time of an empty Node program and the command; discovery costs ` +
    `${ratio(cpu("cat"))} × an empty Node program by \`cat\`, ${ratio(cpu("discover"))} × by \`discover\`.`,
  build: ({ size, cpu }) => {
    const json2ts = cpu("json2ts");
    return (
      `A build of ${size} specs costs ${ratio(cpu("toolgen build, cold") / json2ts)} × the CPU time that json2ts takes for types alone, ` +
      `${ratio(cpu("toolgen build, one changed") / json2ts)} × when one changed, and ${ratio(cpu("toolgen build, nothing changed"))} × an empty ` +
      "Node program when none did."
    );
  },
  mcp: ({ size, cpu }) => {
    const ours = cpu("toolgen, generated/mcp/server.cjs");
    return (
      `An MCP server with ${size} tools starts and lists them for ${ratio(ours)} × the CPU time of an empty Node program; the SDK's McpServer ` +
      `takes ${ratio(cpu("SDK v2, McpServer") / ours)} × that, its low-level Server ${ratio(cpu("SDK v1, Server") / ours)} ×, ` +
      `fastmcp ${ratio(cpu("fastmcp") / ours)} ×.`
    );
  },
};
