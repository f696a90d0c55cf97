import { expect, it } from "vitest";
import { seatbeltOptions } from "../../../../src/call/process/sandbox-program.js";
import { closed } from "./sandboxed.js";

const place = (path: string) => ({ real: path, path });
const none = { read: [], written: [], pinned: [], readOnly: [] };
const program = place("/opt/homebrew/bin/rg");

/** The profile, and the parameters that it is given. */
function profileOf(options: readonly string[]) {
  const at = options.indexOf("-p");
  expect(at).toBe(options.length - 2);
  const defined = options.slice(0, at);
  expect(defined.filter((_, i) => i % 2 === 0).every((word) => word === "-D")).toBe(true);
  return { profile: options.at(-1) ?? "", defined: defined.filter((_, i) => i % 2 === 1) };
}

it("denies everything that is not opened", () => {
  const { profile, defined } = profileOf(seatbeltOptions({ rules: closed, paths: { ...none, read: [place("/w")] }, program }));
  expect(profile).toMatch(/^\(version 1\)\n\(deny default\)\n/);
  expect(defined).toEqual(["READ0=/opt/homebrew/bin/rg", "READ1=/w"]);
  expect(profile).toContain('(subpath (param "READ1"))');
  expect(profile).not.toMatch(/network|WRITTEN/);
});

it("never makes a path a part of the profile, whatever it holds", () => {
  const odd = '/w/") (allow default) ("\\';
  const paths = { read: [place(odd)], written: [place(odd)], pinned: [odd], readOnly: [`${odd}/.git`] };
  const { profile, defined } = profileOf(seatbeltOptions({ rules: closed, paths, program }));
  expect(profile).not.toContain("allow default");
  expect(defined).toContain(`WRITTEN0=${odd}`);
  expect(defined).toContain(`KEPT0=${odd}/.git`);
  // Every parenthesis that opens is closed, quotes aside.
  const bare = profile.replaceAll(/#?"[^"]*"/g, "");
  expect(bare.split("(").length).toBe(bare.split(")").length);
});

it("closes again, after what may be written, what must stay as it is", () => {
  const paths = { ...none, written: [place("/w")], pinned: ["/w/deep"], readOnly: ["/w/deep/tools.d"] };
  const { profile } = profileOf(seatbeltOptions({ rules: { ...closed, write: "workspace" }, paths, program }));
  const order = [
    '(allow file-read* file-write* (subpath (param "WRITTEN0")))',
    "(deny file-write-unlink",
    "(deny file-write* (subpath",
    "[.]git",
  ];
  const found = order.map((part) => profile.indexOf(part));
  expect(found.every((at) => at > 0)).toBe(true);
  expect(found).toEqual([...found].sort((a, b) => a - b));
});

it("opens the network and all files where the rules say so", () => {
  const { profile } = profileOf(seatbeltOptions({ rules: { ...closed, read: "any", network: true }, paths: none, program }));
  expect(profile).toContain("(allow file-read*)\n");
  expect(profile).toContain("(allow network*)");
});
