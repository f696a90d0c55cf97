// Packages in CommonJS that Node takes long to `import`, because it searches their megabytes for exports first; `require` doesn't.

const packages = ["ts-morph", "json-schema-to-typescript"];

/** An esbuild plugin by which bundled modules that import these packages require them instead, from where they are installed. */
export const requiredPackages = {
  name: "required-packages",
  setup(build) {
    const names = new RegExp(`^(?:${packages.join("|")})$`);
    build.onResolve({ filter: names }, ({ path, namespace }) => (namespace === "required" ? undefined : { path, namespace: "required" }));
    build.onLoad({ filter: names, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = requirePackage(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};
