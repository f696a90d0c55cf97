import { cardOf, escapeXml } from "./card.mjs";

const spec = [
  "name: count_lines",
  "kind: read",
  "schema:",
  "  properties:",
  "    file: { type: string }",
  "aliases: { file: [path] }",
  "paths: { file: read }",
  "command:",
  '  [wc, --, "{{file}}"]',
];
const rows = [
  { output: ["discovery, policy", "generated/gemini/"], client: ["Gemini CLI", "asks where risk says so"] },
  { output: ["MCP server", "generated/mcp/"], client: ["any MCP client", "Claude Code, Cursor, Codex"] },
  { output: ["typed classes", "generated/tools/"], client: ["your own agent", "toolgen/runtime"] },
  { output: ["calls on bare Node", "generated/bin/"], client: ["any program", "JSON in, text out"] },
];
const box = { width: 200, height: 58, gap: 16 };
const columns = { spec: 0, output: 290, client: 540 };
const specWidth = 236;
const height = rows.length * (box.height + box.gap) - box.gap;
const top = 26;

/** Draws how one spec becomes outputs, and which clients take them. */
export function overview() {
  const parts = [
    heading(columns.spec, "you write"),
    heading(columns.output, "toolgen build writes"),
    heading(columns.client, "they call"),
    rectangle(columns.spec, top, specWidth, height, "#f6f8fa"),
    text(columns.spec + 12, top + 28, "tools.d/count-lines.yaml", { bold: true, size: 14 }),
    ...spec.map((line, i) => text(columns.spec + 12, top + 58 + i * 24, line, { mono: true, size: 14 })),
    ...rows.flatMap(({ output, client }, i) => {
      const y = top + i * (box.height + box.gap);
      const middle = y + box.height / 2;
      return [
        arrow(columns.spec + specWidth, top + height / 2, columns.output, middle),
        labelled(columns.output, y, output),
        arrow(columns.output + box.width, middle, columns.client, middle),
        labelled(columns.client, y, client),
      ];
    }),
  ];
  const width = columns.client + box.width;
  const svg = `<svg viewBox="0 0 ${width} ${top + height}">${parts.join("\n")}</svg>`;
  return cardOf(svg, {
    title: "One spec, every client",
    description: `A spec in tools.d is compiled by toolgen build. ${rows
      .map(({ output, client }) => `${output.join(", in ")}: for ${client.join(", ")}`)
      .join(". ")}.`,
  });
}

const heading = (x, words) => text(x, 14, words, { size: 14, color: "#59636e" });

const rectangle = (x, y, width, height, fill) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}" stroke="#d1d9e0"/>`;

function text(x, y, words, { size = 15, bold = false, mono = false, color = "#1f2328" }) {
  const font = `font-family="${mono ? "monospace" : "sans-serif"}" font-size="${size}"${bold ? ' font-weight="bold"' : ""}`;
  return `<text x="${x}" y="${y}" ${font} fill="${color}" xml:space="preserve">${escapeXml(words)}</text>`;
}

/** A box with a name, and a second line in smaller letters. */
function labelled(x, y, [name, detail]) {
  const first = text(x + 12, y + 25, name, { bold: true, size: 16 });
  const second = text(x + 12, y + 46, detail, { size: 14, color: "#59636e" });
  return rectangle(x, y, box.width, box.height, "#f6f8fa") + first + second;
}

function arrow(fromX, fromY, toX, toY) {
  const bend = (fromX + toX) / 2;
  const tip = `<path d="M${toX - 8} ${toY - 5}L${toX} ${toY}L${toX - 8} ${toY + 5}Z" fill="#59636e"/>`;
  return `<path d="M${fromX} ${fromY}C${bend} ${fromY} ${bend} ${toY} ${toX - 8} ${toY}" fill="none" stroke="#59636e" stroke-width="1.5"/>${tip}`;
}
