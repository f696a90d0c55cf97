// Packages in CommonJS which a build loads. Node takes longer to `import` them, because it first searches all of their text for exports: megabytes, of the last.

const packages = ["ajv", "ajv-formats", "handlebars", "picomatch", "semver", "yaml", "json-schema-to-typescript", "ts-morph"];

/** An esbuild plugin by which bundled modules that import these packages require them instead, from where they are installed. */
export const requiredPackages = {
  name: "required-packages",
  setup(build) {
    const names = new RegExp(`^(?:${packages.join("|")})(?:/|$)`);
    build.onResolve({ filter: names }, ({ path, namespace }) => (namespace === "required" ? undefined : { path, namespace: "required" }));
    build.onLoad({ filter: names, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = requirePackage(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};
