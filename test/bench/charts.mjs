import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, View } from "vega";
import { compile } from "vega-lite";
import { cardOf } from "../../scripts/pictures/card.mjs";

/** Draws a part's charts into a folder, as `bench-NAME.svg`, and returns their names and titles. The same results give the same bytes. */
export async function drawCharts(name, part, folder) {
  const drawn = [];
  for (const chart of [charts[name], ...(furtherCharts[name] ?? [])].flatMap((make) => make(part) ?? [])) {
    const file = chart.name ?? name;
    writeFileSync(join(folder, `bench-${file}.svg`), await draw(chart));
    drawn.push({ name: file, title: chart.title });
  }
  return drawn;
}

/** A title, a sentence for those who can't see the picture, and what vega-lite needs. */
const charts = {
  call: ({ rows }) => {
    const size = Math.max(...rows.map((row) => row.size));
    return bars({
      title: "Discover and call: CPU time over an empty Node program",
      unit: "× CPU",
      rows: rows.filter((row) => row.size === size || row.size === 2).map(({ what, cpu }) => ({ what: plain(what), value: cpu })),
    });
  },
  build: ({ rows }) =>
    lines({
      title: "Builds: seconds by number of specs",
      x: "specs",
      unit: "s",
      rows: rows.map((row) => ({ ...row, value: row.ms / 1000 })),
    }),
  mcp: ({ rows }) =>
    lines({
      title: "MCP servers, start to tools/list: CPU time over an empty Node program",
      x: "tools",
      unit: "× CPU",
      rows: rows.filter(({ what }) => charted.includes(what)).map((row) => ({ ...row, value: row.cpu })),
    }),
  registry: ({ steps }) =>
    bars({
      title: "Registries of 1,000 tools: milliseconds to the first call",
      unit: "ms",
      rows: steps.flatMap(({ what, imports, declares, calls }) => [
        { what, step: "1 import", value: imports },
        { what, step: "2 declarations", value: declares },
        { what, step: "3 first call", value: calls },
      ]),
      color: "step",
    }),
  repair: ({ repairs }) =>
    bars({
      title: "Repair: microseconds a call",
      unit: "µs",
      rows: repairs.filter(({ way }) => way === "toolgen").map(({ call, us }) => ({ what: call, value: us })),
    }),
  library: ({ library: { rows } }) =>
    bars({
      title: "The library in a tree of 10,000 files: milliseconds a process",
      unit: "ms",
      rows: rows.map(({ what, ms }) => ({ what: plain(what), value: ms })),
    }),
};

/** Charts beside the first of a part, each by a name of its own; none where a run didn't measure it. */
const furtherCharts = {
  build: [
    ({ heavy }) =>
      heavy && {
        name: "build-heavy",
        ...bars({
          title: "Builds of heavy specs: CPU time over an empty Node program",
          unit: "× CPU",
          rows: heavy.slice(1).map(({ what, size, cpu }) => ({ what: `${what}, ${size.toLocaleString("en-US")}`, value: cpu })),
        }),
      },
  ],
  mcp: [
    ({ load }) =>
      load && {
        name: "mcp-calls",
        ...bars({
          title: "Calls a second, 32 at once, over standard streams",
          unit: "calls a second",
          rows: load
            .filter(({ transport }) => transport === "standard streams")
            .map(({ work, what, perSecond }) => ({ what: `${work}: ${what}`, value: perSecond })),
        }),
      },
    ({ load }) =>
      load && {
        name: "mcp-calls-http",
        ...bars({
          title: "Calls a second, 32 at once, over HTTP",
          unit: "calls a second",
          rows: load
            .filter(({ transport }) => transport === "HTTP")
            .map(({ work, what, perSecond }) => ({ what: `${work}: ${what}`, value: perSecond })),
        }),
      },
  ],
};

/** The servers of the chart, of which more would share a colour. */
const charted = [
  "node, an empty program",
  "toolgen, generated/mcp/server.cjs",
  "toolgen, generated/mcp/server.cjs --http",
  "SDK v1, Server, bundled",
  "SDK v1, Server",
  "SDK v2, McpServer",
  "fastmcp",
];

const plain = (markdown) => markdown.replaceAll("`", "").replace(/^a bare script that does what the (.*) does$/, "bare script, as $1");
const number = (value) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });

/** Horizontal bars in the order of the rows, with their values; the parts of one bar differ by `color`. */
function bars({ title, unit, rows, color }) {
  const order = [...new Set(rows.map(({ what }) => what))];
  const sums = order.map((what) => ({
    what,
    value: rows.filter((row) => row.what === what).reduce((sum, row) => sum + row.value, 0),
  }));
  const y = { field: "what", type: "nominal", sort: order, title: null, axis: { labelLimit: 0, ticks: false, domain: false } };
  const x = { field: "value", type: "quantitative", title: unit };
  const legend = { title: null, orient: "bottom", labelExpr: "slice(datum.label, 2)" };
  return {
    title,
    description: `${unit}. ${sums.map(({ what, value }) => `${what}: ${number(value)}`).join("; ")}.`,
    spec: {
      width: 400,
      height: { step: 26 },
      layer: [
        {
          data: { values: rows },
          mark: { type: "bar", height: 16 },
          encoding: { y, x, ...(color && { color: { field: color, type: "nominal", scale: { range: palette }, legend } }) },
        },
        {
          data: { values: sums.map((sum) => ({ ...sum, label: number(sum.value) })) },
          mark: { type: "text", align: "left", dx: 5 },
          encoding: { y, x, text: { field: "label" } },
        },
      ],
    },
  };
}

/** A line for each case over the number of tools or specs, both logarithmic. The first case is the floor. */
function lines({ title, x, unit, rows }) {
  const cases = [...new Set(rows.map(({ what }) => what))];
  const sizes = [...new Set(rows.map(({ size }) => size))];
  const largest = Math.max(...sizes);
  const ends = rows.filter(({ size }) => size === largest);
  const legend = { title: null, orient: "bottom", columns: 2, labelLimit: 0, symbolType: "stroke", symbolStrokeWidth: 3 };
  return {
    title,
    description: `${unit} with ${largest.toLocaleString("en-US")} ${x}. ${ends.map((row) => `${row.what}: ${number(row.value)}`).join("; ")}.`,
    spec: {
      width: 560,
      height: 300,
      data: { values: rows },
      mark: { type: "line", point: { size: 40 }, strokeWidth: 2 },
      encoding: {
        x: { field: "size", type: "quantitative", title: x, scale: { type: "log" }, axis: { values: sizes, format: ",d", grid: false } },
        y: { field: "value", type: "quantitative", title: unit, scale: { type: "log" }, axis: { format: ",~r", tickCount: 5 } },
        color: { field: "what", type: "nominal", sort: cases, scale: { domain: cases, range: [floor, ...palette] }, legend },
      },
    },
  };
}

/** Colours that colour-blind readers can tell apart, mostly Okabe and Ito's; they are readable on white and on black. */
const floor = "#7f7f7f";
const palette = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#9467bd"];
const ink = "#1f2328";
const grid = "#d1d9e0";

async function draw({ title, description, spec }) {
  const font = "sans-serif";
  const text = { labelColor: ink, titleColor: ink, labelFontSize: 13, titleFontSize: 13, labelFont: font, titleFont: font };
  const config = {
    font,
    view: { stroke: null },
    axis: { ...text, titleFontWeight: "normal", gridColor: grid, domainColor: grid, tickColor: grid },
    legend: text,
    bar: { color: palette[0] },
    text: { color: ink, fontSize: 13 },
  };
  const { spec: vega } = compile({ ...spec, background: null, padding: 0, config });
  const svg = await new View(parse(vega), { renderer: "none" }).toSVG();
  return cardOf(svg, { title, description });
}
