import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { locateText, type NodePath } from "../../../contract/spec-node.js";
import { secretNames } from "../language/long-forms.js";
import type { ToolContext } from "../language/tool-context.js";

/**
 * Warns about `$NAME` in texts that nothing expands: headers, variables and standard input. `usedSecrets` are the
 * secrets that the templates of a request use: a request needs no others, so unused ones are reported too. A program
 * finds all secrets in its environment.
 */
export function checkSecrets(tool: ToolContext, usedSecrets: ReadonlySet<string> | undefined): readonly Diagnostic[] {
  const secrets = secretNames(tool.spec.secrets);
  const variables = textPaths(tool).flatMap(({ path, onlySecrets }) => variablesIn(tool, path, onlySecrets ? secrets : undefined));
  const unused = secrets.filter((name) => usedSecrets?.has(name) === false && !variables.some((variable) => variable.name === name));
  return [
    ...variables.map(({ name, text, span }) =>
      diagnostic("literal-variable", span, { text }, { help: variableHelp(name, secrets.includes(name)) }),
    ),
    ...unused.map((name) => diagnostic("unused-secret", secretSpan(tool, name), { name }, { help: unusedHelp(name) })),
  ];
}

interface TextPath {
  readonly path: NodePath;
  /** Another `$NAME` may be meant for the program that reads the text. */
  readonly onlySecrets: boolean;
}

function textPaths({ spec }: ToolContext): readonly TextPath[] {
  const sources = [
    { env: spec.env, path: ["env", "set"] },
    ...Object.entries(spec.platforms ?? {}).flatMap(([name, platform]) =>
      platform === false ? [] : [{ env: platform?.env, path: ["platforms", name, "env", "set"] }],
    ),
  ];
  return [
    ...Object.keys(spec.http?.headers ?? {}).map((name) => ({ path: ["http", "headers", name], onlySecrets: false })),
    ...sources.flatMap(({ env, path }) =>
      Object.keys(env !== undefined && "set" in env ? (env.set ?? {}) : {})
        .filter((name) => !holdsCommand.test(name))
        .map((name) => ({ path: [...path, name], onlySecrets: false })),
    ),
    ...(mayExpand(spec) ? [] : [{ path: ["stdin"], onlySecrets: spec.shell !== undefined }]),
  ];
}

/** Variables whose value a program runs through a shell, which expands it. */
const holdsCommand = /COMMAND|EDITOR|VISUAL|PAGER|BROWSER|ASKPASS|^GIT_SSH|^LESS|^PS[0-4]$/;

/** Programs that read a program from standard input, in which `$NAME` has its own meaning. */
const interpreters =
  /^(?:.*\/)?(?:[a-z]*sh|busybox|pwsh|powershell|ssh|su|sudo|env|perl|python[\d.]*|node|ruby|php|awk|gawk|make|envsubst|tclsh|xargs|parallel|docker|podman|kubectl)$/;

function mayExpand({ command }: ToolContext["spec"]): boolean {
  const [program] = typeof command === "string" ? command.trim().split(/\s+/) : (command ?? []).flat();
  return program !== undefined && interpreters.test(program);
}

interface Variable {
  readonly name: string;
  readonly text: string;
  readonly span: Diagnostic["span"] & object;
}

/** Returns each variable once, as a shell writes it. With `names`, only these. */
function variablesIn(tool: ToolContext, path: NodePath, names: readonly string[] | undefined): readonly Variable[] {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return [];
  const secrets = secretNames(tool.spec.secrets);
  const all = [...scalar.text.matchAll(/(?<![\\$\w])\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? "";
    const isVariable = names === undefined ? secrets.includes(name) || /^[A-Z][A-Z0-9_]+$/.test(name) : names.includes(name);
    const span = locateText(scalar, match.index, match.index + match[0].length);
    return isVariable ? [{ name, text: match[0], span }] : [];
  });
  return all.filter((variable, i) => all.findIndex(({ name }) => name === variable.name) === i);
}

/** Variables that every program has: none of them is a secret. */
const base = /^(?:PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|PWD)$/;

function variableHelp(name: string, isSecret: boolean): string {
  if (isSecret) return `Write {{@secret.${name}}}.`;
  return base.test(name)
    ? "Write the value itself. For folders there are {{@workspace}}, {{@specDir}} and {{@tempDir}}."
    : `Declare the variable, \`secrets: [${name}]\`, and write {{@secret.${name}}}.`;
}

const unusedHelp = (name: string) => `Use it in a header, \`headers: { Authorization: "Bearer {{@secret.${name}}}" }\`, or remove it.`;

function secretSpan(tool: ToolContext, name: string) {
  const { secrets } = tool.spec;
  return Array.isArray(secrets) ? tool.at(["secrets", secrets.indexOf(name)]) : tool.at(["secrets", name], "key");
}
