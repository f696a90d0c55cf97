/** What we use of json-schema-to-typescript (`paths` in tsconfig.json): its own declarations don't compile under `exactOptionalPropertyTypes`. */

export interface Options {
  readonly format: boolean;
  readonly bannerComment: string;
  readonly additionalProperties: boolean;
  readonly maxItems: number;
  readonly $refOptions: { readonly resolve: Readonly<Record<"external" | "http" | "file", false>> };
}

export function compile(schema: object, name: string, options: Options): Promise<string>;
