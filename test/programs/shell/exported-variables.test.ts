import { expect, it } from "vitest";
import { build } from "./canary.js";

// Any program may take a variable that it gets for code or settings. The direct assignments are tried beside them.
it.each([
  ["sh", "env NAME={{x}} ls"],
  ["sh", 'w={{x}}; NAME="$w" ls'],
  ["sh", "w={{x}}; NAME=$w; export NAME; ls"],
  ["sh", "read -r NAME < {{p}}; export NAME; ls"],
  ["bash", "read -r NAME <<< {{x}}; export NAME; ls"],
  ["bash", 'printf -v NAME %s "{{x}}"; export NAME; ls'],
  ["sh", "for NAME in {{x}}; do export NAME; ls; done"],
  ["bash", "NAME+={{x}} ls"],
  ["sh", "NAME=$(echo {{x}}) ls"],
  ["sh", 'export NAME="$(echo {{x}})"; ls'],
  ["sh", "export A=a NAME={{x}}; ls"],
  ["sh", "export -- NAME={{x}}; ls"],
  ["sh", "command export NAME={{x}}; ls"],
  ["bash", "builtin export NAME={{x}}; ls"],
  ["sh", "export 'NAME'={{x}}; ls"],
  ["sh", 'f() { NAME="$1" ls; }; f {{x}}'],
  ["bash", "f() { local -x NAME={{x}}; ls; }; f"],
  ["bash", "f() { local -x NAME; NAME={{x}}; ls; }; f"],
  ["sh", "sh -c 'NAME=\"$1\" ls' _ {{x}}"],
  ["sh", "sh -c 'export NAME=\"$1\"; ls' _ {{x}}"],
  ["sh", "set -eua; NAME={{x}}; ls"],
  ["sh", "set -e -a; NAME={{x}}; ls"],
  ["sh", "if true; then NAME={{x}} ls; fi"],
  ["sh", "set -a; sh -c 'A=\"$1\"; ls' _ {{x}}"],
] as const)("refuses a value in a variable that programs get: %s: %s", async (shell, script) => {
  const { errors } = await build(shell, script, { allowLeadingDash: ["x"] });
  expect(errors).not.toEqual([]);
});

it.each([
  ["sh", 'NAME={{x}}; ls -- "$NAME"'],
  ["sh", 'export NAME=a; w={{x}}; ls -- "$w"'],
  ["sh", "NAME={{e}} ls; export COUNT={{n}}; ls"],
  ["sh", "INPUT_NAME={{x}} ls; export INPUT_B={{x}}; env INPUT_C={{x}} ls"],
  ["bash", 'readonly NAME={{x}}; declare -r B={{x}}; f() { local c={{x}}; ls -- "$c"; }; f; ls -- "$NAME$B"'],
  ["sh", 'set -eu; NAME={{x}}; ls -- "$NAME"'],
] as const)("takes what no program gets, or takes for code: %s: %s", async (shell, script) => {
  const { errors } = await build(shell, script, { allowLeadingDash: ["x"] });
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

it("takes a variable whose parameter `code` names", async () => {
  const { errors } = await build("sh", "NAME={{x}} ls", { code: { x: "other" } });
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});
