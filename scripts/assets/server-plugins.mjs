// Code of packages and of Node that a usual start of the MCP server doesn't need.

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
export const withoutSdkValidator = {
  name: "without-sdk-validator",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: "shims", namespace: "toolgen" }));
    onLoad({ filter: /^shims$/, namespace: "toolgen" }, () => ({
      contents: `export { default as process } from "node:process";
        export class DefaultJsonSchemaValidator { getValidator() { throw new Error("this server has no schema compiler"); } }`,
    }));
  },
};

/**
 * The SDK's adapter to Node imports this package for a transport that the server doesn't use. The package doesn't say
 * that it may be left out then.
 */
export const withoutHono = {
  name: "without-hono",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@hono\/node-server$/ }, async ({ path, pluginData, ...from }) =>
      pluginData === "resolved" ? undefined : { ...(await resolve(path, { ...from, pluginData: "resolved" })), sideEffects: false },
    );
  },
};
