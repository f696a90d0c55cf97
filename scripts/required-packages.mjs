// Packages in CommonJS which a build loads. Node takes longer to `import` them, because it first searches all of their
// text for exports.

import { bundledNames, bundleOf } from "./bundled-packages.mjs";

const packages = ["ajv", "ajv-formats", "picomatch", "semver", "yaml"];

/**
 * An esbuild plugin with which bundled modules require these packages instead of importing them, from where they are
 * installed or from `dist/packages`.
 */
export const requiredPackages = {
  name: "required-packages",
  setup(build) {
    const names = new RegExp(`^(?:(?:${packages.join("|")})(?:/|$)|(?:${bundledNames})$)`);
    build.onResolve({ filter: names }, ({ path, namespace }) => (namespace === "required" ? undefined : { path, namespace: "required" }));
    const isBundled = new RegExp(`^(?:${bundledNames})$`);
    build.onLoad({ filter: names, namespace: "required" }, ({ path }) => ({
      // The command line is in `dist/cli`.
      contents: `module.exports = requirePackage(${JSON.stringify(isBundled.test(path) ? `../packages/${bundleOf(path)}` : path)});`,
      loader: "js",
    }));
  },
};
