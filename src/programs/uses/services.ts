/** The places of values in the arguments of programs that show and control services, processes and machines. */
export const servicesUses: string = `
systemctl
  source systemctl(1)
  place -H --host -M --machine
  load --root --image
  data -n --lines -o --output -p --property -P -t --type --state --job-mode --timestamp --what --kill-whom --kill-who -s --signal
  data --check-inhibitors --legend --boot-loader-menu --boot-loader-entry --preset-mode
  flags -alrqTfi --no-pager --user --system --all --full --failed --quiet --reverse --value --plain --no-legend --recursive --now
  flags --no-block --wait --with-dependencies --show-types --no-ask-password --no-wall --no-reload --dry-run --after --before --runtime
  flags --global --force
systemctl status, ~ is-active, ~ is-enabled, ~ is-failed, ~ show, ~ cat, ~ help, ~ list-units, ~ list-unit-files,
~ list-dependencies, ~ list-timers, ~ list-sockets, ~ list-jobs, ~ start, ~ stop, ~ restart, ~ reload, ~ try-restart,
~ reload-or-restart, ~ reset-failed, ~ kill, systemd-analyze time, ~ blame, ~ critical-chain, ~ calendar, ~ timespan,
~ timestamp, ~ syscall-filter, ~ security, ~ dump, supervisorctl status, ~ start, ~ stop, ~ restart, ~ tail, ~ pid, ~ signal
  operands data*
systemctl enable, ~ disable, ~ link, ~ reenable, ~ mask, ~ unmask, ~ edit, ~ revert, ~ set-environment, ~ import-environment,
~ set-property, ~ switch-root, pm2 start, ~ restart, ~ reload, ~ delete, ~ startOrReload, ~ deploy, ~ install, ~ set, ~ serve,
~ module
  operands load*
systemctl edit
  roles value
systemctl set-environment
  roles setting*
journalctl
  source journalctl(1)
  data -u --unit --user-unit -t --identifier -p --priority --facility -S --since -U --until -n --lines -g --grep -o --output
  data --output-fields
  data -F --field -c --cursor --after-cursor --namespace --interval --vacuum-size --vacuum-files --vacuum-time -T --exclude-identifier
  read --file -i
  write --cursor-file
  load -D --directory --root --image
  place -M --machine
  unknown --verify-key
  flags -xefrqkNmabhl --no-pager --utc --no-hostname --no-full --all --follow --no-tail --quiet --pager-end --dmesg --reverse --merge
  flags --catalog --system --user --boot --case-sensitive --list-boots --disk-usage --fields --show-cursor --header --full
  flags --truncate-newline --verify
  operands data*
systemd-analyze
  source systemd-analyze(1)
  data --from-pattern --to-pattern --fuzz --iterations --base-time --json --profile --recursive-errors --threshold
  place -H --host -M --machine
  load --root --image --security-policy
  flags -q --user --system --global --no-pager --quiet --man --order --require
systemd-analyze verify
  operands read*
loginctl, coredumpctl
  source loginctl(1)
  operands unknown*
loginctl list-sessions, ~ list-users, ~ session-status, ~ user-status, ~ show-session, ~ show-user
  data -p --property -n --lines -o --output
  flags -al --no-pager --all --full --no-legend --value
  operands data*
coredumpctl list, ~ info
  data -S --since -U --until -F --field -n
  load -D --directory --file
  flags -r1q --no-pager --no-legend --reverse
  operands data*
launchctl
  source launchctl(1)
  operands unknown*
launchctl list, ~ print, ~ blame
  operands data
supervisorctl
  source http://supervisord.org/running.html#supervisorctl-command-line-options
  load -c --configuration
  place -s --serverurl
  data -u --username
  unknown -p --password -r --history-file
pm2
  source https://pm2.keymetrics.io/docs/usage/quick-start/
  flags -sm --silent --no-color --mini-list
pm2 list, ~ ls, ~ status, ~ show, ~ describe, ~ info, ~ logs, ~ jlist, ~ prettylist, ~ stop, ~ env, ~ monit, ~ flush
  data --lines --format --timestamp
  flags --json --raw --err --out --nostream --highlight
  operands data*
nginx
  source https://nginx.org/en/docs/switches.html
  data -s
  code -g
  load -c -p -e
  flags -tTqvVh?
haproxy
  source https://docs.haproxy.org/3.2/management.html
  load -f
  checks -c
  flags -cVqD
caddy validate, ~ adapt
  runs -c --config
  data -a --adapter
  flags --pretty --validate
caddy fmt
  operands read
  in-place -w --overwrite
apachectl, apache2ctl, httpd, caddy, traefik, envoy
  source https://caddyserver.com/docs/command-line
  load -f -c --config -D -C
  operands unknown*
crontab
  source crontab(1)
  data -u
  flags -lrei
  operands load
  stdin code
at, batch, atq, atrm
  source at(1)
  load -f
  data -q -t
  operands unknown*
  stdin code
pgrep, pidof
  source pgrep(1)
  data -d --delimiter -g --pgroup -G --group -O --older -P --parent -s --session -t --terminal -u --euid -U --uid -r --runstates
  data --cgroup --ns --nslist --signal
  read -F --pidfile
  flags -lavwcfinoxLAhV --list-name --list-full --inverse --lightweight --count --full --ignore-case --newest --oldest --exact
  flags --logpidfile --ignore-ancestors --help --version
  operands data*
pgrep
  is plain lists-processes forgets
pidof
  is plain forgets
pkill
  source pkill(1)
  data -q --queue -g --pgroup -G --group -O --older -P --parent -s --session -t --terminal -u --euid -U --uid -r --runstates
  data --cgroup --ns --nslist --signal
  read -F --pidfile
  flags -ecfinoxLAhV --echo --count --full --ignore-case --newest --oldest --exact --logpidfile --ignore-ancestors --help --version
  operands data*
  is plain forgets
killall
  source killall(1)
  data -s --signal -u --user -n --ns -Z --context -y --younger-than -o --older-than
  flags -eIgilqrvVw --exact --ignore-case --process-group --interactive --list --quiet --regexp --verbose --wait
  operands data*
  is plain forgets
kill
  source kill(1)
  data -s --signal -n -q --queue
  flags -lLpa01295 --list --table --all --verbose
  operands data*
  is plain forgets
ps
  source ps(1)
  data -p --pid -C -u --user -U --User -o --format -O -g -G --group -t --tty -q --quick-pid -s --sid --ppid --sort -k --cols --columns
  data --rows
  flags -efaxlLjHwAdTyMNFZc --forest --headers --no-headers --no-heading --cumulative --deselect --version
  operands unknown*
  is plain lists-processes forgets
top, htop, btop, atop
  source top(1)
  data -n --iterations -d --delay -p --pid -u -U --filter-only-euser --filter-any-user -o --sort-override -E --scale-summary-mem -e
  data --scale-task-mem -w --width -s --sort-key
  flags -bHciSO1htCM --batch-mode --batch --threads-show --cmdline-toggle --idle-toggle
top, htop
  is lists-processes
free
  source free(1)
  data -s --seconds -c --count
  flags -bkmghltvwV --bytes --kilo --mega --giga --tera --peta --kibi --mebi --gibi --tebi --pebi --human --si --lohi --total
  flags --committed --wide --help --version
  is plain forgets
vmstat
  source vmstat(8)
  data -S --unit -p --partition
  flags -afmnsdDtwhy --active --forks --slabs --one-header --stats --disk --disk-sum --timestamp --wide
  operands data*
  is plain forgets
uptime
  source uptime(1)
  flags -psh --pretty --since --help
  is plain forgets
who
  source who(1)
  flags -abdHlmpqrstTuw --all --boot --dead --heading --login --lookup --process --count --runlevel --short --time --users --ips
  operands read data
  is plain forgets
last
  source last(1)
  data -n --limit -t --until -s --since -p --present --time-format
  read -f --file
  flags -adFiRwx --hostlast --dns --fulltimes --ip --nohostname --fullnames --system
  operands data*
  is plain forgets
id, groups, whoami, logname, getent, finger
  source id(1), getent(1)
  data -s --service
  flags -uGgnrzaZ --user --group --groups --name --real --zero
  operands data*
getent, groups, logname
  is plain forgets
id, whoami
  is plain reads-nothing forgets
hostname
  source hostname(1)
  flags -fiIsdAa --fqdn --long --ip-address --all-ip-addresses --short --domain
  operands unknown*
  is plain reads-nothing forgets
uname, arch, tty
  source uname(1)
  flags -asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --operating-system
arch
  unknown -arch
  setting -e load *
  operands prog
  words
  is stops forgets
tty
  is plain forgets
uname
  is plain reads-nothing forgets
nproc
  source nproc(1)
  data --ignore
  flags --all
  is plain reads-nothing forgets
printenv
  source printenv(1)
  flags -0 --null
  operands data*
  is plain prints-given forgets
lsof
  source lsof(8)
  data -p -u -c -d -i -g -s -r -S -T
  unknown -D -k -m -A -E -f -F -o -K -Z
  flags -anPtlbVRUXNCwOh
  operands read*
  is plain lists-processes lists-files forgets
fuser
  source fuser(1)
  data -n --namespace
  flags -kimMuv46as --all --kill --interactive --mount --user --verbose --silent
  operands read*
dmesg
  source dmesg(1)
  data -f --facility -l --level -n --console-level -s --buffer-size --time-format --since --until
  read -F --file
  flags -CcDEHJkPprSuwWxdeTthVL --clear --read-clear --console-off --console-on --human --json --kernel --nopager --force-prefix --raw
  flags --noescape --syslog --userspace --follow --follow-new --decode --show-delta --reltime --ctime --notime --help --version --color
simctl
  source https://developer.apple.com/documentation/xcode/simctl
  operands unknown*
simctl list
  flags -jv --json --verbose
  operands data*
sysctl
  source sysctl(8)
  data -r --pattern
  load -p --load --system -w --write
  flags -anNbe --all --names --values --binary --ignore
  operands data=*
lsusb, lspci
  data -d -s
lscpu, lsmem, lspci, lsusb, lsmod, numactl, dmidecode
  source lscpu(1), lspci(8)
  flags -vxnktDJae --json --extended --all --parse
numactl
  unknown -C -N -m -i -p --cpunodebind --membind
  operands prog
  is stops forgets
lscpu
  is plain forgets
modinfo
  source modinfo(8)
  data -F --field
  operands read*
lsblk
  source lsblk(8)
  data -o --output -e --exclude -I --include -x --sort -w --width -E --dedup
  load --sysroot
  flags -abdDfiJlmMnOpPrsStTVz --all --merge --bytes --json --list --nodeps --paths --raw --fs --noheadings --output-all --perms
  operands data*
  is plain forgets
findmnt
  source findmnt(8)
  data -t --types -o --output -O --options -S --source -T --target -N --task -M --mountpoint -w --timeout
  load -F --tab-file
  flags -aAbcDfiJklmnPrRsuUvy --all --json --list --raw --noheadings --df --real --pseudo
  operands data*
mountpoint
  source mountpoint(1)
  flags -qdx --quiet --fs-devno --devno
  operands read
  is plain forgets
zpool, zfs
  source blkid(8)
  operands unknown*
zpool status, ~ list, zfs list, ~ get
  data -o -s -S -t -d -r
  flags -Hpvx
  operands data*
mount, umount, losetup, fdisk, parted, sfdisk, gdisk, mkfs, debugfs
  source mount(8)
  code -R
  operands unknown*
  stdin unknown
parted, fdisk, sfdisk, gdisk, debugfs
  load -f
  stdin code
mount
  load -t --types -o --options
  is moves prints-names
umount
  load -t --types -o --options
logger
  source logger(1)
  data -p --priority -t --tag --msgid -S --size -P --port --sd-id --sd-param
  place -n --server
  send -f --file
  unknown -u --socket
  flags -isTde --id --rfc5424 --rfc3164 --no-act --stderr --tcp --udp --skip-empty --octet-count --prio-prefix
  operands data*
  stdin data
notify-send
  source notify-send(1)
  data -u --urgency -t --expire-time -a --app-name -c --category -r --replace-id
  read -i --icon
  unknown -h --hint -A --action
  flags -pwe --print-id --wait --transient
  operands data data
xdg-open, open, start, gio, sensible-editor, sensible-browser, pbcopy, xclip, xsel, wl-copy
  source xdg-open(1)
  operands unknown*
  stdin data
sw_vers
  source https://ss64.com/mac/sw_vers.html
  flags -productVesinbl
nvidia-smi
  source https://docs.nvidia.com/deploy/nvidia-smi/
  words
  data --query-gpu --query-compute-apps --format -i --id -l --loop -d --display
  write -f --filename
  flags -L -q --list-gpus --query
sensors, acpi, upower
  source sensors(1)
  load -c --config-file
  flags -ufAjab
  operands data*
fakechroot
  source bwrap(1)
  load -l --lib -r -R -S --profile
  unknown --bind --ro-bind --dev --proc --chdir --setenv
  operands prog
  stdin code
  is stops location
cfdisk
  source parted(8), fdisk(8)
  code -R
  load -f
  stdin code
ip netns, ~ vrf
  operands unknown*
ip netns exec, ~ vrf exec
  operands unknown prog
  is stops
`;
