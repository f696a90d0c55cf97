import { type ConfirmationSide, shellWord } from "../../clients/client-hook.js";
import { builtTargets, type Model, modelFor } from "../../compiler/model.js";
import { type Diagnostic, isError } from "../../contract/diagnostic.js";
import { changeText, needsAcceptance } from "../../contract/surface-change.js";
import type { ClientState } from "../clients/look-at-client.js";
import type { ComparedServer } from "../import/compare-servers.js";
import { type Neighbour, unignoreLines } from "../project/neighbours.js";
import { error, type Finding, ok, someOf, warning } from "./finding.js";

/** Checks whether the specs compile. */
export function diagnoseSpecs(
  diagnostics: readonly Diagnostic[],
  { tools, command }: { readonly tools: string; readonly command: string },
): Finding {
  const errors = diagnostics.filter(isError);
  if (errors.length === 0) return ok("specs", `${tools}, no errors.`);
  const files = [...new Set(errors.map(({ path }) => path))];
  return error("specs", `${errors.length} ${errors.length === 1 ? "error" : "errors"} in ${someOf(files)}.`, `Run \`${command} check\`.`);
}

/**
 * The problems of the output folder: those that would keep a build from writing it, or else the findings of `build
 * --check`.
 */
interface OutputProblems {
  readonly obstacles: readonly Diagnostic[];
  readonly drift: readonly Diagnostic[];
  /** The command that a user types for `toolgen` here. */
  readonly command: string;
}

/** Checks whether the output folder matches the specs, and names the step that fixes it. */
export function diagnoseOutputs(output: string, { obstacles, drift, command }: OutputProblems): Finding {
  const [obstacle, ...others] = obstacles;
  if (obstacle !== undefined) {
    const more = others.length === 0 ? "" : ` And ${others.length} more: see \`${command} build\`.`;
    return error("outputs", `${obstacle.message}${more}`, obstacle.help);
  }
  if (drift.length === 0) return ok("outputs", `${output}/ matches the specs.`);
  const conflicts = drift.filter(({ code }) => code === "output-conflict").map(({ path }) => path);
  if (conflicts.length > 0) {
    const help = `Run \`${command} build && git add ${output}\`, which resolves all of them, and commit the merge.`;
    return error("outputs", `A merge left conflicts in ${someOf(conflicts)}.`, help);
  }
  const other = drift.find(({ code }) => code === "other-compiler");
  const message = other?.message ?? `${output}/ doesn't match the specs: ${someOf(drift.map(({ path }) => path))}.`;
  return error("outputs", message, `Run \`${command} build\`, and commit the result.`);
}

/** Compares what MCP servers say of their tools with what was accepted. Calls of a tool that breaks it are refused. */
export function diagnoseServers(servers: readonly ComparedServer[], command: string): readonly Finding[] {
  return servers.map(({ server, tools, changes, problem }) => {
    const check = `server ${server}`;
    if (problem !== undefined) return warning(check, problem, `Compare it with \`${command} import mcp ${server} --check\`.`);
    const refused = changes.filter(needsAcceptance);
    const texts = (of: typeof changes) => someOf(of.map((change) => `${change.name}: ${changeText(change)}`));
    const help = `See \`${command} import mcp ${server} --check\`, import the new form, and accept it with \`${command} diff --accept\`.`;
    if (refused.length > 0) return error(check, `Calls are refused, because the server changed tools. ${texts(refused)}`, help);
    if (changes.length > 0) return warning(check, `Calls run as reviewed, but the server changed tools. ${texts(changes)}`, help);
    return ok(check, `${tools} ${tools === 1 ? "tool is" : "tools are"} declared as accepted.`);
  });
}

/** A program that clients start; `executable` is `undefined` if it is missing, which `diagnoseOutputs` reports. */
interface ClientProgram {
  readonly path: string;
  readonly executable: boolean | undefined;
}

/** Checks whether clients can start the generated programs. Archives and some file systems lose the executable bit. */
export function diagnoseExecutable(programs: readonly ClientProgram[]): readonly Finding[] {
  const check = "executable";
  const lacking = programs.filter(({ executable }) => executable === false).map(({ path }) => path);
  if (lacking.length > 0) return [error(check, `No client can start ${lacking.join(" and ")}.`, `Run \`chmod +x ${lacking.join(" ")}\`.`)];
  const there = programs.filter(({ executable }) => executable).map(({ path }) => path);
  return there.length === 0 ? [] : [ok(check, `${there.join(" and ")} may be executed.`)];
}

/** Checks whether a clone would have every file that is committed. */
export function diagnoseIgnored(output: string, ignored: readonly string[]): readonly Finding[] {
  if (ignored.length === 0) return [];
  const message = `A clone would lack files that Git ignores: ${someOf(ignored)}.`;
  return [warning("git", message, `Add these lines to the end of .gitignore: ${unignoreLines(ignored, output).join(" ")}`)];
}

/** Checks whether other programs of the repository leave the outputs alone. */
export function diagnoseNeighbours(output: string, neighbours: readonly Neighbour[]): readonly Finding[] {
  return neighbours
    .filter(({ isSet }) => !isSet)
    .map(({ name, file, line }) =>
      warning(name.toLowerCase(), `${name} reads ${output}/ too, and may report or change its files.`, `In ${file}, add: ${line}`),
    );
}

const clientsCheck = "agent clients";

/**
 * Reports what is installed in agent clients: which side asks, and what is stale. Clients without an installation are
 * left out.
 */
export function diagnoseClients(states: readonly ClientState[], command: string): readonly Finding[] {
  return states.flatMap(({ client, project, user, isTrusted, confirmationSides, hooks }) =>
    (
      [
        ["project", project],
        ["user", user],
      ] as const
    ).flatMap(([scope, state]): readonly Finding[] => {
      if (scope === "project" && state === "installed" && !isTrusted && client.trust !== undefined)
        return [
          warning(clientsCheck, `${client.label}: this folder isn't trusted, so the project's settings are ignored.`, client.trust.step),
        ];
      // Without a server's entry there is no installation, or only Gemini CLI's discovery, which has its own checks.
      const isInstalled = confirmationSides[scope] !== "none";
      if (!isInstalled && (state !== "stale" || client.id === "gemini")) return [];
      const where = `${client.label}, ${scope === "user" ? "your settings" : "the project's settings"}`;
      const help = `Run '${command} install ${client.id}${scope === "user" ? " --user" : ""}'.`;
      const wrong = diagnoseConfirmationSide(confirmationSides[scope], { where, help });
      if (wrong !== undefined) return [wrong];
      if (hooks[scope] === "gone")
        return [error(clientsCheck, `${where}: the hook's program doesn't exist, so every call is refused.`, `Run '${command} build'.`)];
      if (hooks[scope] === "unloaded")
        return [error(clientsCheck, `${where}: the hook's plugin doesn't exist, so the hook denies nothing.`, `Run '${command} build'.`)];
      if (scope === "user" && hooks.project !== "none" && hooks.user !== "none")
        return [
          warning(
            clientsCheck,
            `${where}: the project's settings have the hook too, so each call is decided twice.`,
            `${help.replace(/'\.$/, " --no-hooks'.")}`,
          ),
        ];
      if (state === "unreadable") return [warning(clientsCheck, `${where}: a file can't be read.`, `${help} It says what is wrong.`)];
      if (state === "stale")
        return [
          isInstalled
            ? warning(clientsCheck, `${where}: the installed settings are out of date.`, help)
            : warning(clientsCheck, `${where}: rules or a server under an earlier name are left of an installation.`, help),
        ];
      return state === "installed"
        ? [ok(clientsCheck, `${where}: installed; ${confirmationSides[scope] === "client" ? "the client" : "the server"} asks.`)]
        : [];
    }),
  );
}

/** Words of clients' listings about a server that they don't start. */
const notStarted = /fail|error|✗|disabled|pending|not connected/i;

/** Reports whether a client's own listing of its servers, `undefined` if it has failed, has the project's. */
export function diagnoseListing(
  { label, words, server }: { readonly label: string; readonly words: readonly string[]; readonly server: string },
  listing: string | undefined,
): Finding {
  const [command, check] = [words.map(shellWord).join(" "), `${label} without a user`];
  const help = `Run '${command}'. Clients ignore a project's settings until its folder is trusted.`;
  if (listing === undefined) return warning(check, `\`${command}\` failed, or took too long.`, help);
  const lines = listing.split("\n").filter((line) => new RegExp(`(?<![\\w-])${server}(?![\\w-])`).test(line));
  const status = lines
    .map((line) => notStarted.exec(line.slice(Math.max(0, line.lastIndexOf(" - "))))?.[0])
    .find((word) => word !== undefined);
  if (lines.length === 0) return warning(check, `its listing of servers doesn't have '${server}'.`, help);
  if (status !== undefined) return warning(check, `its listing says of '${server}': ${status.toLowerCase()}.`, help);
  return ok(check, `its listing of servers has '${server}'.`);
}

function diagnoseConfirmationSide(
  side: ConfirmationSide,
  { where, help }: { readonly where: string; readonly help: string },
): Finding | undefined {
  if (side === "neither")
    return error(clientsCheck, `${where}: the server leaves confirmation to the client, whose settings lack the current policy.`, help);
  if (side === "both")
    return error(
      clientsCheck,
      `${where}: the client has a policy, and the server asks as well: calls that are allowed can be refused.`,
      help,
    );
  return undefined;
}

const targetsCheck = "targets";

/** Lists the tools that a target leaves out; nothing if every target has every tool. */
export function diagnoseTargets(model: Model): readonly Finding[] {
  return builtTargets(model).flatMap((target) => {
    const excludedNames = model.excluded[target];
    if (excludedNames.length === 0) return [];
    const held = modelFor(model, target).tools.length;
    const message = `${target} holds ${held} of ${model.tools.length} tools, without ${someOf(excludedNames)}.`;
    const help = `Change \`include\` and \`exclude\` below \`targets.${target}\` in toolgen.yaml.`;
    return [held === 0 ? warning(targetsCheck, message, help) : ok(targetsCheck, message)];
  });
}

const compilerCheck = "compiler";

/** Reports the version of toolgen, and refuses it if `toolgen` in toolgen.yaml excludes it. */
export function diagnoseCompiler(version: string, range: string | undefined, diagnostics: readonly Diagnostic[]): Finding {
  const refusal = diagnostics.find(({ code }) => code === "wrong-compiler");
  if (refusal !== undefined) return error(compilerCheck, refusal.message, refusal.help);
  return ok(compilerCheck, `toolgen ${version}${range === undefined ? "" : ` (${range})`}.`);
}
