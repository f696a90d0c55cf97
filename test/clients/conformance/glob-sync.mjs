// A preload: Node 20 has no `fs.globSync`, which the suites import for a command that isn't run here.
import { register } from "node:module";

const withGlobSync = `export * from "node:fs"; export { default } from "node:fs"; export const globSync = () => [];`;

register(import.meta.url);

export const resolve = (specifier, context, next) =>
  /^(?:node:)?fs$/.test(specifier) && /conformance(?:-next)?\/dist\/index\.js$/.test(context.parentURL ?? "")
    ? { url: `data:text/javascript,${encodeURIComponent(withGlobSync)}`, shortCircuit: true }
    : next(specifier, context);
