import type { StopSignal } from "../../runtime/contract/definition.js";
import { extractors } from "../../runtime/shell-guard/filter-options.js";
import { boolean, choice, type Decoded, either, later, list, map, never, optional, record, required, text } from "./shape.js";

const stopSignals: readonly StopSignal[] = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGKILL"];

// Keys of a tool that are also allowed below `platforms`, and their decoded types.

export const commandShape = either({ scalar: text(), list: list(either({ scalar: text(), list: list(text(), 1) }), 1) });

export const shellShape = either({
  scalar: text("someText"),
  map: record({
    sh: optional(text("someText"), "A script for sh."),
    bash: optional(text("someText"), "A script for bash."),
    pwsh: later("A script for PowerShell."),
  }),
});

export const envShape = either({
  list: list(text("environmentPattern")),
  map: record({
    pass: optional(list(text("environmentPattern")), "Variables that are passed on if set."),
    set: optional(map(text(), "environmentName"), "Variables that are set: text templates."),
  }),
});

export const requiresShape = map(
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

const platformShape = either({
  scalar: never,
  map: record({
    program: optional(text(), "Replaces the first word of the tool's command."),
    command: optional(commandShape, "Replaces the tool's command."),
    shell: optional(shellShape, "Replaces the tool's script."),
    env: optional(envShape, "Replaces the tool's environment."),
    requires: optional(requiresShape, "Replaces the tool's list of programs that must be installed."),
  }),
});

export const platformsShape = record({
  linux: optional(platformShape, "What differs on Linux; `false`: the tool doesn't run there."),
  macos: optional(platformShape, "What differs on macOS; `false`: the tool doesn't run there."),
  windows: optional(platformShape, "What differs on Windows; `false`: the tool doesn't run there."),
});

export const backgroundShape = either({
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

export type BackgroundSpec = Exclude<Decoded<typeof backgroundShape>, boolean>;

export const guardShape = either({
  scalar: text(),
  map: record({
    param: required(text(), "The parameter that holds the command."),
    slow: optional(
      text("duration"),
      "How long a command may take before it counts as slow, so that the model gets all of its output. Default: 10s.",
    ),
    extractors: optional(list(choice(extractors), 1), "The programs that count as filters. Default: all that toolgen knows."),
  }),
});

export type GuardSpec = Decoded<typeof guardShape>;

export const sandboxShape = record({
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

export type SandboxSpec = Decoded<typeof sandboxShape>;
export type CommandSpec = Decoded<typeof commandShape>;
/** A script for sh, or one by the shell that reads it. */
export type ShellSpec = Decoded<typeof shellShape>;
export type EnvSpec = Decoded<typeof envShape>;
export type RequiresSpec = Decoded<typeof requiresShape>;
/** The keys that a platform's entry can override; the tool itself has the same keys except `program`. */
export type PlatformSpec = Exclude<Decoded<typeof platformShape>, false>;
