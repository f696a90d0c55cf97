/** The places of values in the arguments of package managers of languages and systems. */
export const packagesUses: string = `
npm
  source https://docs.npmjs.com/cli/commands
  data --loglevel --omit --include --depth --access --otp --tag --searchlimit --audit-level --fetch-timeout --fetch-retries --maxsockets
  runs -w --workspace
  load --script-shell --shell --node-options --prefix --userconfig --globalconfig --git --editor --viewer --browser --cache --registry
  load -C --onload-script --init-module --before --install-strategy --scope --proxy --https-proxy --cafile
  write --pack-destination
  flags -sdglq --silent --json --if-present --workspaces --long --parseable --yes --no-audit --no-fund --ignore-scripts
  flags --legacy-peer-deps --include-workspace-root --global --quiet --verbose --dry-run --production --no-save --save-dev --save-exact
  flags --offline --prefer-offline --no-color --force --package-lock-only --all --no-progress --foreground-scripts
  texts --script-shell --shell --node-options --git --editor --viewer --browser --onload-script --init-module
  trusts -w --workspace
npm run, ~ run-script, ~ rum, ~ urn, pnpm run, ~ run-script
  operands runs unknown*
npm/pnpm run, npm run-script, ~ rum
  roles file
  is stops
npm ls, ~ list, ~ la, ~ ll, ~ why, ~ explain, ~ search, ~ find, ~ root, ~ prefix, ~ outdated, ~ query, ~ pkg get, ~ config get,
~ get, ~ config list, ~ ping, ~ whoami, ~ bin, ~ doctor, pnpm ls, ~ list, ~ la, ~ ll, ~ why, ~ outdated, ~ audit, ~ root, ~ bin,
~ licenses, nvm ls, ~ list, ~ current, ~ ls-remote, ~ version, fnm list, ~ current, ~ ls-remote, volta/tfenv list, mise current,
~ which, ~ where, ~ outdated, ~ doctor, asdf where, ~ which, apt-mark showmanual, ~ showauto, ~ showhold
  operands data*
npm install, ~ i, ~ add, ~ in, ~ ci, ~ it, ~ install-test, ~ update, ~ up, ~ upgrade, ~ uninstall, ~ rm, ~ remove,
yarn/yarnpkg add, ~ install, ~ remove, ~ upgrade, ~ up, ~ create, ~ dlx, ~ link, ~ global, ~ config, ~ set, ~ plugin, nvm use,
~ install, ~ run, ~ exec, fnm use, ~ install, ~ exec, volta/flatpak run, ~ install, corepack use, ~ enable, poetry env use,
~ shell, ~ self, bundle/bundler install, ~ update, ~ add, ~ remove, ~ config, ~ plugin, ~ open, ~ console, ~ gem, ~ lock,
gem install, ~ exec, ~ update, ~ uninstall, ~ build, ~ push, ~ fetch, ~ unpack, ~ sources, ~ open, composer require, ~ install,
~ update, ~ remove, ~ exec, ~ run, ~ run-script, ~ create-project, ~ global, ~ config, ~ dump-autoload, ~ init, ~ archive,
~ self-update, pyenv install, ~ local, ~ global, ~ shell, rbenv install, ~ local, asdf install, ~ plugin, ~ global, ~ local,
mise use, ~ install, ~ run, ~ r, ~ set, ~ trust, ~ plugins, ~ tasks run, brew install, ~ upgrade, ~ uninstall, ~ reinstall,
~ tap, ~ link, ~ update, ~ ruby, ~ sh, ~ edit, ~ bundle, apt/apt-get/aptitude install, ~ remove, ~ purge, ~ upgrade, ~ update,
~ full-upgrade, ~ source, ~ build-dep, ~ download, ~ edit-sources, dnf/yum/microdnf install, ~ remove, ~ upgrade, ~ update,
~ reinstall, ~ downgrade, ~ module, ~ copr, ~ config-manager, apk add, ~ del, ~ fix, ~ upgrade, ~ update, ~ fetch, snap install,
~ run, ~ refresh, ~ remove, nix run, ~ shell, ~ develop, ~ build, ~ eval
  operands load*
flatpak run
  code --command
  setting --env load *
  roles file
  is stops
snap run
  code --command --shell
  roles file
  is stops
npm ci, asdf plugin, bundle/bundler install
  roles value
yarn/yarnpkg dlx
  code -c
  load -p --package
  roles file
  is stops package
yarn/yarnpkg create, composer run-script, ~ run
  roles file
  is stops
mise run, mise/corepack/nvm/fnm use
  roles file
nvm/fnm exec
  code -c --command
  operands load prog*
  roles value program
  is stops
nvm/volta run
  operands load prog*
  roles file program
  is stops
poetry shell
  roles value
  stdin code
bundle/bundler config
  operands load load code*
  roles value value text
gem exec
  load -g --gem
  operands prog*
  roles program
  is stops
composer exec
  operands prog*
  roles program
  is stops
brew ruby
  code -e
  load -r
  roles file
brew sh
  code -c --cmd
  roles value
npm exec, ~ x, ~ init, ~ create, ~ link, ~ rebuild, ~ pack, ~ publish, ~ explore, ~ edit, ~ config, ~ set, ~ dedupe
  load -p --package -c --call
  operands load*
npm exec, ~ x
  texts -c --call --shell
  roles file
  is stops package
npm explore
  operands load prog*
  roles file program
  is stops
npm init, ~ create, ~ edit
  roles file
npm config
  roles value
npm set
  roles setting*
pnpm
  source https://pnpm.io/pnpm-cli (--filter passes a reference to git)
  data --loglevel --reporter --depth --workspace-concurrency --sort
  unknown --filter -F --filter-prod --changed-files-ignore-pattern --test-pattern
  load -C --dir --config --script-shell --registry --store-dir --prefix --userconfig --node-options --shell-mode -c
  flags -rswD --recursive --silent --json --if-present --long --parallel --stream --workspace-root --no-bail --prod --dev
  flags --frozen-lockfile --offline --prefer-offline --ignore-scripts
  load --cwd --use-yarnrc
  texts -c --shell-mode --script-shell
  operands load
pnpm install, ~ i, ~ add, ~ remove, ~ update, ~ dlx, ~ create, ~ link, ~ rebuild, ~ patch, ~ config, ~ env
  load --package -p
  operands load*
pnpm dlx
  texts -c
  roles file
  is stops package
pnpm create
  roles file
  is stops
pnpm *, bun run, ~ x, ~ add, ~ install, ~ i, ~ remove, ~ update, ~ create, ~ link, ~ build, ~ init
  operands load unknown*
bun x
  operands prog unknown*
  is stops
bun add, ~ install
  operands load load*
  roles file*
bun build
  roles value
yarn, yarnpkg
  source https://yarnpkg.com/cli
  load --cwd --use-yarnrc --registry --modules-folder --cache-folder --script-shell
  flags -s --silent --json --verbose --offline --frozen-lockfile --immutable --ignore-scripts --non-interactive --no-progress
  operands load unknown*
yarn, yarnpkg
  code -c --shell-mode
  load -C --dir
  texts --script-shell
yarn/yarnpkg test, ~ start, ~ build, ~ info, ~ npm info, brew services start, ~ services stop, ~ services restart
  operands unknown*
yarn/yarnpkg run
  flags -T --top-level --inspect --binaries-only
  operands runs unknown*
yarn/yarnpkg run
  roles file
  is stops
yarn/yarnpkg why, ~ list, ~ outdated, ~ audit, ~ licenses, ~ config get, ~ bin
  data --pattern --depth --level --groups
  flags -RA --recursive --all --peers
  operands data*
yarn/yarnpkg workspace
  operands runs load unknown*
yarn/yarnpkg node
  operands load unknown*
  stdin code
bun
  source https://bun.sh/docs/cli/run
  load --preload -r -c --config --cwd --env-file --tsconfig-override --import --require --loader
  code -e --eval -p --print
  operands load unknown*
  stdin code
  holds -e --eval -p --print
  is stops
bun test
  data -t --test-name-pattern --timeout --rerun-each --bail --coverage-reporter --seed
  load --preload -r -c --config --cwd --env-file --reporter
  write --coverage-dir --reporter-outfile
  flags -u --only --todo --coverage --update-snapshots --watch --silent
  operands runs*
bun pm ls, ~ why, ~ outdated, ~ audit
  flags -a --all
  operands data*
nvm, fnm, volta, corepack
  source https://github.com/nvm-sh/nvm#usage
  operands unknown*
  is plain
pip, pip3, pip2
  source https://pip.pypa.io/en/stable/cli/
  load --index-url -i --extra-index-url -f --find-links --proxy --cert --client-cert --trusted-host --config-settings --python
  load --cache-dir
  data --timeout --retries --exists-action
  write --log
  flags -qvh --quiet --verbose --no-input --no-color --disable-pip-version-check --isolated --no-cache-dir --require-virtualenv
  flags --no-index
  texts --config-settings
pip/pip3/pip2 show
  flags -f --files
  operands data*
pip/pip3/pip2 list, ~ freeze, ~ check, ~ index versions, ~ inspect, ~ cache list, ~ config list, ~ config get, ~ config debug
  data --format --exclude --platform --python-version
  dir --path
  read -r --requirement
  flags -olu --outdated --uptodate --local --user --not-required --include-editable --exclude-editable --all --pre
  operands data*
pip/pip3/pip2 hash
  data -a --algorithm
  operands read*
pip/pip3/pip2 install, ~ download, ~ wheel, ~ uninstall
  load -r --requirement -c --constraint -e --editable -C --global-option --install-option --build-option -t --target --src --prefix
  load --root
  load --report --no-binary --only-binary --platform --abi --implementation --group
  write -d --dest -w --wheel-dir
  flags -Uy --upgrade --pre --user --no-deps --no-build-isolation --force-reinstall --ignore-installed --dry-run --require-hashes --yes
  operands load*
pip/pip3/pip2 install, ~ download, ~ wheel
  texts --global-option --config-settings -C --install-option --build-option
pipx
  source https://pipx.pypa.io/stable/
  code --config-settings
  load --python --index-url
pipx list
  flags --short --json --include-injected
  operands data*
pipx run, ~ install, ~ inject, ~ upgrade, ~ runpip, ~ reinstall, ~ uninstall, ~ ensurepath
  load --spec --python --index-url --pip-args
  operands load*
pipx install
  code --global-option --config-settings -C --install-option --build-option
  load -r --requirement -e --editable -i --extra-index-url -f --find-links -c --constraint -t
pipx run
  roles file
  is stops package
pipx runpip
  roles value
uv
  source https://docs.astral.sh/uv/reference/cli/
  data --color
  load --config-file --index --index-url --default-index --extra-index-url --find-links --python -p --cache-dir
  dir --directory --project
  flags -qvn --quiet --verbose --no-cache --offline --no-progress --no-config --no-python-downloads --native-tls
  trusts --directory --project
uv pip show, ~ pip list, ~ pip freeze, ~ pip check, ~ pip tree, ~ tree, ~ python list, ~ tool list, ~ version
  data --format --exclude --depth --prune --package --output-format --group
  flags --outdated --invert --no-dedupe --files --editable --strict --universal --frozen --locked --no-dev --all-versions
  flags --only-installed
  operands data*
uv pip install, ~ pip uninstall, ~ pip sync, ~ pip compile, ~ add, ~ remove, ~ tool install, ~ tool run, ~ python install
  load -r --requirement --requirements -c --constraint -e --editable --with --from
  write -o --output-file
  operands load*
uv pip install
  code --global-option --config-settings -C --install-option --build-option
  load -i -f -t
uv tool run
  roles file
  is stops package
uv tool install
  roles file
poetry
  source https://python-poetry.org/docs/cli/
  dir -C --directory -P --project
  flags -qvn --quiet --verbose --no-interaction --no-ansi --no-plugins --no-cache
  unknown --name
poetry show, ~ check, ~ env info, ~ env list, ~ version, ~ search
  data --with --without --only --why
  flags -tloas --tree --latest --outdated --all --top-level --short
  operands data*
poetry add, ~ install, ~ remove, ~ update, ~ lock, ~ build, ~ publish, ~ new, ~ init, ~ config
  load --source --path -G --group -E --extras --python
  operands load*
pipenv, pdm, hatch, rye, conda, mamba, micromamba, pixi
  source https://docs.conda.io/projects/conda/en/stable/commands/index.html
  operands unknown*
pipenv, pdm, hatch, rye, conda, mamba, micromamba
  unknown -n --name
conda/mamba/micromamba list, ~ info
  data -n --name --platform --subdir
  load -c --channel -p --prefix
  flags -ef --json --export --explicit --envs --revisions --no-pip --override-channels
  operands data*
conda/mamba/micromamba install, ~ create, ~ update, ~ remove, ~ env, ~ config
  load -c --channel -n --name -p --prefix -f --file
  operands load*
bundle, bundler
  source bundle(1)
  load --gemfile --path
  flags -qV --quiet --verbose --no-color
bundle/bundler list, ~ info, ~ show, ~ outdated, ~ check, ~ platform, ~ doctor
  data --group --only-group --without-group
  flags --name-only --paths --path --strict --parseable --major --minor --patch --groups --only-explicit --dry-run
  operands data*
gem
  source https://guides.rubygems.org/command-reference/
  load --config-file -s --source -I
gem list, ~ search, ~ info, ~ outdated, ~ environment, ~ which, ~ contents, ~ dependency, ~ specification
  data -v --version
  flags -ardelq --all --local --remote --both --exact --details --versions --no-versions --installed --prerelease
  operands data*
composer
  source https://getcomposer.org/doc/03-cli.md
  dir -d --working-dir
  flags -nqv --no-interaction --quiet --verbose --ansi --no-ansi --no-plugins --no-scripts --no-cache --profile
  trusts -d --working-dir
composer show, ~ info, ~ outdated, ~ why, ~ depends, ~ why-not, ~ prohibits, ~ licenses
  data -f --format --ignore
  flags -iltosaDNPArm --tree --latest --outdated --direct --self --platform --name-only --path --all --locked --installed --no-dev
  flags --strict
  operands data*
composer validate, ~ audit, ~ check-platform-reqs, ~ fund, ~ status, ~ diagnose
  data -f --format
  flags --strict --no-check-all --no-check-lock --no-check-publish --locked --no-dev
  operands read
composer search
  data -t --type -f --format
  flags -NO --only-name --only-vendor
  operands data*
pyenv, rbenv, nodenv, goenv, jenv, tfenv, asdf, mise, rtx
  source https://github.com/pyenv/pyenv/blob/master/COMMANDS.md, https://asdf-vm.com/manage/commands.html
  operands unknown*
  is plain
pyenv versions, ~ version, ~ which, ~ whence, ~ prefix, rbenv versions, ~ version, asdf list, ~ current, mise ls
  flags --bare
  operands data*
brew
  source https://docs.brew.sh/Manpage
  is plain
brew search, ~ leaves, ~ config, ~ services list
  flags -1vqts --formula --formulae --cask --casks --versions --json --tree --installed --pinned --full-name --include-build --verbose
  operands data*
brew list, ~ ls, ~ info, ~ home, ~ cat, ~ log, ~ deps, ~ uses, ~ desc, ~ outdated
  flags --json --installed --formula --cask --analytics
  operands unknown*
apt, apt-get, aptitude
  source apt.conf(5), apt-get(8)
  setting -o load *
  setting --option load *
  load -c --config-file
  data -t --target-release
  flags -qyfsdmV --yes --assume-yes --quiet --simulate --dry-run --no-install-recommends --download-only --fix-broken --purge
conda/mamba/micromamba search
  data -n --name --platform --subdir
  load -c --channel -p --prefix
  flags --json --info --override-channels
  operands data*
apt/apt-get/aptitude list, ~ show, ~ search, ~ changelog
  flags -anf --installed --upgradable --all-versions --names-only --full
  operands data*
apt/apt-get/aptitude policy, ~ depends, ~ rdepends
  flags -a --all-versions
  operands read*
apt-cache
  source apt-cache(8)
  setting -o load *
  load -c --config-file
  read -p --pkg-cache -s --src-cache
  setting --option load *
apt-cache search, ~ policy, ~ depends, ~ rdepends, ~ pkgnames, ~ showpkg, ~ madison
  flags -nfaiq --names-only --full --all-versions --installed --recurse --no-recommends --no-suggests
  operands data*
apt-cache show, ~ showsrc, ~ stats
  flags -a --no-all-versions
  operands data*
apt-mark
  source apt-mark(8)
  operands unknown*
dpkg
  source dpkg(1)
  code --pre-invoke --post-invoke --status-logger
  load --admindir --instdir --root --path-include -D
  flags -lLSspVC --list --listfiles --search --status --print-avail --get-selections --verify --no-pager --audit
  with -l -L -S -s -p --list --listfiles --search --status --print-avail : data*
  operands unknown*
  load -i --install --unpack
dpkg-query
  source dpkg-query(1)
  load --admindir --root
  data -f --showformat
  flags -WlLSspc --show --list --listfiles --search --status --print-avail --control-path --no-pager --load-avail
  operands data*
rpm
  source rpm(8)
  code -E --eval -D --define --pipe --load
  load --rcfile --macros --dbpath -r --root --import
  flags -qailcdRVsvh --all --info --list --requires --scripts --changelog
  operands unknown*
  flags -p --package
  with -p --package : place*
  with -q --query -V --verify : data*
  with -i --install -U --upgrade -F --freshen -e --erase : load*
dnf, yum, microdnf, zypper
  source https://dnf.readthedocs.io/en/latest/command_ref.html
  load -c --config --setopt --installroot --repofrompath --enablerepo --repo --repoid
  data --color --releasever --exclude -x
  flags -qvyC --quiet --verbose --assumeyes --assumeno --cacheonly --refresh
yum, dnf, zypper
  code -E --eval -D --define --pipe --load
  load -i -U --install --rcfile --macros --hookdir
dnf/yum/microdnf list, ~ info, ~ search, ~ repolist, ~ check-update, ~ provides, ~ whatprovides, ~ history list, ~ history info
  flags -a --installed --available --upgrades --updates --all --showduplicates --extras
  operands data*
apk
  source https://man.archlinux.org/man/apk.8
  load -X --repository --repositories-file --keys-dir -p --root
  flags -qv --quiet --verbose --no-cache --allow-untrusted
apk info, ~ search, ~ list, ~ policy, ~ version
  flags -adeLrRsWwoxIuP --all --installed --upgradable --description --exact --contents --depends --size --who-owns
  operands data*
pacman
  source https://man.archlinux.org/man/pacman.8
  load --config --hookdir --dbpath -b -r --root --gpgdir --sysroot -U --upgrade --cachedir
  operands unknown*
  code -E --eval -D --define --pipe --load
  flags -QSilsgoqecdtuywmnkpv --info --list --search --owns --groups --noconfirm
  with -Si -Sii -Ss -Sl -Sg -Sp -Q --query : data*
  with -S --sync -R --remove : load*
snap, flatpak, nix
  source https://snapcraft.io/docs, https://docs.flatpak.org/en/latest/flatpak-command-reference.html
  operands unknown*
flatpak, snap
  is plain
nix search
  operands load data*
nix
  code --run --command -E --expr -c --arg --option
  load -f --file -p --packages -i -A -I --include
  operands load*
  input-text ^(?:repl|develop|shell)$
  is flat
flatpak info, ~ remote-ls, ~ history, ~ ps
  flags --user --system -mrols
  operands data*
snap list, ~ find, ~ info, ~ services, ~ changes, flatpak list, ~ search
  flags --all --app --runtime
  operands data*
nix-build, nix-shell, nix-instantiate, nixos-rebuild, home-manager
  source nix-build(1)
  code --run --command -E --expr --arg --option
  load -f --file -p --packages -I --include -A --attr
  operands load*
  stdin code
nix-shell
  code -e --expression
  load -i -L --load-path -m --manifest
  dashed program
  instead-of-input --run --command
  is location
nix-build, nix-instantiate, nixos-rebuild
  code -c
  load -i
  stdin code -
  input-text ^(?:repl|develop|shell)$
npm config set
  operands unknown*
  roles setting*
npm test, ~ view, pyenv/rbenv/nodenv/goenv/jenv/plenv/phpenv/tfenv plugin, pip/pip3/pip2 runpip, pip/pip3/pipx/pip2 config,
pipx show, uv pip, ~ tool, rails new
  operands unknown*
pnpm node
  operands load
  stdin code
pyenv/rbenv/nodenv/goenv/jenv/plenv/phpenv/tfenv/asdf env
  operands unknown prog
  is stops
pyenv/rbenv/nodenv/goenv/jenv/plenv/phpenv/tfenv/asdf plugin add
  operands load load
nodenv/goenv/jenv/plenv/phpenv/tfenv/rtx/corepack/direnv/pipenv/pdm/hatch/rye/apt-cache/rpm/rpmbuild/zypper/pacman install,
pipenv/pdm/hatch/rye/conda/mamba/micromamba add, apt-cache source
  operands load*
plenv, phpenv
  source https://github.com/pyenv/pyenv/blob/master/COMMANDS.md, https://asdf-vm.com/manage/commands.html
  is plain
plenv/phpenv/tfenv exec
  operands prog
  is stops
rtx run, rtx/volta/direnv use
  operands load
corepack/volta exec
  code -c --command
  operands unknown prog
  is stops
corepack/fnm/direnv run
  operands load prog
  is stops
corepack/nvm/fnm/volta/direnv x
  code -c --command
  operands prog
  is stops
pip/pip3/pip2 run
  operands load
  is stops package
pip/pip3/pipx/pip2 config set
  operands unknown code
  roles setting text
pipx download, ~ wheel
  code --global-option --config-settings -C --install-option --build-option
  load -r --requirement -e --editable -i --index-url --extra-index-url -f --find-links -c --constraint -t
  operands load*
pipenv/pdm/hatch/rye/conda/mamba/micromamba shell, rails console, ~ c, ~ dbconsole
  stdin code
guix
  source nix-shell(1), https://guix.gnu.org/manual/en/html_node/Invoking-guix-shell.html
  code --run --command -E --expr -e --expression --arg --option
  load -f --file -p --packages -i -A -I --include -L --load-path -m --manifest
  operands load*
  dashed program
  stdin code
  instead-of-input --run --command
  is location
nix-env
  source nix(1)
  code --run --command -E --expr -c --arg --option
  load -f --file -p --packages -i -A -I --include
  operands load*
  input-text ^(?:repl|develop|shell)$
dpkg-deb
  source dpkg(1)
  code --pre-invoke --post-invoke --status-logger
  load --admindir --instdir --root -i --install --unpack
rpmbuild
  source rpm(8)
  code -E --eval -D --define --pipe --load
  load -i -U --install --rcfile --macros -c --config --hookdir
`;
