/** The places of values in the arguments of test runners, linters, formatters and type checkers. */
export const testsUses: string = `
pytest, py.test
  source https://docs.pytest.org/en/stable/reference/reference.html#command-line-flags (\`@file\` holds options)
  data -k -m -n --numprocesses --dist --maxfail --durations --durations-min --tb --ignore --ignore-glob --deselect -r --color --capture
  data --verbosity --show-capture --junit-prefix --timeout --reruns --reruns-delay --lfnf --last-failed-no-failures --code-highlight
  data --log-level --log-cli-level --log-format --log-date-format --log-cli-format --log-cli-date-format --log-file-level --log-disable
  data --asyncio-mode --count --randomly-seed --hypothesis-seed --hypothesis-verbosity --doctest-report --assert --max-worker-restart
  runs --doctest-glob
  load -p -c --config-file --rootdir --confcutdir -o --override-ini -W --pythonwarnings --pdbcls --cov-config --ds --dc
  unknown --import-mode --cov-report --pastebin
  write --junitxml --junit-xml --basetemp --report-log --log-file --html --json-report-file --result-log --benchmark-json
  flags -qvsxlhV --exitfirst --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --sw-skip --co --collect-only
  flags --no-header --no-summary --strict --strict-markers --strict-config --showlocals --no-showlocals --full-trace --disable-warnings
  flags --verbose --quiet --markers --fixtures --fixtures-per-test --setup-only --setup-show --setup-plan --cache-clear --no-cov
  flags --runxfail --pyargs --noconftest --keep-duplicates --continue-on-collection-errors --doctest-modules --trace-config
  flags --json-report --disable-pytest-warnings --no-cov-on-fail --reuse-db --create-db --nomigrations --benchmark-skip --benchmark-only
  flags --version
  operands runs@*
  roles file*
unittest, nose2, nosetests
  source https://docs.python.org/3/library/unittest.html
  data -k -p --pattern
  dir -s --start-directory -t --top-level-directory
  flags -vqfbc --verbose --quiet --failfast --buffer --catch --locals
  operands runs*
tox
  source https://tox.wiki/en/latest/cli_interface.html
  runs -e -f -m
  load -c --conf -x --override --workdir --root -r
  operands unknown*
  code --init-hook
  load --config-file --rcfile --load-plugins --config --python-executable --noxfile
  texts --override
  trusts -f
nox
  source https://nox.thea.codes/en/stable/usage.html (-k is evaluated as Python)
  runs -s --session --sessions -e -t --tags
  code -k --keywords
  load -f --noxfile --envdir --extra-pythons -p --pythons
  flags -lrRv --list --reuse-existing-virtualenvs --no-install --error-on-missing-interpreters --stop-on-first-error
  operands unknown*
  code --init-hook --override
  load --config-file --rcfile --load-plugins --config --python-executable -c
coverage
  source https://coverage.readthedocs.io/en/latest/cmd.html
  load --rcfile
  code --init-hook --override
  load --config-file --load-plugins --config --python-executable -c -f --noxfile
coverage report, ~ html, ~ xml, ~ json, ~ lcov
  data --include --omit -m --fail-under --precision --sort --format --title
  write -d --directory -o
  read --data-file
  flags -iq --skip-covered --ignore-errors --show-missing --skip-empty --no-skip-covered --pretty-print
  operands read*
coverage run
  data --include --omit --source --context --concurrency
  prog -m --module
  load --rcfile
  flags -ap --append --branch --parallel-mode --pylib --timid
  operands load unknown*
  is stops
jest
  source https://jestjs.io/docs/cli
  data -t --testNamePattern -w --maxWorkers --changedSince --shard --seed --testTimeout --maxConcurrency --selectProjects
  data --ignoreProjects
  data --collectCoverageFrom --coveragePathIgnorePatterns --testPathIgnorePatterns
  runs --testPathPattern --testPathPatterns --testMatch --testRegex --runTestsByPath
  load -c --config --setupFiles --setupFilesAfterEnv --rootDir --reporters --globalSetup --globalTeardown --env --testEnvironment
  load --preset
  load --transform --resolver --runner --testRunner --testSequencer --testResultsProcessor --snapshotSerializers --projects --roots
  load --coverageReporters --coverageProvider --watchPlugins --moduleNameMapper --modulePaths --moduleDirectories --filter --globals
  write --outputFile --coverageDirectory --cacheDirectory
  flags -ibeofuh --color --runInBand --json --ci --coverage --bail --silent --verbose --watch --watchAll --passWithNoTests --listTests
  flags --onlyChanged --onlyFailures --lastCommit --detectOpenHandles --forceExit --no-cache --clearCache --findRelatedTests --expand
  flags --logHeapUsage --noStackTrace --updateSnapshot --showConfig --no-coverage --colors --no-colors --errorOnDeprecated --useStderr
  flags --debug --version
  operands runs*
  load -r --require --import --reporter -R --environment --ui --loader
  texts --globals
vitest
  source https://vitest.dev/guide/cli.html
  data -t --testNamePattern --project --bail --retry --shard --maxWorkers --minWorkers --testTimeout --hookTimeout --maxConcurrency
  data --exclude
  runs --dir
  load -c --config -r --root --reporter --environment --pool --globalSetup --browser --workspace --coverage.provider --coverage.reporter
  write --outputFile
  flags -uwh --run --watch --silent --coverage --coverage.enabled --globals --passWithNoTests --update --no-color --hideSkippedTests
  flags --no-file-parallelism --no-watch --changed --isolate --no-isolate --allowOnly --expandSnapshotDiff --printConsoleTrace --dom
  operands runs*
  load --require --import --setupFiles -R --transform --runner --testEnvironment --testRunner --testSequencer --testResultsProcessor
  load --reporters --preset --filter --globalTeardown --setupFilesAfterEnv --snapshotSerializers --ui --loader --rootDir --resolver
vitest run, ~ related, ~ watch, ~ dev, ~ list, ~ bench
  flags --run --json --filesOnly
  operands runs*
mocha
  source https://mochajs.org/next/running/cli/
  data -g --grep -f --fgrep -t --timeout -s --slow --retries -j --jobs --ignore --exclude --extension
  runs --spec --file
  load -c --config --package -r --require --import -R --reporter --reporter-option --reporter-options -O -u --ui --node-option -n
  load --global
  load --globals --loader
  flags -bACpwiGS --bail --check-leaks --color --colors --no-colors --no-color --exit --parallel --watch --recursive --invert --dry-run
  flags --forbid-only --forbid-pending --full-trace --inline-diffs --sort --async-only --allow-uncaught
  operands runs*
  trusts --file --spec
  roles file*
ava, tap, karma, c8, nyc
  source https://github.com/avajs/ava/blob/main/docs/05-command-line.md
  data -m --match
  load --config
  operands unknown*
ava, tap
  load -c -r --require --import --reporter -R --ui -u --loader --package --file --spec
  operands load*
karma, c8, nyc
  code --globals
  load -c -r --require --import --setupFiles --reporter -R --transform --runner --environment --testEnvironment --testRunner
  load --testSequencer --testResultsProcessor --reporters --preset --filter --globalTeardown --setupFilesAfterEnv --snapshotSerializers
  load --globalSetup --ui -u --loader --rootDir --resolver
playwright
  source https://playwright.dev/docs/test-cli
  code --globals
  load -c --config -r --require --import --setupFiles --reporter -R --transform --runner --environment --testEnvironment --testRunner
  load --testSequencer --testResultsProcessor --reporters --preset --filter --globalTeardown --setupFilesAfterEnv --snapshotSerializers
  load --globalSetup --ui -u --loader --rootDir --resolver
playwright test
  data -g --grep -gv --grep-invert --project -j --workers --repeat-each --retries --shard --timeout --global-timeout --max-failures
  data --trace
  load -c --config --reporter --tsconfig --browser
  write --output
  flags -ux --headed --list --quiet --fully-parallel --forbid-only --pass-with-no-tests --last-failed --no-deps --update-snapshots
  operands runs*
playwright codegen, ~ open, ~ screenshot, ~ pdf
  operands place write
cypress
  source https://docs.cypress.io/app/references/command-line
  code --globals
  load -c --config -r --require --import --setupFiles --reporter -R --transform --runner --environment --testEnvironment --testRunner
  load --testSequencer --testResultsProcessor --reporters --preset --filter --globalTeardown --setupFilesAfterEnv --snapshotSerializers
  load --globalSetup --ui -u --loader --rootDir --resolver
cypress run
  data -t --tag --group --ci-build-id --port
  runs -s --spec
  load -c --config -C --config-file -b --browser -r --reporter -o --reporter-options -P --project -e --env
  unknown -k --key
  flags -q --quiet --headed --headless --record --parallel --no-exit --e2e --component
cucumber, cucumber-js, behave
  source https://cucumber.io/docs/cucumber/api/
  data -t --tags -n --name
  load -r --require -p --profile -f --format --import -c --config
  operands runs*
cucumber
  load -I -O --options
rspec
  source https://rspec.info/features/3-13/rspec-core/command-line/
  data -e --example -E --example-matches -t --tag --seed --order --exclude-pattern
  runs -P --pattern
  load -r --require -I -c -f --format -O --options --default-path
  write -o --out
  flags -bnwpvX --backtrace --profile --no-profile --fail-fast --no-fail-fast --only-failures --next-failure --dry-run --color
  flags --no-color --warnings --failure-exit-code
  operands runs*
  load --config
phpunit, pest, paratest
  source https://docs.phpunit.de/en/11.0/textui.html
  data --filter --exclude-filter --testsuite --exclude-testsuite --group --exclude-group --order-by --random-order-seed --columns
  data --processes --covers --uses
  runs --test-suffix
  load -c --configuration --bootstrap --extension --printer --include-path -d --loader --prepend --resolve-dependencies
  write --log-junit --log-teamcity --coverage-clover --coverage-html --coverage-xml --coverage-php --coverage-cobertura
  write --coverage-crap4j
  write --testdox-html --testdox-text --cache-directory --log-events-text --log-events-verbose-text
  flags --colors --testdox --stop-on-failure --stop-on-error --stop-on-defect --list-tests --list-groups --list-suites --no-coverage
  flags --fail-on-warning --fail-on-risky --debug --no-progress --no-results --no-output --process-isolation --do-not-cache-result
  flags --parallel
  operands runs*
phpunit, pest
  load --autoload-file -a
bats
  source https://bats-core.readthedocs.io/en/stable/usage.html
  data -f --filter --filter-tags --filter-status -j --jobs --negative-filter
  load -F --formatter --report-formatter --code-quote-style --parallel-binary-name
  write -o --output --gather-test-outputs-in
  flags -crptTxhv --count --recursive --pretty --tap --timing --trace --verbose-run --print-output-on-failure
  flags --show-output-of-passing-tests
  operands runs*
newman, k6, artillery
  source https://k6.io/docs/using-k6/k6-options/reference/
  operands unknown*
newman/k6/artillery run
  operands load unknown*
eslint
  source https://eslint.org/docs/latest/use/command-line-interface
  data --ext --max-warnings --rule --ignore-pattern --fix-type --global --concurrency
  read --ignore-path --stdin-filename --print-config
  load -c --config --rulesdir --parser --plugin --resolve-plugins-relative-to -f --format --env --parser-options
  write -o --output-file --cache-location --cache-file --suppressions-location
  in-place --fix
  flags --fix --fix-dry-run --quiet --color --no-color --cache --no-cache --stdin --no-eslintrc --no-inline-config --no-ignore --debug
  flags --no-warn-ignored --no-config-lookup --report-unused-disable-directives --exit-on-fatal-error --pass-on-no-patterns --version
  flags --no-error-on-unmatched-pattern --stats
  operands read*
  stdin data
  load --custom-formatter --config-path --custom-syntax
prettier
  source https://prettier.io/docs/cli
  data --tab-width --print-width --end-of-line --trailing-comma --quote-props --arrow-parens --prose-wrap --log-level --loglevel
  data --html-whitespace-sensitivity --config-precedence --cache-strategy --object-wrap --embedded-language-formatting
  read --stdin-filepath --ignore-path
  load --plugin --config --plugin-search-dir --parser --find-config-path
  write --cache-location
  in-place --write -w
  flags -wclu --write --check --list-different --no-config --no-editorconfig --ignore-unknown --single-quote --no-semi --use-tabs
  flags --cache --bracket-same-line --jsx-single-quote --no-color --color --debug-check --no-error-on-unmatched-pattern
  flags --with-node-modules
  operands read*
  stdin data
  load --resolve-plugins-relative-to --rulesdir -f --format --custom-formatter --config-path --custom-syntax
stylelint
  source https://stylelint.io/user-guide/cli
  data --ignore-pattern --ip --max-warnings --mw
  load --config -c --config-basedir --custom-syntax --custom-formatter --formatter -f
  read --ignore-path -i --stdin-filename
  write -o --output-file --cache-location
  in-place --fix
  flags -q --fix --quiet --cache --allow-empty-input --color --no-color --disable-default-ignores
  operands read*
  stdin data
  load --plugin --parser --resolve-plugins-relative-to --rulesdir --format --config-path
biome
  source https://biomejs.dev/reference/cli/
  load --config-path
  data --colors --max-diagnostics --diagnostic-level --log-level --log-kind
  flags --verbose --no-errors-on-unmatched --error-on-warnings --files-ignore-unknown
  load -c --config --plugin --parser --resolve-plugins-relative-to --rulesdir -f --format --custom-formatter --custom-syntax
biome check, ~ lint, ~ format, ~ ci
  data --only --skip --reporter
  in-place --write --fix --apply --apply-unsafe
  flags --write --fix --unsafe --apply --apply-unsafe --staged --changed --json
  operands read*
oxlint
  source https://oxc.rs/docs/guide/usage/linter/cli.html
  data -A --allow -W --warn -D --deny -f --format --max-warnings --ignore-pattern --threads
  load -c --config --tsconfig
  read --ignore-path
  in-place --fix --fix-suggestions --fix-dangerously
  flags --fix --quiet --deny-warnings --silent --no-ignore --react-plugin --jest-plugin --vitest-plugin --fix-suggestions
  operands read*
  load --plugin --parser --resolve-plugins-relative-to --rulesdir --custom-formatter --config-path --custom-syntax
xo, standard
  source https://github.com/xojs/xo
  in-place --fix
  flags --fix --quiet --verbose
  operands read*
  load -c --config --plugin --parser --resolve-plugins-relative-to --rulesdir -f --format --custom-formatter --config-path --custom-syntax
tsc
  source https://www.typescriptlang.org/docs/handbook/compiler-options.html (\`@file\` holds options)
  data --target -t --module -m --lib --moduleResolution --jsx --types --locale --newLine --maxNodeModuleJsDepth
  runs -p --project
  dir --rootDir --baseUrl --typeRoots
  write --outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile
  flags -dvw --noEmit --pretty --strict --skipLibCheck --esModuleInterop --allowJs --checkJs --declaration --listFiles --listFilesOnly
  flags --noEmitOnError --incremental --showConfig --version --watch --diagnostics --extendedDiagnostics --resolveJsonModule
  operands unknown*
  load --plugins
  trusts -p --project
vue-tsc, tsc-files, tsd, svelte-check, knip, depcheck, madge, dependency-cruiser, depcruise
  source https://github.com/vuejs/language-tools
  runs -p --project
  load -c --config
  flags --noEmit --noemit
  operands unknown*
ruff
  source https://docs.astral.sh/ruff/configuration/#full-command-line-interface
  load --config
  flags -qvsn --quiet --verbose --silent --isolated
  code --init-hook --override
  load --config-file --rcfile --load-plugins --python-executable -c -f --noxfile
ruff check
  data --select --ignore --extend-select --extend-ignore --output-format --target-version --line-length --exclude --extend-exclude
  data --fixable
  data --unfixable --per-file-ignores --extend-per-file-ignores --color
  read --stdin-filename
  write -o --output-file --cache-dir
  in-place --fix --fix-only --add-noqa
  flags -enw --fix --fix-only --unsafe-fixes --no-fix --diff --show-fixes --statistics --exit-zero --no-cache --watch --preview
  flags --add-noqa --show-files --show-settings --exit-non-zero-on-fix --respect-gitignore --force-exclude
  operands read*
  stdin data
ruff format
  data --line-length --target-version --exclude --range
  write --cache-dir
  flags --check --diff --no-cache --preview
  operands write*
  with --check --diff : read*
ruff rule, ~ linter
  data --output-format
  flags --all
  operands data
mypy, dmypy
  source https://mypy.readthedocs.io/en/stable/command_line.html (\`@file\` holds options)
  data --python-version --platform --always-true --always-false --disable-error-code --enable-error-code --exclude --follow-imports
  runs -p --package -m --module
  code -c --command
  load --config-file --python-executable --custom-typeshed-dir --custom-typing-module --plugins
  read,read --shadow-file
  write --cache-dir --html-report --junit-xml --txt-report --xml-report --cobertura-xml-report --linecount-report --any-exprs-report
  flags -v --strict --ignore-missing-imports --no-incremental --show-error-codes --hide-error-codes --pretty --no-color-output
  flags --show-column-numbers --show-error-context --no-error-summary --namespace-packages --explicit-package-bases --check-untyped-defs
  flags --disallow-untyped-defs --disallow-any-generics --warn-unused-ignores --warn-return-any --no-implicit-optional --verbose
  operands read@*
mypy
  code --init-hook --override
  load --rcfile --load-plugins --config -f --noxfile
pyright, basedpyright
  source https://github.com/microsoft/pyright/blob/main/docs/command-line.md
  data --level --pythonversion --pythonplatform --verifytypes --threads
  runs -p --project
  load --pythonpath --venvpath -v --venv-path -t --typeshedpath --typeshed-path
  write --createstub --writebaseline
  flags -w --outputjson --stats --warnings --verbose --watch --skipunannotated --dependencies --ignoreexternal
  operands read*
pyright
  code --init-hook --override
  load --config-file --rcfile --load-plugins --config --python-executable -c -f --noxfile
pylint
  source https://pylint.readthedocs.io/en/stable/user_guide/configuration/all-options.html
  data --disable -d --enable -e --max-line-length -j --jobs --ignore --ignore-patterns --ignore-paths --recursive --score -s
  data --fail-under
  data --fail-on --confidence --min-similarity-lines --max-args --max-locals --max-branches --good-names --reports -r --py-version
  data --persistent
  load --rcfile --load-plugins -f --output-format --limit-inference-results --source-roots --extension-pkg-allow-list
  code --init-hook
  write --output
  unknown --msg-template --enable-all-extensions --generated-members
  flags -Ev --errors-only --verbose --exit-zero --list-msgs --from-stdin
  operands read*
  code --override
  load --config-file --config --python-executable -c --noxfile
flake8
  source https://flake8.pycqa.org/en/latest/user/options.html
  data --select --extend-select --ignore --extend-ignore --max-line-length --max-doc-length --max-complexity --exclude --extend-exclude
  data --filename --format --stdin-display-name --per-file-ignores -j --jobs --color --indent-size --require-plugins --enable-extensions
  load --config --append-config
  write --output-file
  flags -qvh --quiet --verbose --count --statistics --show-source --no-show-source --exit-zero --tee --disable-noqa --isolated
  flags --benchmark --doctests --version --help
  operands read*
  stdin data
  code --init-hook --override
  load --config-file --rcfile --load-plugins --python-executable -c -f --noxfile
black, isort, autopep8, yapf, autoflake
  source https://black.readthedocs.io/en/stable/usage_and_configuration/the_basics.html, https://pycqa.github.io/isort/
  data -l --line-length -t --target-version --exclude --include --extend-exclude --force-exclude --profile
  load --config --settings-path --settings-file
  flags -qv --check --diff --quiet --verbose --color --no-color --fast --safe
  operands unknown*
black, isort
  with --check --check-only --diff : read*
  code --init-hook --override
  load --config-file --rcfile --load-plugins --python-executable -c -f --noxfile
bandit
  source https://bandit.readthedocs.io/en/latest/man/bandit.html
  data -f --format -t --tests -s --skip -x --exclude -n --number -p --profile --severity-level --confidence-level -a --aggregate
  read -b --baseline
  load -c --configfile --ini
  write -o --output
  unknown --msg-template
  flags -rlivdq --recursive --level --confidence --verbose --quiet --silent --exit-zero --ignore-nosec
  operands read*
  code --init-hook --override
  load --config-file --rcfile --load-plugins --config --python-executable --noxfile
vulture, radon, pydocstyle, pycodestyle, pyflakes, codespell, interrogate
  source https://github.com/jendrikseipp/vulture
  operands read*
radon cc, ~ mi, ~ raw, ~ hal
  data -e --exclude -i --ignore -n --min -x --max -o --order
  flags -asj --average --show-complexity --json --total-average
  operands read*
semgrep
  source https://semgrep.dev/docs/cli-reference
  code -e --pattern
  load -f -c --config
semgrep
  with -f -c --config -e --pattern : read*
semgrep, semgrep scan, ~ ci
  data -l --lang --severity --exclude --include -j --jobs --timeout --max-target-bytes --exclude-rule --baseline-commit
  write -o --output --json-output --sarif-output --text-output
  in-place --autofix -a
  flags -aq --json --sarif --quiet --verbose --error --metrics --no-git-ignore --autofix --dryrun --strict
  operands read*
trivy
  source https://trivy.dev/latest/docs/references/configuration/cli/trivy/
  load -c --config --server
  data --timeout
  write --cache-dir
  flags -qd --quiet --debug --insecure
trivy fs, ~ filesystem, ~ config, ~ rootfs, ~ sbom
  data -f --format -s --severity --scanners --vuln-type --pkg-types --skip-dirs --skip-files --exit-code --ignore-status
  read --ignorefile
  load --config-check --config-data --ignore-policy --helm-values --template -t
  write -o --output
  flags --ignore-unfixed --no-progress --list-all-pkgs --dependency-tree --offline-scan --skip-db-update
  operands read
trivy image, ~ repo, ~ repository, ~ k8s
  data -f --format -s --severity --scanners --vuln-type --pkg-types --exit-code --platform
  read --ignorefile --input
  load --ignore-policy --template -t
  write -o --output
  flags --ignore-unfixed --no-progress --list-all-pkgs
  operands place
grype, syft
  source https://github.com/anchore/grype
  data -o --output --fail-on
  load -c --config -t --template
  write --file
  operands place
checkov
  source https://www.checkov.io/2.Basics/CLI%20Command%20Reference.html
  data -c --check --skip-check -o --output --framework --skip-framework --skip-path
  read -d --directory -f --file
  load --external-checks-dir --external-checks-git --config-file --var-file --download-external-modules
  unknown --bc-api-key --repo-id --docker-image --image
  write --output-file-path --output-bc-ids
  flags -sl --quiet --compact --soft-fail --list
shellcheck
  source shellcheck(1)
  data -s --shell -e --exclude -i --include -S --severity -f --format -o --enable -W --wiki-link-count -C
  read -P --source-path --rcfile
  flags -axV --check-sourced --external-sources --norc --list-optional --version --color
  operands read*
  stdin data
shfmt
  source https://github.com/mvdan/sh/blob/master/cmd/shfmt/shfmt.1.scd
  words
  data -i --indent -ln --language-dialect -p -filename --filename
  in-place -w --write
  flags -l -d -s -w -bn -ci -sr -kp -fn -mn --list --diff --simplify --write --binary-next-line --case-indent -f --find
  operands read*
  stdin data
hadolint
  source https://github.com/hadolint/hadolint
  data -f --format -t --failure-threshold --ignore --error --warning --info --style --trusted-registry --require-label
  load -c --config
  flags -V --no-fail --no-color --strict-labels --verbose --disable-ignore-pragma
  operands read*
  stdin data
yamllint
  source https://yamllint.readthedocs.io/en/stable/
  data -f --format
  load -c --config-file
  unknown -d --config-data
  flags -s --strict --no-warnings --list-files
  operands read*
  stdin data
markdownlint, markdownlint-cli2
  source https://github.com/igorshubovych/markdownlint-cli
  data -i --ignore --disable --enable
  read -p --ignore-path
  load -c --config -r --rules
  write -o --output
  in-place -f --fix
  flags -fdjqs --fix --dot --json --quiet --stdin
  operands read*
  stdin data
cspell
  flags --no-progress --no-summary --quiet --words-only --unique --dot --no-color
  data --locale --language-id --exclude -e
vale, cspell, alex, write-good
  source https://vale.sh/docs/cli
  load --config -c
  operands read*
actionlint
  source https://github.com/rhysd/actionlint/blob/main/docs/usage.md
  words
  data -ignore
  load -config-file -shellcheck -pyflakes
  unknown -format -stdin-filename
  flags -color -no-color -oneline -verbose -version -debug
  operands read*
tflint, tfsec
  source https://github.com/terraform-linters/tflint
  data -f --format --only --enable-rule --disable-rule --filter --minimum-failure-severity
  dir --chdir
  load -c --config --enable-plugin --var --var-file
  flags --recursive --no-color --force
rubocop, standardrb, erb_lint, reek, brakeman
  source https://docs.rubocop.org/rubocop/usage/basic_usage.html
  data --only --except --fail-level --exclude-limit --disable-pending-cops
  load -r --require -c --config -f --format --plugin
  read -s --stdin
  write -o --out --cache-root
  in-place -a -A -x --autocorrect --autocorrect-all --auto-correct --fix --fix-layout
  flags -aAxDPLlE --autocorrect --autocorrect-all --auto-correct --parallel --no-parallel --display-cop-names --lint --layout --color
  flags --no-color --force-exclusion --safe --list-target-files --fix --fix-layout
  operands read*
rubocop
  load -I -O --options
golangci-lint
  source https://golangci-lint.run/docs/configuration/cli/
  load -c --config
  data --color
  flags -v --verbose --no-config
golangci-lint run
  data -E --enable -D --disable --timeout --new-from-rev --new-from-merge-base --build-tags --max-issues-per-linter --max-same-issues
  data -p --presets --issues-exit-code -j --concurrency --enable-only
  read --new-from-patch
  unknown --out-format --output.json.path --output.text.path --modules-download-mode
  flags -n --fix --new --fast --disable-all --enable-all --tests --allow-parallel-runners --show-stats --print-issued-lines
  operands runs*
staticcheck, gosec, govulncheck, errcheck, revive, ineffassign, nilaway
  source https://staticcheck.dev/docs/running-staticcheck/cli/
  words
  operands runs*
gofmt, goimports, gofumpt
  source https://pkg.go.dev/cmd/gofmt
  words
  data -local -lang
  unknown -r -cpuprofile -srcdir -modpath
  in-place -w
  flags -l -d -s -e -w -extra -v -format-only
  operands read*
  stdin data
clang-format
  source https://clang.llvm.org/docs/ClangFormat.html
  words
  data --lines -lines --offset -offset --length -length --fallback-style -fallback-style
  unknown --style -style --assume-filename -assume-filename
  in-place -i
  flags -i --dry-run -n --Werror -Werror --verbose --sort-includes --dump-config
  operands read@*
  stdin data
ast-grep
  source https://ast-grep.github.io/reference/cli.html
  load -c --config
ast-grep run, ~ scan
  data -p --pattern -r --rewrite -l --lang --selector --strictness --globs --no-ignore -A --after -B --before -C --context --threads
  data --color --heading --debug-query --format --report-style --filter
  load --rule
  code --inline-rules
  flags -Ui --update-all --interactive --json --follow --stdin
  in-place -U --update-all
  operands read*
  stdin data
phpstan, psalm, php-cs-fixer, pint, phpcs, phpcbf, rector
  source https://phpstan.org/user-guide/command-line-usage
  load -c --configuration -a --autoload-file --config --bootstrap
  operands unknown*
psalm
  data --output-format --threads --error-level --php-version
  flags --no-cache --no-progress --show-info --stats --monochrome
  in-place --alter
  write --report --set-baseline
  operands read*
phpstan, psalm
  load --extension --printer
phpstan analyse, ~ analyze
  data -l --level --memory-limit --error-format
  flags -qv --no-progress --debug --xdebug --ansi --no-ansi --quiet --verbose
  operands read*
phpcs
  data --severity --error-severity --warning-severity --extensions --ignore --sniffs --exclude --report --tab-width
  load --standard --runtime-set --filter
  write --report-file --cache
  flags -nsvpq --colors --no-colors
  operands read*
sqlfluff
  source https://docs.sqlfluff.com/en/stable/reference/cli.html
  load --config --library-path
sqlfluff lint, ~ parse
  data --dialect -d --rules -r --exclude-rules -e --format -f --templater
  flags -npv --nocolor --disable-progress-bar
  operands read*
vite/webpack/rollup/esbuild/parcel/next/nuxt/gulp/grunt exec
  texts -c
  operands prog
vite/webpack/rollup/esbuild/parcel/next/nuxt/gulp/grunt run
  operands load
  is stops
turbo/nx/lerna exec
  code -c
  operands prog
htmlhint, jscpd, publint, luacheck, perlcritic, cppcheck, clang-tidy, swiftlint, djlint, buf, spectral, ansible-lint
  source https://htmlhint.com/usage/cli/, https://cppcheck.sourceforge.io/manual.html, https://clang.llvm.org/extra/clang-tidy/
  load -c -r -R --config --config-file --rulesdir --ruleset --rules --rule-texts-file --rule-file --addon --library --load --export-fixes -p
  load --profile --std --cache --reporters-path --fail-on --template --error-format
  operands unknown*
htmlhint, jscpd, publint, luacheck, perlcritic, cppcheck, clang-tidy, swiftlint lint, spectral lint, buf lint
  flags -qv --quiet --verbose --strict --json --nocolor --no-color --enable-all-rules
  in-place --fix -fix --fix-errors --fix-notes
  operands read*
ansible-lint
  flags -qpv --offline --strict --parseable
  data -f --format -x --exclude -t --tags -w --warn-list --enable-list
  in-place --fix
  operands read*
djlint
  flags --check --lint
  with --check --lint : read*
`;
