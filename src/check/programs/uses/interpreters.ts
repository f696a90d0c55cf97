/**
 * The places of values in the arguments of shells, interpreters, editors, debuggers and the modules of an interpreter.
 */
export const interpretersUses: string = `
sh, bash, dash, ash, zsh, ksh, ksh93, mksh, yash, rbash, oksh, posh
  with -c -s : data* stdin=data
  source sh(1p), bash(1)
  mild -n
  code -c
  load --rcfile --init-file -O -o
  flags -euxlvfn --norc --noprofile --login --posix --restricted
  operands load unknown*
  stdin code
csh, tcsh, fish, nu, elvish, xonsh, osh, ysh
  source fish(1), tcsh(1)
  code -c --command --commands -C --init-command -e --execute
  load --config --env-config --plugin-config --plugins --rc -D -o -d
  operands load unknown*
  stdin code
pwsh, powershell
  source https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_pwsh
  words
  code -c -command -Command -e -ec -EncodedCommand -encodedcommand -CommandWithArgs
  load -f -file -File -settingsfile -SettingsFile -configurationfile
  dir -wd -WorkingDirectory -workingdirectory
  flags -NoProfile -noprofile -nop -NonInteractive -NoLogo -noni -nologo
  operands code*
  stdin code
cmd
  source https://learn.microsoft.com/windows-server/administration/windows-commands/cmd
  operands code*
  stdin code
python, python3, python2, pypy, pypy3, ipython, ipython3, pythonw, py, micropython
  with -c -m : unknown*
  source https://docs.python.org/3/using/cmdline.html (-W imports the module of a category)
  code -c
  prog -m
  load -W -X --check-hash-based-pycs --config --profile --ext
  flags -uBEIsSqOPvbdxhV --version
  operands load unknown*
  stdin code
json.tool
  source https://docs.python.org/3/library/json.html#module-json.tool
  data --indent
  flags --sort-keys --no-ensure-ascii --json-lines --tab --no-indent --compact
  operands read write
  stdin data
timeit
  source https://docs.python.org/3/library/timeit.html
  data -n --number -r --repeat -u --unit
  code -s --setup
  flags -pv --process --verbose
  operands code*
cProfile, profile, trace, pdb, pdb3, bpython, ptpython, runpy, doctest, py_compile, compileall, zipapp, pydoc, ensurepip
  source https://docs.python.org/3/library/profile.html
  write -o
  operands load unknown*
  stdin code
http.server
  source https://docs.python.org/3/library/http.server.html
  dir -d --directory
  place -b --bind
  data -p --protocol
  operands data
venv
  source https://docs.python.org/3/library/venv.html
  data --prompt
  flags --system-site-packages --symlinks --copies --clear --upgrade --without-pip --upgrade-deps
  operands write*
node, nodejs, tsx, ts-node, ts-node-esm, esno, jiti, babel-node
  with -e --eval -p --print : unknown*
  source node(1)
  code -e --eval -p --print
  load -r --require --import --loader --experimental-loader --env-file --env-file-if-exists -C --conditions --openssl-config
  load --icu-data-dir
  load --snapshot-blob --experimental-policy --experimental-config-file --test-reporter --test-global-setup --tsconfig -P --project
  data --test-name-pattern --test-skip-pattern --title --test-concurrency --test-timeout --test-shard --max-http-header-size
  data --stack-trace-limit --max-old-space-size --unhandled-rejections --dns-result-order
  write --test-reporter-destination --cpu-prof-dir --heap-prof-dir --diagnostic-dir --report-dir --report-directory --redirect-warnings
  write --tls-keylog --trace-event-file-pattern --report-filename --cpu-prof-name --heap-prof-name
  unknown --inspect --inspect-brk --inspect-wait --inspect-port --run --watch-path --disable-proto --input-type --redirect
  flags -cihv --check --test --watch --no-warnings --enable-source-maps --trace-warnings --no-deprecation --trace-deprecation
  flags --expose-gc --experimental-strip-types --experimental-test-coverage --test-only --test-force-exit --throw-deprecation
  flags --preserve-symlinks
  operands load unknown*
  stdin code
deno
  source https://docs.deno.com/runtime/reference/cli/
  load -c --config --import-map --lock --cert --env-file --node-modules-dir --preload --import
  data -L --log-level
  flags -q --quiet --no-lock --no-remote --no-npm --no-config --unstable --cached-only --frozen
  operands load unknown*
  stdin code
deno test, ~ bench
  data --filter --shuffle --ignore --fail-fast --reporter
  write --junit-path --coverage
  load --location --v8-flags
  unknown --allow-read --allow-net --allow-env --allow-write --allow-run --allow-ffi --allow-import --doc --parallel
  flags -A --allow-all --no-check --no-run --watch --trace-leaks --quiet --no-prompt
  operands runs*
deno check, ~ info, ~ doc, ~ publish
  flags --all --json --html --lint
  operands runs*
deno lint
  data --rules-include --rules-exclude --rules-tags --ignore --ext
  in-place --fix
  flags --fix --json --compact --rules
  operands read*
deno fmt
  data --line-width --indent-width --prose-wrap --ext --ignore
  flags --check --use-tabs --single-quote --no-semicolons
  operands unknown*
deno run, ~ task, ~ eval, ~ repl, ~ install, ~ add, ~ compile, ~ x, ~ serve, ~ cache, ~ remove, ~ upgrade
  operands load unknown*
  stdin code
perl, perl5
  with -e -E : unknown*
  source perlrun(1)
  code -e -E -M -m -d -D
  load -I -x -C
  unknown -i -0 -F -l
  flags -napswctuvW
  operands load unknown*
  stdin code
ruby, jruby, truffleruby, irb, pry, mruby
  with -e : unknown*
  source ruby(1)
  mild -c
  code -e --exec
  load -r --require -I -S -x -F
  dir -C
  unknown -E -K -0 -i -T --encoding --external-encoding --enable --disable
  flags -wnpalcvsWhU --version --yjit --verbose
  operands load unknown*
  stdin code
erb
  source erb(1)
  code -e
  load -r
  unknown -T -P -E -U
  setting = code *
  operands load*
  stdin code
php, php-cli, php-cgi, hhvm
  with -r : unknown*
  source php(1)
  mild -l
  code -r -B -R -E
  load -c -f -F -z -S
  dir -t
  setting -d data memory_limit max_execution_time date.timezone
  setting -d load *
  flags -niqmvHwsl --ini --no-php-ini --version
  operands load unknown*
  stdin code
lua, luajit, luau, texlua
  source lua(1)
  code -e
  load -l -b -j
  flags -iEvW
  operands load unknown*
  stdin code
java
  source java(1)
  words
  load -cp -classpath --class-path -jar -p --module-path -m --module --add-modules --patch-module --upgrade-module-path --source
  load -agentpath
  load -javaagent -agentlib --add-exports --add-opens
  setting -D data user.timezone user.language file.encoding
  setting -D load *
  flags -version --version -server -ea -enableassertions -showversion -help --enable-preview
  operands load unknown*
javac
  source javac(1)
  words
  load -cp -classpath --class-path -processor -processorpath -J
  write -d -h -s
  data -source -target --release -encoding
  flags -g -nowarn -verbose -parameters -Werror
  operands read@*
javadoc, jar, jlink, jpackage, jdb, jshell, jbang, kotlinc, kotlin, scala, scala-cli, scalac, groovy, groovysh, groovyc
  source javac(1), jshell(1)
  words
  code -e -execute-script --script-snippet
  load -cp -classpath --class-path -processor -processorpath --startup -J -R -i
  operands load*
  stdin code
javap, jps, jstack, jcmd, jmap, jstat, jinfo
  source javap(1), jps(1)
  words
  flags -l -m -v -q -c -s -p -J
  operands unknown*
Rscript, R, littler, julia, octave, octave-cli, matlab, sage, maxima, gp, gap
  source Rscript(1), julia(1), octave(1)
  code -e -E --eval -batch -r --print
  load -f --file -L --load -J --sysimage --project -d --debugger -g --gui -m --machine-file --default-packages --path -p
  operands load unknown*
  stdin code
iex, elixir, erl, escript
  source elixir(1), erl(1)
  words
  code -e --eval -eval --rpc-eval --erl --pipe-to --remsh -s -run
  load -r -pr -pa -pz -S --app --boot --vm-args --dot-iex -boot -config -args_file
  operands load unknown*
  stdin code
clojure, clj, bb, racket, guile, sbcl, ecl, clisp, scheme, gsi, janet, fennel, hy
  source https://clojure.org/reference/clojure_cli
  words
  code -e --eval -eval -c -Sdeps -X -T -M -x
  load -f --file -i --init -m --main -cp -Scp -l --load -load -s --script -t -L -u --core --userinit --sysinit
  operands load unknown*
  stdin code
ghci, runghc, runhaskell, ghc, ocaml, utop, swipl, gprolog, raku, rakudo, nim, tclsh, wish, expect, osascript, dotnet-script, csi,
fsi
  source https://downloads.haskell.org/ghc/latest/docs/users_guide/using.html, tclsh(1), expect(1)
  words
  code -e -c -g -t
  load -f -b -l -s -x -p -i -init -I -L -package-env -ghci-script
  operands load unknown*
  stdin code
bc, dc, m4, qalc
  source bc(1), dc(1), m4(1)
  code -e --expression -D --define
  load -f --file -R -I --include
  operands load*
  stdin code
vim, vi, view, gvim, vimdiff, rvim, nvim, nvi, ex
  source vim(1)
  code -c --cmd --remote-send --remote-expr
  load -S -s -u -U -i -q -l --listen --server
  write --startuptime -W -w
  data -t -T --servername
  operands unknown*
  stdin code
ed, red
  source ed(1)
  data -p --prompt
  flags -sGlrvE --quiet --silent
  operands unknown
  stdin code
emacs, emacsclient, nano, pico, micro, joe, kak, helix, hx, code, codium, cursor, subl, atom, mg
  source emacs(1), https://code.visualstudio.com/docs/configure/command-line
  words
  code -e --eval -eval --execute -f --funcall -funcall -a --alternate-editor --speller --command -command --add-mcp
  load -l --load -load --script -script -L --directory --rcfile --config --install-extension --extensions-dir --user-data-dir
  load --extensionDevelopmentPath --extensionTestsPath --init-directory -q
  operands unknown*
  stdin unknown
gdb, lldb, cgdb, ddd, rr, dlv, rust-gdb, rust-lldb, pwndbg
  source gdb(1)
  words
  code -ex -iex -eval-command --eval-command -o --one-line -O -k -K -ix
  load -x -command --command -init-command -s -S --source -e -c -d -p --init
  prog --args -args
  operands load unknown*
  stdin code
perf, bpftrace, stap, dtrace, trace-cmd, uftrace, systemtap, sysdig
  source perf(1)
  words
  code -e -n --exec-path
  operands load unknown*
electron, chromium-driver, chromedriver, geckodriver, appium
  source https://www.electronjs.org/docs/latest/api/command-line-switches
  operands load unknown*
jupyter, ipykernel, papermill, nbconvert, marimo, streamlit, gunicorn, uvicorn, flask, celery, fastapi, hypercorn, daphne, airflow,
prefect
  source https://jupyter.readthedocs.io/en/latest/running.html
  operands load unknown*
flask routes
  load -A --app -e --env-file
  data -s --sort
  flags --all-methods
wasmtime, wasmer, wasm3, qemu-x86_64, qemu-system-x86_64, qemu-aarch64, wine, wine64, box64
  source https://docs.wasmtime.dev/cli.html
  operands load unknown*
`;
