import fc from "fast-check";
import { expect, it } from "vitest";
import { isVersionWithin, versionIn } from "../../../src/cli/doctor/diagnose-programs.js";

it.each([
  ["ripgrep 13.0.0\n-SIMD -AVX", "13.0.0"],
  ["git version 2.39.2.windows.1", "2.39.2"],
  ["jq-1.6", "1.6.0"],
  ["v20.20.0\n", "20.20.0"],
  ["less 590 (PCRE2 regular expressions)", "590.0.0"],
  ["GNU bash, version 5.1.16(1)-release (x86_64-pc-linux-gnu)", "5.1.16"],
  ["OpenSSH_9.2p1 Debian-2, OpenSSL 3.0.8", "9.2.0"],
  ["ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021", "4.4.2"],
  ["2023.07.06", "2023.7.6"],
  ["Terraform v1.6.0-rc1\non linux_amd64", "1.6.0-rc1"],
  ["tool 2.0.0-beta.3+build", "2.0.0-beta.3"],
  ["Python 3.13.0a1", "3.13.0"],
  ["unknown option --version", undefined],
  ["", undefined],
])("reads of '%s' the version %s", (output, version) => {
  expect(versionIn(output)).toBe(version);
});

it("reads every plain version back, whatever stands before it", () => {
  const number = fc.nat({ max: 99_999 });
  fc.assert(
    fc.property(fc.tuple(number, number, number), fc.stringMatching(/^[a-z ]*$/), ([a, b, c], before) => {
      expect(versionIn(`${before} ${a}.${b}.${c}\n`)).toBe(`${a}.${b}.${c}`);
    }),
  );
});

it("holds versions before a release to ranges as what they come before", () => {
  expect(isVersionWithin("2.0.0-rc1", ">=1")).toBe(true);
  expect(isVersionWithin("2.0.0-rc1", ">=2")).toBe(true);
  expect(isVersionWithin("2.0.0-rc1", ">=2.0.1")).toBe(false);
  expect(isVersionWithin("12.9.0", ">=13")).toBe(false);
});
