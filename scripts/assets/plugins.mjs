// esbuild's plugins, by which a bundle has other code than its modules: less of a package, or a file beside it that is
// read when it is needed.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { root } from "../run.mjs";

/** The path of a file in the repository, such as `src/index.ts`. */
export const pathOf = (file) => relative(root, file).replaceAll("\\", "/");

/** A plugin in which modules of `src` have other texts, by their paths. */
export const replacedModules = (texts) => ({
  name: "replaced-modules",
  setup({ onLoad }) {
    // A module that has another name would silently be bundled as it is.
    for (const path of Object.keys(texts)) if (!existsSync(join(root, path))) throw new Error(`There is no module ${path}`);
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
      const contents = texts[pathOf(path)];
      return contents === undefined ? undefined : { contents, loader: "js", resolveDir: root };
    });
  },
});

/** A plugin in which packages, or other names, are modules with these texts. */
export const virtualModules = (texts) => ({
  name: "virtual-modules",
  setup({ onLoad, onResolve }) {
    const namespace = "toolgen-virtual";
    onResolve({ filter: /^[^.]/ }, ({ path }) => (Object.hasOwn(texts, path) ? { path, namespace } : undefined));
    onLoad({ filter: /./, namespace }, ({ path }) =>
      Object.hasOwn(texts, path) ? { contents: texts[path], loader: "js", resolveDir: root } : undefined,
    );
  },
});

/** Files beside a program are read when it runs. */
export const beside = {
  name: "beside",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/[\w-]+\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** `load` of `toolgen:beside` loads a file beside `call.cjs`, wherever it is called. */
export const loadBesideCall = virtualModules({ "toolgen:beside": "export const load = (file) => module.require(`./${file}`);" });

/**
 * The modules in `http.cjs`, `guard.cjs` and `in-call.cjs` are functions that load these files: beside `call.cjs`, or
 * from where `from` says.
 */
export function loadBeside(from) {
  const text = (file) => (from === undefined ? `load("${file}")` : from(file));
  const imported = from === undefined ? `import { load } from "toolgen:beside";\n` : "";
  const load = (file, name, as = name) => `${imported}export function ${as}(...values) { return ${text(file)}.${name}(...values); }`;
  return replacedModules({
    "src/call/http/send-call-later.ts": load("http.cjs", "sendCall", "sendCallLater"),
    "src/call/guard/guard-call.ts": load("guard.cjs", "guardCall"),
    "src/call/handler/run-in-call.ts": load("in-call.cjs", "runInCall"),
  });
}

export const besideCall = (file) => `require("./${file}")`;

/**
 * In an output it is in `bin`; `toolgen mcp` has it beside the server. The path is made when it runs, so that the
 * bundler doesn't put it in.
 */
export const besideServer = (file) =>
  `module.require(["/${file}", "/../bin/${file}"].map((name) => __dirname + name).find(require("node:fs").existsSync) ?? "../bin/${file}")`;

/**
 * A function that loads the file of a feature beside a program. The path is made when it runs, so that the bundler
 * doesn't put the file in.
 */
const loadsFeature = (name, load) => `import { existsSync } from "node:fs";
  import { missingFeature } from "./src/call/start-problem.late.ts";
  function loadFeature() {
    const file = __dirname + "/${name}.cjs";
    if (!existsSync(file)) throw new Error(missingFeature("${name}"));
    return ${load}(file);
  }`;

/** Parts of the server are in files beside it, in an output as in `toolgen`. */
export const loadServerParts = (parts) =>
  replacedModules(
    Object.fromEntries(
      parts.map(({ name, entry, exported }) => [
        entry,
        `${loadsFeature(name, "module.require")}
        export function ${exported}(...values) { return loadFeature().${exported}(...values); }`,
      ]),
    ),
  );

/** `proxy.cjs` is beside `http.cjs` wherever that is. */
export const proxyBeside = replacedModules({
  "src/call/http/load-proxied.ts": `${loadsFeature("proxy", "require")}
    export const loadProxied = async (...values) => loadFeature().proxiedConnections(...values);`,
});

/**
 * The part of undici that sends requests, without fetch, sockets and caches: two thirds of it, loaded in half of the
 * time.
 */
export const undiciInPart = virtualModules({
  undici: `const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");
    Object.assign(Dispatcher.prototype, require("undici/lib/api"));
    exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent.js");`,
  // Of its caches. A bundler of a user's program would import it where the program starts, and Node 20 has none.
  "node:sqlite": `throw Object.assign(new Error("No caches are bundled."), { code: "ERR_UNKNOWN_BUILTIN_MODULE" });`,
});

/** `mcp-client.cjs` is beside the program that calls MCP servers, which has the version of this package in it. */
export const clientBeside = [
  {
    name: "client-beside",
    setup({ onResolve }) {
      onResolve({ filter: /^@modelcontextprotocol\/client$/ }, () => ({ path: "./mcp-client.cjs", external: true }));
    },
  },
  replacedModules({
    "src/agent/mcp/client-version.ts": `export const clientVersion = () => ${JSON.stringify(createRequire(import.meta.url)("../../package.json").version)};`,
  }),
];

/**
 * zod can also print its schemas as JSON Schemas, which the server doesn't do: it has those of the specs. And it
 * generates code that checks objects, which `withoutJit` (scripts/assets.mjs) turns off.
 */
export const zodInPart = {
  name: "zod-in-part",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]classic[/\\]schemas\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (!text.includes("core.$ZodObjectJIT.init(")) throw new Error(`${path} generates code in another way`);
      return { contents: text.replace("core.$ZodObjectJIT.init(", "core.$ZodObject.init(") };
    });
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]core[/\\](?:to-json-schema|json-schema-processors)\.js$/ }, async ({ path }) => {
      const names = [...(await readFile(path, "utf8")).matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
      if (names.length < 5) throw new Error(`${path} exports its functions in another way`);
      // zod calls these when it makes a schema, to get the functions that print it.
      return { contents: names.map((name) => `export const ${name} = () => undefined;`).join("\n") };
    });
  },
};

const ofGuard = /^\.\.\/(?:filter-options|guard-command)\.js$/;

/** A handler's bundle imports the pipeline guard from a module of its own. */
export const guardApart = {
  name: "guard-apart",
  setup({ onResolve }) {
    onResolve({ filter: ofGuard }, () => ({ path: "toolgen-handler:guard", external: true, sideEffects: false }));
  },
};

/** Leaves the pipeline guard out of handlers of the library that don't use it. */
export const guardIfUsed = {
  name: "guard-if-used",
  setup({ onResolve }) {
    onResolve({ filter: ofGuard }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\.js$/, ".ts")),
      sideEffects: false,
    }));
  },
};

/**
 * A handler's requests are sent by `http.cjs` of the folder above its bundle. The build of a project writes it where a
 * bundle names it.
 */
export const exchangeBesideCalls = replacedModules({
  "src/call/http/load-exchange.ts": `export const loadExchange = async () => process.getBuiltinModule("node:module").createRequire(process.argv[1])("../http.cjs");`,
});

/**
 * Modules of Node that most starts of the MCP server don't need: loading child_process and fs/promises took 5 % of the
 * instructions from its start to its answer to `tools/list`.
 */
export const builtinsLater = {
  name: "builtins-later",
  setup({ onLoad, onResolve }) {
    const filter = /^node:(child_process|crypto|fs\/promises)$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: "toolgen-builtin", sideEffects: false }));
    onLoad({ filter, namespace: "toolgen-builtin" }, ({ path }) => ({ contents: callsOfBuiltin(path) }));
  },
};

function callsOfBuiltin(name) {
  const functions = Object.entries(process.getBuiltinModule(name)).filter(([, value]) => typeof value === "function");
  return functions
    .map(([key]) => `export function ${key}(...values) { return process.getBuiltinModule("${name}").${key}(...values); }`)
    .join("\n");
}

/**
 * The SDK contains a copy of ajv for features that the server doesn't use; without it the server is a third smaller and
 * starts sooner.
 */
export const withoutSdkValidator = virtualModules({
  "@modelcontextprotocol/server/_shims": `export { default as process } from "node:process";
    export class DefaultJsonSchemaValidator { getValidator() { throw new Error("this server has no schema compiler"); } }`,
});
