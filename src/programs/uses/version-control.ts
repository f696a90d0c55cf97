/** The places of values in the arguments of version control and in the clients of its hosts. */
export const versionControlUses: string = `
git
  own-first
  source git(1), git-config(1)
  dir -C --work-tree
  load --git-dir --exec-path --config-env --super-prefix
  data --namespace --attr-source --list-cmds
  setting -c data user.name user.email author.* committer.* color.* column.* advice.* log.date log.decorate log.follow log.abbrevCommit
  setting -c data core.quotepath core.quotePath core.abbrev core.ignorecase core.autocrlf core.eol init.defaultBranch
  setting -c data diff.context diff.renames diff.renameLimit diff.algorithm diff.noprefix diff.mnemonicPrefix diff.colorMoved
  setting -c data grep.lineNumber grep.patternType status.* i18n.* http.postBuffer
  setting -c load *
  flags -pP --no-pager --paginate --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs
  flags --no-optional-locks --no-lazy-fetch --no-advice --version --help --html-path --man-path --info-path
  trusts --work-tree
  harmless user.name user.email author.* committer.* color.* column.* advice.* log.date log.decorate log.follow core.quotepath
  harmless core.quotePath core.abbrev core.ignorecase core.autocrlf core.eol core.commentChar init.defaultBranch diff.context diff.renames
  harmless diff.renameLimit diff.algorithm diff.noprefix diff.mnemonicPrefix diff.colorMoved grep.lineNumber grep.patternType status.*
  harmless blame.date i18n.logOutputEncoding http.postBuffer
  is lists-folder lists-files extracts makes-names
git log, ~ whatchanged, ~ reflog show
  data -n -L -S -G -l --author --committer --since --after --until --before --since-as-filter --grep --grep-reflog --format --date
  data --max-count --skip --diff-filter --min-parents --max-parents --exclude --glob --encoding --diff-algorithm --anchored
  data --src-prefix --dst-prefix --line-prefix --inter-hunk-context --decorate-refs --decorate-refs-exclude --ws-error-highlight
  data --word-diff-regex --find-object --max-age --min-age --exclude-hidden -U --unified
  read -O
  write --output
  flags -pumcgrtzsRawbiEFPWqBMCD0123456789 --oneline --graph --all --stat --shortstat --numstat --dirstat --summary --name-only
  flags --name-status --patch --no-patch --patch-with-stat --raw --merges --no-merges --first-parent --reverse --follow --no-color
  flags --color --decorate --no-decorate --branches --tags --remotes --abbrev --abbrev-commit --no-abbrev-commit --pretty --parents
  flags --children --left-right --cherry --cherry-mark --cherry-pick --left-only --right-only --boundary --simplify-by-decoration
  flags --full-history --ancestry-path --topo-order --date-order --author-date-order --walk-reflogs --not --no-walk --full-diff --source
  flags --use-mailmap --no-mailmap --mailmap --log-size --no-notes --notes --show-signature --no-show-signature --regexp-ignore-case
  flags --extended-regexp --fixed-strings --perl-regexp --basic-regexp --invert-grep --all-match --relative-date --no-ext-diff
  flags --textconv --no-textconv --no-renames --find-renames --find-copies --ignore-space-at-eol --ignore-space-change
  flags --ignore-all-space --ignore-blank-lines --word-diff --color-words --minimal --patience --histogram --function-context --text
  flags --binary --full-index --cc --combined-all-paths --diff-merges --no-diff-merges --pickaxe-all --pickaxe-regex --exit-code --quiet
  flags --relative --submodule --compact-summary --end-of-options --clear-decorations --dense --sparse --simplify-merges --show-pulls
  flags --no-expand-tabs --expand-tabs --no-prefix --ext-diff --stdin
  operands data*
git rev-list
  data -n --author --committer --since --after --until --before --grep --format --date --max-count --skip --min-parents --max-parents
  data --exclude --glob --max-age --min-age --filter
  flags -EFPi --all --count --oneline --merges --no-merges --first-parent --reverse --left-right --left-only --right-only --cherry-pick
  flags --boundary --branches --tags --remotes --abbrev-commit --pretty --parents --children --topo-order --date-order --objects
  flags --ancestry-path --not --no-walk --timestamp --header --full-history --simplify-by-decoration --quiet --use-bitmap-index
  flags --end-of-options --no-commit-header --disk-usage --stdin
  operands data*
git shortlog
  data --author --committer --since --after --until --before --grep --format --date --group --max-count
  flags -nsecw --numbered --summary --email --all --no-merges --merges --branches --tags --end-of-options
  operands data*
git show
  data -n -U --unified -S -G --format --date --diff-filter --word-diff-regex --encoding --diff-algorithm --inter-hunk-context
  data --src-prefix --dst-prefix
  read -O
  write --output
  flags -pusmcrRawbzWqMC --oneline --stat --shortstat --numstat --summary --name-only --name-status --patch --no-patch --raw --pretty
  flags --abbrev-commit --abbrev --no-color --color --textconv --no-textconv --no-ext-diff --decorate --no-decorate --no-notes --notes
  flags --show-signature --no-renames --find-renames --ignore-all-space --ignore-space-change --ignore-blank-lines --word-diff
  flags --color-words --first-parent --cc --end-of-options --dirstat --patch-with-stat --no-prefix --binary --full-index --exit-code
  flags --compact-summary --function-context --minimal --patience --histogram --no-mailmap --quiet --ext-diff
  operands data*
git diff, ~ diff-tree, ~ diff-index, ~ diff-files
  data -U --unified -S -G -l --diff-filter --word-diff-regex --diff-algorithm --inter-hunk-context --src-prefix --dst-prefix
  data --line-prefix --find-object --ws-error-highlight --ignore-matching-lines -I --anchored --output-indicator-new
  data --output-indicator-old --output-indicator-context --rotate-to --skip-to --format
  read -O
  write --output
  flags -purstRawbzWqMCBm0123 --no-index --stat --shortstat --numstat --dirstat --summary --name-only --name-status --patch --no-patch
  flags --raw --cached --staged --merge-base --no-color --color --textconv --no-textconv --no-ext-diff --no-renames --find-renames
  flags --find-copies --find-copies-harder --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines
  flags --ignore-cr-at-eol --word-diff --color-words --color-moved --no-color-moved --exit-code --quiet --check --relative --no-relative
  flags --abbrev --binary --full-index --no-prefix --minimal --patience --histogram --function-context --text --pickaxe-all
  flags --pickaxe-regex --cc --end-of-options --compact-summary --ignore-submodules --submodule --patch-with-stat --root --no-commit-id
  flags --always --ours --theirs --base --patch-with-raw --ita-invisible-in-index --ext-diff --stdin
  with --no-index : read*
  operands data/*
git log
  data --tags=* --branches=* --remotes=* --glob=* --pretty=* --abbrev=* --decorate=* --stat=*
git range-diff
  data --creation-factor -U
  write --output
  flags -s --no-color --color --no-dual-color --left-only --right-only --stat --no-patch --no-notes --notes
  operands data*
git cat-file
  data --filter --path
  flags -tspe --textconv --buffer --follow-symlinks --allow-unknown-type --use-mailmap --batch --batch-check --batch-command --filters
  operands data*
git blame, ~ annotate
  data -L --date --since --ignore-rev --encoding
  read -S --contents --ignore-revs-file
  flags -wMCcblfnetpsk --root --show-stats --show-name --show-number --show-email --line-porcelain --porcelain --incremental
  flags --first-parent --abbrev --reverse --color-lines --color-by-age --no-progress --progress
  operands data*
git grep
  data -e --max-depth -m --max-count -A --after-context -B --before-context -C --context --threads --parent-basename
  read -f
  load --open-files-in-pager -O
  flags -nilcwEFPGvhHoqzarIWpL --line-number --ignore-case --word-regexp --invert-match --full-name --extended-regexp --fixed-strings
  flags --perl-regexp --basic-regexp --files-with-matches --name-only --files-without-match --null --only-matching --count --color
  flags --no-color --break --heading --show-function --function-context --cached --untracked --no-index --recurse-submodules --text
  flags --textconv --no-textconv --and --or --not --all-match --quiet --column --no-exclude-standard --exclude-standard --end-of-options
  operands data*
  load -O* --open-files-in-pager=*
git status
  flags -sbvzhu --short --branch --show-stash --porcelain --long --verbose --untracked-files --ignored --ignore-submodules --column
  flags --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames
  operands data*
  is reads-nothing
git ls-files
  data -x --exclude --format --with-tree
  read -X --exclude-from --exclude-per-directory
  flags -zcdmoiskutvfr --cached --deleted --modified --others --ignored --stage --killed --unmerged --directory --no-empty-directory
  flags --exclude-standard --error-unmatch --full-name --recurse-submodules --abbrev --eol --deduplicate --sparse --resolve-undo --debug
  operands data*
  is reads-nothing
git ls-tree
  data --format
  flags -drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev
  operands data*
git rev-parse
  data --default --prefix --disambiguate --exclude --since --after --until --before --git-path
  flags -qh --verify --quiet --short --abbrev-ref --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir
  flags --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository
  flags --show-superproject-working-tree --all --branches --tags --remotes --revs-only --no-revs --flags --no-flags --sq
  flags --end-of-options --path-format --show-object-format --local-env-vars --shared-index-path --not --glob
  operands data*
  is reads-nothing
git merge-base
  flags -a --all --octopus --independent --is-ancestor --fork-point
  operands data*
  is reads-nothing
git describe
  data --candidates --match --exclude
  flags --all --tags --contains --abbrev --exact-match --debug --long --first-parent --always --dirty --broken
  operands data*
  is reads-nothing
git name-rev
  data --refs --exclude
  flags --tags --all --name-only --no-undefined --always --stdin --annotate-stdin
  operands data*
git cherry
  flags -v --abbrev --verbose
  operands data*
git show-branch
  flags -ar --all --remotes --current --topo-order --date-order --sparse --more --list --merge-base --independent --no-name --sha1-name
  flags --topics --color --no-color
  operands data*
git show-ref
  flags -dqs --head --heads --branches --tags --dereference --hash --verify --exists --abbrev --quiet
  operands data*
git for-each-ref
  data --count --sort --format --points-at --contains --no-contains --merged --no-merged --exclude
  flags --shell --perl --python --tcl --ignore-case --color --omit-empty --include-root-refs --stdin
  operands data*
git symbolic-ref
  data -m
  flags -dqr --delete --quiet --short --recurse --no-recurse
  operands data*
  is reads-nothing
git check-ignore
  flags -qvznh --quiet --verbose --non-matching --no-index --stdin
  operands data*
git check-attr, ~ check-ref-format, ~ check-mailmap
  flags -az --all --cached --branch --normalize --allow-onelevel --refspec-pattern --stdin
  operands data*
git count-objects
  flags -vH --verbose --human-readable
git var
  flags -l
  operands data
git hash-object
  data -t
  read --path
  flags -w --no-filters --stdin --stdin-paths
  operands read*
git fsck, ~ verify-pack, ~ show-index
  flags -v --full --no-progress --unreachable --dangling --strict --lost-found --root --tags --cache --connectivity-only
  operands data*
git verify-commit, ~ verify-tag
  flags -v --verbose --raw
  operands data*
git branch
  data --contains --no-contains --merged --no-merged --points-at --format --sort -u --set-upstream-to
  flags -arvdDmMcCfliqt --all --remotes --list --show-current --verbose --delete --move --copy --force --no-track --track
  flags --unset-upstream --create-reflog --quiet --ignore-case --column --no-column --color --no-color --abbrev --no-abbrev
  flags --edit-description
  operands data*
  is reads-nothing
git tag
  data -m --message --contains --no-contains --merged --no-merged --points-at --format --sort -u --local-user --cleanup
  read -F --file
  flags -asdlfvni --annotate --sign --no-sign --delete --list --force --verify --ignore-case --column --no-column --create-reflog
  flags --color
  operands data*
  stdin data
  is reads-nothing
git notes list, ~ notes show
  data --ref
  operands data*
git notes add, ~ notes append
  data --ref -m --message -C --reuse-message
  read -F --file
  flags -f --force --allow-empty
  operands data*
  stdin data
git stash
  data -m --message
  flags -pkuaqS --patch --keep-index --include-untracked --all --quiet --staged
  operands unknown*
git reflog, ~ notes
  flags --all
  operands unknown*
git stash list, ~ stash show
  data -n --format --date --since --until --grep --author --max-count -m --message
  flags -pukaqS --patch --stat --name-only --name-status --oneline --include-untracked --keep-index --all --quiet --only-untracked
  flags --staged --no-color --pretty
  operands data*
git stash push, ~ stash save
  data -m --message
  read --pathspec-from-file
  flags -pkuaqS --patch --keep-index --no-keep-index --include-untracked --all --quiet --staged --pathspec-file-nul
  operands data*
git stash pop, ~ stash apply, ~ stash drop, ~ stash clear, ~ stash branch, ~ stash create
  flags -q --index --quiet
  operands data*
git commit
  data -m --message --author --date -C --reuse-message --fixup --squash --cleanup
  unknown --trailer -c --reedit-message
  read -F --file -t --template --pathspec-from-file
  flags -avsnqpioSuez --all --patch --amend --no-edit --edit --no-verify --verify --allow-empty --allow-empty-message --signoff
  flags --no-signoff --only --include --interactive --dry-run --short --branch --porcelain --long --verbose --quiet --no-gpg-sign
  flags --gpg-sign --reset-author --untracked-files --status --no-status --no-post-rewrite --pathspec-file-nul
  operands data*
  stdin data
git add, ~ stage
  data --chmod
  read --pathspec-from-file
  flags -nvfipeuANz --all --update --no-all --patch --intent-to-add --dry-run --verbose --force --interactive --renormalize --refresh
  flags --ignore-errors --ignore-missing --sparse --edit --pathspec-file-nul
  operands data*
git reset
  read --pathspec-from-file
  flags -qNp --soft --mixed --hard --merge --keep --quiet --patch --intent-to-add --no-refresh --refresh --recurse-submodules
  operands data*
git switch
  data -c --create -C --force-create --orphan --conflict
  flags -dfmqt --detach --force --discard-changes --merge --quiet --track --no-track --guess --no-guess --progress --no-progress
  flags --ignore-other-worktrees --recurse-submodules
  operands data*
git checkout
  data -b -B --orphan --conflict
  read --pathspec-from-file
  flags -qflmpdt23 --quiet --force --ours --theirs --merge --patch --detach --track --no-track --guess --no-guess --progress
  flags --no-progress --overlay --no-overlay --ignore-other-worktrees --recurse-submodules
  operands unknown*
git restore
  data -s --source --conflict
  read --pathspec-from-file
  flags -WSqmp --worktree --staged --quiet --merge --patch --ours --theirs --overlay --no-overlay --progress --no-progress
  operands write*
git rm, ~ mv, ~ clean
  data -e --exclude
  read --pathspec-from-file
  flags -rfnqkvdxXi --cached --force --dry-run --quiet --ignore-unmatch --sparse --verbose
  operands write*
git cherry-pick, ~ revert
  data -m --mainline -X --strategy-option --cleanup --empty
  load --strategy
  flags -exnsSr --edit --no-edit --no-commit --signoff --ff --allow-empty --allow-empty-message --keep-redundant-commits --continue
  flags --abort --skip --quit --no-gpg-sign --gpg-sign --rerere-autoupdate --no-rerere-autoupdate --reference
  operands data*
  texts --strategy
git merge
  data -m -X --strategy-option --into-name --cleanup
  read -F --file
  load -s --strategy
  flags -nqveS --stat --no-stat --no-commit --commit --edit --no-edit --squash --no-squash --ff --no-ff --ff-only --continue --abort
  flags --quit --quiet --verbose --progress --no-progress --signoff --no-signoff --no-verify --verify --allow-unrelated-histories
  flags --autostash --no-autostash --log --no-log --no-gpg-sign --gpg-sign --verify-signatures --no-verify-signatures --overwrite-ignore
  flags --rerere-autoupdate
  operands data*
  texts -s --strategy
git merge-tree
  flags -z --write-tree --name-only --messages --no-messages --allow-unrelated-histories
  operands data*
git rebase
  data --onto -X --strategy-option --empty -C --whitespace
  code -x --exec
  load -s --strategy
  flags -qvnfmkirS --continue --abort --skip --quit --autosquash --no-autosquash --autostash --no-autostash --root --no-ff --no-stat
  flags --keep-base --stat --quiet --verbose --signoff --interactive --rebase-merges --no-rebase-merges --update-refs --no-verify
  flags --force-rebase --fork-point --no-fork-point --committer-date-is-author-date --show-current-patch --no-gpg-sign
  operands data*
  texts -s --strategy
git pull
  data -X --strategy-option --depth --deepen --shallow-since --shallow-exclude -j --jobs
  load -s --strategy --upload-pack
  unknown -o --server-option --refmap --negotiation-tip
  flags -qvnreftkpaPS46 --rebase --no-rebase --ff --ff-only --no-ff --squash --no-commit --commit --no-edit --edit --autostash --tags
  flags --no-tags --prune --all --quiet --verbose --progress --stat --no-stat --no-verify --dry-run --force --allow-unrelated-histories
  operands place data:*
  load --template
  texts --upload-pack -s --strategy
  setting -c load *
  setting --config load *
git fetch
  data --depth --deepen --shallow-since --shallow-exclude -j --jobs
  load --upload-pack
  unknown -o --server-option --refmap --negotiation-tip
  flags -qvanftpkuP46 --all --append --atomic --dry-run --force --prune --prune-tags --tags --no-tags --quiet --verbose --progress
  flags --no-progress --unshallow --update-shallow --keep --set-upstream --recurse-submodules --no-recurse-submodules
  flags --no-auto-maintenance --auto-gc --no-auto-gc --porcelain --no-write-fetch-head --write-fetch-head
  operands place data:*
  code --exec
  load --template
  texts --upload-pack
  setting -c load *
  setting --config load *
git push
  load --receive-pack --exec
  place --repo
  unknown -o --push-option
  flags -fuqvndp46 --all --branches --mirror --delete --tags --follow-tags --dry-run --force --set-upstream --quiet --verbose --prune
  flags --porcelain --atomic --no-atomic --no-verify --verify --progress --no-progress --thin --no-thin --force-with-lease
  flags --force-if-includes --no-force-with-lease --signed --no-signed
  operands place data:*
  texts --receive-pack --exec
git clone
  data --depth -b --branch -o --origin --shallow-since --shallow-exclude -j --jobs --filter --ref-format
  load -u --upload-pack --template -c --config --separate-git-dir --reference --reference-if-able --bundle-uri
  unknown --server-option
  flags -qvnls46 --quiet --verbose --no-checkout --bare --mirror --no-hardlinks --local --shared --single-branch --no-single-branch
  flags --no-tags --recurse-submodules --recursive --shallow-submodules --no-shallow-submodules --progress --sparse --dissociate
  flags --remote-submodules --reject-shallow
  operands place write
  code --exec
  texts -u --upload-pack
git ls-remote
  data --sort
  load --upload-pack --exec
  unknown -o --server-option
  flags -htbq --heads --branches --tags --refs --quiet --exit-code --get-url --symref
  operands place data*
  code -u
  load --template
  texts --upload-pack --exec
  setting -c load *
  setting --config load *
git remote
  flags -v --verbose
  operands unknown*
  is reads-nothing
git remote show, ~ remote get-url, ~ remote prune, ~ remote remove, ~ remote rm, ~ remote rename
  flags -n --push --all --dry-run
  operands data*
git remote add, ~ remote set-url
  data -t --track -m --master
  flags -f --fetch --no-tags --tags --push --add --delete --mirror
  operands data place*
git remote update
  flags -p --prune
  operands data*
git config, ~ config set, ~ config unset, ~ config edit
  load -f --file
  unknown --blob
  data -t --type --default --comment
  flags -lz --add --replace-all --unset --unset-all --rename-section --remove-section --global --system --local --worktree --list --bool
  flags --int --path --show-origin --show-scope --name-only --null --includes
  operands load load load*
git config
  with --get --get-all --get-regexp : data*
  flags --get --get-all --get-regexp
  load --blob
  operands load code load*
  roles value text
git config get, ~ config list
  read -f --file
  unknown --blob
  data --type --default --value --url
  flags -lz --all --regexp --global --system --local --worktree --show-origin --show-scope --name-only --null --includes --fixed-value
  operands data*
git worktree, ~ worktree list
  flags -vz --porcelain --verbose
  operands unknown*
git worktree add
  data -b -B --reason
  flags -fdq --force --detach --checkout --no-checkout --lock --track --no-track --guess-remote --quiet --orphan
  operands write data
git worktree remove, ~ worktree move
  flags -f --force
  operands write*
git worktree prune, ~ worktree lock, ~ worktree unlock, ~ worktree repair
  data --reason --expire
  flags -nv --dry-run --verbose
  operands write*
git archive
  data --format --prefix --mtime
  read --add-file
  unknown --add-virtual-file
  load --exec --remote
  write -o --output
  flags -lv0123456789 --list --verbose --worktree-attributes
  operands data*
  code --receive-pack
  texts --exec
git bundle create
  flags -q --quiet --progress --all --all-progress
  operands write data*
git bundle verify, ~ bundle list-heads
  flags -q --quiet
  operands read data*
git format-patch
  data -n -U --unified --start-number --subject-prefix --to --cc --in-reply-to --suffix --signature --cover-from-description
  data --filename-max-length
  data -v --reroll-count --base --interdiff --range-diff --creation-factor
  read --signature-file --description-file
  write -o --output-directory --output
  flags -skNpq --stdout --cover-letter --numbered --no-numbered --keep-subject --signoff --thread --no-thread --attach --inline
  flags --no-stat --no-signature --zero-commit --binary --quiet --root --always --no-attach --no-renames --no-binary
  flags --ignore-if-in-upstream
  operands data*
git apply, ~ am
  data -p -C --whitespace --include --exclude --patch-format --quoted-cr
  write --directory --build-fake-ancestor
  flags -Rzv3NqksumicS --stat --numstat --summary --check --index --cached --intent-to-add --3way --reverse --reject --verbose --recount
  flags --allow-empty --ignore-space-change --ignore-whitespace --abort --continue --skip --quit --quiet --signoff --keep --no-3way
  flags --ours --theirs --unsafe-paths --unidiff-zero --inaccurate-eof --show-current-patch --no-keep-cr --keep-cr
  operands unknown*
  stdin write
git patch-id
  flags --stable --unstable --verbatim
  stdin data
git interpret-trailers
  code --trailer
  operands read*
  stdin unknown
git bisect start, ~ bisect good, ~ bisect bad, ~ bisect new, ~ bisect old, ~ bisect skip, ~ bisect reset
  flags --no-checkout --first-parent
  operands data*
git bisect log, ~ bisect visualize, ~ bisect view, ~ bisect next, ~ bisect terms
  operands unknown*
git bisect run
  operands prog
  is stops
git difftool, ~ mergetool
  load -x --extcmd -t --tool
  operands unknown*
git difftool
  texts -x --extcmd -t --tool
git mergetool
  texts -t --tool
git submodule status, ~ submodule init, ~ submodule summary
  flags -q --quiet --cached --recursive
  operands data*
git submodule update
  data --depth -j --jobs
  flags -fNq --init --recursive --remote --force --no-fetch --checkout --merge --rebase --quiet --recommend-shallow --single-branch
  operands data*
git submodule foreach
  flags -q --quiet --recursive
  operands code*
git submodule add
  data -b --branch --name --depth
  load --reference
  operands place write
git sparse-checkout list, ~ sparse-checkout set, ~ sparse-checkout add
  flags --cone --no-cone --sparse-index --no-sparse-index --skip-checks
  operands data*
git init
  data -b --initial-branch --object-format
  load --template --separate-git-dir
  flags -q --quiet --bare
  operands write
git help
  flags -agmicv --all --guides
  operands data
git lfs ls-files, ~ lfs status, ~ lfs logs, ~ lfs env
  data -I --include -X --exclude
  flags -lsadnj --long --size --all --json --porcelain --name-only --debug
  operands data*
hg
  source hg(1)
  load --config -R --repository --cwd
  data --encoding --encodingmode --color --pager
  flags -qvyh --quiet --verbose --noninteractive --traceback --hidden --time
  texts --config
hg log, ~ annotate, ~ blame, ~ status, ~ diff, ~ cat, ~ parents, ~ heads, ~ branches, ~ tags, ~ bookmarks, ~ files, ~ id,
~ identify
  data -l --limit -k --keyword -u --user -d --date -b --branch -I --include -X --exclude -U --unified
  unknown -r --rev -T --template -o --output --tool -c --change
  flags -pgGnfMmaAC --patch --stat --git --graph --no-merges
  operands data*
svn
  source https://svnbook.red-bean.com/en/1.7/svn.ref.svn.html
  code --diff-cmd --diff3-cmd --editor-cmd --config-option
  load --config-dir
  data --username --password -r --revision -l --limit --depth --changelist --cl -c --change
  flags -qvguN --non-interactive --no-auth-cache --xml --stop-on-copy --verbose --quiet --show-updates --summarize --incremental
svn status, ~ st, ~ log, ~ info, ~ blame, ~ cat, ~ diff, ~ list, ~ ls, ~ propget, ~ proplist
  data --search --with-revprop
  operands place*
svn add, ~ commit
  data -m --message --encoding
  read -F --file --targets
  operands unknown*
svn revert, ~ delete, ~ rm, ~ mkdir
  operands write*
jj
  source https://jj-vcs.github.io/jj/latest/cli-reference/
  load --config --config-file --config-toml
  dir -R --repository
  data --at-operation --at-op --color
  flags --no-pager --quiet --ignore-working-copy
gh
  source https://cli.github.com/manual/ (a repository's name and a URL may name another host)
  place -R --repo
  flags --help --version
  is plain
gh run list
  data -L --limit --json -s --status -b --branch -e --event -u --user -c --commit -w --workflow --created
  code -q --jq -t --template
  flags -a --all
gh workflow list, ~ secret list, ~ variable list, ~ label list, ~ release list
  data -L --limit --json -o --org -e --env --app --order --sort -S --search
  code -q --jq -t --template
  flags -auwE --all --user --web --exclude-drafts --exclude-pre-releases
gh pr list, ~ issue list, ~ repo list
  data -L --limit --json -s --state -S --search -l --label -A --author -a --assignee -B --base -H --head
  data --app --mention -m --milestone --language --topic --visibility
  code -q --jq -t --template
  flags -dw --draft --web --archived --no-archived --fork --source --exclude-drafts --exclude-pre-releases
  operands data*
gh search code, ~ search issues, ~ search prs, ~ search repos, ~ search commits
  data -L --limit --json --repo --owner --author --assignee --label --state --sort --order --language --extension --filename --size
  data --include-forks --match --created --updated --closed --merged-at --app --commenter --mentions --involves --milestone --project
  data --team-mentions
  data --comments --interactions --reactions --head --base -H -B --review --reviewed-by --review-requested --checks --topic --stars
  data --visibility --license --forks --committer --author-date --committer-date --hash --parent --tree
  code -q --jq -t --template
  flags -w --web --archived --draft --merged --locked --include-prs --no-assignee --no-label --no-milestone
  operands data*
gh pr view, ~ issue view, ~ run view, ~ release view, ~ workflow view, ~ pr diff, ~ pr checks, ~ pr status
  data --json -j --job -a --attempt --color -b --branch -r --ref -i --interval --exclude
  code -q --jq -t --template
  flags -cwvy --comments --web --log --log-failed --verbose --exit-status --yaml --patch --name-only --required --watch --fail-fast
  operands data:*
gh repo view
  data --json -b --branch
  code -q --jq -t --template
  flags -w --web
  operands place
gh gist view
  data -f --filename
  flags -rw --raw --web --files
  operands data:
gh issue status, ~ status, ~ gist list, ~ cache list, ~ ruleset view, ~ ruleset list, ~ ruleset check
  data --json -L --limit -o --org -e --exclude -f --filename -k --key -r --ref -S --sort -O --order -p --parents
  code -q --jq -t --template
  flags -w --web --raw --files --public --secret
  operands data:*
gh auth status, ~ auth token
  data -h --hostname -u --user
  flags -at --active --show-token
gh pr create, ~ issue create, ~ pr edit, ~ issue edit
  data -t --title -b --body -l --label -a --assignee -B --base -H --head -m --milestone -r --reviewer -p --project --add-label
  data --remove-label --add-assignee --remove-assignee --add-reviewer --remove-reviewer --add-project --remove-project
  send -F --body-file -T --template --recover
  flags -dfwe --draft --fill --fill-first --fill-verbose --web --dry-run --no-maintainer-edit --remove-milestone
  operands data:*
  stdin data
gh pr comment, ~ issue comment, ~ pr review
  data -b --body
  send -F --body-file
  flags -acrw --approve --comment --request-changes --web --edit-last --create-if-none
  operands data:*
  stdin data
gh pr close, ~ pr reopen, ~ issue close, ~ issue reopen, ~ pr ready, ~ issue pin, ~ issue unpin, ~ pr lock, ~ issue lock
  data -c --comment -r --reason
  flags -d --delete-branch --undo
  operands data:*
gh pr merge, ~ pr update-branch
  data -b --body -t --subject -A --author-email --match-head-commit
  send -F --body-file
  flags -dmrs --auto --disable-auto --delete-branch --merge --rebase --squash --admin
  operands data:
gh pr checkout
  data -b --branch
  flags -f --force --detach --recurse-submodules
  operands data:
gh run watch, ~ run rerun, ~ run cancel, ~ run delete, ~ workflow enable, ~ workflow disable
  data -i --interval -j --job
  flags -d --debug --exit-status --failed --compact
  operands data:
gh run download
  data -n --name -p --pattern
  write -D --dir
  operands data:
gh workflow run
  data -r --ref -f --raw-field
  data=@ -F --field
  flags --json
  operands runs
gh api
  unknown -X --method
  data --cache -p --preview -H --header
  place --hostname
  code -q --jq -t --template
  send --input
  flags -i --include --paginate --silent --slurp --verbose
  operands place
  setting -f code query
  setting -f data *
  setting --raw-field code query
  setting --raw-field data *
  setting -F code query
  setting -F data=@ *
  setting --field code query
  setting --field data=@ *
  data repos/* /repos/* orgs/* /orgs/* users/* /users/* search/* /search/*
gh release create, ~ release edit
  data -t --title -n --notes --target --tag --discussion-category --notes-start-tag
  send -F --notes-file
  flags -dp --draft --prerelease --latest --generate-notes --verify-tag --notes-from-tag --fail-on-no-commits
  operands data send*
gh release upload
  flags --clobber
  operands data send*
gh release download
  data -p --pattern -A --archive
  write -D --dir -O --output
  flags --clobber --skip-existing
  operands data
gh release delete, ~ release delete-asset
  flags -y --yes --cleanup-tag
  operands data*
gh label create, ~ label edit
  data -c --color -d --description -n --name
  flags -f --force
  operands data
gh repo clone
  operands place write unknown*
glab
  source https://gitlab.com/gitlab-org/cli/-/tree/main/docs/source
  place -R --repo
  flags --help --version
  is plain
glab mr list, ~ issue list, ~ ci list, ~ release list, ~ pipeline list, ~ label list
  data -l --label --not-label -a --assignee --author --milestone -m --search -P --per-page -p --page -s --source-branch -t
  data --target-branch
  data --status --ref --source --order-by -o --sort -O --in --group -g --output-format --output -F -r --reviewer -u --username -n --name
  flags -AMcdC --all --merged --closed --draft --opened --confidential
  operands data:*
glab mr view, ~ issue view, ~ mr diff, ~ ci status, ~ ci view, ~ ci get, ~ release view, ~ repo view, ~ mr approvers
  data -b --branch -p --page -P --per-page --output -F --pipeline-id
  flags -csw --comments --system-logs --web --raw --live --compact
  operands data:*
glab ci trace
  data -b --branch -p --pipeline-id
  operands data:
glab mr create, ~ issue create, ~ mr note, ~ issue note, ~ mr update, ~ issue update
  data -t --title -d --description -l --label -a --assignee -m --message --milestone -b --target-branch -s --source-branch --reviewer
  data --unlabel -u --unassign
  flags -fy --fill --yes --draft --wip --remove-source-branch --squash-before-merge --push --no-editor --ready --copy-issue-labels
  operands data:*
glab mr close, ~ mr reopen, ~ issue close, ~ issue reopen, ~ mr approve, ~ mr revoke
  data -s --sha
  operands data:*
pre-commit
  source https://pre-commit.com/#cli
  load -c --config
pre-commit run
  data --from-ref -s --source --to-ref -o --origin --hook-stage --color
  runs --files
  flags -av --all-files --verbose --show-diff-on-failure
  operands runs
gitleaks
  source https://github.com/gitleaks/gitleaks
  load -c --config
  data -f --report-format -l --log-level --max-target-megabytes --exit-code --redact
  read -b --baseline-path -s --source -i --gitleaks-ignore-path
  write -r --report-path
  unknown --log-opts --report-template
  flags -v --verbose --no-banner --no-color --no-git --staged --pre-commit --follow-symlinks
gitleaks dir, ~ directory, ~ git
  operands read
git fetch-pack
  code -u --upload-pack --exec
  load --template
  setting -c load *
  setting --config load *
git send-pack
  code --receive-pack --exec
git submodule
  is stops
git bisect, ~ hook, gh/glab alias, gh extension, ~ extension create, ~ ext, ~ config, ~ codespace, ~ repo, ~ run, ~ pr, ~ issue
  operands unknown*
git filter-branch
  code --setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --state-branch
  unknown --subdirectory-filter --original -d
git send-email
  code --to-cmd --cc-cmd --header-cmd --sendmail-cmd --smtp-server --smtp-server-option --in-reply-to-cmd
git instaweb
  code -d --httpd -b --browser
  load -m --module-path
git web--browse
  code -b --browser -t --tool
  unknown -c --config
git for-each-repo, ~ difftool--helper, gh codespace ssh
  operands code*
git daemon
  code --access-hook
git hook run, gh extension install, ~ ext install, pre-commit/lefthook/husky try-repo
  operands load
git remote-ext, gh/glab alias set, gh config set
  operands unknown code
git svn
  load --authors-prog
git p4
  code --git-dir
git shell
  code -c
hg bisect
  code -c --command
hg clone, ~ pull, ~ push, ~ incoming, ~ outgoing
  code -e --ssh --remotecmd
hg extdiff
  code -p --program -o --option
cvs
  source cvs(1)
  code -e -d
  unknown -z
darcs, fossil, bzr, brz
  source darcs(1)
  code --posthook --prehook --test --diff-command --external-merge
repo
  source https://source.android.com/docs/setup/reference/repo
  is plain
repo forall
  code -c
  is joins
gh alias import
  operands load
  stdin code
gh extension exec, ~ ext exec
  operands prog
lefthook, husky
  source https://pre-commit.com/
  load -c --config
`;
