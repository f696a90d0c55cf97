import { runnableTools } from "../../model/runnable-tools.js";
import type { BundleName } from "../../model/target-name.js";
import type { Model } from "../../model/tool.js";

/** The values that the manifests of all bundles have. */
export interface BundleFacts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
}

export function bundleFacts(name: BundleName, { project, tools }: Model): BundleFacts {
  const { version, description, author } = project.targets[name];
  return {
    name: project.server,
    version,
    description: description ?? `The tools ${tools.map((tool) => tool.name).join(", ")}.`,
    author: author ?? project.server,
  };
}

/** An environment variable that tools read and that must not be shown. */
export interface BundleSecret {
  readonly variable: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** The secrets of everything that a bundle can run, sorted. One that any of them can't do without is required. */
export function bundleSecrets(model: Pick<Model, "tools" | "prompts" | "resources">): readonly BundleSecret[] {
  const all = runnableTools(model).flatMap(({ definition: { secrets = {}, optionalSecrets = [] } }) =>
    Object.entries(secrets).map(([variable, description]) => ({ variable, description, isRequired: !optionalSecrets.includes(variable) })),
  );
  const names = [...new Set(all.map(({ variable }) => variable))].sort();
  return names.map((variable) => {
    const same = all.filter((one) => one.variable === variable);
    return { variable, description: same[0]?.description ?? "", isRequired: same.some((one) => one.isRequired) };
  });
}
