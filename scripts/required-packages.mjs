// The packages in dist/packages, which the bundled command line loads when they are used. Node takes longer to `import`
// a CommonJS file, because it first searches all of its text for exports.

import { bundledNames, bundleOf } from "./bundled-packages.mjs";

/** An esbuild plugin with which bundled modules require these packages instead of importing them. */
export const requiredPackages = {
  name: "required-packages",
  setup(build) {
    const names = new RegExp(`^(?:${bundledNames})$`);
    build.onResolve({ filter: names }, ({ path, namespace }) => (namespace === "required" ? undefined : { path, namespace: "required" }));
    build.onLoad({ filter: names, namespace: "required" }, ({ path }) => ({
      // The command line is in `dist/cli`.
      contents: `module.exports = requirePackage("../packages/${bundleOf(path)}");`,
      loader: "js",
    }));
  },
};
