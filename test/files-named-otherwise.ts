/** Files of `src` that aren't named after one of their exports, by the reason. The lists may only shrink: rename the file, or its main export. */
export const namedOtherwise: Readonly<Record<string, readonly string[]>> = {
  "public APIs and registries: Node and readers look for `index`": ["emit/index.ts", "index.ts", "runtime/index.ts"],
  "entries of programs and bundles: what they are for happens when they are loaded": [
    "cli/build/check-worker.ts",
    "cli/main.ts",
    "mcp-server/mcp-main.ts",
    "page/dev/dev-main.ts",
    "page/page-main.ts",
    "pi/pi-main.ts",
    "runtime/call/bin/call-main.ts",
    "runtime/call/bin/record-main.ts",
    "runtime/call/bin/start-main.ts",
    "runtime/call/bin/discover-main.ts",
    "runtime/call/bin/http-main.ts",
    "runtime/handler/handler-main.ts",
    "runtime/handler/warm/warm-main.ts",
    "runtime/hook/hook-main.ts",
    "runtime/mcp-call/mcp-call-main.ts",
  ],
  "types of one topic, none of which is the main one": ["runtime/contract/repair-rules.ts"],
  "one function for each provider": ["runtime/registry/provider-tools.ts"],
};
