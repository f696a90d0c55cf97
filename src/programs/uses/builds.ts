/** The places of values in the arguments of compilers and build tools. */
export const buildsUses: string = `
make, gmake, bmake, remake
  setting = load CC CXX LD AR AS CPP SHELL MAKE MAKEFLAGS MAKEFILES PYTHON NODE RUBY
  source make(1), https://www.gnu.org/software/make/manual/make.html#Options-Summary
  runs -o --old-file --assume-old -W --what-if --new-file --assume-new
  code --eval -E
  load -f --file --makefile -I --include-dir
  dir -C --directory
  setting = code *
  flags -knBsiqtewrRpdvSjlO0123456789 --keep-going --dry-run --just-print --recon --always-make --silent --quiet --ignore-errors
  flags --question --touch --environment-overrides --print-directory --no-print-directory --no-builtin-rules --no-builtin-variables
  flags --print-data-base --debug --version --jobs --load-average --max-load --output-sync --trace --warn-undefined-variables --stop
  flags --no-keep-going
  operands runs=*
  trusts -C --directory
  roles setting*
  assignments anywhere
  is reads-variables
just
  source https://just.systems/man/en/ (arguments replace text of recipes)
  code -c --command --shell --shell-arg --chooser --cygpath
  load -f --justfile -E --dotenv-path --dotenv-filename --tempdir
  dir -d --working-directory
  code,code --set
  data --color --dump-format --list-heading --list-prefix
  runs -s --show --usage
  setting = code *
  flags -lnquv --list --dry-run --quiet --summary --unstable --verbose --evaluate --dump --variables --groups --no-deps --yes --unsorted
  operands runs= code*
  trusts -d --working-directory
  roles setting
  assignments first
task, go-task
  source https://taskfile.dev/reference/cli (variables replace text of tasks)
  load -t --taskfile
  dir -d --dir
  data -C --concurrency -o --output --sort -I --interval
  setting = code *
  flags -lafnspvwyx --list --list-all --force --dry --silent --parallel --verbose --watch --yes --json --summary --status --exit-code
  operands runs=*
  trusts -d --dir
  roles setting*
  assignments anywhere
rake
  source rake(1)
  code -e --execute -E --execute-continue -p --execute-print
  load -f --rakefile -r --require -I --libdir -R --rakelibdir
  dir -C --directory
  runs -D --describe -W --where
  setting = unknown *
  flags -TPnqstvAmG --tasks --prereqs --dry-run --quiet --silent --trace --verbose --all --multitask --no-search
  operands runs=*
  roles setting*
  assignments anywhere
mage, invoke, inv, doit, nake, thor
  source https://docs.pyinvoke.org/en/stable/invoke.html
  load -c --collection -f --config -r --search-root
  operands runs unknown*
thor
  code -e --execute -E --execute-continue -p --execute-print
  load --rakefile --require -I --libdir -R --rakelibdir
  roles setting*
  assignments anywhere
cmake
  source cmake(1)
  data -G --config
  runs -t --target
  dir -S -B --build --install --test-dir
  load -P -C --toolchain --preset -A -T
  prog -E
  setting -D data CMAKE_BUILD_TYPE BUILD_SHARED_LIBS BUILD_TESTING CMAKE_EXPORT_COMPILE_COMMANDS
  setting -D load *
  flags -jvNL --parallel --verbose --clean-first --version --fresh --help
  operands dir*
  trusts -S -B --build
  roles file
ctest
  source ctest(1)
  words
  data -R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -I --tests-information -j --parallel -C --build-config
  data --timeout --repeat --stop-time --test-load -FA -FS -FC --repeat-until-fail
  dir --test-dir
  write -O --output-log --output-junit
  load -S --script -SP --script-new-process -D --dashboard --preset -A --add-notes
  code --build-and-test --test-command
  flags --schedule-random -V -VV -N -Q -F --verbose --extra-verbose --output-on-failure --show-only --progress --quiet --rerun-failed
  flags --stop-on-failure --print-labels --no-tests --debug
  trusts --test-dir
ninja, samu
  source ninja(1)
  data -j -k -l -d -w
  load -f -t
  dir -C
  flags -vnh --verbose --quiet --version
  operands runs*
  trusts -C
meson
  source meson(1)
  load --native-file --cross-file
  setting -D load *
meson setup, ~ configure
  load --native-file --cross-file
  setting -D load *
  operands dir*
meson setup
  operands dir dir*
  roles file file
meson test
  data -t --timeout-multiplier --num-processes -j --repeat --maxfail --logbase
  runs --suite --no-suite
  dir -C
  code --wrapper --gdb-path --test-args
  flags -qv --quiet --verbose --no-rebuild --list --print-errorlogs --benchmark
  operands runs*
meson compile
  data -j --jobs
  dir -C
  flags -v --verbose --clean
  operands runs*
bazel, bazelisk
  source https://bazel.build/reference/command-line-reference
  load --bazelrc --output_base --output_user_root --install_base
  code --host_jvm_args
  code --run_under --workspace_status_command
  load @*
bazel/bazelisk build, ~ test, ~ coverage
  data -j --jobs -c --compilation_mode --test_filter --test_tag_filters --test_output --test_timeout --runs_per_test --color
  data --test_size_filters --test_lang_filters --build_tag_filters --cache_test_results --flaky_test_attempts
  load --config --run_under --workspace_status_command --define --action_env --test_env --test_arg --override_repository --platforms
  load --crosstool_top --extra_toolchains --toolchain_resolution_debug --repo_env --copt --linkopt
  flags -ks --keep_going --verbose_failures --nocache_test_results --nobuild --subcommands
  operands runs*
bazel/bazelisk query, ~ cquery, ~ aquery
  data --output --order_output
  load --config --query_file
  write --output_file
  flags --noimplicit_deps --notool_deps --keep_going
  operands runs*
bazel/bazelisk run
  load --config --run_under --script_path
  operands runs unknown*
  roles file
bazel/bazelisk info, ~ version
  operands data*
scons, waf
  source scons(1)
  load -f --file
  dir -C --directory
  operands unknown*
gcc, g++, cc, c++, clang, clang++, gfortran, tcc
  source gcc(1)
  words
  data -std -O -W
  write -o -MF
  code -wrapper
  load -B -specs --specs -T -Xlinker --config -Xclang -Xpreprocessor -Xassembler -mllvm -load -I -L -l -include -isystem -idirafter
  flags -c -S -E -g -Wall -Wextra -Werror -fsyntax-only -pedantic -v -w -M -MM -MD
  operands unknown*
  unknown -x -D
  code -fplugin-arg-* -Wl,* -fuse-ld=*
  suffixed -std -O -W
  load @* -fplugin=* -fpass-plugin=* -specs=*
nm
  flags -C -g -u -n -p -S -D -a -r -l
  source nm(1) (\`@file\` holds options)
  data -f --format -t --radix
  load --plugin --target
  flags -aABCDgnoprSsuUPl --debug-syms --demangle --dynamic --extern-only --numeric-sort --print-size --undefined-only --defined-only
  flags --size-sort
  operands read@*
  load -plugin -T --script @*
  unknown -L
  words
readelf
  source readelf(1) (\`@file\` holds options)
  data -x --hex-dump -p --string-dump -R -j
  flags -ahlSstndrVAIWeuPgCiTz --all --file-header --program-headers --section-headers --symbols --dynamic --notes --relocs --wide
  flags --headers
  operands read@*
  is plain forgets
objdump
  flags -d -t -T -x -h -S -p -r -R -s -f -C -w
  source objdump(1) (\`@file\` holds options)
  data -j --section --start-address --stop-address
  load -M -m -b -P
  flags -afphHxdDSsgeGtTrRCwz --archive-headers --file-headers --all-headers --disassemble --source --syms --dynamic-syms --reloc
  flags --demangle
  operands read@*
  load -plugin --plugin --script @*
  unknown -o -L -l
  words
rustc, rustdoc
  source https://doc.rust-lang.org/rustc/command-line-arguments.html
  code -C --codegen -Z --test-runtool --test-runtool-arg
  load --extern -L --sysroot --target
  write -o --out-dir
  data --edition --explain --crate-name --crate-type --color --error-format
  flags -gOvVh --test --version --verbose
  operands unknown*
  load @*
cargo
  source https://doc.rust-lang.org/cargo/commands/cargo.html
  data --color
  load --config -Z --manifest-path --lockfile-path
  dir -C
  flags -qvV --quiet --verbose --frozen --locked --offline --version --list --help
  texts --config -Z
cargo test, ~ t, ~ bench
  data -p --package --exclude --test --bin --bench --example -F --features -j --jobs --profile --message-format
  load --target
  write --target-dir
  flags -r --all --workspace --lib --bins --tests --benches --examples --all-targets --all-features --no-default-features --no-run
  flags --no-fail-fast --doc --release --keep-going --ignore-rust-version --future-incompat-report --timings --unit-graph --build-plan
  operands data*
  is passes
cargo test
  texts --config
cargo nextest run, ~ nextest list
  data -p --package --exclude --test --bin -F --features -j --test-threads --build-jobs --cargo-profile -E --filter-expr --filterset
  data -P --profile --retries --partition --run-ignored --success-output --failure-output --status-level --final-status-level
  load --target --config-file --tool-config-file --archive-file
  write --target-dir
  flags -r --workspace --all --lib --bins --tests --all-targets --all-features --no-default-features --no-fail-fast --release --no-run
  flags --no-capture --nocapture
  operands data*
  is passes
cargo build, ~ b, ~ check, ~ c, ~ clippy, ~ doc, ~ d
  data -p --package --exclude --test --bin --bench --example -F --features -j --jobs --profile --message-format
  load --target
  write --target-dir --artifact-dir --out-dir
  flags -r --all --workspace --lib --bins --tests --benches --examples --all-targets --all-features --no-default-features --release
  flags --keep-going --no-deps --fix --allow-dirty --allow-staged --document-private-items --ignore-rust-version --timings
  operands unknown*
cargo build
  texts --config
cargo tree
  data -p --package --exclude -e --edges --prefix --format -f --charset --depth --prune -F --features -i --invert
  load --target
  flags -d --workspace --all --no-dedupe --duplicates --all-features --no-default-features
cargo metadata, ~ locate-project, ~ pkgid, ~ verify-project
  data --format-version --filter-platform -F --features --message-format -p --package
  flags --no-deps --all-features --no-default-features --workspace
  operands data
cargo search, ~ info
  data --limit
  load --index --registry
  operands data*
cargo run, ~ r
  runs -p --package --bin --example
  data -F --features -j --jobs --profile --message-format
  load --target
  write --target-dir
  flags -r --release --all-features --no-default-features
  operands unknown*
cargo run
  texts --config
cargo fmt
  data -p --package --message-format
  flags --all --check
  operands unknown*
cargo install, ~ add, ~ update, ~ remove, ~ rm, ~ uninstall, ~ rustc, ~ fix, ~ publish, ~ generate
  load --path --git --index --registry --version --vers --precise --branch --tag --rev
  operands load*
cargo install
  texts --config
cargo rustc
  texts --config
  roles value
rustup
  source https://rust-lang.github.io/rustup/
  is plain
rustup show, ~ toolchain list, ~ target list, ~ component list, ~ which, ~ doc
  load --toolchain
  flags -v --installed --verbose
  operands data*
rustup run
  flags --install
  operands load prog
  roles value program
  is stops
rustup install, ~ default, ~ override, ~ target add, ~ component add, ~ toolchain install
  operands load*
go
  source https://pkg.go.dev/cmd/go
  words
  dir -C
  code -exec -toolexec -gcflags -ldflags -asmflags -gccgoflags -vettool
  load -modfile -overlay
  trusts -C
go test
  data -run -bench -skip -list -fuzz -timeout -count -cpu -parallel -shuffle -benchtime -fuzztime -fuzzminimizetime -blockprofilerate
  data -mutexprofilefraction -memprofilerate -tags -p -coverpkg -covermode
  write -coverprofile -o -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -test.gocoverdir
  code -exec -toolexec -ldflags -gcflags -asmflags -gccgoflags -vet
  load -overlay -modfile -pgo -pkgdir -mod -compiler -buildmode -installsuffix
  unknown -args
  flags -v -race -short -cover -json -failfast -benchmem -fullpath -n -x -a -work -trimpath -msan -asan -c -i -artifacts
  operands runs*
  words
  trusts -C
  roles file*
go vet, ~ build
  data -tags -p
  write -o
  code -toolexec -ldflags -gcflags -asmflags -gccgoflags -vettool
  load -overlay -modfile -pgo -pkgdir -mod -compiler -buildmode -installsuffix
  flags -v -n -x -a -race -msan -asan -work -trimpath -json -cover -linkshared
  operands runs*
  words
  trusts -C
go list
  data -f -tags
  code -toolexec -ldflags -gcflags
  load -overlay -modfile -mod -exec
  flags -json -m -deps -all -u -test -e -versions -retracted -find -compiled -export -cgo -v
  operands place*
  words
go doc
  flags -all -c -cmd -short -src -u -http
  operands data*
  words
go mod why
  flags -m -vendor
  operands data*
  words
go mod graph, ~ mod verify
  operands data*
  words
go mod download, ~ mod tidy, ~ mod vendor, ~ mod init, ~ mod edit
  operands unknown*
  words
go version
  flags -m -v -json
  operands read*
  words
go env
  flags -json -changed -u
  with -u : unknown*
  operands data=*
  words
  setting -w load *
go fmt, ~ fix
  flags -n -x
  operands write*
  words
go run, ~ generate, ~ install, ~ get, ~ tool, ~ work
  code -exec -toolexec -ldflags -gcflags
  load -overlay -modfile
  operands load unknown*
  words
go run
  trusts -C
  is stops
go install, ~ get, ~ generate
  operands load load*
  roles file*
go tool
  is stops
mvn, mvnw, mvnd
  source https://maven.apache.org/ref/current/maven-embedder/cli.html (a goal may name any plugin)
  words
  runs -P --activate-profiles
  data -pl --projects -T --threads -rf --resume-from --color
  write -l --log-file
  load -f --file -s --settings -gs --global-settings -t --toolchains -gt --global-toolchains -b --builder
  setting -D data test it.test groups excludedGroups skipTests skipITs maven.test.skip style.color surefire.failIfNoSpecifiedTests
  setting -D data expression forceStdout detail includes excludes scope outputType appendOutput verbose
  setting -D data failIfNoTests surefire.failIfNoTests maven.test.failure.ignore checkstyle.skip jacoco.skip
  setting -D load exec.* maven.ext.class.path argLine jvm maven.repo.local
  setting -D code *
  flags -q -B -o -e -X -U -N -V -v -am -amd -fae -ff -fn -nsu -ntp -C -c -h --quiet --batch-mode --offline --errors --debug --also-make
  flags --also-make-dependents --fail-at-end --fail-fast --fail-never --no-transfer-progress --update-snapshots --non-recursive
  flags --no-snapshot-updates --show-version --version --help
  operands load*
  setting --define load *
  harmless skipTests test
gradle, gradlew
  source https://docs.gradle.org/current/userguide/command_line_interface.html
  data --tests --console --warning-mode --max-workers --priority --configuration --dependency --task --log-level
  runs -x --exclude-task
  dir -p --project-dir
  write --project-cache-dir
  load -I --init-script -b --build-file -c --settings-file --include-build -g --gradle-user-home
  setting -P unknown *
  setting -D load *
  flags -qidwsSmahtuV --quiet --info --debug --warn --stacktrace --full-stacktrace --no-daemon --daemon --offline --rerun-tasks
  flags --continue --parallel --no-parallel --dry-run --scan --no-scan --build-cache --no-build-cache --configuration-cache
  flags --no-configuration-cache --refresh-dependencies --no-rebuild --profile --all --rerun --version --help --configure-on-demand
  flags --fail-fast
  operands runs*
  trusts -p --project-dir
  setting --system-prop load *
  setting --project-prop load *
ant, sbt, mill, lein, boot
  source https://www.scala-sbt.org/1.x/docs/Running.html
  words
  load -f -file -buildfile -lib -propertyfile -logger -listener -inputhandler -main
  setting -D load *
  operands code*
ant, sbt, mill, lein
  texts -logger -listener -inputhandler -main
  input-text (?:^|:)(?:repl|console|consoleQuick|shell|run|input)$
dotnet
  source https://learn.microsoft.com/dotnet/core/tools/dotnet
  load --additional-deps --depsfile --runtimeconfig --additionalprobingpath
  flags --info --version --list-sdks --list-runtimes
dotnet test
  data --filter -c --configuration -f --framework -r --runtime -v --verbosity --arch --os --blame-hang-timeout
  load -s --settings --logger -l --collect -a --test-adapter-path -e --environment
  write -o --output --results-directory -d --diag
  flags -t --no-build --no-restore --nologo --list-tests --blame --no-dependencies
  operands runs*
  roles file
dotnet build, ~ restore, ~ publish, ~ pack, ~ clean
  data -c --configuration -f --framework -r --runtime -v --verbosity --version-suffix -a --arch --os
  load -s --source --configfile --packages -p --property
  write -o --output
  flags --no-restore --no-incremental --nologo --no-dependencies --force --self-contained --no-self-contained --no-build
  operands runs*
dotnet build
  code -p:* /p:* -property:*
  roles file
dotnet format
  data --severity --diagnostics --exclude-diagnostics -v --verbosity
  flags --verify-no-changes --no-restore
  operands unknown*
dotnet list, ~ sln, ~ nuget list
  data --framework
  flags --outdated --vulnerable --deprecated --include-transitive
  operands runs*
dotnet exec, ~ tool, ~ add, ~ new, ~ ef, ~ fsi, ~ msbuild
  load --project
dotnet run, ~ exec, ~ tool, ~ add, ~ new, ~ ef, ~ fsi, ~ msbuild, ~ watch
  load --launch-profile
  operands load unknown*
dotnet exec
  is stops
dotnet fsi
  load --load --use -r --reference
  code --load:* --use:*
  stdin code
dotnet run, ~ watch
  runs --project
dotnet run
  load --file
  roles value
dotnet msbuild
  code -p:* /p:* -l:* -logger:*
dotnet tool
  roles value
swift
  source https://www.swift.org/documentation/swift-compiler/
  code -e
  operands load unknown*
  stdin code
  load -I -F -L -Xcc -Xlinker -load-plugin-library -plugin-path
  unknown -module-name -target -sdk
  words
  holds -e
  input-text ^repl$
  is stops
swift test
  data --filter --skip -c --configuration -j --jobs --num-workers
  load --package-path -Xswiftc -Xcc -Xlinker --toolchain --sdk
  write --scratch-path --build-path --xunit-output
  flags -qv --parallel --no-parallel --list-tests --enable-code-coverage --skip-build --verbose --quiet
  operands data
swift build
  data -c --configuration -j --jobs
  runs --target --product
  load --package-path -Xswiftc -Xcc -Xlinker --toolchain --sdk
  write --scratch-path --build-path
  flags -qv --show-bin-path --verbose --quiet
swift run, ~ package
  operands unknown*
  load --package-path
mix
  source https://hexdocs.pm/mix/Mix.html
mix test
  data --only --include --exclude --seed --max-failures --timeout --max-cases --partitions --max-requires
  load -r --require --formatter --import --export-coverage
  flags --trace --stale --failed --cover --color --no-color --slowest --force --no-compile --no-deps-check --no-start
  flags --warnings-as-errors
  operands runs*
webpack, vite, rollup, esbuild, parcel, next, nuxt, gulp, grunt, astro, remix, svelte-kit, ng, expo, storybook
  source https://webpack.js.org/api/cli/
  code --plugin --loader
  load -c --config --configPlugin --gulpfile --require -r --preload
  operands unknown*
vite, webpack, rollup, esbuild, parcel, next, nuxt, gulp, grunt
  code -p
  load --project
turbo, nx, lerna, rush, lage, moon
  source https://turborepo.com/docs/reference/run (--filter passes a reference to git)
  load --config --runner --api --token --team
  operands unknown*
turbo, nx, lerna
  code --plugin -p --loader
  load -c --configPlugin --project --gulpfile --require -r --preload
turbo/nx/lerna run
  data --concurrency --output-logs --log-order --configuration
  runs --scope --projects -p
  operands runs unknown*
  roles file
  is stops
artisan
  source https://laravel.com/docs/artisan
artisan route:list
  data --name --path --method --domain --sort --env
  flags --json --reverse --except-vendor --only-vendor -v -vv
  operands data*
artisan about, ~ list, ~ env, ~ migrate:status
  data --only --env
  flags --json --raw -v
  operands data*
manage.py, django-admin
  source https://docs.djangoproject.com/en/stable/ref/django-admin/
  data -v --verbosity
  load --settings --pythonpath
  flags --no-color --force-color --traceback --skip-checks
  load --template
  language python
manage.py/django-admin showmigrations, ~ check, ~ diffsettings, ~ sqlmigrate
  data --database -t --tag --fail-level --output --default
  flags -lp --list --plan --deploy --all --backwards
  operands data*
manage.py/django-admin test
  data -k --tag --exclude-tag
  load --testrunner -p --pattern -t --top-level-directory
  flags -drb --parallel --shuffle --failfast --keepdb --debug-sql --noinput --no-input --reverse --timing --debug-mode --buffer --pdb
  operands runs*
manage.py/django-admin shell
  code -c --command
  load -i --interface
  stdin code
rails
  source https://guides.rubyonrails.org/command_line.html
  load -m --template
rails routes
  data -g --grep -c --controller
  flags -E --expanded --unused
rails test, ~ test:system, ~ test:all
  data -n --name -e --exclude -s --seed
  flags -vfbdp --verbose --fail-fast --defer-output --backtrace
  operands runs*
rails runner, ~ r
  load -e --environment
  operands code unknown*
  stdin code
rails runner
  roles file
  stdin code -
flutter, dart
  source https://docs.flutter.dev/reference/flutter-cli
flutter/dart test
  data -n --name -N --plain-name -t --tags -x --exclude-tags -j --concurrency --timeout --reporter -r
  load --dart-define -d --device-id -p --platform --file-reporter
  write --coverage-path
  flags --coverage --update-goldens --no-pub --machine
  operands runs*
flutter/dart analyze
  flags --fatal-infos --fatal-warnings --no-pub
  operands read*
nmake
  source make(1), https://www.gnu.org/software/make/manual/make.html#Options-Summary
  code --eval -E
  load -f --file --makefile -I --include-dir -C --directory
  unknown -o --old-file -W --what-if --new-file --assume-new
  operands unknown*
  roles setting*
  assignments anywhere
  is reads-variables
cpack
  source ctest(1)
  code --build-and-test --test-command
  load -S --script -SP --test-dir
  setting -D load *
meson devenv
  operands prog
bazel/bazelisk/buck/buck2/pants mobile-install, dotnet tool run, ~ tool install, ~ tool exec
  operands load
buck, buck2, pants
  source https://bazel.build/reference/command-line-reference, https://buck2.build/docs/users/commands/run/
  code --run_under --workspace_status_command --host_jvm_args
  load --bazelrc @*
buck/buck2/pants run
  load --script_path
  operands load
ld, gold, lld, as, strip, objcopy
  source ld(1)
  load -plugin --plugin -T --script @*
  unknown -o -L -l
  words
ar
  source ld(1)
  load -plugin --plugin -T --script @*
  unknown -o -L -l
  words
  is extracts
msbuild, xbuild, xcodebuild
  source https://learn.microsoft.com/visualstudio/msbuild/msbuild-command-line-reference
  load -xcconfig -project
  code -p:* /p:* -property:* -l:* -logger:*
  operands unknown*
  roles setting*
  words
  assignments anywhere
dpkg-buildpackage, debuild
  source dpkg-buildpackage(1)
  code -r -p --sign-command --check-command --rules-file -R --hook-*
`;
