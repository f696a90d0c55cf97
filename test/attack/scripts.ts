import fc from "fast-check";

/** A shape of a script: WORD, OTHER and STATEMENT stand for whatever the grammar makes. */
type Shape = string;

const values: readonly Shape[] = ["{{x}}", '"{{x}}"', "a{{x}}", '"a {{x}}"', "{{x}}{{y}}", "--opt={{x}}", "{{y}}"];

const literals: readonly Shape[] = [
  "a",
  "1",
  "w",
  "-n",
  "-c",
  "-e",
  "-v",
  "=",
  "'$w'",
  '"$w"',
  '"$v"',
  "$w",
  "$v",
  '"$1"',
  "$1",
  '"$@"',
  '"$*"',
  "$@",
  "$#",
];

const words: readonly Shape[] = [
  ...[
    '"$(STATEMENT)"',
    "$(STATEMENT)",
    '"`STATEMENT`"',
    "$((WORD))",
    '"$((WORD + 1))"',
    "$[WORD]",
    'WORD"OTHER"',
    "WORD'OTHER'",
    "'WORD'",
    "$'WORD'",
    '$"WORD"',
  ],
  ...[
    '"${w}"',
    '"${w:-WORD}"',
    "${w:-WORD}",
    '"${w:+$v}"',
    '"${w#WORD}"',
    '"${w%%/*}"',
    '"${#w}"',
    '"${w:0:2}"',
    '"${w:WORD:1}"',
    '"${w/a/WORD}"',
  ],
  ...[
    '"${w^^}"',
    '"${w@Q}"',
    '"${w@P}"',
    '"${w@A}"',
    '"${!w}"',
    '"${a[@]}"',
    '"${a[0]}"',
    '"${a[WORD]}"',
    '"${a[$w]}"',
    '"${!a[@]}"',
    '"${a[@]:1}"',
    "${a[@]}",
  ],
  ...[
    '"${1}"',
    '"${10}"',
    '"${@:1}"',
    '"${w?WORD}"',
    '"${w=WORD}"',
    "<(STATEMENT)",
    ">(STATEMENT)",
    "{a,WORD}",
    "[WORD]",
    "*WORD",
    "~WORD",
    "\\\\WORD",
    '"\\\\WORD"',
  ],
  ...["a[WORD]=1", "WORD=OTHER", "$((w))", "$((w + 1))", "$((a[w]))"],
];

const simple: readonly Shape[] = [
  ...[
    "show WORD OTHER",
    "show WORD",
    "show -- WORD OTHER",
    "show $w",
    'show "$w" "$v"',
    'show "$@"',
    'show "$1" "$2"',
    'show "${a[@]}"',
    "printf %s WORD",
    "printf WORD OTHER",
  ],
  ...[
    "w=WORD",
    "v=WORD",
    "v=$w",
    'v="$w"',
    "w=WORD v=OTHER",
    "w=WORD show OTHER",
    "w+=WORD",
    "a=(WORD OTHER)",
    "a+=(WORD)",
    "a[0]=WORD",
    "a[WORD]=OTHER",
    "a=([WORD]=1)",
  ],
  ...[
    "local w=WORD",
    "export w=WORD",
    "export WORD",
    "readonly w=WORD",
    "declare w=WORD",
    "declare -i w=WORD",
    "typeset -i w; w=WORD",
    "declare -a a=(WORD)",
    "declare -A a=([k]=WORD)",
  ],
  ...[
    "declare -n w=WORD; w=OTHER",
    "declare WORD",
    "declare -- WORD",
    "unset WORD",
    'unset "a[WORD]"',
    "let WORD",
    "let w=WORD",
    "(( WORD ))",
    "(( w ))",
    "(( w = 1 + v ))",
    "(( a[w]++ ))",
  ],
  ...[
    'set -- WORD OTHER; show "$1" "$2"',
    'set -- WORD "$@"; shift; show "$@"',
    "set -- a WORD; shift; show $1",
    "set WORD",
    'set -- WORD; show "${@:1}"',
    'set -- 1 2 3 4 5 6 7 8 9 WORD; show "${10}"',
  ],
  ...['set -- 1 WORD; shift; show "$(($1))"', 'set -- 1 2 3 4 5 6 7 8 9 WORD; show "$((${10}))"'],
  ...[
    "read w <<< WORD; show $w",
    'read -r w v <<< WORD; show "$w"',
    "printf -v w %s WORD",
    "printf -v WORD a",
    'mapfile -t a <<< WORD; show "${a[@]}"',
    "IFS=WORD",
    "IFS=, ; show $w",
    "getopts WORD w",
  ],
];

const evaluating: readonly Shape[] = [
  ...[
    "eval WORD",
    'eval "show WORD"',
    'eval "show \\"\\$w\\""',
    "eval show '\"$w\"'",
    ". WORD",
    "source WORD",
    "exec WORD OTHER",
    "command WORD OTHER",
    "command show WORD",
    "builtin WORD",
    "builtin eval WORD",
  ],
  ...[
    "env show WORD",
    "env WORD show",
    "env WORD=a show",
    "env -S WORD",
    "env w=WORD show OTHER",
    "nice show WORD",
    "nice WORD OTHER",
    "timeout 5 show WORD",
    "timeout 5 sh -c WORD",
    "timeout WORD show OTHER",
  ],
  ...[
    "sh -c WORD OTHER",
    "sh -c 'show \"$1\"' _ WORD",
    "sh -c 'show $1' _ WORD",
    "sh -c 'eval \"$1\"' _ WORD",
    "sh -c 'show \"$0\"' WORD",
    "sh -c 'show '\\''$1'\\''' _ WORD",
    "bash -c 'show $(($1))' _ WORD",
  ],
  ...[
    "bash -c '[[ $1 -eq 1 ]]' _ WORD",
    'sh -c "show WORD"',
    "sh -c 'show WORD'",
    "sh -s WORD",
    "sh WORD",
    "bash -o WORD",
    "sh <<< WORD",
    "bash /dev/stdin <<< WORD",
    "sh <<E\nWORD\nE\n",
    "sh <<'E'\nWORD\nE\n",
  ],
  ...[
    "cat <<E\nWORD\nE\n",
    "cat <<'E'\nWORD\nE\n",
    "cat <<-E\n\tWORD\n\tE\n",
    "cat <<E\n$w $(STATEMENT)\nE\n",
    "cat <<< WORD",
    "STATEMENT | sh",
    "STATEMENT | bash -s",
    "cat <<E | sh\nshow $w\nE\n",
  ],
  ...[
    'sh -c "$w"',
    "STATEMENT | xargs show",
    "STATEMENT | xargs -I{} show {}",
    "STATEMENT | xargs -I{} sh -c 'show {}'",
    "printf '%s\\n' WORD | xargs sh -c 'show \"$1\"' _",
    "xargs WORD",
    "xargs show WORD < /dev/null",
  ],
  ...[
    'STATEMENT | while read -r w; do show "$w"; done',
    'STATEMENT | while read -r w; do eval "$w"; done',
    "STATEMENT | while read -r w; do show $((w)); done",
    'w="$(STATEMENT)"; show "$w"',
    'w=$(STATEMENT); eval "$w"',
  ],
  ...[
    "w=$(STATEMENT); show $((w))",
    'for w in $(STATEMENT); do show "$w"; done',
    "trap WORD EXIT",
    "trap 'show \"$w\"' EXIT",
    'trap "show $w" EXIT',
    "trap 'eval \"$w\"' EXIT",
    "alias a=WORD\na",
    "PS4=WORD; set -x; show a",
  ],
  ...[
    "PROMPT_COMMAND=WORD bash -c :",
    "BASH_ENV=WORD bash -c :",
    "ENV=WORD sh -c :",
    "PATH=WORD; show a",
    "PATH=WORD show a",
    "w=WORD; export w; sh -c 'show \"$w\"'",
    "w=WORD sh -c 'eval \"$w\"'",
    "w=WORD bash -c 'show $((w))'",
  ],
  ...[
    "hash WORD",
    "type WORD",
    "test -v WORD",
    "[[ -v WORD ]]",
    "[[ -v a[WORD] ]]",
    "[ -v WORD ]",
    "wait WORD",
    "kill -0 WORD",
    "cd WORD",
    "ulimit WORD",
    "umask WORD",
    "enable WORD",
    "complete -C WORD a",
    "compgen -W WORD",
    "history WORD",
  ],
  ...[
    "coproc WORD",
    "exec 3<&WORD",
    "show >&WORD",
    "show > WORD",
    "show 2>/dev/null WORD",
    "{ show WORD; } 2>&1",
    "printf '%d' WORD",
    "printf '%q' WORD",
    "printf '%(WORD)T'",
    "printf %b WORD",
    "echo -e WORD",
  ],
];

const programs: readonly Shape[] = [
  ...[
    "sed -n 1p WORD",
    "sed WORD",
    "sed -e WORD",
    'sed "s/a/WORD/"',
    "sed 's/a/b/' WORD",
    'sed -n "WORD p"',
    "printf %s WORD | sed s/a/b/",
    "printf %s WORD | sed -f -",
    "printf %s WORD | sed -f /dev/stdin",
  ],
  ...[
    "awk WORD",
    "awk '{print}' WORD",
    "awk -v w=WORD 'BEGIN{print w}'",
    'awk "BEGIN{print \\"$w\\"}"',
    "printf %s WORD | awk -f -",
    "printf %s WORD | awk '{print $1}'",
  ],
  ...[
    "w=WORD awk 'BEGIN{print ENVIRON[\"w\"]}'",
    "find . -name WORD",
    "find . -maxdepth 0 -exec show WORD ;",
    "find . -maxdepth 0 -exec WORD {} +",
  ],
  ...[
    "find WORD -maxdepth 0",
    "find . -maxdepth 0 -exec sh -c 'show \"$1\"' _ WORD \\;",
    "grep -e WORD /dev/null",
    "grep WORD /dev/null",
    "sort --compress-program=WORD /dev/null",
    "sort WORD",
    "tr WORD a",
    "cut -d WORD -f1",
    "expr WORD : OTHER",
  ],
  ...[
    "test WORD = OTHER",
    "test WORD -eq OTHER",
    "[ WORD = OTHER ]",
    "[ -n WORD ]",
    "[ WORD ]",
    "[ WORD -gt OTHER ]",
    "[[ WORD == OTHER ]]",
    "[[ WORD -gt OTHER ]]",
    "[[ WORD =~ OTHER ]]",
    "[[ $w == WORD ]]",
    "[[ WORD < OTHER ]]",
  ],
];

const compound: readonly Shape[] = [
  ...[
    "if STATEMENT; then show WORD; else show OTHER; fi",
    "for w in WORD OTHER; do STATEMENT; done",
    'for w; do show "$w"; done',
    "for WORD in a; do show $w; done",
    "for ((i=0; i<1; i++)); do STATEMENT; done",
    "for ((i=WORD; i<1; i++)); do break; done",
  ],
  ...[
    "while STATEMENT; do show WORD; break; done",
    "until STATEMENT; do show WORD; break; done",
    "case WORD in OTHER) STATEMENT ;; *) show WORD ;; esac",
    "case a in WORD) STATEMENT ;; esac",
    "case WORD in a*) STATEMENT ;& *) show OTHER ;; esac",
  ],
  ...[
    "f() { STATEMENT; }; f WORD OTHER",
    'f() { show "$1" "$2"; }; f WORD OTHER',
    "f() { show $1; }; f WORD",
    'f() { eval "$1"; }; f WORD',
    'f() { local w="$1"; shift; show "$w" "$@"; }; f WORD OTHER',
    "f() { show $(($1)); }; f WORD",
  ],
  ...[
    'f() { "$@"; }; f WORD OTHER',
    'f() { "$@"; }; f show WORD',
    "function f { STATEMENT; }; f WORD",
    "f() ( STATEMENT ); f WORD",
    "(STATEMENT)",
    "{ STATEMENT; }",
    "! STATEMENT",
    "STATEMENT && show WORD",
    "STATEMENT || show WORD",
  ],
  ...[
    "STATEMENT | cat",
    "STATEMENT | WORD",
    "STATEMENT; STATEMENT",
    "STATEMENT\nSTATEMENT",
    "STATEMENT # WORD",
    "STATEMENT & wait",
    "WORD OTHER",
    "WORD",
    "$w OTHER",
    '"$w" OTHER',
    '"${a[@]}"',
    "time STATEMENT",
    "select w in WORD; do break; done",
  ],
];

/** Scripts, right and wrong, of every construct of sh and bash, put into one another; now and then a character breaks one. */
export const script: fc.Arbitrary<string> = fc.letrec<{ word: string; statement: string; script: string }>((tie) => {
  const fill = (shapes: readonly Shape[]) =>
    fc
      .tuple(fc.constantFrom(...shapes), tie("word"), tie("word"), tie("statement"), tie("statement"))
      .map(([shape, word, other, ...statements]) => {
        let used = 0;
        return shape.replaceAll(/WORD|OTHER|STATEMENT/g, (hole) =>
          hole === "WORD" ? word : hole === "OTHER" ? other : (statements[used++ % 2] ?? ""),
        );
      });
  return {
    word: fc.oneof(
      { maxDepth: 3, depthIdentifier: "script", withCrossShrink: true },
      { weight: 8, arbitrary: fc.constantFrom(...values) },
      { weight: 4, arbitrary: fc.constantFrom(...literals) },
      { weight: 3, arbitrary: fill(words) },
    ),
    statement: fc.oneof(
      { maxDepth: 3, depthIdentifier: "script", withCrossShrink: true },
      {
        weight: 2,
        arbitrary: fc.constantFrom("show {{x}} {{y}}", 'show "$w"', "w={{x}}", 'v="{{y}}"', 'set -- {{x}} "{{y}}"', "a=({{x}})", "true"),
      },
      { weight: 6, arbitrary: fill(simple) },
      { weight: 5, arbitrary: fill(evaluating) },
      { weight: 3, arbitrary: fill(programs) },
      { weight: 4, arbitrary: fill(compound) },
    ),
    script: fc
      .tuple(
        fc.array(tie("statement"), { minLength: 1, maxLength: 4 }),
        fc.option(fc.constantFrom('"', "'", "\\", "`", ")", "$(", "#", "$", "\n", "}"), { freq: 12 }),
        fc.nat(),
      )
      .map(([statements, breaker, at]) => {
        const text = statements.join("\n");
        const position = at % (text.length + 1);
        return breaker === null ? text : text.slice(0, position) + breaker + text.slice(position);
      }),
  };
}).script;

/** All shapes alone, each hole filled with a value: what must not depend on luck. */
export const everyShape: readonly string[] = [...simple, ...evaluating, ...programs, ...compound].flatMap((shape) =>
  ["{{x}}", '"$w"', "$w"].map(
    (word) =>
      `w={{x}}; v={{y}}\n${shape.replaceAll("WORD", word).replaceAll("OTHER", '"$v"').replaceAll("STATEMENT", `printf '%s\\n' ${word}`)}`,
  ),
);
export const everyWord: readonly string[] = words.map(
  (shape) =>
    `w={{x}}; a=({{y}}); show ${shape.replaceAll("WORD", "{{x}}").replaceAll("OTHER", "{{y}}").replaceAll("STATEMENT", "printf '%s\\n' {{x}}")}`,
);
