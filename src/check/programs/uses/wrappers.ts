/** The places of values in the arguments of programs that start another one, with the arguments that follow. */
export const wrappersUses: string = `
env, genv
  source env(1)
  data -u --unset -a --argv0
  dir -C --chdir
  code -S --split-string
  setting = unknown *
  flags -i0v --ignore-environment --null --debug --block-signal --default-signal --ignore-signal --list-signal-handling
  operands prog
sudo
  source sudo(8)
  data -u --user -g --group -p --prompt -C --close-from -T --command-timeout -U --other-user
  unknown -r --role -t --type -a
  place -h --host
  dir -D --chdir
  load -R --chroot
  setting = unknown *
  flags -AbEHKknPSlvBN --askpass --background --preserve-env --set-home --non-interactive --stdin --list --validate --reset-timestamp
  operands prog
doas
  source doas(1)
  data -u -a
  load -C
  flags -nL
  operands prog
pkexec, gosu, su-exec
  source pkexec(1), https://github.com/tianon/gosu
  data --user
  operands unknown*
su, runuser, sg, newgrp
  source su(1)
  data -g --group -G --supp-group -w --whitelist-environment
  code -c --command --session-command
  load -s --shell
  operands unknown*
  stdin code
timeout, gtimeout
  source timeout(1)
  data -k --kill-after -s --signal
  flags -v --preserve-status --foreground --verbose
  operands data prog
nice, gnice
  source nice(1)
  data -n --adjustment
  operands prog
setsid
  source setsid(1)
  flags -cfw --ctty --fork --wait
  operands prog
nohup, gnohup, eatmydata, caffeinate, unbuffer, chronic, ifne, torsocks, proxychains, proxychains4, dbus-run-session, catchsegv
  source nohup(1), setsid(1)
  operands prog
dumb-init, tini, catatonit
  source https://github.com/krallin/tini
  data -p
  flags -gsvwc
  operands prog
command, builtin
  with -v -V : data*
  source command(1p)
  flags -pvV
  operands prog
exec
  source exec(1p), bash(1)
  data -a
  flags -cl
  operands prog
time, gtime
  source time(1)
  data -f --format
  write -o --output
  flags -apvqV --append --portability --verbose --quiet
  operands prog
stdbuf, gstdbuf
  source stdbuf(1)
  data -i --input -o --output -e --error
  operands prog
ionice
  source ionice(1)
  data -c --class -n --classdata -p --pid -P --pgid -u --uid
  flags -t --ignore
  operands prog
chrt, taskset, setarch
  source chrt(1), taskset(1)
  data -T -P -D
  flags -pabdfimorvc --pid --all-tasks --batch --fifo --idle --other --rr --cpu-list
  operands data prog
linux32, linux64, choom, prlimit, setpriv, capsh, chpst, softlimit, fakeroot, firejail, proot, rlwrap, xvfb-run, entr
  source setpriv(1), xvfb-run(1)
  code -c
  load -l --lib --shell -e --profile -r -R -S
  operands load unknown*
xargs, gxargs
  source xargs(1)
  data -d --delimiter -E -I -L --max-lines -n --max-args -P --max-procs -s --max-chars
  unknown -a --arg-file --process-slot-var
  flags -0otprxi --null --open-tty --interactive --no-run-if-empty --verbose --exit --show-limits --replace --eof
  operands prog
  stdin unknown
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
watch
  source watch(1)
  data -n --interval -q --equexit
  flags -bcdegptxwh --beep --color --differences --errexit --chgexit --no-title --precise --exec
  operands code*
flock, lockf
  source flock(1)
  data -w --wait --timeout -E --conflict-exit-code -t
  code -c --command
  flags -sxnuoFv --shared --exclusive --nonblock --nb --unlock --close --no-fork --verbose
  operands write prog
chroot
  source chroot(8)
  data --userspec --groups
  flags --skip-chdir
  operands load prog
unshare
  source unshare(1)
  data -S --setuid -G --setgid --map-user --map-group --propagation
  dir -w --wd
  load -R --root
  unknown --map-users --map-groups --monotonic --boottime --setgroups
  flags -muinpUCTrcf --kill-child --mount-proc --fork --mount --uts --ipc --net --pid --user --cgroup --time --map-root-user
  flags --map-current-user --keep-caps
  operands prog
nsenter
  source nsenter(1)
  data -t --target -S --setuid -G --setgid
  dir --wdns -W
  flags -aFrwmuinpCUT --root --wd --mount --uts --ipc --net --pid --user --cgroup --time --all --no-fork --preserve-credentials
  operands prog
bwrap
  source bwrap(1)
  dir --chdir
  load --args
  operands unknown*
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
systemd-inhibit, systemd-cat
  source systemd-inhibit(1)
  data --what --who --why --mode -t --identifier -p --priority --stderr-priority
  operands prog
start-stop-daemon
  source start-stop-daemon(8)
  data -u --user -n --name -s --signal -p --pidfile -c --chuid -g --group -R --retry
  dir -d --chdir
  load -a --startas -x --exec -r --chroot
  flags -SKtoqvbmT --start --stop --status --test --oknodo --quiet --verbose --background --make-pidfile
  operands unknown*
strace
  source strace(1)
  data -e --trace -s --string-limit -p --attach -P --trace-path -S --summary-sort-by -a --columns -b --detach-on -I --interruptible -u
  data --user
  load -E --env
  write| -o --output
  unknown -O --summary-syscall-overhead -U --summary-columns -X --const-print-style
  flags -fFqrtTvVyYCcdihkwzZxnADN --follow-forks --quiet --relative-timestamps --summary --summary-only --seccomp-bpf
  operands prog
ltrace
  source ltrace(1)
  data -e -s -p -a -u -n -l -x -A
  load -F --config -D
  write| -o --output
  flags -fcCSrtTiLbhV
  operands prog
valgrind
  source valgrind(1)
  words
  load --tool --suppressions --log-socket --db-command --trace-children-skip
  write --log-file --xml-file
  data --leak-check --error-exitcode --num-callers
  operands prog
script, scriptreplay, scriptlive, tmux, screen, dtach, abduco, byobu, zellij
  source script(1), tmux(1), screen(1)
  operands unknown*
  stdin code
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
xcrun
  source xcrun(1)
  data --sdk -sdk
  operands prog
npx, bunx, pnpx
  source https://docs.npmjs.com/cli/commands/npx
  load -p --package --registry --prefix --node-options --script-shell
  code -c --call --shell
  runs -w --workspace
  flags -yqn --yes --no --quiet --no-install --ignore-existing --prefer-offline --offline --bun
  operands prog
uvx
  source https://docs.astral.sh/uv/reference/cli/#uvx
  load --from --with --with-editable --with-requirements -p --python --index --default-index --index-url --extra-index-url --env-file
  load --config-file --constraints -c
  dir --directory --project
  flags -qvn --quiet --verbose --no-cache --offline --isolated --no-config
  operands prog
pnpm exec, yarn/yarnpkg exec, ~ x
  code -c --shell-mode
  flags -r --recursive --parallel
  operands prog
uv run
  load --with --with-editable --with-requirements --env-file -m --module -s --script -p --python --index --default-index --package
  load --group --only-group --extra -w
  flags --no-project --no-sync --frozen --locked --isolated --no-dev --all-extras --no-env-file --active --dev --exact --all-groups
  flags --only-dev
  operands prog
  stdin unknown
poetry/pipenv/pdm/hatch/rye/pixi run, pyenv/rbenv/nodenv/goenv/jenv/asdf exec
  operands prog
conda/mamba/micromamba run
  data -n --name
  load -p --prefix
  dir --cwd
  flags -v --no-capture-output --live-stream
  operands prog
bundle/bundler exec
  load --gemfile
  flags --keep-file-descriptors
  operands prog
corepack npm, ~ pnpm, ~ yarn
  operands load unknown*
mise/rtx exec, ~ x
  code -c --command
  dir -C --cd
  data -j --jobs
  operands unknown*
direnv
  source direnv(1)
  operands unknown*
direnv exec
  operands dir prog
dotenv, dotenvx
  source https://dotenvx.com/docs/
  load -e -c -f --env-file
  operands unknown*
op/doppler/infisical run, chamber/aws-vault exec, sops exec-env, ~ exec-file
  load --env-file -f
  code --command
  operands unknown*
`;

/** Commands of the shell itself. The text that they evaluate is followed in the script. */
export const builtinUses: string = `
:, alias, bg, break, compgen, complete, compopt, continue, declare, dirs, disown, export, fc, fg, getopts, hash, help, jobs, let,
local
  source sh(1p), bash(1)
  others data
  operands data*
  stdin data
logout, mapfile, popd, read, readarray, readonly, return, set, shift, shopt, suspend, times, trap, type, typeset, ulimit, umask,
unalias, unset, wait, bind, caller, history, exit, eval, ., source, [, [[
  others data
  operands data*
  stdin data
cd, pushd
  data -L -P -e
  flags -n
  operands read
  stdin data
`;
