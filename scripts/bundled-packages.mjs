// Bundles packages of which toolgen uses a part into dist/packages, so that they are no dependencies of its users:
// installed, these fifteen and what they depend on take 77 MB. contributing/package.md says which packages are
// bundled, why, and what that costs.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { common, licences, writeBundle } from "./assets/bundle.mjs";
import { undiciInPart, virtualModules } from "./assets/plugins.mjs";
import { root } from "./run.mjs";

/** The text of each bundle's entry, by the package's name: the exports that `src` uses. */
const entries = {
  "@apidevtools/json-schema-ref-parser": `export { $RefParser } from "@apidevtools/json-schema-ref-parser";`,
  "@scalar/openapi-upgrader/2.0-to-3.0": `export { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";`,
  "@cyclonedx/cyclonedx-library": ["Enums", "Models", "SPDX", "Serialize", "Spec"]
    .map((name) => `export * as ${name} from "@cyclonedx/cyclonedx-library/${name}";`)
    .join("\n"),
  "@scalar/postman-to-openapi": `export { convert } from "@scalar/postman-to-openapi";`,
  diff: `export { diffArrays, formatPatch, structuredPatch } from "diff";`,
  execa: `export { execa } from "execa";`,
  handlebars: `module.exports = require("handlebars");`,
  "json-schema-to-typescript": `export { compile } from "json-schema-to-typescript";`,
  "@modelcontextprotocol/client": `export {
      auth, Client, ClientCredentialsProvider, discoverOAuthServerInfo, extractWWWAuthenticateParams, InsufficientScopeError, OAuthClientFlowError, OAuthError,
      parseErrorResponse, PrivateKeyJwtProvider, ProtocolError, refreshAuthorization, RegistrationRejectedError, SdkError, SdkErrorCode, SdkHttpError, selectClientAuthMethod, SSEClientTransport,
      StreamableHTTPClientTransport, UnauthorizedError,
    }
    from "@modelcontextprotocol/client";`,
  unbash: `export { parse } from "unbash";`,
  undici: `module.exports = require("undici");`,
  "vscode-languageserver/node": `export {
      CodeActionKind, CompletionItemKind, createConnection, DiagnosticSeverity, DidChangeWatchedFilesNotification, ErrorCodes, ProposedFeatures, ResponseError,
      TextDocuments, TextDocumentSyncKind,
    }
    from "vscode-languageserver/node";`,
  "vscode-languageserver-textdocument": `export { TextDocument } from "vscode-languageserver-textdocument";`,
  "ts-morph": `export { Node, Project, ScriptTarget, ts } from "ts-morph";`,
};

/** `ajvPackages` of src/agent/tool/ajv-packages.ts for users: CommonJS, in which bundlers follow `require`. */
const ajvPackages = `exports.ajvPackages = {
  get ajv() { return require("ajv"); },
  get ajv2020() { return require("ajv/dist/2020"); },
  get formats() { return require("ajv-formats"); },
};
`;

/** The packages, as an alternation for regular expressions. */
export const bundledNames = [...Object.keys(entries), "ajv-packages"].join("|");

/** The file in dist/packages that holds a package. */
export const bundleOf = (name) => `${name.replace(/^@/, "").replaceAll("/", "-")}.cjs`;

/** The file in dist/packages that holds the compiler which ts-morph uses. */
const compiler = "typescript.cjs";

/**
 * Packages that others load if they are there: a helper for colours of json-schema-to-typescript's logs, and what
 * writes XML and checks documents for the library of CycloneDX.
 */
const unusedPackages = ["cli-color", "ajv-formats-draft2019", "libxmljs2", "packageurl-js", "spdx-expression-parse", "xmlbuilder2"];

/** Writes the bundles and their licences into a folder. */
export async function writeBundledPackages(folder) {
  await mkdir(folder, { recursive: true });
  const metafiles = [];
  // Minified, not bundled: within a bundle's function, V8 would parse its 3.6 MB twice.
  await build({
    ...common,
    bundle: false,
    entryPoints: ["node_modules/@ts-morph/common/dist/typescript.js"],
    outfile: join(folder, compiler),
  });
  for (const [name, contents] of Object.entries(entries)) {
    const options = { plugins: await pluginsOf(name), external: unusedPackages };
    metafiles.push(await writeBundle(join(folder, bundleOf(name)), { contents, banner: "", ...options }));
  }
  await writeFile(join(folder, bundleOf("ajv-packages")), ajvPackages);
  await writeFile(join(folder, "LICENCES.txt"), await licences(Object.keys(entries).map(bundleOf).join(", "), ...metafiles));
  // ts-morph has TypeScript's compiler in a file of its own, without a package.
  const typescript = await Promise.all(
    ["LICENSE", "NOTICE.txt"].map((name) => readFile(join(root, "node_modules/typescript", name), "utf8")),
  );
  await writeFile(join(folder, "LICENCES-typescript.txt"), typescript.join("\n"));
}

async function pluginsOf(name) {
  if (name.endsWith("/json-schema-ref-parser")) return [withoutOwnReaders];
  if (name === "undici") return [undiciInPart];
  return [virtualModules({ prettier: withoutPrettier, lodash: await usedLodash() }), separateCompiler, withoutYaml];
}

/** ts-morph requires TypeScript's compiler from the file beside it. */
const separateCompiler = {
  name: "separate-compiler",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/typescript$/ }, ({ importer }) =>
      importer.includes("@ts-morph") ? { path: `./${compiler}`, external: true } : undefined,
    );
  },
};

/**
 * toolgen reads the files that an OpenAPI document refers to (src/import/openapi-document.ts), so the library's
 * own readers of YAML and of addresses are left out.
 */
const withoutOwnReaders = {
  name: "without-own-readers",
  setup({ onLoad }) {
    const readers = /[/\\]@apidevtools[/\\]json-schema-ref-parser[/\\]dist[/\\]lib[/\\](?:parsers[/\\]yaml|resolvers[/\\]http)\.js$/;
    onLoad({ filter: readers }, () => ({ contents: "export default {};" }));
  },
};

/** json-schema-to-typescript is told not to format what it prints, so Prettier isn't shipped. */
const withoutPrettier = "exports.format = undefined;";

/**
 * The functions of lodash that json-schema-to-typescript uses, each loaded at its first use. Loading all of lodash
 * takes longer than printing a few types.
 */
async function usedLodash() {
  const folder = join(root, "node_modules/json-schema-to-typescript/dist/src");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const used = new Set(texts.flatMap((text) => [...text.matchAll(/\blodash_1\.(\w+)/g)].map(([, name]) => name)));
  const getters = [...used].sort().map((name) => `get ${name}() { return require("lodash/${name}"); }`);
  return `module.exports = { ${getters.join(", ")} };`;
}

/** json-schema-to-typescript gets schemas as values, and its resolver of references never reads YAML. */
const withoutYaml = {
  name: "without-yaml",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]json-schema-ref-parser[/\\]dist[/\\]lib[/\\]parsers[/\\]yaml\.js$/ }, () => ({
      contents: "exports.default = {};",
    }));
  },
};

/**
 * An esbuild plugin with which bundled modules require these packages instead of importing them. Node takes longer to
 * `import` a CommonJS file, because it first searches all of its text for exports.
 */
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
