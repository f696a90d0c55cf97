import { expect, it } from "vitest";
import { readArguments } from "../../../src/programs/arguments/read-arguments.js";

const readersOf = (line: string) => {
  const [program = "", ...words] = line.split(" ");
  const args = words.map((text, i) => ({ texts: [{ text, open: false }], certain: true, many: false, group: String(i) }));
  const { readers, evaluated } = readArguments(program, args);
  return [...readers, ...evaluated.flatMap((one) => (one.fed === true ? [one.program] : []))];
};

/** Command lines whose standard input is program text. */
const reading = `
  sh
  bash -s a
  dash -
  zsh
  fish
  ksh
  nu
  pwsh -
  pwsh -Command -
  python3
  python3 -
  python3 -i a.py
  python3 /dev/stdin
  python3 -m code
  python3 -m pdb a.py
  python3 -m IPython
  ipython
  node
  node -
  node -i
  tsx
  tsx -
  ts-node
  npx tsx
  npx -y tsx -
  npx --yes ts-node
  npm exec -- tsx
  pnpm dlx tsx
  pnpm exec node
  yarn dlx tsx
  yarn node
  bunx tsx
  bun -
  bun run -
  deno
  deno run -
  deno repl
  perl
  perl -
  perl -x
  ruby
  ruby -
  irb
  pry
  php
  lua
  lua -
  luajit -
  R
  R --no-save
  R --slave -f -
  Rscript -
  julia
  julia -
  octave
  octave --no-gui
  erl
  iex
  iex -S mix
  scala
  scala -
  scala-cli -
  kotlinc
  groovysh
  jshell -
  clojure
  clojure -
  clj
  lein repl
  bb
  swift
  swift -
  swift repl
  ghci
  runghc
  ocaml
  utop
  tclsh
  wish
  expect
  expect -
  guile
  racket
  sbcl
  sbcl --script
  clisp
  ecl
  emacs --script /dev/stdin
  swipl
  gnuplot
  gnuplot -
  bc
  bc -l
  dc
  m4
  m4 -
  gdb
  gdb -x -
  gdb -batch -x /dev/stdin
  lldb
  pdb a.py
  dotnet fsi
  fsi
  csi
  xonsh
  elvish
  maxima
  sage
  gap
  gp
  nix repl
  nix-shell
  nix-shell -p jq
  nix develop
  nix-instantiate -
  guix shell
  guix repl
  adb shell
  adb -s abc shell
  ssh host
  ssh -T host sh
  ssh host bash -s
  sftp -b - host
  ftp -n host
  lftp host
  telnet host
  psql
  psql -f -
  mysql
  mysql db
  mariadb
  sqlite3 a.db
  duckdb a.db
  mongosh
  mongo
  redis-cli
  cqlsh
  clickhouse-client
  sqlplus
  sqlcmd
  bq shell
  usql
  isql
  cypher-shell
  influx
  docker run -i image
  docker run --rm -i image
  docker run -i image bash
  docker exec -i box sh
  docker start -i box
  docker attach box
  docker compose exec -T web sh
  docker compose run -T web
  podman run -i image
  nerdctl run -i image
  kubectl run -i pod --image=image
  kubectl exec -i pod -- sh
  kubectl exec -i pod -c web -- bash
  kubectl exec -i -n ns pod -- env sh
  kubectl attach -i pod
  oc rsh pod
  chroot /root
  chroot --userspec=a:b /root
  chroot /root sh
  unshare
  unshare -r sh
  nsenter -t 1
  su
  su -
  su root
  sudo -s
  sudo -i
  sudo sh
  doas -s
  doas sh
  runuser -u a sh
  newgrp
  sg a
  fakeroot
  fakechroot
  proot
  firejail
  toolbox enter
  toolbox run sh
  distrobox enter box
  apptainer shell image
  apptainer exec image sh
  singularity exec image sh
  lxc exec box -- sh
  incus exec box -- bash
  machinectl shell
  systemd-run --shell
  systemd-run -P sh
  wsl
  wsl sh
  vagrant ssh
  gcloud compute ssh vm
  heroku run bash
  fly ssh console
  script
  script -q /dev/null
  socat - EXEC:sh
  socat - SYSTEM:bash
  socat STDIN EXEC:'sh'
  tmux -C
  tmux source-file -
  tmux source -
  tmux load-buffer -
  screen sh
  at now
  at -f /dev/stdin now
  batch
  crontab
  crontab -
  parted /dev/sda
  fdisk /dev/sda
  ed
  ed -s a
  red
  ex
  ex -s a
  vim -es a
  vim -e -s a
  vi -e
  nvim -es
  vim -s /dev/stdin
  make -f -
  make -f /dev/stdin
  gmake --file=-
  ninja -f /dev/stdin
  just -f -
  cmake -P /dev/stdin
  awk -f -
  gawk -f /dev/stdin
  sed -f - a
  sed -nf /dev/stdin a
  mlr -s /dev/stdin
  xargs sh -c
  xargs -0 -n1 bash -c
  xargs -I% sh -c %
  xargs env
  parallel
  parallel -j 4
  timeout 5 sh
  env -i sh
  busybox sh
  toybox sh
  uv run -
  uv run python
  uvx ipython
  pipx run ipython
  poetry run python
  pipenv run python
  conda run -n a python
  bundle exec irb
  bundle exec ruby
  rails console
  rails runner -
  mise exec -- python
  asdf exec python
  pyenv exec python
  rbenv exec ruby
  direnv exec . sh
  dotenv sh
  doppler run -- sh
  op run -- sh
  aws-vault exec a -- sh
  chamber exec a -- sh
  ./manage.py shell
  git bisect run sh
  git submodule foreach sh
  gs -
  tex
  psql service=a
  exiftool -@ -
  curl -K -
`
  .trim()
  .split("\n")
  .map((line) => line.trim());

it("knows the programs that read a program from standard input", () => {
  expect(reading.filter((line) => readersOf(line).length === 0)).toEqual([]);
});

/** Command lines whose standard input is data. */
const others = `
  cat
  python3 a.py
  python3 -m json.tool
  python3 -c print(1)
  node a.js
  perl -ne print
  docker run -i image jq .
  docker run --rm -i image cat
  docker exec -i box cat
  kubectl exec -i pod -c web -- cat
  kubectl run -i pod --image=image -- cat
  chroot /root cat
  ssh host cat
  socat - TCP:host:80
  tmux kill-server
  npx prettier --stdin
  sqlite3 a.db .tables
  psql -c select
  sed -n 1p
  awk {print}
  make all
  sort
  grep a
  jq .
  xargs ls --
`
  .trim()
  .split("\n")
  .map((line) => line.trim());

it("takes the input of others for data", () => {
  expect(others.filter((line) => readersOf(line).length > 0)).toEqual([]);
});
