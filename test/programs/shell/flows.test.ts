import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { repeat } from "../../kit/repeat.js";
import { build, canaries, canaryFolder, runningValue, type Shell } from "./canary.js";

const folder = canaryFolder();
afterAll(folder.remove);

const variables = ["v", "w"];
const files = ["f", "f", "g"];

/** Statements that move a value on. `V`, `W` are variables, `F`, `G` files. */
const moves: Readonly<Record<Shell, readonly string[]>> = {
  sh: [
    "V=$W",
    'V="$W"',
    'V="${W:-a}"',
    'V="${W#a}"',
    ': "${V:=$W}"',
    'V=$(printf %s "$W")',
    'V=`printf %s "$W"`',
    'V=$(echo "$W" | cat)',
    "V=$(cat F)",
    "V=$(head -n 1 < F)",
    'V=$(sh -c \'printf %s "$1"\' x "$W")',
    "V=$(printf '%s\\n' \"$W\" | sed -e s/zz/z/)",
    "V=$(printf '%s\\n' \"$W\" | while IFS= read -r l; do printf '%s\\n' \"$l\"; done)",
    'printf %s "$W" > F',
    'printf "%s\\n" "$W" >> F',
    '{ printf "%s\\n" "$W"; } > F',
    'printf %s "$W" | tee F > /dev/null',
    'printf %s "$W" | cat > F',
    "cat F > G",
    "cp F G",
    "IFS= read -r V < F",
    "{ IFS= read -r V; } < F",
    "while IFS= read -r V; do break; done < F",
    'k() { V=$1; }; k "$W"',
    'k() { printf %s "$1"; }; V=$(k "$W")',
    'k() { printf %s "$W"; }; V=$(k)',
    'k() { cat; }; V=$(printf %s "$W" | k)',
    "k() { IFS= read -r V; }; k < F",
    'set -- "$W"; V=$1',
    'set -- a "$W"; shift; V=$1',
    'set -- "$W"; for V; do :; done',
    'for V in "$W"; do :; done',
    'for V in a "$W"; do :; done',
    'V=$(printf %s "$W" | xargs -0 printf %s)',
    "V=$(xargs -0 printf %s < F)",
    "V=$(find . -name F -exec cat {} \\;)",
    'export V="$W"',
    "export V; V=$W",
    'V=$(env X="$W" sh -c \'printf %s "$X"\')',
    "eval 'V=$W'",
    "case a in *) V=$W ;; esac",
    "if V=$W; then :; fi",
    "V=$(cat <<E\n$W\nE\n)",
    "cat > F <<E\n$W\nE\n",
    "IFS= read -r V <<E\n$W\nE\n",
    'exec 3> F; printf %s "$W" >&3; exec 3>&-',
    "exec 4< F; IFS= read -r V <&4",
    'echo "$W"; V=$_',
    "V=$(dd if=F 2> /dev/null)",
    'printf %s "$W" | dd of=F 2> /dev/null',
    'awk -v q="$W" \'BEGIN { printf "%s", q }\' > F',
    'V=$(timeout 5 printf %s "$W")',
    "trap 'V=$W' EXIT",
    "V=a",
    "true",
  ],
  bash: [
    "V=$(< F)",
    'V=$(cat <<< "$W")',
    'IFS= read -r V <<< "$W"',
    'read -r <<< "$W"; V=$REPLY',
    'IFS= read -r V < <(printf "%s\\n" "$W")',
    "mapfile -t a < F; V=${a[0]}",
    'mapfile -t <<< "$W"; V=${MAPFILE[0]}',
    'a=("$W"); V=${a[0]}',
    'a=(); a+=("$W"); V="${a[*]}"',
    "declare -A m; m[k]=$W; V=${m[k]}",
    'printf -v V %s "$W"',
    "V+=$W",
    "V=${W//zz/z}",
    "V=${W^}",
    "[[ $W =~ (.*) ]] && V=${BASH_REMATCH[1]}",
    'local_() { local V=$1; V=$V; u=$V; }; local_ "$W"',
    'declare V="$W"',
    'printf %s "$W" > >(cat > F); sleep 0.05',
    'V=$(cat <(printf %s "$W"))',
    'k() { V="$*"; }; k "$W"',
    'select V in "$W"; do break; done <<< 1 2> /dev/null',
    'read -ra a <<< "$W"; V="${a[@]}"',
    'V=$(bash -c \'printf %s "$0"\' "$W")',
    'exec 5<<< "$W"; IFS= read -r -u 5 V',
  ],
};

/** Statements in which a value would be code. */
const sinks: Readonly<Record<Shell, readonly string[]>> = {
  sh: [
    'eval "$V"',
    'eval "echo $V"',
    'eval "$V" a',
    'sh -c "$V"',
    'sh -c "echo $V"',
    'sh -c \'eval "$1"\' x "$V"',
    "export V; sh -c 'eval \"$V\"'",
    'printf "%s\\n" "$V" | sh',
    'printf "%s\\n" "$V" | timeout 5 sh -s',
    'printf "%s\\n" "$V" | nice env bash',
    "sh F",
    "sh ./F",
    "timeout 5 sh F",
    "sh < F",
    ". ./F",
    "cat F | sh",
    'eval "$(cat F)"',
    "chmod +x F; ./F",
    '"$V"',
    "$V",
    'trap "$V" EXIT',
    "xargs -0 sh -c < F",
    'printf %s "$V" | xargs -0 sh -c',
    'printf %s "$V" | xargs -0 -I{} sh -c {}',
    'printf %s "$V" | xargs -0 sh -c \'eval "$0"\'',
    'awk "$V" /etc/hostname',
    'sed -n "$V" /etc/hostname',
    'perl -e "$V"',
    "find . -name F -exec sh {} \\;",
    'f2() { eval "$1"; }; f2 "$V"',
    'f3() { "$@"; }; f3 sh -c "$V"',
    'env sh -c "$V"',
    'set -- "$V"; eval "$1"',
    "eval 'eval \"$V\"'",
    "sh <<E\n$V\nE\n",
    "export V; sh <<'E'\neval \"$V\"\nE\n",
    "echo $((V))",
    'test -v "$V"',
  ],
  bash: [
    'bash <<< "$V"',
    'bash < <(printf "%s\\n" "$V")',
    'bash <(printf "%s\\n" "$V")',
    'source <(printf "%s\\n" "$V")',
    "(( V ))",
    "[[ $V -gt 1 ]]",
    "[[ V -gt 1 ]]",
    'a2=(1); echo "${a2[V]}"',
    'a2=(1); echo "${a2[$V]}"',
    "a2[$V]=1",
    's2=abc; echo "${s2:V}"',
    'echo "${V@P}"',
    "let V",
    "declare -i i2=$V",
    "PS4=$V; set -x; true; set +x",
    "bash -c 'echo $(($1))' x \"$V\"",
    'printf -v "$V" a',
    "RANDOM=$V",
    'mapfile -C "$V" -c 1 b2 <<< a',
  ],
};

const begins = [
  "W={{x}}",
  'W="{{x}}"',
  'W="a {{x}}"',
  "printf %s {{x}} > F",
  "set -- {{x}}; W=$1",
  "k0() { W=$1; }; k0 {{x}}",
  "W=$(printf %s {{x}})",
];

const filled = (template: fc.Arbitrary<string>) =>
  fc
    .tuple(template, fc.constantFrom(...variables), fc.constantFrom(...variables), fc.constantFrom(...files), fc.constantFrom(...files))
    .map(([text, v, w, f, g]) => text.replaceAll(/\b[VWFG]\b/g, (name) => ({ V: v, W: w, F: f, G: g })[name] ?? name));

const scripts = (shell: Shell) => {
  const of = (table: typeof moves) => fc.constantFrom(...table.sh, ...(shell === "bash" ? [...table.bash, ...table.bash] : []));
  const statements = fc.tuple(
    filled(fc.constantFrom(...begins)),
    fc.array(filled(of(moves)), { minLength: 0, maxLength: 4 }),
    filled(of(sinks)),
    fc.constantFrom("", "", "set -e\n", "true | "),
  );
  return statements.map(([first, middle, last, before]) =>
    [before.startsWith("set") ? before.trim() : "", first, ...middle, last].filter((line) => line !== "").join("\n"),
  );
};

// RUNS=5000 looks further, and elsewhere each time. A value moves through variables, files, functions, input and output to a place where it would be code. What builds is run.
it.each(["sh", "bash"] as const)("builds no script for %s in which a value that moved runs", async (shell) => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(scripts(shell), async (script) => {
      const { tool } = await build(shell, script);
      if (tool === undefined) return;
      accepted++;
      expect(await runningValue(folder, { shell, script, values: canaries.slice(0, 6) })).toBeUndefined();
    }),
    process.env.RUNS === undefined
      ? { numRuns: repeat({ usual: 20, soak: 200, long: 2_000 }), seed: 1 }
      : { numRuns: Number(process.env.RUNS) },
  );
  expect(accepted).toBeGreaterThan(0);
});
