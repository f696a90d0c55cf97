/** The places of values in the arguments of the programs that list, print, compare, pack and change files. */
export const filesUses: string = `
ls, gls, dir, vdir
  source ls(1)
  data -I --ignore --hide -w --width -T --tabsize --block-size --format --indicator-style --quoting-style --sort --time --time-style
  flags -paAbBcCdDfgGhHiklLmnNoqQrRsStuUvxXZ1F --all --almost-all --author --escape --ignore-backups --directory --dired --file-type
  flags --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line
  flags --dereference-command-line-symlink-to-dir --inode --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars
  flags --show-control-chars --quote-name --reverse --recursive --size --context --zero --help --version --color --classify --hyperlink
  operands read*
ls
  is plain lists-folder reads-nothing lists-files writes-nothing takes-files forgets
vdir
  is plain lists-files forgets
gls
  is plain forgets
dir
  is lists-files
eza, exa
  source https://github.com/eza-community/eza/blob/main/man/eza.1.md
  data -I --ignore-glob -L --level -s --sort -t --time --time-style -w --width
  flags -1GlRxFTaAdfDrhbBgHiMmnSuUZ@ --all --long --oneline --grid --tree --recurse --git --no-git --git-ignore
  flags --group-directories-first --header --icons --no-icons --color --colour --classify --reverse --only-dirs --only-files --no-user
  flags --no-time --no-permissions
  operands read*
  is plain forgets
lsd
  source https://github.com/lsd-rs/lsd
  data --depth -I --ignore-glob --sort --date --size --group-dirs --permission
  load --config-file
  flags -aAlhFRrtSUXvGd1Lig --tree --all --long --almost-all --header --git --no-symlink --total-size --inode
  operands read*
  is plain forgets
cat, gcat
  source cat(1)
  flags -AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version
  operands read*
  stdin data
cat
  is plain prints-files writes-nothing takes-files forgets
gcat
  is plain forgets
wc, gwc
  source wc(1)
  unknown --files0-from
  flags -cmlLw --bytes --chars --lines --max-line-length --words --help --version
  operands read*
  stdin data
wc
  is plain lists-files writes-nothing takes-files forgets
gwc
  is plain forgets
stat, gstat
  source stat(1)
  data -c --format --printf --cached
  flags -Lft --dereference --file-system --terse --help --version
  operands read*
stat
  is plain reads-nothing lists-files writes-nothing takes-files forgets
gstat
  is plain forgets
file
  source file(1)
  data -e --exclude --exclude-quiet -F --separator -P --parameter
  read -m --magic-file
  unknown -f --files-from
  flags -vzZbciklLhnN0prsSCd --help --version --uncompress --uncompress-noreport --brief --checking-printout --mime --apple --extension
  flags --mime-type --mime-encoding --keep-going --list --dereference --no-dereference --no-buffer --no-pad --print0 --preserve-date
  flags --raw --special-files --no-sandbox --compile --debug
  operands read*
  stdin data
  is plain lists-files writes-nothing takes-files forgets
du
  source du(1)
  data -B --block-size -d --max-depth -t --threshold --time-style --exclude
  read -X --exclude-from
  unknown --files0-from
  flags -0abcDHhkLlmPSsx --null --all --apparent-size --bytes --total --dereference-args --human-readable --inodes --dereference
  flags --count-links --no-dereference --separate-dirs --si --summarize --time --one-file-system --help --version
  operands read*
  is plain reads-nothing lists-files takes-files forgets
df
  source df(1)
  data -B --block-size -t --type -x --exclude-type
  flags -ahHiklPTv --all --human-readable --si --inodes --local --no-sync --portability --sync --total --print-type --help --version
  flags --output
  operands read*
  is plain reads-nothing forgets
tree
  source tree(1)
  data -L -P -I --charset --filelimit --sort --timefmt -H -T
  read --gitfile --infofile
  write -o
  flags -adlfxpsugDFqNQriACSnXJhv --noreport --dirsfirst --filesfirst --prune --si --du --inodes --device --gitignore --ignore-case
  flags --matchdirs --metafirst --nolinks --hintro --houtro --fromfile --info --version --help
  operands read*
  is plain lists-files forgets
readlink, greadlink
  source readlink(1)
  flags -femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero --help
  flags --version
  operands read*
readlink
  is plain prints-paths reads-nothing lists-files forgets
greadlink
  is plain prints-paths forgets
realpath, grealpath
  source realpath(1)
  data --relative-to --relative-base
  flags -emLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero --help
  flags --version
  operands read*
realpath
  is plain prints-paths reads-nothing lists-files forgets
grealpath
  is plain prints-paths forgets
basename
  source basename(1)
  data -s --suffix
  flags -az --multiple --zero --help --version
  operands data*
  is plain reads-nothing writes-nothing forgets
dirname
  source dirname(1)
  flags -z --zero --help --version
  operands data*
  is plain reads-nothing writes-nothing forgets
cksum
  source cksum(1)
  data -a --algorithm -l --length
  flags -czw --check --tag --untagged --zero --ignore-missing --quiet --status --strict --warn --debug --help --version
  operands read*
  stdin data
  is plain lists-files forgets
md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum
  source sha256sum(1)
  flags -bctzw --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version
  operands read*
  stdin data
md5sum, sha1sum, sha256sum
  is plain lists-files takes-files forgets
sha224sum, sha384sum, sha512sum
  is plain forgets
b2sum
  source b2sum(1)
  data -l --length
  flags -bctzw --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version
  operands read*
  stdin data
  is plain forgets
shasum
  source shasum(1)
  data -a --algorithm
  flags -bctU0qswhv --binary --check --tag --text --UNIVERSAL --01 --ignore-missing --quiet --status --strict --warn --help --version
  operands read*
  stdin data
  is plain forgets
b3sum
  source https://github.com/BLAKE3-team/BLAKE3/tree/master/b3sum
  data -l --length --num-threads
  flags -c --no-names --raw --no-mmap --check --quiet --keyed
  operands read*
  is plain forgets
sum
  source sum(1)
  flags -rs --sysv
  operands read*
  stdin data
  is plain forgets
od
  source od(1)
  data -A --address-radix --endian -j --skip-bytes -N --read-bytes -t --format -S
  flags -vabcdfilosxw --output-duplicates --traditional --help --version --strings --width
  operands read*
  stdin data
  is plain forgets
hexdump
  source hexdump(1)
  data -e --format -n --length -s --skip
  read -f --format-file
  flags -bcCdoxvhVL --one-byte-octal --one-byte-char --canonical --two-bytes-decimal --two-bytes-octal --two-bytes-hex --no-squeezing
  flags --help --version --color
  operands read*
  stdin data
  is plain forgets
xxd
  source xxd(1)
  data -c -cols -g -groupsize -l -len -n -name -o -s -seek
  words
  flags -a -b -C -E -e -h -i -p -ps -r -u -v
  operands read write
  stdin data
  is plain forgets
strings
  source strings(1)
  data -n --bytes -t --radix -e --encoding -s --output-separator -T --target
  flags -afowhvVd --all --data --print-file-name --include-all-whitespace --help --version
  operands read@*
  stdin data
  is plain prints-files forgets
cmp
  source cmp(1)
  data -i --ignore-initial -n --bytes
  flags -blsv --print-bytes --verbose --quiet --silent --help --version
  operands read read data data
  stdin data
  is plain writes-nothing takes-files forgets
diff, colordiff
  source diff(1)
  data -W --width -F --show-function-line -L --label --tabsize -x --exclude -S --starting-file -I --ignore-matching-lines -D --ifdef
  data --line-format --horizon-lines --palette -C -U --old-line-format --new-line-format --unchanged-line-format --old-group-format
  data --new-group-format --unchanged-group-format --changed-group-format
  read -X --exclude-from --from-file --to-file
  flags -qsenyptTlrNiEZbwBadvcu --normal --brief --report-identical-files --ed --rcs --side-by-side --left-column
  flags --suppress-common-lines --show-c-function --expand-tabs --initial-tab --suppress-blank-empty --paginate --recursive
  flags --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --ignore-case
  flags --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --text
  flags --strip-trailing-cr --minimal --speed-large-files --help --version --context --unified --color
  operands read read
  stdin data
diff
  code --diff-program
  is writes-nothing takes-files forgets
colordiff
  is plain forgets
diff3
  source diff3(1)
  data -L --label
  code --diff-program
  flags -AeE3xXimaT --show-all --merge --text --ed --easy-only --overlap-only --show-overlap --strip-trailing-cr --initial-tab
  operands read read read
  is forgets
sdiff
  source sdiff(1)
  data -w --width -I --ignore-matching-lines
  write -o --output
  code --diff-program
  operands read read
  is forgets
delta
  source https://dandavison.github.io/delta/
  code --pager
  load --config
  flags -ns --side-by-side --line-numbers --dark --light --no-gitconfig --navigate --keep-plus-minus-markers
  operands read read
  stdin data
  is forgets
head, ghead
  source head(1)
  data -c --bytes -n --lines
  flags -0123456789qvz --quiet --silent --verbose --zero-terminated --help --version
  operands read*
  stdin data
head
  is plain prints-files writes-nothing takes-files forgets
ghead
  is plain forgets
tail, gtail
  source tail(1)
  data -c --bytes -n --lines --max-unchanged-stats --pid -s --sleep-interval
  flags -0123456789Fqvzf --quiet --silent --retry --verbose --zero-terminated --help --version --follow
  operands read*
  stdin data
tail
  is plain prints-files writes-nothing takes-files forgets
gtail
  is plain forgets
bat, batcat
  source bat(1)
  data -l --language -H --highlight-line --file-name --diff-context --tabs --wrap --terminal-width --color --italic-text --decorations
  data --paging -m --map-syntax --ignored-suffix --theme --style -r --line-range
  code --pager
  flags -ApdnfLuhVP --show-all --plain --diff --number --force-colorization --list-themes --list-languages --unbuffered --help --version
  operands read*
  stdin data
bat
  is prints-files forgets
batcat
  is forgets
nl
  source nl(1)
  data -b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i --line-increment -l --join-blank-lines
  data -n --number-format -s --number-separator -v --starting-line-number -w --number-width
  flags -p --no-renumber --help --version
  operands read*
  stdin data
  is plain prints-files takes-files forgets
tac, gtac
  source tac(1)
  data -s --separator
  flags -br --before --regex --help --version
  operands read*
  stdin data
tac
  is plain prints-files takes-files forgets
touch
  source touch(1)
  data -d --date -t --time
  read -r --reference
  flags -acfhm --no-create --no-dereference --help --version
  operands write*
  is plain makes-names writes-nothing takes-files forgets
mkdir
  source mkdir(1)
  data -m --mode
  flags -pvZ --parents --verbose --help --version --context
  operands write*
  is plain makes-names writes-nothing takes-files forgets
rmdir
  source rmdir(1)
  flags -pv --ignore-fail-on-non-empty --parents --verbose --help --version
  operands write*
  is plain writes-nothing takes-files forgets
rm, unlink
  source rm(1)
  flags -fiIrRdv --force --one-file-system --no-preserve-root --recursive --dir --verbose --help --version --interactive --preserve-root
  operands write*
rm
  is plain writes-nothing takes-files forgets
unlink
  is plain forgets
trash, trash-put, trash-rm
  source https://github.com/andreafrancia/trash-cli
  operands write*
shred
  source shred(1)
  data -n --iterations -s --size
  read --random-source
  flags -fuvxz --force --verbose --exact --zero --help --version --remove
  operands write*
  is plain forgets
truncate
  source truncate(1)
  data -s --size
  read -r --reference
  flags -co --no-create --io-blocks --help --version
  operands write*
  is plain forgets
mktemp
  source mktemp(1)
  data --suffix
  write -p --tmpdir
  flags -duqt --directory --dry-run --quiet --help --version
  operands write
  is plain reads-nothing makes-names forgets
mkfifo, mknod
  source mkfifo(1)
  data -m --mode
  operands write
  is plain makes-names forgets
cp, gcp
  source cp(1)
  write -t --target-directory -S --suffix
  data --no-preserve --sparse
  flags -abdfiHlLnPpRrsTuvxZ --archive --attributes-only --copy-contents --force --interactive --link --dereference --no-clobber
  flags --no-dereference --parents --recursive --remove-destination --strip-trailing-slashes --symbolic-link --no-target-directory
  flags --update --verbose --one-file-system --help --version --backup --preserve --reflink --context
  operands read*
  last write
cp
  is plain makes-names writes-files takes-files forgets
mv, gmv
  source mv(1)
  write -t --target-directory -S --suffix
  flags -bfinTuvZ --force --interactive --no-clobber --strip-trailing-slashes --no-target-directory --update --verbose --context --help
  flags --version --backup
  operands write*
mv
  is plain makes-names writes-files takes-files forgets
ln
  source ln(1)
  write -t --target-directory -S --suffix
  flags -bdFfiLnPrsTv --directory --force --interactive --logical --no-dereference --physical --relative --symbolic
  flags --no-target-directory --verbose --help --version --backup
  operands read*
  last write
  is plain moves prints-names makes-names writes-files takes-files forgets
link
  source link(1)
  operands read write
  is plain moves prints-names forgets
install, ginstall
  source install(1)
  data -g --group -m --mode -o --owner
  load --strip-program
  in-place -d --directory
  write -t --target-directory -S --suffix
  flags -bcCdDpsTvZ --compare --directory --preserve-timestamps --strip --no-target-directory --verbose --preserve-context --help
  flags --version --backup --context
  operands read*
  last write
install
  texts --strip-program
  is makes-names writes-files forgets
ginstall
  texts --strip-program
  is forgets
chmod
  source chmod(1)
  read --reference
  flags -cfvR --changes --silent --quiet --verbose --no-preserve-root --preserve-root --recursive --help --version
  operands data write*
  is plain writes-nothing takes-files forgets
chown
  source chown(1)
  data --from
  read --reference
  flags -cfvhRHLP --changes --silent --quiet --verbose --dereference --no-dereference --no-preserve-root --preserve-root --recursive
  flags --help --version
  operands data write*
  is plain takes-files forgets
chgrp
  source chgrp(1)
  read --reference
  flags -cfvhRHLP --changes --silent --quiet --verbose --dereference --no-dereference --no-preserve-root --preserve-root --recursive
  flags --help --version
  operands data write*
  is plain forgets
getfacl, lsattr
  source getfacl(1)
  flags -acesRLPtpnd --recursive --absolute-names --numeric
  operands read*
  is plain forgets
namei
  source namei(1)
  flags -lmonvxZ --long --modes --owners
  operands read*
  is plain forgets
dd
  source dd(1)
  setting = data bs count skip seek ibs obs cbs conv status iflag oflag iseek oseek
  setting = read if
  setting = write of
  setting = unknown *
  stdin data
  is plain writes-files forgets
split, gsplit
  source split(1)
  data -a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number -t --separator
  write --additional-suffix
  code --filter
  flags -dxeu --elide-empty-files --unbuffered --verbose --help --version --numeric-suffixes --hex-suffixes
  operands read write
  stdin data
split
  is makes-names splits forgets
gsplit
  is splits forgets
csplit
  source csplit(1)
  write -f --prefix -b --suffix-format
  data -n --digits
  flags -kszq --keep-files --quiet --silent --elide-empty-files --suppress-matched
  operands read data*
  code --filter
  unknown -a -C -l -t
  is splits forgets
tee, gtee
  source tee(1)
  flags -aip --append --ignore-interrupts --help --version --output-error
  operands write*
  stdin data
tee
  is plain prints-files makes-names writes-files forgets
sponge
  source sponge(1)
  flags -a
  operands write
  stdin data
sync
  source sync(1)
  flags -df --data --file-system
  operands read*
  is plain forgets
find, gfind
  source find(1)
  words
  data -name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype -size -perm -user -group
  data -uid -gid -links -inum -fstype -maxdepth -mindepth -mtime -mmin -atime -amin -ctime -cmin -used -printf -newermt -newerat
  data -newerct
  data -context -D
  read -newer -anewer -cnewer -samefile
  unknown -files0-from
  write -fprint -fprint0 -fls
  write,data -fprintf
  prog -exec -execdir -ok -okdir
  in-place -delete
  flags -print -print0 -ls -delete -prune -quit -not -a -and -o -or -empty -true -false -daystart -follow -mount -xdev -noleaf -depth -d
  flags -readable -writable -executable -nouser -nogroup -warn -nowarn -ignore_readdir_race -noignore_readdir_race -P -L -H
  operands read*
find
  load -files0-from
  finds marks
  is lists-folder reads-nothing prints-names lists-files forgets
gfind
  load -files0-from
  finds marks
  is lists-folder forgets
fd, fdfind
  source fd(1), https://github.com/sharkdp/fd
  data --and -d --max-depth --min-depth --exact-depth -E --exclude -t --type -e --extension -S --size --changed-within --changed-before
  data --newer --older --change-newer-than --change-older-than -o --owner --batch-size -c --color -j --threads --max-results
  data --path-separator --format --max-buffer-time
  read --ignore-file --search-path
  dir -C --base-directory
  prog -x --exec -X --exec-batch
  flags -HIusigFalLp01qhV --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob
  flags --regex --fixed-strings --absolute-path --list-details --follow --full-path --print0 --prune --quiet --show-errors
  flags --strip-cwd-prefix --one-file-system --help --version --no-hidden --ignore --no-follow --relative-path --hyperlink
  operands data read*
  finds appends
  is lists-folder lists-files forgets
locate, plocate, mlocate
  source plocate(1)
  data -l -n --limit
  read -d --database
  flags -AbceiNprwS0 --all --basename --count --existing --ignore-case --regex --regexp --statistics --null --wholename
  operands data*
locate, plocate
  is plain forgets
which
  source which(1)
  flags -as --all --skip-alias --skip-functions --skip-dot --skip-tilde
  operands data*
  is plain reads-nothing forgets
whereis
  source whereis(1)
  read -B -M -S
  flags -bmsulg
  operands data*
  is plain forgets
tokei
  source https://github.com/XAMPPRocky/tokei
  data -e --exclude -t --types -s --sort -r --rsort -o --output -c --columns -n --num-format
  read -i --input
  flags -fClhVv --files --compact --languages --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot
  operands read*
  is plain forgets
cloc
  source cloc(1), https://github.com/AlDanial/cloc
  data --include-lang --exclude-lang --exclude-dir --include-ext --exclude-ext --timeout --processes --max-file-size --csv-delimiter
  read --list-file --exclude-list-file
  write --out --report-file --sql --counted --ignored --found --categorized
  code --extract-with --vcs
  load --config --read-lang-def --force-lang-def
  flags --json --yaml --xml --csv --md --quiet --hide-rate --by-file --by-file-by-lang --git --skip-uniqueness --sum-one --no-autogen
  flags --3
  operands read*
  is forgets
scc
  source https://github.com/boyter/scc
  data -i --include-ext -x --exclude-ext --exclude-dir -f --format -s --sort -w --avg-wage --large-line-count --large-byte-count
  write -o --output --format-multi
  flags -acdlvzmp --by-file --no-cocomo --no-complexity --no-duplicates --ci --debug --no-gen --no-large --wide --uloc --dryness
  operands read*
  is plain forgets
tar, gtar
  source tar(1)
  read -X --exclude-from --add-file
  unknown -f --file -g --listed-incremental
  data --exclude --exclude-tag --exclude-tag-all --exclude-tag-under --group --owner --mode --mtime --sort --level --strip-components
  data -b --blocking-factor --record-size -H --format -V --label -N --newer --after-date --newer-mtime --quoting-style --hole-detection
  data -K --starting-file -L --tape-length --suffix --warning
  unknown --transform --xform --owner-map --group-map
  write -C --directory --volno-file --index-file
  load -T --files-from
  code -I --use-compress-program --to-command -F --info-script --new-volume-script --checkpoint-action --rsh-command --rmt-command
  flags -cxturdAzjJZvpOkmPhaSwGMWRnsilBUo --create --extract --get --list --update --append --diff --compare --gzip --bzip2 --xz --zstd
  flags --lzma --verbose --to-stdout --keep-old-files --skip-old-files --dereference --auto-compress --numeric-owner --same-owner
  flags --no-same-owner --preserve-permissions --no-same-permissions --wildcards --no-wildcards --anchored --no-recursion --sparse
  flags --exclude-vcs --exclude-caches --exclude-backups --absolute-names --touch --totals --utc --full-time --overwrite --ignore-case
  flags --null --no-null --acls --xattrs --selinux --checkpoint --one-top-level --backup --remove-files --unlink-first --verify --delete
  with -t --list : data* -f=read --file=read
  operands unknown*
tar
  is letters lists-files extracts makes-names
gtar
  is letters
bsdtar, bsdcpio
  source bsdtar(1)
  code --use-compress-program
  load -T -X
  operands unknown*
bsdtar
  unknown -f -C
  is extracts
bsdcpio
  unknown -f -C
zip
  source zip(1)
  unknown -tt -P -sf -O
  words
  flags -n -b -t -x -i -r -q -j -9 -0 -1 -u -y -v -T
  operands write read*
  stdin unknown
  code -TT --unzip-command
unzip
  with -l -p -t -v -Z -z : read data*
  source unzip(1)
  write -d
  data -x -P
  flags -lqonpvtzjuCLafKXBZ12
  operands unknown*
  is plain lists-files extracts forgets
zipinfo
  source zipinfo(1)
  flags -12smlvhzt
  operands read data*
  is plain lists-files forgets
zcat, gzcat, xzcat, bzcat, lzcat
  source zcat(1), xzcat(1), bzcat(1)
  flags -fvqd
  operands read*
  stdin data
bzcat, xzcat, zcat
  is plain prints-files forgets
zstdcat
  source zstd(1)
  operands read*
  stdin data
  is plain prints-files forgets
gzip, gunzip, pigz
  source gzip(1)
  unknown -S --suffix
  with -l -t -c --list --test --stdout : read*
  data -p --processes -b --blocksize
  flags -cdfhklnNqrtvV123456789 --stdout --to-stdout --decompress --uncompress --force --keep --list --no-name --name --quiet
  flags --recursive --test --verbose --fast --best
  operands unknown*
  stdin data
gunzip, gzip
  is plain prints-files extracts takes-files forgets
bzip2, bunzip2
  source bzip2(1)
  flags -cdzkftqvsL123456789 --stdout --decompress --compress --keep --force --test --quiet --verbose --small --fast --best
  operands unknown*
  stdin data
bunzip2
  is plain extracts forgets
bzip2
  is plain prints-files extracts takes-files forgets
xz, unxz
  source xz(1)
  data -T --threads -F --format -C --check -M --memlimit
  unknown -S --suffix --files --files0
  flags -zdtlkfc0123456789eqvQ --compress --decompress --test --list --keep --force --stdout --to-stdout --extreme --quiet --verbose
  operands unknown*
  stdin data
unxz
  is plain prints-files extracts forgets
xz
  is plain prints-files extracts takes-files forgets
zstd, unzstd
  source zstd(1)
  write -o --output-dir-flat --output-dir-mirror
  unknown --filelist --trace -D --patch-from
  flags -dzkftlcvq123456789 --stdout --keep --rm --decompress --force --test --list --quiet --verbose --ultra --long --fast
  operands unknown*
  stdin data
unzstd
  is plain extracts forgets
zstd
  is plain prints-files extracts forgets
7z, 7za, 7zr
  source https://7-zip.opensource.jp/chm/cmdline/index.htm
  operands unknown*
7z, 7za
  code -sfx* -z*
  is extracts
7zr
  code -sfx* -z*
7z/7za/7zr l, ~ t
  operands read@ unknown*
unrar
  source https://www.rarlab.com/rar_add.htm
  operands unknown*
  code -sfx* -z*
unrar l, ~ lb, ~ lt, ~ v, ~ t
  operands read unknown*
cpio, pax, star
  source cpio(1)
  code --rsh-command
  load -F -I -O --file
  operands unknown*
  stdin unknown
star
  code -compress-program
pax, cpio
  code -compress-program
  is extracts
rename, prename, file-rename
  source https://manpages.debian.org/file-rename
  operands code write*
rename
  roles value
  is plain forgets
rar
  source https://7-zip.opensource.jp/chm/cmdline/switches/index.htm
  code -sfx* -z*
dar
  source dar(1)
  code -E --execute -F -~ --execute-ref -=
  load -B --batch
logrotate
  source logrotate(8)
  code -m --mail
  operands load*
openssl enc, ~ genrsa, ~ genpkey, ~ cms, ~ smime, ~ speed, ~ ca
  load -engine -provider -provider-path -config -keyform -propquery
  words
p11tool, pkcs11-tool, certtool
  source p11tool(1)
  load --provider --module
age
  source https://getsops.io/docs/
  code -j
  load --config
age exec-env, ~ exec-file
  operands unknown code
op/vault/doppler/teller/infisical exec
  operands unknown prog
  dashed program
  is stops
vault/chamber/aws-vault/teller run
  code --command
  load --env-file -f
  operands prog
  is stops
teller
  source https://developer.1password.com/docs/cli/reference/commands/run/
  code --command
  load --env-file -f -e
  dashed program
enable
  source sh(1p), bash(1); for what the shell evaluates, spec.md
  is plain takes-code forgets
addr2line, chattr, col, compress, hostid, isutf8, locale, md5, pathchk, size, users, dust, duf, convmv, qsv, hexyl, figlet
  source their manual pages, section 1
  is plain forgets
qsv stats, ~ headers, ~ count, ~ select, ~ search, ~ frequency, ~ schema, ~ slice, ~ table
  data -s --select -d --delimiter -n --limit -l --len
  write -o --output
  flags -ie --no-headers --everything --ignore-case
  operands read
qsv select, ~ search
  operands data read
size, isutf8, md5, dust, hexyl
  operands read*
figlet
  data -w -m
  load -d -f -C
  flags -cklrst
  operands data*
addr2line
  read -e --exe
  data -b -j
  flags -aCfips
  operands data*
pstree, w
  source their manual pages, section 1
  is plain lists-processes forgets
symlink
  source their manual pages, section 1
  is moves prints-names
procs
  source their manual pages, section 1
  is lists-processes
uudecode, unshar, uncompress
  source their manual pages, section 1
  is extracts
ditto
  source their manual pages, section 1
  is makes-names
zipfile, tarfile, tokenize
  source https://docs.python.org/3/library/zipfile.html, https://docs.python.org/3/library/tarfile.html
zipfile, tarfile
  with -l -t --list --test : read*
  operands unknown*
  is plain
tokenize
  flags -e --exact
  operands read*
  is plain
`;
