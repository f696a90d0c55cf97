import type { DashNote, HandlerModel, PlatformName } from "../../model/tool.js";
import type { Command, TempFile } from "../../runtime/contract/definition.js";
import type { HttpRequest } from "../../runtime/contract/http-request.js";
import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { Text } from "../../runtime/contract/template.js";
import type { CheckedPlatform } from "../command/platforms.js";
import type { CheckedSchema } from "../schema/checked-schema.js";
import type { Impacts } from "./risk.js";

/** The findings about a tool besides its plain keys. */
export interface ToolFindings {
  readonly checked: CheckedSchema;
  readonly command: Command | undefined;
  readonly http: HttpRequest | undefined;
  readonly handler: HandlerModel | undefined;
  readonly cwd: Text | undefined;
  readonly stdin: Text | undefined;
  readonly summary: Text | undefined;
  readonly impacts: Impacts;
  readonly envSet: Readonly<Record<string, Text>>;
  readonly outputFile: Text | undefined;
  readonly display: Text | undefined;
  readonly tempFiles: readonly TempFile[];
  readonly tempDir: boolean;
  readonly dashes: readonly DashNote[];
  readonly platforms: Readonly<Partial<Record<PlatformName, CheckedPlatform>>>;
  readonly leastRisk: RiskLevel;
  /** Programs because of which the level is moderate by default. */
  readonly unknownPrograms: readonly string[];
  /** The result's schema, if the spec declares one. */
  readonly output: CheckedSchema | undefined;
}
