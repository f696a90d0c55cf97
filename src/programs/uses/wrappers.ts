/** The places of values in the arguments of programs that start another one, with the arguments that follow. */
export const wrappersUses: string = `
env, genv
  source env(1)
  data -u --unset
  load -a --argv0
  dir -C --chdir
  code -S --split-string
  setting = unknown *
  flags -i0v --ignore-environment --null --debug --block-signal --default-signal --ignore-signal --list-signal-handling
  operands prog
env
  harmless $variables
  assignments first
  is stops prints-given forgets
genv
  harmless $variables
  assignments first
  is stops forgets
ld.so, ld-linux-x86-64.so.2, ld-linux-aarch64.so.1, ld-linux-armhf.so.3, ld-linux.so.2, ld-musl-x86_64.so.1, ld-musl-aarch64.so.1
  source ld.so(8)
  load --argv0 --preload --library-path --audit --inhibit-rpath --glibc-hwcaps-prepend --glibc-hwcaps-mask
  flags --list --verify --inhibit-cache --list-tunables --list-diagnostics --help --version
  operands prog
  is stops
sudo
  source sudo(8)
  data -p --prompt -C --close-from -T --command-timeout
  unknown -u --user -g --group -U --other-user -r --role -t --type -a
  place -h --host
  dir -D --chdir
  load -R --chroot
  setting = unknown *
  flags -AbEHKknPSlvBN --askpass --background --preserve-env --set-home --non-interactive --stdin --list --validate --reset-timestamp
  operands prog
  harmless $variables
  input-options -s -i --shell --login
  assignments first
  is stops forgets
doas
  source doas(1)
  data -u -a
  load -C
  flags -nL
  operands prog
  input-options -s
  is stops forgets
pkexec, gosu, su-exec
  source pkexec(1), https://github.com/tianon/gosu
  data --user
  operands unknown*
pkexec
  operands prog*
  roles program
  is stops forgets
gosu, su-exec
  operands unknown prog*
  roles value program
  is stops forgets
su, runuser, sg, newgrp
  source su(1)
  data -g --group -G --supp-group -w --whitelist-environment
  code -c --command --session-command
  load -s --shell
  operands unknown*
  stdin code
su
  operands unknown load*
runuser
  unknown -u --user
  operands prog*
  roles program
  is stops
  without -u --user : su
sg, newgrp
  operands unknown code*
  roles value text
timeout, gtimeout
  source timeout(1)
  data -k --kill-after -s --signal
  flags -v --preserve-status --foreground --verbose
  operands data prog
  is stops forgets
nice, gnice
  source nice(1)
  data -n --adjustment
  operands prog
  is stops forgets
setsid
  source setsid(1)
  flags -cfw --ctty --fork --wait
  operands prog
  is stops forgets
nohup, gnohup, eatmydata, caffeinate, unbuffer, chronic, ifne, torsocks, proxychains, proxychains4, dbus-run-session, catchsegv
  source nohup(1), setsid(1)
  operands prog
nohup, gnohup, dbus-run-session, torsocks, proxychains, proxychains4, unbuffer, chronic, eatmydata, catchsegv, caffeinate
  is stops forgets
dumb-init, tini, catatonit
  source https://github.com/krallin/tini
  data -p
  flags -gsvwc
  operands prog
dumb-init, tini
  is stops forgets
command, builtin
  with -v -V : data*
  source command(1p)
  flags -pvV
  operands prog
command
  holds -v -V
  is stops reads-nothing runs-command forgets
builtin
  unknown -a
  is stops steers runs-command forgets
exec
  source exec(1p), bash(1)
  load -a
  flags -cl
  operands prog
  is stops runs-command forgets
time, gtime
  source time(1)
  data -f --format
  write -o --output
  flags -apvqV --append --portability --verbose --quiet
  operands prog
  is stops forgets
stdbuf, gstdbuf
  source stdbuf(1)
  data -i --input -o --output -e --error
  operands prog
  is stops forgets
ionice
  source ionice(1)
  data -c --class -n --classdata -p --pid -P --pgid -u --uid
  flags -t --ignore
  operands prog
  is stops forgets
chrt, taskset, setarch
  source chrt(1), taskset(1)
  data -T -P -D
  flags -pabdfimorvc --pid --all-tasks --batch --fifo --idle --other --rr --cpu-list
  operands data prog
chrt, taskset
  is stops forgets
setarch
  roles value program
  is stops forgets
linux32, linux64, choom, prlimit, setpriv, capsh, chpst, softlimit, fakeroot, firejail, proot, rlwrap, xvfb-run, entr
  source setpriv(1), xvfb-run(1)
  code -c
  load -l --lib --shell -e --profile -r -R -S
  operands load unknown*
linux32, linux64, xvfb-run, rlwrap
  operands prog unknown*
  is stops forgets
prlimit, choom
  unknown -p --pid -o --output -n --adjust
  operands prog unknown*
  is stops forgets
setpriv, capsh
  unknown --reuid --regid --groups
  operands prog unknown*
  is stops forgets
chpst, softlimit
  unknown -u -U -/ -C -n -L -m -d -a -s -o -p -f -t
  load -b
  operands prog unknown*
  is stops forgets
entr
  operands prog unknown*
  stdin code
  is stops forgets
firejail, proot, fakeroot
  unknown --bind --ro-bind --dev --proc --chdir --setenv
  operands prog unknown*
  stdin code
  is stops location
xargs, gxargs
  source xargs(1)
  data -d --delimiter -E -I -L --max-lines -n --max-args -P --max-procs -s --max-chars
  unknown -a --arg-file --process-slot-var
  flags -0otprxi --null --open-tty --interactive --no-run-if-empty --verbose --exit --show-limits --replace --eof
  operands prog
  stdin unknown
  replace -I -i --replace
  is stops feeds forgets
parallel
  source parallel(1)
  unknown --colsep -C
  data -j --jobs -n --max-args -N -I --delay --timeout --retries --memfree --load
  code --filter --transferfile --pipe-part-cmd --recstart --sqlworker --tmux-cmd --process-slot-var
  load -J --profile -S --sshlogin --sshloginfile --slf --basefile -a --arg-file
  dir --wd --workdir
  write --joblog --results --tmpdir
  operands code*
  stdin code
  unknown -d
  replace -I
  marks {}
  is line feeds
watch
  source watch(1)
  data -n --interval -q --equexit
  flags -bcdegptxwh --beep --color --differences --errexit --chgexit --no-title --precise --exec
  operands code*
  unknown -s --shotsdir
  is stops line
flock, lockf
  source flock(1)
  data -w --wait --timeout -E --conflict-exit-code -t
  code -c --command
  flags -sxnuoFv --shared --exclusive --nonblock --nb --unlock --close --no-fork --verbose
  operands write prog
flock
  is forgets
lockf
  is stops forgets
chroot
  source chroot(8)
  data --userspec --groups
  flags --skip-chdir
  operands load prog
  stdin code
  is stops location moves prints-names
unshare
  source unshare(1)
  data -S --setuid -G --setgid --map-user --map-group --propagation
  dir -w --wd
  load -R --root
  unknown --map-users --map-groups --monotonic --boottime --setgroups
  flags -muinpUCTrcf --kill-child --mount-proc --fork --mount --uts --ipc --net --pid --user --cgroup --time --map-root-user
  flags --map-current-user --keep-caps
  operands prog
  stdin code
  is stops
nsenter
  source nsenter(1)
  data -t --target -S --setuid -G --setgid
  dir --wdns -W --wd=* -w*
  load --root=* -r*
  flags -aFrwmuinpCUT --root --wd --mount --uts --ipc --net --pid --user --cgroup --time --all --no-fork --preserve-credentials
  operands prog
  stdin code
  is stops
bwrap
  source bwrap(1)
  dir --chdir
  load --args --argv0
  unknown --dev --proc --tmpfs --dir --mqueue --remount-ro --lock-file --unsetenv --hostname --uid --gid --perms --size --cap-add
  unknown --cap-drop --seccomp --sync-fd --info-fd --json-status-fd --block-fd --userns --userns2 --pidns --userns-block-fd --exec-label
  unknown --file-label
  unknown,unknown --bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink --chmod --file --bind-data --ro-bind-data
  unknown,unknown --bind-fd --ro-bind-fd --setenv
  setting-pairs --setenv
  operands prog*
  roles program
  harmless $variables
  input-options --args
  is stops
systemd-run
  source systemd-run(1)
  data -u --unit --slice --uid --gid --description --nice
  place -H --host -M --machine
  dir --working-directory
  load -p --property -E --setenv --path-property --timer-property --socket-property
  unknown --on-active --on-boot --on-calendar --on-startup --service-type --background
  flags -qtPdrGSv --user --system --scope --wait --pty --pipe --quiet --collect --no-block --same-dir --remain-after-exit --shell
  flags --send-sighup
  operands prog
  input-options -S --shell
  is stops
systemd-inhibit, systemd-cat
  source systemd-inhibit(1)
  data --what --who --why --mode -t --identifier -p --priority --stderr-priority
  operands prog
  is stops
start-stop-daemon
  source start-stop-daemon(8)
  data -u --user -n --name -s --signal -p --pidfile -c --chuid -g --group -R --retry
  dir -d --chdir
  load -a --startas -x --exec -r --chroot
  flags -SKtoqvbmT --start --stop --status --test --oknodo --quiet --verbose --background --make-pidfile
  operands unknown*
  code -N
  texts -a --startas -x --exec
strace
  source strace(1)
  data -e --trace -s --string-limit -p --attach -P --trace-path -S --summary-sort-by -a --columns -b --detach-on -I --interruptible -u
  data --user
  load -E --env
  write| -o --output
  unknown -O --summary-syscall-overhead -U --summary-columns -X --const-print-style
  flags -fFqrtTvVyYCcdihkwzZxnADN --follow-forks --quiet --relative-timestamps --summary --summary-only --seccomp-bpf
  operands prog
  code -o|* -o!*
  harmless $variables
  pipes-to -o --output
  is stops forgets
ltrace
  source ltrace(1)
  data -e -s -p -a -u -n -l -x -A
  load -F --config -D
  write| -o --output
  flags -fcCSrtTiLbhV
  operands prog
  is stops forgets
valgrind
  source valgrind(1)
  words
  load --tool --suppressions --log-socket --db-command --trace-children-skip
  write --log-file --xml-file
  data --leak-check --error-exitcode --num-callers
  operands prog
  code --log-fd
  texts --db-command --trace-children-skip
  is stops forgets
script, scriptreplay, scriptlive, tmux, screen, dtach, abduco, byobu, zellij
  source script(1), tmux(1), screen(1)
  operands unknown*
  stdin code
script
  code -c --command
  unknown -I -O -B -T -m -E -o
  operands unknown prog*
  roles value program
scriptreplay, scriptlive
  code -c --command
  load -I -B -T
  operands load load*
  roles file file
  stdin code -
tmux
  load -f -S
  unknown -L -T -s -n -t -x -y -l
  setting -e load *
  operands code*
  harmless $variables
  stdin code -
  input-options -C -CC
  input-text ^-$
  is flat
screen
  code -X
  load -c -s -S
  unknown -t -h -p -T -e
  operands prog*
  roles program
  stdin code -
  is joins
dtach, abduco
  operands unknown prog*
  roles value program
  stdin code -
tmux ls, ~ list-sessions, ~ list-windows, ~ list-panes, ~ has-session, ~ capture-pane, ~ kill-session
  data -t
  code -F -f
  flags -apPJeqsr
  operands unknown*
nodemon, chokidar, watchexec, onchange, watchman-make, when-changed, concurrently, npm-run-all, run-s, run-p, wireit
  source https://github.com/watchexec/watchexec
  code -x --exec -c --command --shell
  load --config -r --require
  operands code*
run-parts
  source run-parts(8)
  operands load
busybox, toybox
  source https://busybox.net/downloads/BusyBox.html
  operands prog
  is stops
xcrun
  source xcrun(1)
  data --sdk -sdk
  operands prog
  is stops
npx, bunx, pnpx
  source https://docs.npmjs.com/cli/commands/npx
  load -p --package --registry --prefix --node-options --script-shell
  code -c --call --shell
  runs -w --workspace
  flags -yqn --yes --no --quiet --no-install --ignore-existing --prefer-offline --offline --bun
  operands prog
  roles file
  is stops package
uvx
  source https://docs.astral.sh/uv/reference/cli/#uvx
  load --from --with --with-editable --with-requirements -p --python --index --default-index --index-url --extra-index-url --env-file
  load --config-file --constraints -c
  dir --directory --project
  flags -qvn --quiet --verbose --no-cache --offline --isolated --no-config
  operands prog
  roles file
  is stops package
pnpm exec, yarn/yarnpkg exec, ~ x
  code -c --shell-mode
  flags -r --recursive --parallel
  operands prog
yarn/pnpm exec
  is stops
uv run
  load --with --with-editable --with-requirements --env-file -m --module -s --script -p --python --index --default-index --package
  load --group --only-group --extra -w
  flags --no-project --no-sync --frozen --locked --isolated --no-dev --all-extras --no-env-file --active --dev --exact --all-groups
  flags --only-dev
  operands prog
  stdin code
  is stops
poetry/pipenv/pdm/hatch/rye/pixi run, pyenv/rbenv/nodenv/goenv/jenv/asdf exec
  operands prog
pyenv/rbenv/nodenv/goenv/jenv/asdf exec
  is stops
poetry run
  unknown --name -p --prefix
  is stops
pipenv/pdm/hatch/rye run
  unknown -n --name -p --prefix
  is stops
conda/mamba/micromamba run
  data -n --name
  load -p --prefix
  dir --cwd
  flags -v --no-capture-output --live-stream
  operands prog
  is stops
bundle/bundler exec
  load --gemfile
  flags --keep-file-descriptors
  operands prog
  is stops
corepack npm, ~ pnpm, ~ yarn
  operands load unknown*
mise/rtx exec, ~ x
  code -c --command
  dir -C --cd
  data -j --jobs
  operands load*
  dashed program
direnv
  source direnv(1)
  operands unknown*
  is plain
direnv exec
  operands dir prog
  code -c --command
  is stops
dotenv, dotenvx
  source https://dotenvx.com/docs/
  load -e -c -f --env-file
  unknown -v
  operands prog*
  roles program
  dashed program
  is stops
op/doppler/infisical run, chamber/aws-vault exec, sops exec-env, ~ exec-file
  load --env-file -f
  code --command
  operands unknown*
sops exec-env, ~ exec-file
  operands unknown code*
  roles value text
op/doppler/infisical run
  operands prog*
  roles program
  is stops
chamber/aws-vault exec
  operands unknown prog*
  roles value program
  dashed program
  is stops
i386, x86_64
  source setarch(8)
  operands prog
  is stops forgets
perf stat
  code --pre --post
  unknown -o -r -p
  operands prog
  is stops
perf record
  unknown -o -F -p
  operands prog
  is stops
perf trace
  operands prog
  is stops
perf script
  load -s --script
  operands load
coproc
  source bash(1)
  operands prog
  is stops takes-code forgets
ldd
  source ldd(1)
  operands load*
  is forgets
`;

/** Commands of the shell itself. The text that they evaluate is followed in the script. */
export const builtinUses: string = `
:, alias, bg, break, compgen, complete, compopt, continue, declare, dirs, disown, export, fc, fg, getopts, hash, help, jobs, let,
local
  source sh(1p), bash(1)
  others data
  operands data*
  stdin data
:
  is plain reads-nothing writes-nothing never-fails takes-empty no-options forgets
alias, complete, compopt, fc
  is plain takes-code forgets
jobs
  runs-with -x
bg, break, continue, disown, fg, help, jobs, let
  is plain forgets
compgen
  is plain lists-files takes-code prints-own forgets
declare, local
  is plain writes-nothing declares takes-empty prints-own forgets
dirs
  is plain lists-files forgets
export
  is plain prints-names writes-nothing declares takes-empty prints-given forgets
getopts
  is plain fills takes-code forgets
hash
  runs-with -p
  is plain steers forgets
logout, mapfile, popd, read, readarray, readonly, return, set, shift, shopt, suspend, times, trap, type, typeset, ulimit, umask,
unalias, unset, wait, bind, caller, history, exit, eval, ., source, [, [[
  source sh(1p), bash(1)
  others data
  operands data*
  stdin data
eval
  operands code*
  is line runs-text writes-nothing takes-code
source, .
  operands load*
  roles file
  is runs-text takes-code
exit, return, shift
  is plain writes-nothing forgets
logout, shopt, suspend, times, ulimit, umask, unalias, caller
  is plain forgets
mapfile, readarray
  is plain fills takes-code forgets
popd
  is plain moves prints-names changes-folder forgets
read
  is plain fills writes-nothing takes-code forgets
readonly, typeset
  is plain writes-nothing declares takes-empty prints-own forgets
set
  is plain prints-names steers writes-nothing prints-own forgets
trap, unset
  is plain writes-nothing takes-code forgets
wait
  flags -fn
  names -p
  is plain fills-by-option forgets
bind, history
  is plain takes-code forgets
[
  words
  names -v -R
  is plain reads-nothing writes-nothing takes-empty compares forgets
type
  is plain reads-nothing forgets
cd, pushd
  source sh(1p), bash(1)
  data -L -P -e
  flags -n
  operands read
  stdin data
cd
  is plain moves prints-names changes-folder steers writes-nothing forgets
pushd
  is plain moves prints-names changes-folder steers forgets
`;
