import { readPlainYaml } from "../../source/yaml/read-plain-yaml.js";

/** Reads YAML as plain data; `undefined` if it is invalid, or has more aliases than a person would write. */
export const readYamlText = (text: string): unknown => readPlainYaml(text, { maxAliases: 1000 });
