/** The files of `templates/` by their paths, compiled (`scripts/templates.mjs`). */
declare module "toolgen:templates" {
  export const templates: Readonly<Record<string, (values: object) => string>>;
}
