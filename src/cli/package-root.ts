import { readPackageVersion } from "../node-host.js";

/**
 * The folder of toolgen's own package: two above `src/cli`, and above `dist/cli`, where the command line is bundled.
 */
export const packageRoot = new URL("../../", import.meta.url);

/** The version in package.json. */
export const packageVersion = (): string => readPackageVersion(packageRoot);
