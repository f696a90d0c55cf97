import { ownClasses } from "../../../programs/place-class.js";
import { featureNames, providerFormats } from "../../model.js";
import { importExtensions } from "../../source/tsconfig.js";
import { mcpServersShape, sandboxShape } from "./execution-shapes.js";
import { lintShape } from "./field-shapes.js";
import { boolean, choice, type Decoded, either, integer, jsonObject, list, map, optional, record, required, text } from "./shape.js";

/** The keys by which any target selects its tools. */
const selection = {
  include: optional(list(text("someText")), "The tools in this target, by names of tools or toolsets. Default: all"),
  exclude: optional(list(text("someText")), "The tools that this target leaves out, by names of tools or toolsets."),
};

/** The keys of a bundle: a folder that is installed in clients of other users. */
const bundle = {
  version: optional(text("releaseVersion"), "The version of the bundle, which clients compare: `1.2.0`. Default: 0.0.0"),
  description: optional(text("someText"), "The words with which a client offers the bundle. Default: the names of the tools"),
  author: optional(text("someText"), "Who publishes it. Default: the name of the server"),
  files: optional(
    list(text("projectFile")),
    "More files of the project to copy: what the tools' scripts read or import. The scripts themselves are copied.",
  ),
  ...selection,
};

const options = (what: string) => optional(list(text("optionName")), what);

/** A row about the arguments of a program. */
const programShape = record({
  data: options("Options whose value the program only looks at: `[--status, -s]`."),
  read: options("Options that name a file which it reads. The parameter must be in `paths`, or calls ask."),
  write: options("Options that name a file which it writes. The parameter must be in `paths`."),
  send: options("Options that name a file which it sends to another machine. The parameter must be in `paths`."),
  place: options("Options that name a host, an address or an image. Calls ask."),
  runs: options("Options that name files or targets which it runs. Calls ask."),
  dir: options("Options that name a folder where programs and settings are looked up. Calls ask."),
  flags: options("Options without a value."),
  operands: optional(
    list(text("operandClass"), 1),
    "The classes of the arguments that aren't options, in their order: `[data, read*]`. `*` at the last one: all that follow.",
  ),
  stdin: optional(choice(ownClasses), "The class of its standard input."),
});

/** All keys of `toolgen.yaml`. */
export const configShape = record({
  $schema: optional(text(), "Where an editor finds the JSON Schema of this file."),
  version: required(text("version"), "The version of the spec language: 1."),
  toolgen: optional(text("versionRange"), "The versions of toolgen that may build this project, as npm writes ranges: `>=0.1 <1`."),
  specs: optional(
    either({ scalar: text("specGlob"), list: list(text("specGlob"), 1) }),
    "Globs of spec files. Default: tools.d/**/*.{yaml,yml,json}",
  ),
  library: optional(
    list(either({ scalar: text("someText"), map: map(record({ sandbox: optional(sandboxShape, "The sandbox that the tool runs in.") })) })),
    "Built-in tools to add to the project's own: `std/read_file`, or `std/read_file: { sandbox: { … } }` to run it in a sandbox.",
  ),
  output: optional(text("relativeFolder"), "The folder that generated files go to. Default: generated"),
  server: optional(text("serverName"), "The name of the MCP server and of extensions. Default: the name in package.json, or the folder's."),
  instructions: optional(
    text("someText"),
    "What the MCP server tells a model about its tools together: when to use them, and in which order. Default: nothing",
  ),
  roots: optional(map(text("someText"), "rootName"), "Folders that paths may be bound to, by name, relative to the project's root."),
  env: optional(list(text("environmentPattern")), "Environment variables passed on to every tool."),
  external: optional(
    list(text("packageName"), 1),
    "Packages that handlers load from the project's `node_modules`, in place of their bundles: those with native add-ons, or with files beside their code.",
  ),
  features: optional(
    list(choice(featureNames), 1),
    "Parts of the generated programs that few projects need: `oauth`, `redis`, `search` and `telemetry` of the MCP server, and `proxy` for requests of tools. Default: none",
  ),
  mcpServers: optional(mcpServersShape, "MCP servers whose tools run tools of the project (`mcp` in a spec), by name."),
  programs: optional(
    map(programShape, "programRow"),
    "What the project's own programs do with their arguments, by program or subcommand: `acme orders`. Rows say something only where toolgen knows nothing.",
  ),
  limits: optional(
    record({
      timeout: optional(text("duration"), "The longest timeout that a spec may ask for."),
      maxBytes: optional(text("size"), "The largest output.maxBytes that a spec may ask for."),
      request: optional(text("size"), "The largest message that the MCP server reads. Default: 4MB"),
    }),
    "Limits that no spec may exceed, and one of the MCP server.",
  ),
  confirm: optional(
    jsonObject,
    "What happens at each risk level (`safe`, `moderate`, `dangerous`): `never` (run without asking), `ask` or `deny`. `unattended` is for clients that can't ask the user: `allow` or `deny`.",
  ),
  risk: optional(
    jsonObject,
    "What overrides the risk in specs, by TOOL, `toolset:NAME` or `*`: a level, `{ when, upTo, level, decision, requiresConfirmation }`, or a list of these.",
  ),
  audit: optional(
    either({ scalar: boolean, map: jsonObject }),
    "`true` records every call in the user's audit log. All other settings of the log are the user's.",
  ),
  lint: optional(lintShape, "Rules of `toolgen lint` that are off in this project."),
  targets: optional(
    record({
      gemini: optional(
        record({
          classes: optional(
            boolean,
            "Also classes on the base classes of @google/gemini-cli-core, for programs that embed that core. Default: false",
          ),
          ...selection,
        }),
        "For Gemini CLI.",
      ),
      mcp: optional(
        record({
          ...selection,
          readOnly: optional(boolean, "`true` leaves out tools that aren't read-only (docs/mcp.md tells which are). Default: false"),
          pageSize: optional(integer(1), "How many tools, prompts or resources a page of a list has. Default: all"),
        }),
        "For MCP clients.",
      ),
      classes: optional(
        record({
          importExtension: optional(
            choice(importExtensions),
            "How the modules import each other: `./x.js`, `./x.ts` or, with `none`, `./x`. Default: what the nearest tsconfig.json or deno.json requires (docs/classes.md)",
          ),
          ...selection,
        }),
        "For programs in TypeScript: the classes in `tools/`.",
      ),
      pi: optional(
        record({
          overrides: optional(
            list(choice(["bash", "edit", "read", "write"])),
            "Tools of pi's own that get repair and `guard`, by their specs with `host: pi`. Default: none",
          ),
          ...selection,
        }),
        "For pi, which is built only where this key is: an extension in `pi/`.",
      ),
      providers: optional(
        record({
          formats: optional(list(choice(providerFormats), 1), "The formats of the files. Default: all"),
          ...selection,
        }),
        "For programs that call an API of models themselves: function declarations in `providers/`, which are built only where this key is.",
      ),
      "claude-plugin": optional(record(bundle), "A plugin for Claude Code in `claude-plugin/`, which is built only where this key is."),
      "gemini-extension": optional(
        record(bundle),
        "An extension for Gemini CLI in `gemini-extension/`, which is built only where this key is.",
      ),
      "antigravity-plugin": optional(
        record(bundle),
        "A plugin for Antigravity CLI in `antigravity-plugin/`, which is built only where this key is.",
      ),
      mcpb: optional(record(bundle), "An MCP bundle for Claude Desktop in `mcpb/`, which is built only where this key is."),
      package: optional(
        record({
          name: required(text("npmName"), "The name of the package: `@you/notes-mcp`. Its command has this name without the scope."),
          mcpName: optional(
            text("registryName"),
            "The name of the server in the MCP registry, such as `io.github.you/notes`. Without it the package has no entry there.",
          ),
          license: optional(text("someText"), "The package's licence, as SPDX names it. `toolgen publish` requires it."),
          repository: optional(text("repositoryUrl"), "The address of the project's repository."),
          ...bundle,
        }),
        "An npm package in `package/`, whose command is the MCP server, which is built only where this key is.",
      ),
      skills: optional(
        record({
          each: optional(
            choice(["toolset", "project"]),
            "`toolset` makes a skill for each toolset, and one for what is in none. `project` makes one skill. Default: toolset",
          ),
          description: optional(
            text("skillText"),
            "When a model should use the project's skill, in at most 1,024 characters. Default: the names of the tools",
          ),
          toolsets: optional(map(text("skillText")), "The same for the skills of toolsets, by the toolset."),
          version: optional(text("releaseVersion"), "The version in the skills' metadata. Default: none"),
          commands: optional(
            boolean,
            "`true` also names the commands of tools whose calls never ask, for clients without the MCP server. Default: false",
          ),
          ...selection,
        }),
        "For clients that read Agent Skills: a folder for each skill in `skills/`, which are built only where this key is.",
      ),
      opencode: optional(record(selection), "A configuration for opencode in `opencode/`, which is built only where this key is."),
      docs: optional(
        record(selection),
        "For people: a catalogue of the tools in `docs/`, as Markdown and as one static page, which is built only where this key is.",
      ),
    }),
    "What is built, target by target.",
  ),
});

/** The decoded `toolgen.yaml`, without keys that were wrong. */
export type ConfigSpec = Partial<Decoded<typeof configShape>>;

/** A library tool by its name, or under its name the project's settings for it. */
export type LibraryEntry = NonNullable<ConfigSpec["library"]>[number];
