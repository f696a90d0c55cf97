import { join } from "node:path";
import { benchLargeBuild } from "./large-build.mjs";
import { interleave, shareOf } from "./measure.mjs";
import { peersFolder } from "./peers.mjs";
import { changeOne, forgetBuild, moveAway, toolgen } from "./projects.mjs";
import { atMost } from "./targets.mjs";

const node = process.execPath;

/** Builds of projects of several sizes, beside two compilers of like schemas, which write types alone. */
export async function benchBuild({ folder, sizes, large, rounds, batch, deadline, project, onRun }) {
  const rows = [];
  for (const [index, size] of sizes.entries()) {
    const made = await project(size);
    // The largest take minutes: once is enough, for what disturbs a machine evens out over so long.
    const most = size > 2000 ? 1 : size > 500 ? Math.min(rounds, 3) : rounds;
    const results = await interleave(casesOf(made, { batch, folder }), {
      rounds: most,
      deadline: shareOf(deadline, sizes.length - index),
      onRun: (text) => onRun(`${size}: ${text}`),
    });
    const floor = results.get("node, an empty program");
    for (const [what, { runs, cpu, wall }] of results)
      rows.push({ what, size, runs, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall });
  }
  const targets = targetsOf(rows, sizes);
  if (large !== undefined) targets.push(...(await benchLargeBuild({ project: await project(large), onRun })));
  return { rows, targets };
}

function casesOf(project, { batch, folder }) {
  const { dir, schemas, openapi } = project;
  const build = { program: node, args: [toolgen, "build"], cwd: dir };
  const json2ts = join(peersFolder, "node_modules/json-schema-to-typescript/dist/src/cli.js");
  const openapiTypescript = join(peersFolder, "node_modules/openapi-typescript/bin/cli.js");
  const [types, declarations] = [join(folder, "json2ts"), join(folder, "openapi.d.ts")];
  return [
    { name: "node, an empty program", program: node, args: [join(folder, "empty.cjs")], batch },
    { ...build, name: "toolgen build, cold", prepare: () => forgetBuild(project) },
    { ...build, name: "toolgen build, nothing changed", batch },
    { ...build, name: "toolgen build, one changed", prepare: () => changeOne(project) },
    { name: "json2ts", program: node, args: [json2ts, "-i", schemas, "-o", types], prepare: () => moveAway(types) },
    { name: "openapi-typescript", program: node, args: [openapiTypescript, openapi, "-o", declarations] },
  ];
}

function targetsOf(rows, sizes) {
  const of = (what, size) => rows.find((row) => row.what === what && row.size === size);
  const seconds = (what, size) => of(what, size).ms / 1000;
  const at1 = sizes.includes(1) ? [atMost("cold, 1 spec, × an empty Node program", 12, of("toolgen build, cold", 1).cpu)] : [];
  const at1000 = sizes.includes(1000)
    ? [
        atMost("cold, 1,000 specs", 8, seconds("toolgen build, cold", 1000), "s"),
        atMost("one changed, 1,000 specs", 1, seconds("toolgen build, one changed", 1000), "s"),
        // 0.6 and 0.5 of what commit 963e4df5 takes: 3.18 and 0.490 × json2ts, in five turns with it on one machine.
        atMost("cold, 1,000 specs, × json2ts", 1.91, of("toolgen build, cold", 1000).cpu / of("json2ts", 1000).cpu),
        atMost("one changed, 1,000 specs, × json2ts", 0.245, of("toolgen build, one changed", 1000).cpu / of("json2ts", 1000).cpu),
      ]
    : [];
  const linear = sizes.includes(1000) && sizes.includes(5000);
  return [
    ...at1,
    ...at1000,
    // The contract's figure is for up to 1,000: beyond, asking the system about each file costs more than the floor allows.
    ...sizes
      .filter((size) => size <= 1000)
      .map((size) =>
        atMost(
          `nothing changed, ${size === 1 ? "1 spec" : `${size} specs`}, × an empty Node program`,
          3,
          of("toolgen build, nothing changed", size).cpu,
        ),
      ),
    ...(linear
      ? [atMost("cold, 5,000 specs, × 1,000", 5.5, seconds("toolgen build, cold", 5000) / seconds("toolgen build, cold", 1000))]
      : []),
  ];
}
