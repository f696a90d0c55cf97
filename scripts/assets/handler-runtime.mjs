// The code around a handler: in its bundle, in the process that keeps it, and in that of a call.

import { join } from "node:path";
import { build } from "esbuild";
import { common, generated, root } from "./bundle.mjs";

/**
 * Bundled with each handler. It is a module, so that a bundle contains only what it imports. The pipeline guard is a
 * module of its own: it is 25 times as large as the rest, and few handlers use it.
 */
export async function writeHandlerRuntime(folder) {
  const runtime = { entryPoints: ["src/runtime/handler/handler-main.ts"], plugins: [exchangeBesideCalls, guardApart] };
  await build({ ...common, ...runtime, outfile: join(folder, "handler.mjs"), format: "esm" });
  // Loads such a bundle, for many calls.
  const warm = { entryPoints: ["src/runtime/handler/warm/warm-main.ts"], banner: { js: generated } };
  await build({ ...common, ...warm, outfile: join(folder, "warm.cjs") });
  // Loads such a bundle into the process of a call.
  const inCall = { entryPoints: ["src/runtime/handler/in-call/run-in-call.ts"], banner: { js: generated } };
  await build({ ...common, ...inCall, outfile: join(folder, "in-call.cjs") });
  const contents = ["filter-options", "guard-answer", "guard-command"].map(
    (name) => `export * from "./src/runtime/shell-guard/${name}.js";`,
  );
  const guard = { stdin: { contents: contents.join("\n"), resolveDir: root }, plugins: [exchangeBesideCalls] };
  await build({ ...common, ...guard, outfile: join(folder, "handler-guard.mjs"), format: "esm" });
}

const guardApart = {
  name: "guard-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/shell-guard\// }, () => ({ path: "toolgen-handler:guard", external: true, sideEffects: false }));
  },
};

/** Leaves the pipeline guard out of handlers of the library that don't use it. */
export const guardIfUsed = {
  name: "guard-if-used",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/shell-guard\// }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\.js$/, ".ts")),
      sideEffects: false,
    }));
  },
};

/**
 * A handler's requests are sent by `http.cjs` of the folder above its bundle. The build of a project writes it where a
 * bundle names it.
 */
export const exchangeBesideCalls = {
  name: "exchange-beside-calls",
  setup({ onLoad }) {
    const contents = `export const loadExchange = async () => process.getBuiltinModule("node:module").createRequire(process.argv[1])("../http.cjs");`;
    onLoad({ filter: /[/\\]src[/\\]runtime[/\\]handler[/\\]load-exchange\.ts$/ }, () => ({ contents }));
  },
};
