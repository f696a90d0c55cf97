import { posix } from "node:path";
import type { Diagnostic, Result, Span } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { McpServerEntry } from "../../../contract/request.js";
import { locate, type SpecDocument } from "../../../contract/spec-node.js";
import { type BundledFile, type BundleName, bundleNames, type Model, modelFor, runnableTools } from "../../model.js";
import type { ReadFile } from "../../source/read-files.js";
import type { ToolModel } from "../../tool-model.js";

/** A file that a bundle takes along, and where a spec or `toolgen.yaml` names it. */
interface Named {
  readonly path: string;
  readonly bundle: BundleName;
  readonly span: Span;
}

/** The paths that bundles copy: the scripts that their tools start, and `files`. */
export const bundledPaths = (model: Model, config: readonly SpecDocument[]): readonly string[] => [
  ...new Set(named(model, config).map(({ path }) => path)),
];

/** Checks what was read of the files for bundles. */
export function checkBundledFiles(
  model: Model,
  { config, files }: { readonly config: readonly SpecDocument[]; readonly files: ReadonlyMap<string, ReadFile> },
): Result<readonly BundledFile[]> {
  const problems = named(model, config).flatMap(({ path, bundle, span }): readonly Diagnostic[] => {
    const file = files.get(path);
    const taken = isOwn(path, bundle, model.project.output) ? "the bundle has a file of its own there" : undefined;
    const secret = bundledSecret(path, file?.ok ? file.text : undefined);
    if (secret !== undefined) return [diagnostic("bundle-secret", span, { file: path, bundle, reason: secret })];
    const reason = taken ?? (file?.ok === false ? file.reason : undefined);
    return reason === undefined ? [] : [diagnostic("bundle-file-refused", span, { file: path, bundle, reason })];
  });
  const read = [...files].flatMap(([path, file]) => (file.ok ? [{ path, text: file.text, executable: file.executable }] : []));
  return [read, problems];
}

function named(model: Model, [document]: readonly SpecDocument[]): readonly Named[] {
  return bundleNames
    .filter((bundle) => model.project.targets[bundle].isBuilt)
    .flatMap((bundle) => [
      ...runnableTools(modelFor(model, bundle)).flatMap(({ scripts = [] }) =>
        scripts.map(({ file, span }) => ({ path: file, bundle, span })),
      ),
      ...model.project.targets[bundle].files.flatMap((path, i) =>
        document === undefined ? [] : [{ path, bundle, span: locate(document.root, ["targets", bundle, "files", i]) }],
      ),
    ]);
}

/** Names at the top of a bundle that are its own, with the folders of what clients read there. */
const ownNames: Readonly<Record<BundleName, readonly string[]>> = {
  "claude-plugin": ["README.md", ".claude-plugin", ".mcp.json", "hooks", "commands", "agents", "skills", "settings.json", ".lsp.json"],
  "gemini-extension": ["README.md", "gemini-extension.json", "policies", "hooks", "commands", "agents", "skills", "GEMINI.md"],
  "antigravity-plugin": ["README.md", "plugin.json", "mcp_config.json", "hooks.json", "skills", "agents", "rules"],
  mcpb: ["README.md", "manifest.json", ".mcpbignore"],
  package: ["README.md", "package.json", "mcp-registry.json", "node_modules", ".npmignore", ".npmrc"],
};

function isOwn(path: string, bundle: BundleName, output: string): boolean {
  return [...ownNames[bundle], output].some((own) => path === own || path.startsWith(`${own}/`));
}

/** Templates of a file of variables, which are published on purpose. */
const templates = /\.(?:example|sample|template|dist|defaults)$/;

/** Names of files in which programs keep secrets, in lower case. */
const secretNames: readonly RegExp[] = [
  /^\.env(?:\..+|rc)?$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /^\.(?:netrc|pgpass|pypirc|git-credentials|htpasswd|vault-token)$/,
  /\.(?:p12|pfx|jks|keystore|kdbx|ppk)$/,
];
/** The same, with the folder that they are in. */
const secretPaths = /(?:^|\/)(?:\.aws\/credentials|\.docker\/config\.json|\.kube\/config)$/;

const privateKey = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/m;
/** A token of npm's registry in a `.npmrc`. One that an environment variable stands for isn't in the file. */
const npmToken = /^[^#;\n]*:_(?:authToken|auth|password)\s*=\s*(?!\$\{)\S/m;

/** Returns why a file must not be published, as a clause; `undefined` if nothing shows that it holds secrets. */
function bundledSecret(path: string, text: string | undefined): string | undefined {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  const isSecret = secretPaths.test(lower) || (!templates.test(name) && secretNames.some((one) => one.test(name)));
  if (isSecret) return "files of this name hold secrets";
  if (text === undefined) return undefined;
  if (privateKey.test(text)) return "it holds a private key";
  return name === ".npmrc" && npmToken.test(text) ? "it holds a token" : undefined;
}

/** Warns of MCP servers in a bundle that are files of the project, which a user of the bundle doesn't have. */
export function checkBundledServers(model: Model): readonly Diagnostic[] {
  return bundleNames.filter((bundle) => model.project.targets[bundle].isBuilt).flatMap((bundle) => serversWithoutFiles(model, bundle));
}

function serversWithoutFiles(model: Model, bundle: BundleName): readonly Diagnostic[] {
  const { files } = model.project.targets[bundle];
  const reported = new Set<string>();
  return modelFor(model, bundle).tools.flatMap(({ definition, source }) => {
    const server = definition.mcp?.server;
    // The first tool of a server stands for all.
    if (server === undefined || reported.has(server.name)) return [];
    reported.add(server.name);
    return projectFiles(server)
      .filter((file) => !files.includes(file))
      .map((file) => diagnostic("bundle-without-server", source.nameSpan, { bundle, server: server.name, file }));
  });
}

const script = /^[^/].*\.(?:[cm]?[jt]s|py|rb|sh)$/;

/** The files of the project that start a server, as far as its entry shows them. */
function projectFiles({ command = "", args = [], cwd }: McpServerEntry): readonly string[] {
  const program = /^[^/]+\//.test(command) ? [command] : [];
  // Without `cwd`, a path among the arguments is one of the workspace.
  const scripts = cwd === undefined ? [] : args.filter((arg) => script.test(arg)).map((arg) => posix.join(cwd, arg));
  return [...program, ...scripts].map((path) => posix.normalize(path));
}

/** Warns of tools in a bundle that need a folder of the project, which a user of the bundle doesn't have. */
export function checkBundledTools(model: Model): readonly Diagnostic[] {
  return bundleNames
    .filter((bundle) => model.project.targets[bundle].isBuilt)
    .flatMap((bundle) =>
      modelFor(model, bundle).tools.flatMap((tool) =>
        projectRoots(tool).map((root) => diagnostic("bundle-without-root", tool.source.nameSpan, { tool: tool.name, bundle, root })),
      ),
    );
}

/** The roots of a tool that `roots` in toolgen.yaml declares: folders of the project, or beside it. */
const projectRoots = ({ definition: { paths } }: ToolModel): readonly string[] =>
  [...new Set(paths.map(({ root }) => root))].filter((root) => root !== "workspace" && root !== "any");
