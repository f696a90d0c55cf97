import type { Model } from "../../model/tool.js";
import type { OutputFile } from "../output-file.js";
import { renderTemplate } from "../print/render-template.js";

/** The major version of Node in the image: the newest with long-term support. */
const nodeMajor = 24;

/** The name of the image: the server's, in the characters that builders take. */
export const imageName = (server: string): string =>
  server
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "") || "tools";

/** A recipe of a container image with the project's MCP server over HTTP. Paths are relative to the project's root. */
export function newImageFiles({ project, bundledFiles, tools }: Model): readonly OutputFile[] {
  const { output, server } = project;
  const files = bundledFiles.map(({ path }) => path).sort();
  const needed = [output, ...files];
  const programs = [...new Set(tools.flatMap(({ requires }) => requires.linux.map(({ program }) => program)))].sort();
  const values = {
    image: imageName(server),
    node: String(nodeMajor),
    output,
    programs: programsNote(programs),
    copies: needed.map((path) => `COPY ${JSON.stringify([path, path])}\n`).join(""),
  };
  return [
    { path: "Dockerfile", text: renderTemplate("new/dockerfile.hbs", values), executable: false },
    {
      path: ".dockerignore",
      text: renderTemplate("new/dockerignore.hbs", { needed: needed.map((path) => `!${path}`).join("\n") }),
      executable: false,
    },
  ];
}

/** Which packages have the programs is for the project to say. */
const programsNote = (programs: readonly string[]): string =>
  programs.length === 0
    ? ""
    : `# Tools start these programs: ${programs.join(", ")}. Install those that the image lacks, for example:
# RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
`;
