import type { Program } from "./program.js";

/** Programs that evaluate no argument, file or input. */
const names = `
  [ addr2line apropos b2sum b3sum base32 base64 basename bunzip2 bzcat bzip2 cal cat chattr chgrp chmod chown cksum cmp col
  column comm compress cp cut date dd df dig dirname du echo egrep eza exa expand expr factor false fgrep file
  fmt fold free getent getfacl grep groups gunzip gzip head hexdump host hostid hostname iconv id isutf8 join kill
  killall last link ln locale locate logname ls lsattr lsblk lscpu lsd lsof md5 md5sum mkdir mkfifo mknod mktemp 
  mountpoint mv namei netstat nl nproc nslookup numfmt od paste patch pathchk pgrep pidof ping pkill plocate pr printenv
  printf ps pstree pwd readelf readlink realpath rename rev rm rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shasum
  shred shuf size sleep ss stat strings sum sync tac tail tee test touch tokei tr traceroute tree true truncate tsort
  tty type uname unexpand uniq unlink unxz unzip unzstd uptime users vdir vmstat w wc whatis whereis which who whoami
  whois xxd xz xzcat yes zcat zgrep zipinfo zstd zstdcat scc dust duf colordiff tldr mediainfo pdftotext
  pdfinfo pdftoppm optipng jpegoptim cwebp convmv csvcut csvgrep csvlook xsv qsv hexyl glow figlet ggrep gcat gls ghead
  gtail gwc gdate gstat greadlink grealpath gcut guniq gtr
`;

/** Commands of the shell itself. The script checks (src/check/shell) cover the text that they evaluate. */
const builtins = `
  : alias bg break cd complete compgen compopt continue declare dirs disown enable exit export fc fg getopts hash help jobs let
  local logout mapfile popd pushd read readarray readonly return set shift shopt suspend times trap typeset ulimit umask
  unalias unset wait bind caller history
`;

export const plainPrograms: readonly Program[] = [
  { names: builtins.trim().split(/\s+/), source: "sh(1p), bash(1); for what the shell evaluates, spec.md" },
  { names: names.trim().split(/\s+/), source: "their manual pages, section 1" },
];
