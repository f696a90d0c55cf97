import type { PlatformName } from "../../model/tool.js";
import type { StopSignal } from "../../runtime/contract/definition.js";
import { extractors } from "../../runtime/shell-guard/filter-options.js";
import { boolean, choice, either, later, list, map, never, optional, record, required, type Shape, text } from "./shape.js";

const stopSignals: readonly StopSignal[] = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGKILL"];

// Keys of a tool that may also stand below `platforms`, and what `decode` makes of them.

export const commandShape: Shape = either({ scalar: text(), list: list(either({ scalar: text(), list: list(text(), 1) }), 1) });

export const shellShape: Shape = either({
  scalar: text("someText"),
  map: record({
    sh: optional(text("someText"), "A script for sh."),
    bash: optional(text("someText"), "A script for bash."),
    pwsh: later("A script for PowerShell."),
  }),
});

export const envShape: Shape = either({
  list: list(text("environmentPattern")),
  map: record({
    pass: optional(list(text("environmentPattern")), "Variables that are passed on if set."),
    set: optional(map(text(), "environmentName"), "Variables that are set: text templates."),
  }),
});

export const requiresShape: Shape = map(
  either({
    scalar: text("versionRange"),
    map: record({
      range: optional(text("versionRange"), "The accepted versions, as npm writes ranges. Default: any."),
      args: optional(list(text(), 1), "Arguments that make the program print its version. Default: --version."),
      install: optional(text("someText"), "How to install it: a URL or a command, for people and models to read."),
    }),
  }),
  "programName",
);

const platformShape: Shape = either({
  scalar: never,
  map: record({
    program: optional(text(), "Replaces the first word of the tool's command."),
    command: optional(commandShape, "Replaces the tool's command."),
    shell: optional(shellShape, "Replaces the tool's script."),
    env: optional(envShape, "Replaces the tool's environment."),
    requires: optional(requiresShape, "Replaces the tool's list of programs that must be installed."),
  }),
});

export const platformsShape: Shape = record({
  linux: optional(platformShape, "What differs on Linux; `false`: the tool doesn't run there."),
  macos: optional(platformShape, "What differs on macOS; `false`: the tool doesn't run there."),
  windows: optional(platformShape, "What differs on Windows; `false`: the tool doesn't run there."),
});

export const backgroundShape: Shape = either({
  scalar: boolean,
  map: record({
    readyWhen: optional(
      text("regularExpression"),
      "A regular expression for the line that the program prints when it is ready. Default: the program is ready after one second.",
    ),
    maxAge: optional(text("duration"), "How long it may run before toolgen stops it. Default: 8h."),
    stopSignal: optional(choice(stopSignals), "The signal that stops it; SIGKILL follows after five seconds. Default: SIGTERM."),
  }),
});

export interface BackgroundSpec {
  readonly readyWhen?: string;
  readonly maxAge?: number;
  readonly stopSignal?: StopSignal;
}

export const guardShape: Shape = either({
  scalar: text(),
  map: record({
    param: required(text(), "The parameter that holds the command."),
    slow: optional(text("duration"), "From when on a command is slow, so that the model gets all of its output. Default: 10s."),
    extractors: optional(list(choice(extractors), 1), "The programs that count as filters. Default: all that toolgen knows."),
  }),
});

export type GuardSpec = string | { readonly param?: string; readonly slow?: number; readonly extractors?: readonly string[] };

export const sandboxShape: Shape = record({
  write: optional(
    choice(["none", "paths", "workspace"]),
    "What the program may write: nothing, the files that parameters in `paths` name, or also the workspace. Default: none.",
  ),
  read: optional(
    choice(["paths", "workspace", "any"]),
    "What the program may read besides the system's programs and libraries. Default: workspace.",
  ),
  network: optional(boolean, "Whether the program may use the network, including this machine's own addresses. Default: false."),
});

export interface SandboxSpec {
  readonly write?: "none" | "paths" | "workspace";
  readonly read?: "paths" | "workspace" | "any";
  readonly network?: boolean;
}

export type CommandSpec = string | readonly (string | readonly string[])[];
/** A script for sh, or one by the shell that reads it. */
export type ShellSpec = string | { readonly sh?: string; readonly bash?: string };
export type EnvSpec = readonly string[] | { readonly pass?: readonly string[]; readonly set?: Readonly<Record<string, string>> };
export type RequiresSpec = Readonly<Record<string, string | RequirementSpec>>;

export interface RequirementSpec {
  readonly range?: string;
  readonly args?: readonly string[];
  readonly install?: string;
}

/** What a platform's entry may replace; the tool itself has the same keys but `program`. */
export interface PlatformSpec {
  readonly program?: string;
  readonly command?: CommandSpec;
  readonly shell?: ShellSpec;
  readonly env?: EnvSpec;
  readonly requires?: RequiresSpec;
}

export type PlatformsSpec = Readonly<Partial<Record<PlatformName, PlatformSpec | false>>>;
