import type { Model } from "../model/tool.js";
import { bin } from "./bin.js";
import { geminiDiscovery } from "./gemini-discovery.js";
import { geminiPolicy } from "./gemini-policy.js";
import { geminiSettings } from "./gemini-settings.js";
import { gitAttributes } from "./git-attributes.js";
import type { Assets, Emitter, OutputFile } from "./output-file.js";

/** Every target, in the order of the design's overview. A new one is a file and a line here. */
const emitters: readonly Emitter[] = [geminiDiscovery, geminiSettings, geminiPolicy, bin, gitAttributes];

/** Runs every target and sorts the files by path. */
export function emit(model: Model, assets: Assets): readonly OutputFile[] {
  return emitters.flatMap((emitter) => emitter.emit(model, assets)).sort((a, b) => (a.path < b.path ? -1 : 1));
}
