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
sh, dash, zsh
  unknown +o
  holds -c
  checks -n
  only-input -s
  input-options -s -i
  is stops late writes-nothing takes-empty shell
ash, ksh, ksh93, mksh, yash, rbash, oksh, posh
  unknown +o
  holds -c
  checks -n
  only-input -s
  input-options -s -i
  is stops late shell
bash
  unknown +o +O
  holds -c
  checks -n
  only-input -s
  input-options -s -i
  is stops late writes-nothing takes-empty shell
fish, nu, elvish, xonsh
  code --command --commands -C --init-command -e --execute
csh, tcsh, osh, ysh
  flags -C -e
csh, tcsh, fish, nu, elvish, xonsh, osh, ysh
  source fish(1), tcsh(1)
  code -c
  load --config --env-config --plugin-config --plugins --rc -D -o -d
  operands load unknown*
  stdin code
csh, tcsh
  holds -c
  checks -n
  only-input -s
  input-options -s -i
  is stops late
osh, ysh
  unknown +o -O
  holds -c
  checks -n
  only-input -s
  input-options -s -i
  is stops late
xonsh
  holds -c
  input-options -s -i
  is stops
fish
  unknown --debug --debug-output -f --features --profile --profile-startup
  holds -c --command
  input-options -s -i
  is stops
nu
  holds -c --commands
  input-options -s -i
  is stops
elvish
  code --eval --batch-string -q
  load -b --batch -l -f --init --preload -I
  operands load load*
  roles file*
  words
pwsh, powershell
  source https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_pwsh
  words
  code -c -command -Command -e -ec -EncodedCommand -encodedcommand -CommandWithArgs
  load -f -file -File -settingsfile -SettingsFile -configurationfile
  dir -wd -WorkingDirectory -workingdirectory
  flags -NoProfile -noprofile -nop -NonInteractive -NoLogo -noni -nologo
  operands code*
  with -File -file -f : unknown*
  stdin code
pwsh
  code -commandwithargs -cwa -encodedarguments
  load -psconsolefile
  unknown -executionpolicy -ex -ep -inputformat -outputformat -version -windowstyle
  roles file
  holds -f -file
  is stops joins any-case
powershell
  code -commandwithargs -cwa -encodedarguments
  load -psconsolefile
  unknown -executionpolicy -ex -ep -inputformat -outputformat -version -windowstyle
  holds -f -file
  is stops joins any-case
cmd
  source https://learn.microsoft.com/windows-server/administration/windows-commands/cmd
  operands code*
  stdin code
  code /c /k /r
  roles value
  words
  is joins any-case
python, python3, python2, pypy, pypy3, ipython, ipython3, pythonw, py, micropython
  with -c -m : unknown*
  source https://docs.python.org/3/using/cmdline.html (-W imports the module of a category)
  code -c
  prog -m
  load -W -X --check-hash-based-pycs --config --profile --ext
  flags -uBEIsSqOPvbdxhV --version
  operands load unknown*
  stdin code
  unknown -Q
  harmless utf8 int_max_str_digits cpu_count tracemalloc
  holds -c -m
  input-options -i
  input-text ^(?:code|pdb|asyncio|IPython|ipython|bpython|ptpython|idlelib|sqlite3|trace|cProfile|profile)$
  is stops runs-modules runs-scripts
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
py_compile, compileall
  flags -q -f
  operands read*
  stdin unknown
pdb, pdb3, bpython, ptpython
  load -m -c
  unknown -W -Q --check-hash-based-pycs
  setting -X load *
  harmless utf8 int_max_str_digits cpu_count tracemalloc
  input-text .
  is stops
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
node, nodejs
  code -pe
  load --build-snapshot-config --inspect --inspect-brk --inspect-port --inspect-wait --build-sea --experimental-sea-config --run
  holds -e --eval -p --print -pe --run
  checks -c --check
  input-options -i --interactive
  is stops runs-scripts
tsx, ts-node, ts-node-esm, esno, jiti
  code -pe
  load --build-snapshot-config --inspect --inspect-brk --inspect-port --inspect-wait --build-sea --experimental-sea-config --run --cwd
  holds -e --eval -p --print -pe --run
  checks -c --check
  input-options -i --interactive
  is stops
deno
  source https://docs.deno.com/runtime/reference/cli/
  load -c --config --import-map --lock --cert --env-file --node-modules-dir --preload --import
  data -L --log-level
  flags -q --quiet --no-lock --no-remote --no-npm --no-config --unstable --cached-only --frozen
  operands load unknown*
  stdin code
  load --require
  is stops
deno test, ~ bench
  data --filter --shuffle --ignore --fail-fast --reporter
  write --junit-path --coverage
  load --location --v8-flags
  unknown --allow-read --allow-net --allow-env --allow-write --allow-run --allow-ffi --allow-import --doc --parallel
  flags -A --allow-all --no-check --no-run --watch --trace-leaks --quiet --no-prompt
  operands runs*
  roles file*
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
deno run
  stdin code -
  is stops
deno eval, ~ task
  operands code unknown*
  stdin code -
deno repl
  code --eval
  load --eval-file
  roles value
deno x
  operands prog unknown*
  stdin code -
  is stops
deno install
  operands load load*
  roles file*
  stdin code -
deno serve
  stdin code -
deno compile
  roles value
  stdin code -
perl, perl5
  with -e -E : unknown*
  source perlrun(1)
  code -e -E -M -m -d -D
  load -I -x -C
  unknown -i -0 -F -l
  flags -napswctuvW
  operands load unknown*
  stdin code
perl, perl5
  suffixed -F -C -i -x -0 -l
  holds -e -E
  opens-pipes -n -p -a -F
  pipe-text (?<!<)<(?:ARGV)?>(?!>)
  is stops prints-parts
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
irb, pry
  suffixed -0 -K -T -i
ruby, jruby, truffleruby
  suffixed -F -K -i -W -T -x -0
  holds -e
  checks -c
  is stops runs-scripts
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
php, php-cli, php-cgi
  code --run --process-begin --process-code --process-end
  load --php-ini --file --process-file --zend-extension --docroot
  unknown --server
  trusts -t
  setting --define load *
  harmless memory_limit max_execution_time date.timezone display_errors error_reporting precision
  holds -r --run -R --process-code -f --file -F --process-file
  checks -l --syntax-check
  is stops runs-scripts
lua, luajit, luau, texlua
  source lua(1)
  code -e
  load -l -b -j
  flags -iEvW
  operands load unknown*
  stdin code
  texts -l -j
  input-options -i
  is stops
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
  code -XX -agentlib:* -XX:*
  load -D* -javaagent:* -agentpath:* -Xbootclasspath* @*
  texts -javaagent -agentlib -agentpath
  holds -jar -m --module
  is stops
javac
  source javac(1)
  words
  load -cp -classpath --class-path -processor -processorpath -J
  write -d -h -s
  data -source -target --release -encoding
  flags -g -nowarn -verbose -parameters -Werror
  operands read@*
  load --processor-path -doclet -docletpath @*
  unknown -f --file
  code -Xplugin:*
  load -J*
javadoc, jar, jlink, jpackage, jdb, jshell, jbang, kotlinc, kotlin, scala, scala-cli, scalac, groovy, groovysh, groovyc
  source javac(1), jshell(1)
  words
  code -e -execute-script --script-snippet
  load -cp -classpath --class-path -processor -processorpath --startup -J -R -i
  operands load*
  stdin code
javadoc, jar, jlink, jpackage
  load --processor-path -doclet -docletpath @*
  unknown -d -f --file
  code -Xplugin:*
  load -J*
  roles value
  stdin code -
groovysh
  code -c --eval --batch-string -q
  load -b --batch -l -f --init --preload -I
groovy
  load --configscript
  roles file
  stdin code -
  holds -e
  is stops
scala, scala-cli, kotlin, kotlinc, jbang
  load -script
  holds -e
  input-text ^(?:repl|console|shell)$
jshell
  load --module-path
  code -C*
  load -R* -J*
javap, jps, jstack, jcmd, jmap, jstat, jinfo
  source javap(1), jps(1)
  words
  flags -l -m -v -q -c -s -p -J
  operands unknown*
javap
  load -processorpath --processor-path -processor -cp -classpath --class-path -doclet -docletpath @*
  unknown -d -f --file
  code -J* -Xplugin:*
Rscript, R, littler, julia, octave, octave-cli, matlab, sage, maxima, gp, gap
  source Rscript(1), julia(1), octave(1)
  code -e -E --eval -batch -r --print
  load -f --file -L --load -J --sysimage --project -d --debugger -g --gui -m --machine-file --default-packages --path -p
  operands load unknown*
  stdin code
Rscript, littler
  holds -e
  is stops
R
  unknown --args
  roles value
julia
  unknown --procs -t --threads -H --home -C --cpu-target
  holds -e -E --eval --print
  input-options -i
  is stops
maxima, sage, gap, gp
  code -c --batch-string -q
  load -b --batch -l --init --preload -I
  operands load load*
  roles file*
  words
octave, octave-cli
  load --image-path --exec-path
  holds --eval
iex, elixir, erl, escript
  source elixir(1), erl(1)
  words
  code -e --eval -eval --rpc-eval --erl --pipe-to --remsh -s -run
  load -r -pr -pa -pz -S --app --boot --vm-args --dot-iex -boot -config -args_file
  operands load unknown*
  stdin code
iex
  roles value
elixir
  stdin code -
  holds -e --eval
  is stops
erl, escript
  code -remsh
  load -init_debug
clojure, clj, bb, racket, guile, sbcl, ecl, clisp, scheme, gsi, janet, fennel, hy
  source https://clojure.org/reference/clojure_cli
  words
  code -e --eval -eval -c -Sdeps -X -T -M -x
  load -f --file -i --init -m --main -cp -Scp -l --load -load -s --script -t -L -u --core --userinit --sysinit
  operands load unknown*
  stdin code
scheme, gsi, janet, fennel, hy
  code --batch-string -q
  load -b --batch --preload -I
  operands load load*
  roles file*
guile, racket
  load -r
  holds -c -e -s
  is stops
ghci, runghc, runhaskell, ghc, ocaml, utop, swipl, gprolog, raku, rakudo, nim, tclsh, wish, expect, osascript, dotnet-script,
csi, fsi
  source https://downloads.haskell.org/ghc/latest/docs/users_guide/using.html, tclsh(1), expect(1)
  words
  code -e -c -g -t
  load -f -b -l -s -x -p -i -init -I -L -package-env -ghci-script
  operands load unknown*
  stdin code
raku, rakudo, nim
  code --eval --batch-string -q
  load --batch --init --preload
  operands load load*
  roles file*
osascript
  holds -e
  is stops
tclsh, wish
  unknown -encoding
  is stops
expect
  holds -f
  is stops
swipl, gprolog
  operands load load*
  roles file*
ghci, runghc, runhaskell, ghc
  code -pgm* -B*
  operands load load*
  roles file*
ocaml, utop
  is stops
dotnet-script, csi, fsi
  load --load --use
bc, dc, m4, qalc
  source bc(1), dc(1), m4(1)
  code -e --expression -D --define
  load -f --file -R -I --include
  operands load*
  stdin code
m4
  load --reload-state
  code -D* --define=*
bc
  input-options -i -l -q -s
vim, vi, view, gvim, vimdiff, rvim, nvim, nvi, ex
  source vim(1)
  code -c --cmd --remote-send --remote-expr
  load -S -s -u -U -i -q -l --listen --server
  write --startuptime -W -w
  data -t -T --servername
  operands unknown*
  stdin code
  code +*
  trusts --startuptime -W -w
ed, red
  source ed(1)
  data -p --prompt
  flags -sGlrvE --quiet --silent
  operands unknown
  stdin code
  code !*
emacs, emacsclient, nano, pico, micro, joe, kak, helix, hx, code, codium, cursor, subl, atom, mg
  source emacs(1), https://code.visualstudio.com/docs/configure/command-line
  words
  code -e --eval -eval --execute -f --funcall -funcall -a --alternate-editor --speller --command -command --add-mcp
  load -l --load -load --script -script -L --directory --rcfile --config --install-extension --extensions-dir --user-data-dir
  load --extensionDevelopmentPath --extensionTestsPath --init-directory -q
  operands unknown*
  stdin unknown
emacs, mg
  code -execute
  load -x -u --user --kill /-:* /adb:* /afp:* /apptainer:* /dav:* /davs:* /distrobox:* /docker:* /dockercp:* /doas:* /fcp:* /flatpak:*
  load /ftp:* /gdrive:* /krlogin:* /ksu:* /kubernetes:* /mtp:* /nc:* /nextcloud:* /nspawn:* /plink:* /plinkx:* /podman:* /podmancp:*
  load /pscp:* /psftp:* /rclone:* /rcp:* /remcp:* /remsh:* /rlogin:* /rsh:* /rsync:* /run0:* /scp:* /scpx:* /sftp:* /sg:* /smb:* /ssh:*
  load /sshfs:* /sshx:* /su:* /sudo:* /sudoedit:* /surs:* /telnet:* /toolbox:*
emacsclient
  load --server-file -s --socket-name /-:* /adb:* /afp:* /apptainer:* /dav:* /davs:* /distrobox:* /docker:* /dockercp:* /doas:* /fcp:*
  load /flatpak:* /ftp:* /gdrive:* /krlogin:* /ksu:* /kubernetes:* /mtp:* /nc:* /nextcloud:* /nspawn:* /plink:* /plinkx:* /podman:*
  load /podmancp:* /pscp:* /psftp:* /rclone:* /rcp:* /remcp:* /remsh:* /rlogin:* /rsh:* /rsync:* /run0:* /scp:* /scpx:* /sftp:* /sg:*
  load /smb:* /ssh:* /sshfs:* /sshx:* /su:* /sudo:* /sudoedit:* /surs:* /telnet:* /toolbox:*
nano, pico
  code -s
micro, joe, kak, helix, hx
  code -E
  load -c -config-dir
gdb, lldb, cgdb, ddd, rr, dlv, rust-gdb, rust-lldb, pwndbg
  source gdb(1)
  words
  code -ex -iex -eval-command --eval-command -o --one-line -O -k -K -ix
  load -x -command --command -init-command -s -S --source -e -c -d -p --init
  prog --args -args
  operands load unknown*
  stdin code
gdb
  code -init-eval-command --init-eval-command
  operands prog unknown*
lldb
  code --one-line-before-file
  load --source-before-file
  operands prog unknown*
dlv, rr, cgdb, ddd
  roles value
  stdin code -
perf, bpftrace, stap, dtrace, trace-cmd, uftrace, systemtap, sysdig
  source perf(1)
  words
  code -e -n --exec-path
  operands load unknown*
perf
  roles value
  is forgets
electron, chromium-driver, chromedriver, geckodriver, appium
  source https://www.electronjs.org/docs/latest/api/command-line-switches
  operands load unknown*
electron
  code --gpu-launcher --renderer-cmd-prefix --utility-cmd-prefix
  load -r --require --user-data-dir
  is stops
jupyter, ipykernel, papermill, nbconvert, marimo, streamlit, gunicorn, uvicorn, flask, celery, fastapi, hypercorn, daphne,
airflow, prefect
  source https://jupyter.readthedocs.io/en/latest/running.html
  operands load unknown*
flask routes
  load -A --app -e --env-file
  data -s --sort
  flags --all-methods
wasmtime, wasmer, wasm3, qemu-x86_64, qemu-system-x86_64, qemu-aarch64, wine, wine64, box64
  source https://docs.wasmtime.dev/cli.html
  operands load unknown*
qemu-x86_64, qemu-system-x86_64, qemu-aarch64, wine, wine64
  code -plugin -chardev -netdev -device
  operands prog unknown*
  words
django-admin/manage.py dbshell
  operands code*
  stdin code
csi5, crystal
  source https://groovy-lang.org/groovysh.html, https://elv.sh/ref/command.html, https://maxima.sourceforge.io/docs/manual/maxima_2.html
  code -e -c --eval --batch-string -q
  load -b --batch -l -f --init --preload -I
  operands load*
  stdin code
  words
mzscheme
  source guile(1)
  code -c -e --eval
  load -s -l -f -t -r -u -x -L
  operands load
  stdin code
  holds -c -e -s
  is stops
gnuplot
  source gnuplot(1)
  code -e
  load -c
  operands load*
  stdin code
fsharpi
  source https://github.com/dotnet-script/dotnet-script
  load --load --use
  operands load
  stdin code
elvis
  source vim(1)
  code -c --cmd --remote-send --remote-expr +*
  load -S -s -u -U -i -q --startuptime -W -w
  unknown -t -T --servername
  stdin code
emacs-nox, xemacs
  source emacs(1)
  code --eval --execute -f --funcall -eval -execute -funcall -e
  load -l --load -load --script -script -L --directory -x --init-directory -u --user --kill /-:* /adb:* /afp:* /apptainer:* /dav:* /davs:*
  load /distrobox:* /docker:* /dockercp:* /doas:* /fcp:* /flatpak:* /ftp:* /gdrive:* /krlogin:* /ksu:* /kubernetes:* /mtp:* /nc:*
  load /nextcloud:* /nspawn:* /plink:* /plinkx:* /podman:* /podmancp:* /pscp:* /psftp:* /rclone:* /rcp:* /remcp:* /remsh:* /rlogin:*
  load /rsh:* /rsync:* /run0:* /scp:* /scpx:* /sftp:* /sg:* /smb:* /ssh:* /sshfs:* /sshx:* /su:* /sudo:* /sudoedit:* /surs:* /telnet:*
  load /toolbox:*
  words
dlv/rr/cgdb/ddd debug, ~ test
  operands load
dlv/rr/cgdb/ddd exec, ~ record
  operands prog
chromium-browser
  source https://peter.sh/experiments/chromium-command-line-switches/
  code --renderer-cmd-prefix --utility-cmd-prefix --gpu-launcher --browser-subprocess-path --ppapi-plugin-launcher
  load --load-extension --user-data-dir --disable-extensions-except
xterm, gnome-terminal, konsole, alacritty, kitty, urxvt, foot
  source xterm(1)
  code -xrm -o --option
  prog -e --command -x --execute
  operands code*
  words
`;
