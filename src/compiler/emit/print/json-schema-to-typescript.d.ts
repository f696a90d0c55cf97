/**
 * The part of json-schema-to-typescript in use (`paths` in tsconfig.json): its own declarations don't compile under
 * `exactOptionalPropertyTypes`.
 */

export interface Options {
  readonly bannerComment: string;
  readonly additionalProperties: boolean;
  readonly maxItems: number;
  /** Leaves the printed text as it is, instead of formatting it with Prettier. */
  readonly format: false;
  readonly $refOptions: { readonly resolve: Readonly<Record<"external" | "http" | "file", false>> };
}

export function compile(schema: object, name: string, options: Options): Promise<string>;
