import { ToolError } from "toolgen/runtime";
import { expect, it } from "vitest";
import { unlessForbidden } from "../../library/files/unless-forbidden.js";

const failing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: not done`), { code });
};

it.each([
  ["EROFS", "'a.txt' can't be deleted: the file system is read-only there."],
  ["EACCES", "'a.txt' can't be deleted: its permissions, or those of its folder, forbid it."],
  ["EPERM", "'a.txt' can't be deleted: its permissions, or those of its folder, forbid it."],
  ["EBUSY", "'a.txt' can't be deleted: the system is using it"],
])("says in words what %s means, and leaves any other error as it is", (code, message) => {
  expect(() => unlessForbidden("a.txt", failing(code), "deleted")).toThrow(ToolError);
  expect(() => unlessForbidden("a.txt", failing(code), "deleted")).toThrow(message);
  expect(() => unlessForbidden("a.txt", failing("EIO"), "deleted")).toThrow("EIO: not done");
});
