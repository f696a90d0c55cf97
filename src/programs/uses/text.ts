/** The places of values in the arguments of the programs that filter, search and format text and data. */
export const textUses: string = `
grep, egrep, fgrep, ggrep
  source grep(1)
  data -e --regexp -m --max-count --label --binary-files -d --directories -D --devices --include --exclude --exclude-dir
  data -B --before-context -A --after-context -C --context --group-separator
  read -f --file --exclude-from
  instead -e --regexp -f --file
  flags -0123456789EFGPiwxzsvVbnHhoqaIrRLlcTZNUM --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case
  flags --no-ignore-case --word-regexp --line-regexp --null-data --no-messages --invert-match --version --help --byte-offset
  flags --line-number --line-buffered --with-filename --no-filename --only-matching --quiet --silent --text --recursive
  flags --dereference-recursive --files-without-match --files-with-matches --count --initial-tab --null --no-group-separator --binary
  flags --color --colour
  operands data read*
  stdin data
egrep, grep
  is plain prints-parts writes-nothing takes-files forgets
fgrep
  is plain prints-parts writes-nothing forgets
ggrep
  is plain forgets
zgrep, bzgrep, xzgrep
  source zgrep(1)
  data -e --regexp -m --max-count -A -B -C
  read -f --file
  instead -e --regexp -f --file
  flags -rRnilvcwoEFPqshHxzaL --line-number --ignore-case --count --invert-match --only-matching --files-with-matches --quiet
  operands data read*
  stdin data
zgrep
  is plain forgets
rg
  source rg(1)
  data -e --regexp -g --glob --iglob -t --type -T --type-not --type-add --type-clear -m --max-count -A --after-context -B
  data --before-context
  data -C --context -M --max-columns --sort --sortr -j --threads -r --replace -E --encoding --engine --color --colors --max-depth -d
  data --max-filesize --path-separator --regex-size-limit --dfa-size-limit --field-context-separator --field-match-separator
  data --context-separator --pre-glob --hyperlink-format --generate
  read -f --file --ignore-file
  code --pre --hostname-bin
  instead -e --regexp -f --file --files --type-list
  flags -sbcFhvinxUILlHpNPoqzSauVw0 --hidden --no-hidden --heading --no-heading --line-number --files --count-matches --json --trim
  flags --auto-hybrid-regex --binary --block-buffered --byte-offset --case-sensitive --column --count --crlf --debug
  flags --files-with-matches --files-without-match --fixed-strings --follow --glob-case-insensitive --help --ignore-case
  flags --ignore-file-case-insensitive --include-zero --invert-match --line-buffered --line-regexp --max-columns-preview --mmap
  flags --multiline --multiline-dotall --no-config --no-filename --no-ignore --no-ignore-vcs --no-ignore-dot --no-ignore-exclude
  flags --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-line-number --no-messages --no-mmap
  flags --no-pcre2-unicode --no-require-git --no-unicode --null --null-data --one-file-system --only-matching --passthru --pcre2
  flags --pcre2-version --pretty --quiet --search-zip --smart-case --stats --text --type-list --unrestricted --version --vimgrep
  flags --with-filename --word-regexp
  operands data read*
  stdin data
  is prints-parts lists-files forgets
ag
  source ag(1)
  flags --nocolor --color --nogroup --group --noheading --heading --hidden --literal --smart-case --count --vimgrep --ignore-case --numbers
  data -A --after -B --before -C --context -G --file-search-regex --ignore --ignore-dir --depth -m --max-count -W --width
  data --color-line-number --color-match --color-path --workers
  read -p --path-to-ignore
  code --pager
  flags -acDfFghHilLnoQrRsSuUtvVwz0 --hidden --nocolor --nogroup --numbers --nonumbers --column --count --literal --files-with-matches
  operands data read*
  code --output
  load --ackrc
  is forgets
ack
  source ack(1)
  data -m --max-count -A --after-context -B --before-context -C --context -t --type -T --ignore-dir --ignore-file
  code --output --pager
  load --ackrc
  flags -ilvwcnHhQsxgf1 --nocolor --noenv --nopager --nogroup --literal --column --follow --sort-files
  operands data read*
  with -f : read*
  unknown -G
  is forgets
ugrep, ug
  source ugrep(1)
  code --filter --pager --view
  load --config
  operands unknown*
  is forgets
aspell
  source aspell(1)
  data -d --lang -l --mode --encoding --ignore --size --variety --sug-mode
  load --conf --conf-dir --per-conf --data-dir --dict-dir --home-dir --local-data-dir --add-filter --filter-path --personal --repl --master
  flags --run-together --dont-backup --dont-suggest --guess
  operands unknown*
aspell list
  stdin data
ctags, etags
  source ctags(1)
  data -u --languages --fields --kinds-c --exclude --output-format --sort --tag-relative
  load --options -L
  write -f -o
  flags -xaRn --recurse --version
  operands unknown*
  with -x : read*
sed, gsed
  source sed(1)
  code -e --expression
  load -f --file
  write -i* --in-place=*
  data -l --line-length
  instead -e --expression -f --file
  in-place -i --in-place
  flags -nErsuzi --quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated --debug --posix --sandbox
  flags --follow-symlinks --binary --in-place --help --version
  operands code read*
  stdin unknown
  suffixed -i --in-place
  holds -e --expression -f --file
  only-flags
  is prints-parts forgets
awk, gawk, mawk, nawk, goawk
  source gawk(1), mawk(1)
  write -o* -p* -d* --pretty-print=* --profile=* --dump-variables=*
  data -F --field-separator
  unknown -v --assign
  code -e --source -W
  load -f --file -i --include -l --load -E --exec
  instead -e --source -f --file -E --exec
  operands code unknown*
  stdin unknown
awk, gawk, mawk
  holds -f --file -e --source -E --exec
  is stops prints-parts forgets
nawk, goawk
  holds -f --file -e --source -E --exec
  is stops forgets
jq, gojq, jaq
  source jq(1)
  data --indent
  data,data --arg --argjson
  data,read --slurpfile --rawfile --argfile
  load -f --from-file -L --library-path
  instead -f --from-file
  unknown --args --jsonargs
  flags -cnesrRCMSja --compact-output --null-input --exit-status --slurp --raw-output --raw-input --color-output --monochrome-output
  flags --sort-keys --join-output --ascii-output --tab --stream --stream-errors --seq --raw-output0 --unbuffered --version --help
  operands code read*
  stdin data
jq
  holds -f --from-file
  is prints-parts forgets
gojq, jaq
  holds -f --from-file
  is forgets
yq
  source https://mikefarah.gitbook.io/yq, https://kislyuk.github.io/yq/
  data -o --output-format -p --input-format -I --indent --width -w
  data,data --arg --argjson
  data,read --slurpfile --rawfile
  code --expression
  load -f --from-file
  instead --expression -f --from-file
  in-place -i --inplace --in-place
  flags -enrCMPNjyYcSi --exit-status --null-input --unwrapScalar --colors --no-colors --prettyPrint --no-doc --inplace --in-place
  flags --raw-output --yaml-output
  operands code read*
  stdin data
  unknown --indentless-lists
  holds --from-file --expression -f
  is prints-parts forgets
yq eval, ~ e, ~ eval-all, ~ ea
  data -o --output-format -p --input-format -I --indent
  code --expression
  load --from-file
  instead --expression --from-file
  in-place -i --inplace
  flags -enrCMPNji --exit-status --null-input --unwrapScalar --colors --no-colors --prettyPrint --no-doc --inplace
  operands code read*
  stdin data
xq, tomlq
  source https://kislyuk.github.io/yq/
  data,data --arg --argjson
  data,read --slurpfile --rawfile
  load -f --from-file
  flags -rcnesMSjC --raw-output --compact-output --null-input --slurp
  operands code read*
  stdin data
gron
  source https://github.com/tomnomnom/gron
  flags -usjcmv --ungron --stream --json --colorize --monochrome --no-sort --version
  operands read:
  stdin data
mlr
  source https://miller.readthedocs.io/en/latest/reference-main-flag-list/
  code --prepipe --prepipex
  load -s --mfrom --load --mload
  read --from
  operands unknown*
  is forgets
csvcut
  source https://csvkit.readthedocs.io/en/latest/scripts/csvcut.html
  data -c --columns -C --not-columns -d --delimiter -q --quotechar -e --encoding -p --escapechar -K --skip-lines -u --quoting
  flags -nxlHtSbv --names --zero --linenumbers --no-header-row --tabs --skipinitialspace --delete-empty-rows
  operands read
  stdin data
  is plain forgets
csvgrep
  source https://csvkit.readthedocs.io/en/latest/scripts/csvgrep.html
  data -c --columns -m --match -r --regex -d --delimiter -q --quotechar -e --encoding -p --escapechar -K --skip-lines
  read -f --file
  flags -niaHtSlv --names --invert-match --any-match --no-header-row --tabs --linenumbers
  operands read
  stdin data
  is plain forgets
csvlook, csvstat, csvsort, csvjson, csvformat, csvclean
  source https://csvkit.readthedocs.io/en/latest/cli.html
  data -d --delimiter -q --quotechar -e --encoding -K --skip-lines
  flags -HtS --no-header-row --tabs
  operands read
  stdin data
csvstat
  data -c --columns
  flags --json --csv --names --type --nulls --unique --min --max --sum --mean --median --stdev --len --freq --count
csvlook
  is plain forgets
csvsql
  source https://csvkit.readthedocs.io/en/latest/scripts/csvsql.html
  code --query --before-insert --after-insert
  place --db
  operands unknown*
xsv
  source https://github.com/BurntSushi/xsv
  operands unknown*
  is plain forgets
xsv headers, ~ count, ~ stats, ~ frequency, ~ table
  data -d --delimiter -s --select -l --limit
  write -o --output
  flags -nj --no-headers --just-names
  operands read*
  stdin data
xsv search
  data -d --delimiter -s --select
  write -o --output
  flags -niv --no-headers --ignore-case --invert-match
  operands data read
  stdin data
xsv select
  data -d --delimiter
  write -o --output
  flags -n --no-headers
  operands data read
  stdin data
datamash
  source https://www.gnu.org/software/datamash/manual/
  data -t --field-separator -R --round --output-delimiter -F --format --filler
  flags -gisWHC --sort --ignore-case --whitespace --headers --header-in --header-out --full --narm
  operands data*
  stdin data
cut, gcut
  source cut(1)
  data -b --bytes -c --characters -d --delimiter -f --fields --output-delimiter
  flags -nszM --complement --only-delimited --zero-terminated --help --version
  operands read*
  stdin data
cut
  is plain prints-files writes-nothing forgets
gcut
  is plain forgets
rev
  source rev(1)
  flags -hV --help --version
  operands read*
  stdin data
  is plain prints-files forgets
tr, gtr
  source tr(1)
  flags -cCdst --complement --delete --squeeze-repeats --truncate-set1 --help --version
  operands data*
  stdin data
tr
  is plain writes-nothing forgets
gtr
  is plain forgets
uniq, guniq
  source uniq(1)
  data -f --skip-fields -s --skip-chars -w --check-chars
  flags -cdDiuz --count --repeated --ignore-case --unique --zero-terminated --help --version --all-repeated --group
  operands read write
  stdin data
uniq
  is plain prints-files takes-files forgets
guniq
  is plain forgets
sort, gsort
  source sort(1)
  data --sort --batch-size -k --key -S --buffer-size -t --field-separator --parallel
  read --random-source
  unknown --files0-from
  write -o --output -T --temporary-directory
  code --compress-program
  flags -cCbdfgiMhnRrVmsuz --check --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting
  flags --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse --version-sort --debug --merge --stable --unique
  flags --zero-terminated --help --version
  operands read*
  stdin data
sort
  is prints-files takes-files forgets
gsort
  is forgets
shuf
  source shuf(1)
  data -i --input-range -n --head-count
  read --random-source
  write -o --output
  flags -erz --echo --repeat --zero-terminated --help --version
  operands read*
  stdin data
  is plain prints-files forgets
comm
  source comm(1)
  data --output-delimiter
  flags -123z --check-order --nocheck-order --total --zero-terminated --help --version
  operands read read
  stdin data
  is plain takes-files forgets
join
  source join(1)
  data -a -e -j -o -t -v -1 -2
  flags -iz --ignore-case --check-order --nocheck-order --header --zero-terminated --help --version
  operands read read
  stdin data
  is plain forgets
paste
  source paste(1)
  data -d --delimiters
  flags -sz --serial --zero-terminated --help --version
  operands read*
  stdin data
  is plain prints-files takes-files forgets
column
  source column(1)
  data -n --table-name -O --table-order -N --table-columns -l --table-columns-limit -E --table-noextreme -H --table-hide
  data -R --table-right -T --table-truncate -W --table-wrap -r --tree -i --tree-id -p --tree-parent -c --output-width
  data -o --output-separator -s --separator
  flags -tdeLJxhV --table --table-noheadings --table-header-repeat --keep-empty-lines --json --fillrows --help --version
  operands read*
  stdin data
  is plain forgets
fold
  source fold(1)
  data -w --width
  flags -bs --bytes --spaces --help --version
  operands read*
  stdin data
  is plain prints-files forgets
fmt
  source fmt(1)
  data -p --prefix -w --width -g --goal
  flags -cstu --crown-margin --split-only --tagged-paragraph --uniform-spacing --help --version
  operands read*
  stdin data
  is plain forgets
pr
  source pr(1)
  data -D --date-format -h --header -l --length -N --first-line-number -o --indent -w --width -W --page-width
  flags -adFfJmrtTv
  operands read*
  stdin data
  is plain forgets
expand, unexpand
  source expand(1)
  data -t --tabs
  flags -ia --initial --all --first-only
  operands read*
  stdin data
  is plain forgets
numfmt
  source numfmt(1)
  data -d --delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit
  flags -zM --debug --grouping --zero-terminated --help --version --header
  operands data*
  stdin data
  is plain forgets
tsort
  source tsort(1)
  operands read
  stdin data
  is plain forgets
iconv
  source iconv(1)
  unknown -f --from-code -t --to-code
  write -o --output
  flags -lcs --list --silent --verbose
  operands read*
  stdin data
  is plain prints-files forgets
base64, base32
  source base64(1)
  data -w --wrap
  flags -di --decode --ignore-garbage --help --version
  operands read
  stdin data
  is plain prints-files forgets
dos2unix, unix2dos
  source dos2unix(1)
  operands write*
expr
  source expr(1)
  operands data*
  stdin data
  is plain writes-nothing compares forgets
echo
  others data
  source echo(1), bash(1)
  flags -neE
  operands data*
  stdin data
  is plain reads-nothing prints-names writes-nothing never-fails takes-empty no-options forgets prints-text
printf
  others data
  source printf(1), bash(1)
  names -v
  unknown -v
  operands data*
  stdin data
  is plain reads-nothing prints-names fills-by-option writes-nothing never-fails takes-empty forgets prints-text
seq
  source seq(1)
  data -f --format -s --separator
  flags -w --equal-width
  operands data*
  is plain reads-nothing writes-nothing forgets
yes
  source yes(1)
  operands data*
  is plain never-fails forgets prints-text
factor
  source factor(1)
  flags -h --exponents
  operands data*
  stdin data
  is plain forgets
true, false
  source true(1)
  operands data*
  stdin data
false
  is plain reads-nothing writes-nothing no-options forgets
true
  is plain reads-nothing writes-nothing never-fails takes-empty no-options forgets
sleep
  source sleep(1)
  operands data*
  is plain writes-nothing forgets
pwd
  source pwd(1)
  flags -LP --logical --physical
  is plain reads-nothing lists-files never-fails forgets
date, gdate
  source date(1)
  data -d --date --rfc-3339
  read -f --file -r --reference
  unknown -s --set
  flags -RuI --debug --resolution --rfc-email --utc --universal --help --version --iso-8601
  operands unknown*
date
  is plain reads-nothing never-fails forgets
gdate
  is plain forgets
cal, ncal
  source cal(1)
  data -A -B -d -H -m
  flags -hjyw13Mb
  operands data*
cal
  is plain forgets
test
  source test(1), bash(1): the subscript of -v and -R is evaluated
  words
  names -v -R
  unknown -v -R -o -a
  read -e -f -d -r -w -x -s -L -h -b -c -g -G -k -N -O -p -S -u -nt -ot -ef
  data -n -z -eq -ne -lt -le -gt -ge -t
  operands data*
  is plain reads-nothing writes-nothing takes-empty compares forgets
less, more, most
  source less(1)
  load -k --lesskey-file --lesskey-src --lesskey-content
  operands unknown*
  stdin unknown
  load -T
  code +*
  is forgets
man, apropos, whatis
  source man(1)
  code -P --pager -H --html -p --preprocessor
  load -C --config-file
  data -s --section -S --sections
  flags -kfwWaiI --apropos --whatis --where --path --all --no-pager
  with -k -f --apropos --whatis : data*
  operands unknown*
man
  is forgets
apropos, whatis
  operands data*
  is plain forgets
tldr, cheat
  source https://tldr.sh/
  data -p --platform -L --language
  operands data*
tldr
  is plain forgets
xmllint
  source xmllint(1)
  data --encode --maxmem
  code --xpath --pattern
  read --schema --dtdvalid --relaxng --schematron --dtdvalidfpi
  write -o --output
  load --path --load-trace
  flags --noout --format --html --nonet --noblanks --valid --postvalid --recover --huge --xmlout --noent --c14n --pretty --quiet
  flags --stream
  operands read:*
  stdin unknown
  is forgets
xmlstarlet
  source https://xmlstar.sourceforge.net/doc/UG/xmlstarlet-ug.html
  operands unknown*
xmlstarlet sel, ~ select
  code -t -v -m -i -c
  operands unknown*
xsltproc
  source xsltproc(1)
  code,code --param
  data,data --stringparam
  write -o --output
  load --path
  flags --nonet --novalid --noout
  operands load unknown*
  load --load-trace
  roles value
  is forgets
pup, htmlq
  source https://github.com/ericchiang/pup
  read -f --file
  flags -cnp --color --number --plain --charset
  operands data*
  stdin data
fzf
  source fzf(1)
  data -f --filter -q --query -d --delimiter -n --nth --with-nth
  code --preview --bind --listen --history
  operands unknown*
  stdin data
envsubst
  source envsubst(1)
  flags -v --variables
  operands data
  stdin unknown
patch
  source patch(1)
  operands unknown*
  stdin write
  is plain extracts forgets
diffstat
  source diffstat(1)
  data -p -w -n -N -e
  flags -lbcfhkmqrstuvz
  operands read*
  stdin data
pandoc
  source pandoc(1)
  unknown -r --read -w --write
  data --wrap --columns --toc-depth --shift-heading-level-by --tab-stop --number-offset --eol --dpi --markdown-headings
  read --abbreviations --bibliography
  load -d --defaults --data-dir -F --filter -L --lua-filter --template --pdf-engine --csl
  code --pdf-engine-opt
  write -o --output --extract-media --log
  unknown -M --metadata -V --variable --metadata-file -H --include-in-header -B --include-before-body -A --include-after-body
  unknown --resource-path
  flags -spNi --standalone --toc --table-of-contents --number-sections --sandbox --strip-comments --preserve-tabs --ascii --quiet
  flags --verbose
  operands read:*
  stdin unknown
  load -t --to -f --from
  texts --pdf-engine
  is forgets
hyperfine
  source hyperfine(1)
  code -p --prepare -s --setup -c --cleanup -S --shell --conclude --reference
  data -w --warmup -m --min-runs -M --max-runs -r --runs -u --time-unit --style -n --command-name
  write --export-asciidoc --export-csv --export-json --export-markdown --export-orgmode
  unknown -L --parameter-list --output -P --parameter-scan -D --parameter-step-size --input
  flags -iN --ignore-failure --show-output
  operands code*
  is line
wdiff, icdiff, difft, difftastic
  source https://difftastic.wilfred.me.uk/
  data --color --display --width --context --background
  operands read read
glow
  source https://github.com/charmbracelet/glow
  data -w --width
  read -s --style
  operands read:
  is plain forgets
ssed
  source sed(1)
  code -e --expression
  load -f --file
  unknown -l --line-length
  operands code
  suffixed -i --in-place
  holds -e --expression -f --file
  only-flags
  is forgets
original-awk, frawk
  source gawk(1)
  code -e --source
  load -f --file -i --include -l --load -E --exec
  unknown -F -v --assign --field-separator -W
  operands code
  holds -f --file -e --source -E --exec
  is stops forgets
mlr
  flags --icsv --ojson --ijson --ocsv --csv --json --tsv --itsv --otsv --ixtab --oxtab --opprint --ipprint --c2j --c2p --j2c --t2j --n2c -n
  data --ifs --ofs --fs --ips --ops --ps --nr-progress-mod
mlr head, ~ tail, ~ sort, ~ cut, ~ count, ~ uniq, ~ stats1, ~ top, ~ summary, ~ cat, ~ count-distinct, ~ group-by, ~ nest, ~ rename, ~ reorder, ~ sec2gmt
  data -n -g -f -a -nr -nf -c -r -x --nr
  flags -o
  operands unknown*
mlr head, ~ tail, ~ sort, ~ cut, ~ count, ~ uniq, ~ stats1, ~ top, ~ summary, ~ cat, ~ count-distinct
  operands read*
mlr put, ~ filter
  code -e
  load -f
  operands code
  holds -f -e
`;
