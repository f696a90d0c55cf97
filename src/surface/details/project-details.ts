import type { BundleModel, ProjectModel, TargetsModel } from "../../model/tool.js";
import { hashOf } from "../hash-of.js";
import type { Details } from "../surface.js";
import { presentMembers } from "./present-members.js";

/** Returns the settings of `toolgen.yaml` that clients see, or that decide about the calls of several tools. */
export function projectDetails({
  server,
  output,
  instructions,
  roots,
  limits,
  riskSettings,
  audit,
  targets,
  programs,
}: ProjectModel): Details {
  return {
    server,
    output,
    audit,
    ...presentMembers("", { instructions: instructions === undefined ? undefined : hashOf(instructions) }),
    ...presentMembers("roots.", roots),
    ...presentMembers("programs.", Object.fromEntries(Object.entries(programs).map(([name, row]) => [name, { ...row }]))),
    ...presentMembers("limits.", { request: limits.requestBytes }),
    ...presentMembers("confirm.", { ...riskSettings.confirm, unattended: riskSettings.unattended }),
    ...targetDetails(targets),
  };
}

/** The options of targets that are built. Which tools a target has is compared tool by tool. */
function targetDetails({ gemini, mcp, pi, providers, ...others }: TargetsModel): Details {
  const bundles = ["claude-plugin", "gemini-extension", "mcpb"] as const;
  return {
    ...presentMembers("targets.gemini.", { classes: gemini.isBuilt && gemini.classes ? true : undefined }),
    ...presentMembers("targets.mcp.", { pageSize: mcp.pageSize }),
    ...present("targets.pi.overrides.", pi.isBuilt ? pi.overrides : []),
    ...present("targets.providers.formats.", providers.isBuilt ? providers.formats : []),
    ...Object.assign({}, ...bundles.map((name) => bundleDetails(`targets.${name}.`, others[name]))),
  };
}

const present = (prefix: string, names: readonly string[]): Details =>
  presentMembers(prefix, Object.fromEntries(names.map((name) => [name, true])));

function bundleDetails(prefix: string, { isBuilt, version, description, author, files }: BundleModel): Details {
  return isBuilt ? presentMembers(prefix, { version, description, author, files: files.length === 0 ? undefined : [...files] }) : {};
}
