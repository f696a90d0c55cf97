/** How often a test does something again: as often as shows that it works, and in `npm run test:soak` as often as finds what is rare. */
export function repeat({ usual, soak }: { readonly usual: number; readonly soak: number }): number {
  return process.env.TOOLGEN_TEST_SUITE === "soak" ? soak : usual;
}
