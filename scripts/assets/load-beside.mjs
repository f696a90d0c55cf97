// Functions that stand for programs in files beside the one that calls them.

/**
 * Replaces the modules in `http.cjs` and `guard.cjs` with functions that load these files. `from` returns the importing
 * file.
 */
export function loadBeside(from) {
  const load = (path, { file, name, as = name }) => ({
    filter: new RegExp(`[/\\\\]src[/\\\\]runtime[/\\\\]${path}\\.ts$`),
    contents: `export function ${as}(...values) { return ${from(file)}.${name}(...values); }`,
  });
  const loaded = [
    load("call[/\\\\]send-call-later", { file: "http.cjs", name: "sendCall", as: "sendCallLater" }),
    load("shell-guard[/\\\\]guard-call", { file: "guard.cjs", name: "guardCall" }),
    load("handler[/\\\\]in-call[/\\\\]run-in-call", { file: "in-call.cjs", name: "runInCall" }),
  ];
  return {
    name: "load-beside",
    setup({ onLoad }) {
      for (const { filter, contents } of loaded) onLoad({ filter }, () => ({ contents }));
    },
  };
}

export const besideCall = (file) => `require("./${file}")`;

/**
 * In an output it is in `bin`; `toolgen mcp` has it beside the server. The path is made when it runs, so that the
 * bundler doesn't put it in.
 */
export const besideServer = (file) =>
  `module.require(["/${file}", "/../bin/${file}"].map((name) => __dirname + name).find(require("node:fs").existsSync) ?? "../bin/${file}")`;
