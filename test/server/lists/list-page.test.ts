import { expect, it } from "vitest";
import { listPage } from "../../../src/server/lists/list-page.js";
import { readPageSize } from "../../../src/server/server-options.js";

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const five = named("a", "b", "c", "d", "e");

/** Returns the names of a page, and the cursor of the next one. */
function page(items: { name: string }[], pageSize: number | undefined, cursor?: string, list = "tools") {
  const { page: listed, next } = listPage(items, { list, params: cursor === undefined ? {} : { cursor }, pageSize });
  return { names: listed.map(({ name }) => name).join(""), cursor: next.nextCursor };
}

it("divides a list into pages, the last of which has no cursor", () => {
  const first = page(five, 2);
  const second = page(five, 2, first.cursor);
  const third = page(five, 2, second.cursor);
  expect([first.names, second.names, third.names, third.cursor]).toEqual(["ab", "cd", "e", undefined]);
  expect(page(five, 5)).toEqual({ names: "abcde", cursor: undefined });
  expect(page(five, 1, page(five, 4).cursor)).toEqual({ names: "e", cursor: undefined });
});

it("leaves a list without pages as it is", () => {
  expect(listPage(five, { list: "tools", params: undefined, pageSize: undefined }).page).toBe(five);
  expect(listPage(five, { list: "tools", params: {}, pageSize: 9 }).page).toBe(five);
  expect(page([], 2)).toEqual({ names: "", cursor: undefined });
});

it("continues after a change of the list, without repeating or leaving out what stayed", () => {
  const { cursor } = page(five, 2);
  expect(page(named("aa", "b", "bb", "d"), 2, cursor)).toEqual({ names: "bbd", cursor: undefined });
  expect(page(named("a", "b"), 2, cursor)).toEqual({ names: "", cursor: undefined });
});

it.each([
  ["whose item is gone", page(five, 2).cursor, named("a", "c", "d")],
  ["of another list", page(five, 2, undefined, "prompts").cursor, five],
  ["of an item that the caller may not see", Buffer.from("tools secret").toString("base64url"), five],
  ["with something added", `${page(five, 2).cursor}A`, five],
  ["that is empty", "", five],
  ["that is a number", "2", five],
])("refuses a cursor %s", (_what, cursor, items) => {
  expect(() => page(items, 2, cursor)).toThrow(expect.objectContaining({ code: -32602 }));
});

it("refuses every cursor of a list without pages", () => {
  expect(() => page(five, undefined, page(five, 2).cursor)).toThrow(expect.objectContaining({ code: -32602 }));
});

it("takes whole numbers from 1 as the size of a page", () => {
  expect([readPageSize(undefined), readPageSize("1"), readPageSize("250")]).toEqual([undefined, 1, 250]);
  for (const wrong of ["", "0", "-1", "1.5", "ten", "1e3", "99999999999"]) expect(() => readPageSize(wrong)).toThrow("whole number");
});
