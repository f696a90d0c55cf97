import { count, ratio } from "./page.mjs";

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
