import { createHash } from "node:crypto";
import { ProtocolError, ProtocolErrorCode, type ReadResourceResult, type Server } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { listPage } from "../lists/list-page.js";
import type { OfferedTools } from "../lists/offered-tools.js";
import type { ServedSkills, ServedToolSource } from "../tool-source.js";

// The SDK's own server of skills needs its high-level server, and serves their files by its registry of resources. Here
// resources have handlers already, so the methods of the extension are beside them.

/** The extension by which clients list and read Agent Skills (SEP-2640). */
const extension = "io.modelcontextprotocol/skills";

/** The skills that one connection or request is offered. */
export interface OfferedSkills extends ServedSkills {
  list(): readonly ListedSkill[];
  /** Each `SKILL.md` in `resources/list`, by which clients without the extension can find it. */
  resources(): SkillResource[];
  /** The content of a file of a skill; `undefined` if there is no such file. */
  readUri(uri: string): ReadResourceResult | undefined;
}

interface SkillResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The frontmatter of a skill, as a build has printed it. */
interface ListedSkill {
  readonly name: string;
  readonly description: string;
  readonly [key: string]: unknown;
}

/** Returns the skills about tools that are offered, and those about documents alone; `undefined` if there are none. */
export function offeredSkills({ skills, names }: ServedToolSource, { find }: Pick<OfferedTools, "find">): OfferedSkills | undefined {
  if (skills === undefined) return undefined;
  const isOffered = (name: string, known: ReadonlySet<string>) => {
    const tools = skills.files(name).flatMap((path) => toolOf(path) ?? []);
    const own = tools.filter((tool) => known.has(tool));
    return own.length === 0 || own.some((tool) => find(tool).ok);
  };
  const list = () => {
    const known = new Set(names());
    // Printed by a build of toolgen.
    const built = JSON.parse(Buffer.from(skills.index()).toString("utf8")) as readonly ListedSkill[];
    return built.filter(({ name }) => isOffered(name, known));
  };
  return {
    ...skills,
    list,
    resources: () =>
      list().map(({ name, description }) => ({ uri: `${scheme}${name}/SKILL.md`, name, description, mimeType: "text/markdown" })),
    readUri: (uri) => {
      const path = pathIn(uri);
      const skill = list().find(({ name }) => path?.startsWith(`${name}/`));
      const isFile = skill !== undefined && path !== undefined && skills.files(skill.name).includes(path.slice(skill.name.length + 1));
      const text = isFile ? skills.read(path) : undefined;
      return text && { contents: [{ uri, mimeType: "text/markdown", text: Buffer.from(text).toString("utf8") }] };
    },
  };
}

const toolOf = (path: string) => /^references\/(.+)\.md$/.exec(path)?.[1];

const scheme = "skill://";

/** The path of a file below the folder of skills. Names of skills and of their files need no escape in a URI. */
const pathIn = (uri: string) => (uri.startsWith(scheme) ? uri.slice(scheme.length) : undefined);

/** Answers requests about skills, and tells clients that there are some. */
export function serveSkills(
  server: Server,
  skills: OfferedSkills,
  { era, pageSize }: { readonly era: "legacy" | "modern"; readonly pageSize: number | undefined },
): void {
  server.registerCapabilities({ resources: {}, extensions: { [extension]: { directoryRead: true } } });
  // A build changes skills at any time, and selections are a caller's own.
  const cache = era === "modern" ? { ttlMs: 0, cacheScope: "private" } : {};
  const page = <Item extends { readonly name: string }>(list: string, items: Item[], cursor: string | undefined) =>
    listPage(items, { list, params: { cursor }, pageSize });
  server.setRequestHandler("skills/list", { params: withCursor }, ({ cursor }) => {
    const { page: some, next } = page("skills", [...skills.list()], cursor);
    return { skills: some.map((skill) => entryOf(skill, skills)), ...next, ...cache };
  });
  server.setRequestHandler("skills/get", { params: withUri }, ({ uri }) => {
    const skill = skills.list().find(({ name }) => uri === `${scheme}${name}/SKILL.md`);
    if (skill === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such skill.", { uri });
    return { skill: entryOf(skill, skills), ...cache };
  });
  server.setRequestHandler("resources/directory/read", { params: withUri }, ({ uri, cursor }) => {
    const children = childrenOf(uri, skills);
    if (children.length === 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such folder of a skill.", { uri });
    const { page: some, next } = page("directory", children, cursor);
    return { resources: some, ...next, ...cache };
  });
}

/** A skill with the files that belong to it, and with what a client checks them by. */
function entryOf(frontmatter: ListedSkill, skills: ServedSkills): JsonObject {
  const root = `${scheme}${frontmatter.name}`;
  const resources = skills.files(frontmatter.name).flatMap((path) => {
    const bytes = skills.read(`${frontmatter.name}/${path}`);
    if (bytes === undefined) return [];
    const digest = createHash("sha256").update(bytes).digest("hex");
    return [{ uri: `${root}/${path}`, digest: `sha256:${digest}`, size: bytes.byteLength }];
  });
  return { uri: `${root}/SKILL.md`, frontmatter: frontmatter as unknown as JsonObject, resources };
}

/** The files and folders in a folder of a skill. */
function childrenOf(uri: string, skills: OfferedSkills) {
  const skill = skills.list().find(({ name }) => uri === `${scheme}${name}` || uri.startsWith(`${scheme}${name}/`));
  if (skill === undefined) return [];
  const inside = uri.slice(scheme.length + skill.name.length + 1);
  const prefix = inside === "" ? "" : `${inside}/`;
  const below = skills.files(skill.name).flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
  return [...new Set(below.map((path) => path.replace(/\/.*/, "/")))].map((name) =>
    name.endsWith("/")
      ? { uri: `${scheme}${skill.name}/${prefix}${name.slice(0, -1)}`, name: name.slice(0, -1), mimeType: "inode/directory" }
      : { uri: `${scheme}${skill.name}/${prefix}${name}`, name, mimeType: "text/markdown" },
  );
}

/** The parameters of requests about skills, as the SDK wants a schema of them. */
function paramsSchema<Params>(read: (params: JsonObject) => Params | undefined, expected: string) {
  return {
    "~standard": {
      version: 1,
      vendor: "toolgen",
      validate: (value: unknown) => {
        const params = read(isJsonObject(value) ? value : {});
        return params === undefined ? { issues: [{ message: expected }] } : { value: params };
      },
      types: undefined as { readonly input: unknown; readonly output: Params } | undefined,
    },
  } as const;
}

const cursorIn = ({ cursor }: JsonObject) => (typeof cursor === "string" ? cursor : undefined);

const withCursor = paramsSchema((params) => ({ cursor: cursorIn(params) }), "A cursor is a text.");
const withUri = paramsSchema((params) => {
  const { uri } = params;
  return typeof uri === "string" ? { uri, cursor: cursorIn(params) } : undefined;
}, "`uri` must be a text.");
