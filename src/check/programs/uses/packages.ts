/** The places of values in the arguments of package managers of languages and systems. */
export const packagesUses = `
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
npm run, npm run-script, npm rum, npm urn
  operands runs unknown*
npm ls, npm list, npm la, npm ll, npm why, npm explain, npm search, npm find, npm root, npm prefix, npm outdated
  operands data*
npm query, npm pkg get, npm config get, npm get, npm config list, npm ping, npm whoami, npm bin, npm doctor
  operands data*
npm install, npm i, npm add, npm in, npm ci, npm it, npm install-test, npm update, npm up, npm upgrade, npm uninstall, npm rm, npm remove
  operands load*
npm exec, npm x, npm init, npm create, npm link, npm rebuild, npm pack, npm publish, npm explore, npm edit, npm config, npm set
  load -p --package -c --call
  operands load*
npm dedupe
  load -p --package -c --call
  operands load*
pnpm
  source https://pnpm.io/pnpm-cli (--filter passes a reference to git)
  data --loglevel --reporter --depth --workspace-concurrency --sort
  unknown --filter -F --filter-prod --changed-files-ignore-pattern --test-pattern
  load -C --dir --config --script-shell --registry --store-dir --prefix --userconfig --node-options --shell-mode -c
  flags -rswD --recursive --silent --json --if-present --long --parallel --stream --workspace-root --no-bail --prod --dev
  flags --frozen-lockfile --offline --prefer-offline --ignore-scripts
pnpm run, pnpm run-script
  operands runs unknown*
pnpm ls, pnpm list, pnpm la, pnpm ll, pnpm why, pnpm outdated, pnpm audit, pnpm root, pnpm bin, pnpm licenses
  operands data*
pnpm install, pnpm i, pnpm add, pnpm remove, pnpm update, pnpm dlx, pnpm create, pnpm link, pnpm rebuild, pnpm patch, pnpm config
  load --package -p
  operands load*
pnpm env
  load --package -p
  operands load*
pnpm *
  operands load unknown*
yarn, yarnpkg
  source https://yarnpkg.com/cli
  load --cwd --use-yarnrc --registry --modules-folder --cache-folder --script-shell
  flags -s --silent --json --verbose --offline --frozen-lockfile --immutable --ignore-scripts --non-interactive --no-progress
  operands load unknown*
yarn test, yarnpkg test, yarn start, yarnpkg start, yarn build, yarnpkg build
  operands unknown*
yarn run, yarnpkg run
  flags -T --top-level --inspect --binaries-only
  operands runs unknown*
yarn why, yarnpkg why, yarn list, yarnpkg list, yarn outdated, yarnpkg outdated, yarn audit, yarnpkg audit, yarn licenses
  data --pattern --depth --level --groups
  flags -RA --recursive --all --peers
  operands data*
yarnpkg licenses, yarn config get, yarnpkg config get, yarn bin, yarnpkg bin
  data --pattern --depth --level --groups
  flags -RA --recursive --all --peers
  operands data*
yarn info, yarnpkg info, yarn npm info, yarnpkg npm info
  operands unknown*
yarn workspace, yarnpkg workspace
  operands runs load unknown*
yarn add, yarnpkg add, yarn install, yarnpkg install, yarn remove, yarnpkg remove, yarn upgrade, yarnpkg upgrade, yarn up, yarnpkg up
  operands load*
yarn create, yarnpkg create, yarn dlx, yarnpkg dlx, yarn link, yarnpkg link, yarn global, yarnpkg global, yarn config, yarnpkg config
  operands load*
yarn set, yarnpkg set, yarn plugin, yarnpkg plugin
  operands load*
yarn node, yarnpkg node
  operands load unknown*
  stdin code
bun
  source https://bun.sh/docs/cli/run
  load --preload -r -c --config --cwd --env-file --tsconfig-override --import --require --loader
  code -e --eval -p --print
  operands load unknown*
  stdin code
bun test
  data -t --test-name-pattern --timeout --rerun-each --bail --coverage-reporter --seed
  load --preload -r -c --config --cwd --env-file --reporter
  write --coverage-dir --reporter-outfile
  flags -u --only --todo --coverage --update-snapshots --watch --silent
  operands runs*
bun run, bun x, bun add, bun install, bun i, bun remove, bun update, bun create, bun link, bun build, bun init
  operands load unknown*
bun pm ls, bun why, bun outdated, bun audit
  flags -a --all
  operands data*
nvm, fnm, volta, corepack
  source https://github.com/nvm-sh/nvm#usage
  operands unknown*
nvm ls, nvm list, nvm current, nvm ls-remote, nvm version, fnm list, fnm current, fnm ls-remote, volta list
  operands data*
nvm use, nvm install, nvm run, nvm exec, fnm use, fnm install, fnm exec, volta run, volta install, corepack use, corepack enable
  operands load*
pip, pip3, pip2
  source https://pip.pypa.io/en/stable/cli/
  load --index-url -i --extra-index-url -f --find-links --proxy --cert --client-cert --trusted-host --config-settings --python
  load --cache-dir
  data --timeout --retries --exists-action
  write --log
  flags -qvh --quiet --verbose --no-input --no-color --disable-pip-version-check --isolated --no-cache-dir --require-virtualenv
  flags --no-index
pip show, pip3 show, pip2 show
  flags -f --files
  operands data*
pip list, pip3 list, pip2 list, pip freeze, pip3 freeze, pip2 freeze, pip check, pip3 check, pip2 check, pip index versions
  data --format --exclude --platform --python-version
  dir --path
  read -r --requirement
  flags -olu --outdated --uptodate --local --user --not-required --include-editable --exclude-editable --all --pre
  operands data*
pip3 index versions, pip2 index versions, pip inspect, pip3 inspect, pip2 inspect, pip cache list, pip3 cache list, pip2 cache list
  data --format --exclude --platform --python-version
  dir --path
  read -r --requirement
  flags -olu --outdated --uptodate --local --user --not-required --include-editable --exclude-editable --all --pre
  operands data*
pip config list, pip3 config list, pip2 config list, pip config get, pip3 config get, pip2 config get, pip config debug, pip3 config debug
  data --format --exclude --platform --python-version
  dir --path
  read -r --requirement
  flags -olu --outdated --uptodate --local --user --not-required --include-editable --exclude-editable --all --pre
  operands data*
pip2 config debug
  data --format --exclude --platform --python-version
  dir --path
  read -r --requirement
  flags -olu --outdated --uptodate --local --user --not-required --include-editable --exclude-editable --all --pre
  operands data*
pip hash, pip3 hash, pip2 hash
  data -a --algorithm
  operands read*
pip install, pip3 install, pip2 install, pip download, pip3 download, pip2 download, pip wheel, pip3 wheel, pip2 wheel, pip uninstall
  load -r --requirement -c --constraint -e --editable -C --global-option --install-option --build-option -t --target --src --prefix
  load --root
  load --report --no-binary --only-binary --platform --abi --implementation --group
  write -d --dest -w --wheel-dir
  flags -Uy --upgrade --pre --user --no-deps --no-build-isolation --force-reinstall --ignore-installed --dry-run --require-hashes --yes
  operands load*
pip3 uninstall, pip2 uninstall
  load -r --requirement -c --constraint -e --editable -C --global-option --install-option --build-option -t --target --src --prefix
  load --root
  load --report --no-binary --only-binary --platform --abi --implementation --group
  write -d --dest -w --wheel-dir
  flags -Uy --upgrade --pre --user --no-deps --no-build-isolation --force-reinstall --ignore-installed --dry-run --require-hashes --yes
  operands load*
pipx
  source https://pipx.pypa.io/stable/
pipx list
  flags --short --json --include-injected
  operands data*
pipx run, pipx install, pipx inject, pipx upgrade, pipx runpip, pipx reinstall, pipx uninstall, pipx ensurepath
  load --spec --python --index-url --pip-args
  operands load*
uv
  source https://docs.astral.sh/uv/reference/cli/
  data --color
  load --config-file --index --index-url --default-index --extra-index-url --find-links --python -p --cache-dir
  dir --directory --project
  flags -qvn --quiet --verbose --no-cache --offline --no-progress --no-config --no-python-downloads --native-tls
uv pip show, uv pip list, uv pip freeze, uv pip check, uv pip tree, uv tree, uv python list, uv tool list, uv version
  data --format --exclude --depth --prune --package --output-format --group
  flags --outdated --invert --no-dedupe --files --editable --strict --universal --frozen --locked --no-dev --all-versions
  flags --only-installed
  operands data*
uv pip install, uv pip uninstall, uv pip sync, uv pip compile, uv add, uv remove, uv tool install, uv tool run, uv python install
  load -r --requirement --requirements -c --constraint -e --editable --with --from
  write -o --output-file
  operands load*
poetry
  source https://python-poetry.org/docs/cli/
  dir -C --directory -P --project
  flags -qvn --quiet --verbose --no-interaction --no-ansi --no-plugins --no-cache
poetry show, poetry check, poetry env info, poetry env list, poetry version, poetry search
  data --with --without --only --why
  flags -tloas --tree --latest --outdated --all --top-level --short
  operands data*
poetry add, poetry install, poetry remove, poetry update, poetry lock, poetry build, poetry publish, poetry new, poetry init
  load --source --path -G --group -E --extras --python
  operands load*
poetry config
  load --source --path -G --group -E --extras --python
  operands load*
poetry env use, poetry shell, poetry self
  operands load*
pipenv, pdm, hatch, rye, conda, mamba, micromamba, pixi
  source https://docs.conda.io/projects/conda/en/stable/commands/index.html
  operands unknown*
conda list, mamba list, micromamba list, conda info, mamba info, micromamba info
  data -n --name --platform --subdir
  load -c --channel -p --prefix
  flags -ef --json --export --explicit --envs --revisions --no-pip --override-channels
  operands data*
conda install, mamba install, micromamba install, conda create, mamba create, micromamba create, conda update, mamba update
  load -c --channel -n --name -p --prefix -f --file
  operands load*
micromamba update, conda remove, mamba remove, micromamba remove, conda env, mamba env, micromamba env, conda config, mamba config
  load -c --channel -n --name -p --prefix -f --file
  operands load*
micromamba config
  load -c --channel -n --name -p --prefix -f --file
  operands load*
bundle, bundler
  source bundle(1)
  load --gemfile --path
  flags -qV --quiet --verbose --no-color
bundle list, bundler list, bundle info, bundler info, bundle show, bundler show, bundle outdated, bundler outdated, bundle check
  data --group --only-group --without-group
  flags --name-only --paths --path --strict --parseable --major --minor --patch --groups --only-explicit --dry-run
  operands data*
bundler check, bundle platform, bundler platform, bundle doctor, bundler doctor
  data --group --only-group --without-group
  flags --name-only --paths --path --strict --parseable --major --minor --patch --groups --only-explicit --dry-run
  operands data*
bundle install, bundler install, bundle update, bundler update, bundle add, bundler add, bundle remove, bundler remove, bundle config
  operands load*
bundler config, bundle plugin, bundler plugin, bundle open, bundler open, bundle console, bundler console, bundle gem, bundler gem
  operands load*
bundle lock, bundler lock
  operands load*
gem
  source https://guides.rubygems.org/command-reference/
  load --config-file -s --source -I
gem list, gem search, gem info, gem outdated, gem environment, gem which, gem contents, gem dependency, gem specification
  data -v --version
  flags -ardelq --all --local --remote --both --exact --details --versions --no-versions --installed --prerelease
  operands data*
gem install, gem exec, gem update, gem uninstall, gem build, gem push, gem fetch, gem unpack, gem sources, gem open
  operands load*
composer
  source https://getcomposer.org/doc/03-cli.md
  dir -d --working-dir
  flags -nqv --no-interaction --quiet --verbose --ansi --no-ansi --no-plugins --no-scripts --no-cache --profile
composer show, composer info, composer outdated, composer why, composer depends, composer why-not, composer prohibits, composer licenses
  data -f --format --ignore
  flags -iltosaDNPArm --tree --latest --outdated --direct --self --platform --name-only --path --all --locked --installed --no-dev
  flags --strict
  operands data*
composer validate, composer audit, composer check-platform-reqs, composer fund, composer status, composer diagnose
  data -f --format
  flags --strict --no-check-all --no-check-lock --no-check-publish --locked --no-dev
  operands read
composer search
  data -t --type -f --format
  flags -NO --only-name --only-vendor
  operands data*
composer require, composer install, composer update, composer remove, composer exec, composer run, composer run-script
  operands load*
composer create-project
  operands load*
composer global, composer config, composer dump-autoload, composer init, composer archive, composer self-update
  operands load*
pyenv, rbenv, nodenv, goenv, jenv, tfenv, asdf, mise, rtx
  source https://github.com/pyenv/pyenv/blob/master/COMMANDS.md, https://asdf-vm.com/manage/commands.html
  operands unknown*
pyenv versions, pyenv version, pyenv which, pyenv whence, pyenv prefix, rbenv versions, rbenv version, asdf list, asdf current, mise ls
  flags --bare
  operands data*
mise current, mise which, mise where, mise outdated, mise doctor, asdf where, asdf which, tfenv list
  operands data*
pyenv install, pyenv local, pyenv global, pyenv shell, rbenv install, rbenv local, asdf install, asdf plugin, asdf global, asdf local
  operands load*
mise use, mise install, mise run, mise r, mise set, mise trust, mise plugins, mise tasks run
  operands load*
brew
  source https://docs.brew.sh/Manpage
brew search, brew leaves, brew config, brew services list
  flags -1vqts --formula --formulae --cask --casks --versions --json --tree --installed --pinned --full-name --include-build --verbose
  operands data*
brew list, brew ls, brew info, brew home, brew cat, brew log, brew deps, brew uses, brew desc, brew outdated
  flags --json --installed --formula --cask --analytics
  operands unknown*
brew install, brew upgrade, brew uninstall, brew reinstall, brew tap, brew link, brew update, brew ruby, brew sh, brew edit, brew bundle
  operands load*
brew services start, brew services stop, brew services restart
  operands unknown*
apt, apt-get, aptitude
  source apt.conf(5), apt-get(8)
  setting -o load *
  setting --option load *
  load -c --config-file
  data -t --target-release
  flags -qyfsdmV --yes --assume-yes --quiet --simulate --dry-run --no-install-recommends --download-only --fix-broken --purge
apt list, apt-get list, aptitude list, apt search, apt-get search, aptitude search, apt-get changelog, apt changelog, aptitude changelog
  flags -anf --installed --upgradable --all-versions --names-only --full
  operands data*
apt show, apt-get show, aptitude show, apt policy, apt-get policy, aptitude policy, apt depends, apt-get depends, aptitude depends
  flags -a --all-versions
  operands read*
apt rdepends, apt-get rdepends, aptitude rdepends
  flags -a --all-versions
  operands read*
apt install, apt-get install, aptitude install, apt remove, apt-get remove, aptitude remove, apt purge, apt-get purge, aptitude purge
  operands load*
apt upgrade, apt-get upgrade, aptitude upgrade, apt update, apt-get update, aptitude update, apt full-upgrade, apt-get full-upgrade
  operands load*
aptitude full-upgrade, apt source, apt-get source, aptitude source, apt build-dep, apt-get build-dep, aptitude build-dep, apt download
  operands load*
apt-get download, aptitude download, apt edit-sources, apt-get edit-sources, aptitude edit-sources
  operands load*
apt-cache
  source apt-cache(8)
  setting -o load *
  load -c --config-file
  read -p --pkg-cache -s --src-cache
apt-cache search, apt-cache policy, apt-cache depends, apt-cache rdepends, apt-cache pkgnames, apt-cache showpkg, apt-cache madison
  flags -nfaiq --names-only --full --all-versions --installed --recurse --no-recommends --no-suggests
  operands data*
apt-cache show, apt-cache showsrc, apt-cache stats
  flags -a --no-all-versions
  operands read*
apt-mark
  source apt-mark(8)
  operands unknown*
apt-mark showmanual, apt-mark showauto, apt-mark showhold
  operands data*
dpkg
  source dpkg(1)
  code --pre-invoke --post-invoke --status-logger
  load --admindir --instdir --root --path-include -D
  flags -lLSspVC --list --listfiles --search --status --print-avail --get-selections --verify --no-pager --audit
  operands unknown*
dpkg-query
  source dpkg-query(1)
  load --admindir --root
  data -f --showformat
  flags -WlLSspc --show --list --listfiles --search --status --print-avail --control-path --no-pager --load-avail
  operands data*
rpm
  source rpm(8)
  code -E --eval -D --define --pipe --load
  load -U --install --upgrade -F --freshen --rcfile --macros --dbpath -r --root --import
  operands unknown*
dnf, yum, microdnf, zypper
  source https://dnf.readthedocs.io/en/latest/command_ref.html
  load -c --config --setopt --installroot --repofrompath --enablerepo --repo --repoid
  data --color --releasever --exclude -x
  flags -qvyC --quiet --verbose --assumeyes --assumeno --cacheonly --refresh
dnf list, yum list, microdnf list, dnf info, yum info, microdnf info, dnf search, yum search, microdnf search, dnf repolist, yum repolist
  flags -a --installed --available --upgrades --updates --all --showduplicates --extras
  operands data*
microdnf repolist, dnf check-update, yum check-update, microdnf check-update, dnf provides, yum provides, microdnf provides
  flags -a --installed --available --upgrades --updates --all --showduplicates --extras
  operands data*
dnf whatprovides, yum whatprovides, microdnf whatprovides, dnf history list, yum history list, microdnf history list, dnf history info
  flags -a --installed --available --upgrades --updates --all --showduplicates --extras
  operands data*
yum history info, microdnf history info
  flags -a --installed --available --upgrades --updates --all --showduplicates --extras
  operands data*
dnf install, yum install, microdnf install, dnf remove, yum remove, microdnf remove, dnf upgrade, yum upgrade, microdnf upgrade
  operands load*
dnf update, yum update, microdnf update, dnf reinstall, yum reinstall, microdnf reinstall, dnf downgrade, yum downgrade
  operands load*
microdnf downgrade, dnf module, yum module, microdnf module, dnf copr, yum copr, microdnf copr, dnf config-manager, yum config-manager
  operands load*
microdnf config-manager
  operands load*
apk
  source https://man.archlinux.org/man/apk.8
  load -X --repository --repositories-file --keys-dir -p --root
  flags -qv --quiet --verbose --no-cache --allow-untrusted
apk info, apk search, apk list, apk policy, apk version
  flags -adeLrRsWwoxIuP --all --installed --upgradable --description --exact --contents --depends --size --who-owns
  operands data*
apk add, apk del, apk fix, apk upgrade, apk update, apk fetch
  operands load*
pacman
  source https://man.archlinux.org/man/pacman.8
  load --config --hookdir --dbpath -b -r --root --gpgdir --sysroot -U --upgrade --cachedir
  operands unknown*
snap, flatpak, nix
  source https://snapcraft.io/docs, https://docs.flatpak.org/en/latest/flatpak-command-reference.html
  operands unknown*
snap list, snap find, snap info, snap services, snap changes, flatpak list, flatpak search
  flags --all --app --runtime
  operands data*
snap install, snap run, snap refresh, snap remove, flatpak install, flatpak run, nix run, nix shell, nix develop, nix build, nix eval
  operands load*
nix-build, nix-shell, nix-instantiate, nixos-rebuild, home-manager
  source nix-build(1)
  code --run --command -E --expr --arg --option
  load -f --file -p --packages -I --include -A --attr
  operands load*
  stdin code
`;
