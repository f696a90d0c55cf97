import { compile } from "../../../src/compile.js";
import { memoryHost } from "../../kit/memory-host.js";

/** Compiles a spec: its tools without their sources, the codes of its diagnostics, and their help. */
export async function compileMemory(text: string) {
  const host = memoryHost({ "tools.d/a.yaml": text });
  const [{ model }, diagnostics] = await compile(host, { version: "0.1.0" }, { targets: [], handlers: "leave" });
  const plain = JSON.stringify(model.tools, (key, value) => (key === "source" || key === "span" ? undefined : value));
  return {
    model: JSON.parse(plain) as readonly unknown[],
    codes: diagnostics.map(({ code }) => code),
    help: diagnostics.map(({ help }) => help).join("\n"),
  };
}
