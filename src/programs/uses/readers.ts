/**
 * The places of values in programs that only look at files, packages and services: of science, of machines and
 * boards, of security, of media, of package managers and of clusters. What a row doesn't list is unknown, so a row is
 * short.
 */
export const readersUses: string = `
samtools, bcftools, bedtools, seqkit, seqtk, vcftools, fastqc, gmx, blastdbcmd, efetch, esearch, obabel, cdo, ncdump, h5dump, h5ls,
gdalinfo, ogrinfo, gdalsrsinfo, rio, fio, dvc, nextflow, snakemake, mlflow, wandb, huggingface-cli, hf, ollama, squeue, sacct, sinfo,
scontrol, qstat, bjobs, module
  source their manual pages and online documentation (https://www.htslib.org/doc, https://gdal.org/programs, https://slurm.schedmd.com)
  is plain
samtools view
  flags -HcbhS1
  data -F -f -q -@ -r -d -D -s
  write -o -U
  load -T -t --input-fmt-option
  operands read data*
samtools flagstat, ~ idxstats, ~ stats, ~ depth, ~ coverage, ~ quickcheck, bcftools stats, ~ index
  flags -Has --stats
  data -@ -r -q -Q -d
  operands read*
bcftools view, ~ query
  flags -hHlG --header-only --no-header
  data -r -s -i -e -f -t --regions --samples --include --exclude --format -O
  write -o
  operands read
bedtools intersect, ~ subtract, ~ closest, ~ coverage
  read -a -b
  data -f -F
  flags -wa -wb -v -u -c -s -sorted -wao -loj
  words
seqkit stats, ~ seq, ~ head
  flags -aTb --all --tabular
  data -n -j
  write -o --out-file
  operands read*
ncdump, h5dump, h5ls, fastqc, gdalinfo, gdalsrsinfo
  flags -hHcksrAnv -json -stats -norat -noct -nogcp -mm -proj4 --header --version
  data -v -d -a
  write -o -b
  operands read
gdalinfo
  words
ogrinfo
  flags -so -al -q -ro -json -geom
  words
  operands read data*
cdo sinfo, ~ showname, ~ info, ~ showdate, ~ ntime
  operands read*
gmx dump, ~ check
  words
  read -s -f -e
  flags -nonr -nosys
obabel
  flags -ocan -osmi -oinchi -h
  words
  operands read
blastdbcmd
  words
  data -db -entry -dbtype -outfmt -range
  flags -info
  write -out
efetch, esearch
  words
  data -db -id -format -mode -query -sort -start -stop
dvc status, ~ diff, ~ list, ~ dag, ~ data status
  flags -cqRv --json --cloud --quiet
  operands read*
dvc metrics show, ~ metrics diff, ~ params diff
  flags --json --md -aTA
  operands read*
mlflow experiments search, ~ runs list, ~ runs describe
  data --experiment-id --run-id --view
huggingface-cli scan-cache, ~ whoami, ~ env, ollama list, ~ ps, nextflow log
  operands data*
ollama show
  flags --modelfile --parameters --template --system --license
  operands data
squeue, sacct, sinfo
  data -u --user -j --jobs -p --partition -t --states -o --format -n --nodes -S --starttime -E --endtime -A --account -M --clusters -w
  flags -hlNsXr --json --noheader --long
scontrol show
  flags -do
  operands data*
qstat, bjobs
  data -u -j -q
  flags -fnaxrltw
  operands data*
module avail, ~ list, ~ spider
  flags -tl
  operands data*
arm-none-eabi-size, arm-none-eabi-nm, arm-none-eabi-objdump, arm-none-eabi-readelf, avr-size, avr-objdump, avr-nm, riscv64-unknown-elf-size,
riscv64-unknown-elf-objdump, xtensa-esp32-elf-size, llvm-size, llvm-nm, llvm-objdump, llvm-readelf, dumpbin, otool, lipo, checksec, gcov,
cxxfilt, c++filt, dtc, hashdeep, binwalk, clamscan, yara, exif, jhead, mutool, pdfcrop, sox, play, hunspell, detect-secrets, trufflehog, osv-scanner,
cve-bin-tool, lychee, linkchecker, kubeconform, kubeval, kube-linter, conftest, opa, dockle, hlint, stylua, taplo, ktlint, detekt, checkstyle, pmd,
swift-format, swiftformat, rustfmt, sqruff, redocly, credo, aapt, aapt2, apkanalyzer, apksigner, keytool, jarsigner, zipalign, plutil, codesign,
signtool, esptool, esptool.py, pio, platformio, west, arduino-cli, bitbake-layers, mosquitto_sub, candump, i2cdetect, parquet-tools, dasel, fx, jless,
visidata, infracost, packer, snmpget, snmpwalk, postconf, fail2ban-client, certbot, aureport, ausearch, lpstat, lpq, lvs, pvs, vgs,
smartctl, ethtool, arp, restic, borg, virsh, units, cowsay, fortune, say, certutil, sc, reg, schtasks, netsh, where, tasklist, findstr,
driverquery, systemd-cgls, systemd-path, aide, lynis, hwinfo, inxi, iw, iwconfig, rfkill, bluetoothctl, chronyc, ntpq
  source their manual pages and online documentation
  is plain
arm-none-eabi-size, arm-none-eabi-nm, arm-none-eabi-objdump, arm-none-eabi-readelf, avr-size, avr-objdump, avr-nm, riscv64-unknown-elf-size,
riscv64-unknown-elf-objdump, xtensa-esp32-elf-size, llvm-size, llvm-nm, llvm-objdump, llvm-readelf, checksec
  data -j --section
  flags -AaBCdDhHlnrsStTxWw --headers --syms --demangle --disassemble --all-headers
  operands read*
hashdeep, binwalk, jhead, exif
  flags -rlcBv
  operands read*
binwalk
  in-place -e --extract -M
clamscan
  flags -ri --no-summary --infected --recursive --quiet
  load -d --database
  write -l --log --move --copy
  in-place --remove
  operands read*
mutool info, ~ pages, ~ show
  operands read data*
sox
  with --info --i : read*
  operands unknown*
hunspell
  flags -lLaGwt
  data -d
  load -p
  with -l -a -G : read*
trufflehog filesystem
  flags --json --no-update --only-verified --no-verification --fail
  data --results
  operands read*
osv-scanner
  is flat
osv-scanner, osv-scanner scan
  read -L --lockfile --sbom -S
  flags -r --recursive --json
  data --format
  write --output
  load --config
  operands read*
lychee, linkchecker
  flags -nvq --no-progress --verbose --quiet --offline
  data --format --max-retries --timeout
  load -c --config
  write -o --output
  operands place*
kubeconform, kubeval
  words
  flags -summary -strict -verbose -ignore-missing-schemas
  data -output -kubernetes-version -skip
  place -schema-location
  operands read*
kube-linter lint
  load --config
  data --format --include --exclude
  operands read*
conftest test, ~ verify
  runs -p --policy
  data --namespace -n --output -o
  operands read*
opa eval, ~ check, ~ test, ~ fmt
  runs -d --data -b --bundle
  read -i --input
  data -f --format
  operands unknown*
hlint, stylua, taplo check, ~ lint, ktlint, swift-format lint, sqruff lint, redocly lint, mix credo
  flags -qv --quiet --verbose --json --check --strict --recursive -r --no-color --relative
  data --format --dialect --rules --output-format
  load -c --config --config-path --configuration --hint -h -R --ruleset
  write -o --output --report
  in-place --write --fix -F --format -i --in-place --refactor
  operands read*
stylua
  operands write*
  with --check : read*
rustfmt
  flags --check -v -q --verbose --quiet
  data --edition --color --emit
  load --config-path --config
  operands write*
  with --check -l : read*
swiftformat
  operands write*
  with --lint --dryrun : read*
detekt
  read -i --input
  load -c --config --plugins -p
  write -r --report
  flags --build-upon-default-config --parallel
checkstyle
  load -c -p
  write -o
  data -f
  operands read*
aapt dump, ~ list, aapt2 dump
  flags -va
  data --values
  operands data read
  roles value value
apkanalyzer
  flags -h --human-readable
  operands data data read
apksigner verify, jarsigner, codesign
  flags -v --verbose --print-certs -verify -verbose -certs --verify -d --display -dv
  words
  operands unknown*
apksigner verify
  operands read*
jarsigner
  with -verify : read data*
codesign
  with --verify -v -d -dv --display : read*
keytool
  words
  flags -v -rfc
  write -keystore -file
  unknown -alias -storetype -storepass
  with -list -printcert : -keystore=read -file=read -alias=data -storetype=data
  load -providerclass -providerpath -provider -addprovider -J
plutil
  words
  flags -p -lint
  with -p -lint : read*
  operands unknown*
signtool verify
  flags /pa /v /a
  operands read*
esptool image_info, ~ image-info, esptool.py image_info
  data --version
  operands read*
pio pkg list, ~ device list, ~ boards, ~ project config, ~ lib search, ~ pkg search, platformio boards
  dir -d --project-dir
  data -e --environment
  flags --json-output -g --global
  operands data*
arduino-cli board list, ~ board listall, ~ board search, ~ lib search, ~ lib list, ~ core list, ~ core search, ~ version
  flags --json --names -a --all
  data --format
  operands data*
arduino-cli board details
  data -b --fqbn --format
bitbake-layers show-recipes, ~ show-layers, ~ show-appends
  flags -rfim
  operands data*
mosquitto_sub
  data -t --topic -C -W -q --qos -i --id -F -T -R -k
  place -h --host -L --url -A --proxy
  load -o --cafile --capath --cert --key --psk --keyform --tls-engine
  unknown -u --username -P --pw
  data -p --port
  flags -vdN --quiet
candump
  data -n -T -t
  flags -aecxL
  operands data*
i2cdetect
  flags -yalFqr
  operands data*
dtc
  data -I -O -b
  write -o
  flags -qs@
  operands read
parquet-tools schema, ~ cat, ~ head, ~ meta, ~ rowcount, ~ inspect, ~ show
  data -n
  flags --json -j
  operands read*
dasel, fx, jless
  read -f --file
  data -r --read -w --write
  operands read code*
dasel
  operands unknown*
packer validate, ~ inspect, ~ fmt
  load -var-file
  setting -var data *
  flags -syntax-only -check -diff -recursive
  words
  operands runs
infracost breakdown, ~ diff
  runs --path
  data --format
  load --config-file --usage-file
  write --out-file
snmpget, snmpwalk
  data -v -c -r -t -O -u -l -n
  operands place data*
postconf
  flags -hpv
  load -c
  operands unknown*
  with -d -n : data*
fail2ban-client status, ~ get, ~ version, certbot certificates, lpstat, lpq
  data --cert-name -d --domains -p -P -U
  flags -aorstd
  operands data*
aureport, ausearch
  data -k --key -m --message -ui -ua -p --pid -ts --start -te --end -sc -f --file -c --comm
  read -if --input
  flags -i --interpret --summary --failed --success
  words
  operands data*
lvs, pvs, vgs
  data -o --options -S --select -O --sort --units
  code --config
  flags -av --noheadings --nosuffix --all --json
  operands data*
smartctl
  data -d -T -l -n -r
  flags -aHiAcjx --all --health --info --json
  operands data
ethtool
  flags -iSkgaclTmPn --json
  operands data
arp
  data -i --device
  flags -anev
  load -f
  operands data
restic snapshots, ~ stats, ~ ls, ~ find, ~ diff, ~ list
  data --tag --host --path --latest --mode --group-by
  place -r --repo
  load -p --password-file --password-command -o --option --cacert --repository-file
  flags -cq --json --compact --long --no-lock
  operands data*
borg list, ~ info
  data --format --glob-archives -a --prefix -P --sort-by --first --last --pattern -e --exclude
  load --rsh --remote-path
  flags --json --json-lines --short
  operands read*
virsh dominfo, ~ domstate, ~ dumpxml, ~ list, ~ domstats, ~ domblklist, ~ domiflist, ~ vcpuinfo, ~ net-info, ~ net-list, ~ pool-list,
~ pool-info, ~ vol-list, ~ nodeinfo, ~ snapshot-list
  flags --all --name --inactive
  operands data*
virsh
  place -c --connect
units
  flags -tvq1 --terse
  load -f --file -H
  operands data*
cowsay
  unknown -f
  data -e -T -W
  operands data*
fortune
  data -m -n
  flags -acefilosuw
  operands unknown*
say
  data -v -r
  read -f
  write -o
  operands data*
systemd-cgls
  data -u --unit -M
  flags -alk --no-pager
  operands data*
sc query, ~ queryex, ~ qc, ~ qdescription, ~ qfailure, ~ sdshow
  operands data*
reg query
  data /v /f /t /se
  flags /s /ve /k /d /c /e
  operands data*
schtasks
  with /query : data*
  data /tn /fo /s
  flags /v /nh
  operands unknown*
tasklist
  data /FI /FO /M
  flags /V /SVC /NH
  operands data*
netsh interface show, ~ wlan show, ~ advfirewall show, ~ winsock show
  operands data*
where
  flags /q /f /t
  dir /r
  operands data*
findstr
  data /c:*
  load /g:* /f:*
  flags /s /n /i /r /l /v /m
  operands data read*
certutil
  words
  with -hashfile : read data
  operands unknown*
gcov
  flags -abcfkpr
  operands unknown*
  with -n --no-output -t --stdout : read*
dumpbin
  flags /headers /exports /imports /dependents /all /symbols
  operands read*
choco, winget, scoop, vcpkg, conan, luarocks, opam, cabal, raco, nuget, hex, stack, pod, spack, xbps-query, emerge, eix, equery, pkg, pkg_info
  source their manual pages and online documentation (https://docs.chocolatey.org, https://learn.microsoft.com/windows/package-manager)
  is plain
choco list, ~ search, ~ info, ~ outdated, ~ find, winget search, ~ show, ~ list, scoop info, ~ search, ~ list, ~ status, vcpkg list, ~ search,
conan search, ~ list, luarocks show, ~ list, ~ search, opam show, ~ list, ~ search, ~ info, cabal info, ~ list, raco pkg show, pod search,
~ list, nuget list, ~ search, pkg info, ~ search, ~ which, spack info, ~ list, ~ find
  data --id --name --query -q --moniker --tag --version -v --limit
  place -s --source
  flags -rael --local-only --exact --id-only --limit-output --all-versions --raw --installed --available --accept-source-agreements --porcelain
  operands data*
kubectx, kubens, popeye, notion, datadog-ci, teleport, atuin, istioctl/linkerd/velero/tkn/kn/temporal/nats/rpk/hubble/cilium/crossplane/rancher/k3d/kyverno/tctl/faas-cli/dapr/circleci/buildkite/tea/linear/acli/pd/newrelic/tsh/awx
  source their online documentation (https://istio.io/latest/docs/reference/commands, https://docs.temporal.io/cli, https://docs.nats.io)
  load --kubeconfig -c --config --istioConfig --tls-ca-path --tls-cert-path --tls-key-path --creds --nkey
  place --server -s --address --url --brokers -X
  unknown --context --token --profile
  data -n --namespace -o --output --color
  is plain
~ ** list,
~ ** ls, ~ ** show, ~ ** describe, ~ ** get, ~ ** view, ~ ** info, ~ ** status, ~ ** search, ~ ** stat, ~ ** proxy-status, ~ ** proxy-config *, ~ ** count
  named data
  data -w --workflow-id -r --run-id -p --limit
  operands data*
grpcurl
  source https://github.com/fullstorydev/grpcurl
  data@ -d -H
  data -max-time -max-msg-sz -connect-timeout -format -authority
  load -proto -protoset -import-path -cacert -cert -key
  flags -plaintext -insecure -emit-defaults -v -vv
  words
  operands place data*
websocat, lighthouse, httpx, hey, oha, wscat
  source their online documentation
  data --output-format --preset --only-categories --form-factor -n -c
  flags --quiet -q -1 -E --no-close
  operands place
lighthouse
  flags --view
  data --output
  write --output-path
  load --config-path --plugins --chrome-flags --extra-headers --precomputed-lantern-data-path
prisma validate, ~ format, ~ migrate status
  source https://www.prisma.io/docs/orm/reference/prisma-cli-reference
  runs --schema --config
prisma format
  write --schema
plantuml
  source https://plantuml.com/command-line
  words
  flags -checkonly -syntax -tsvg -tpng -pipe -version
  data -charset -theme
  load -config -I
  write -o
  operands write*
  with -checkonly -syntax : read*
mmdc
  source https://github.com/mermaid-js/mermaid-cli
  read -i --input
  write -o --output
  data -t --theme -w --width -H --height -b --backgroundColor -s --scale
  load -p --puppeteerConfigFile -c --configFile -C --cssFile
  flags -q --quiet
whisper
  source https://github.com/openai/whisper
  data --language --task --temperature --beam_size
  write -o --output_dir
  load --model_dir --model
  operands read*
nx show project, ~ show projects, ~ graph
  source https://nx.dev/nx-api/nx/documents/show
  data --type --projects --affected --base --head
  flags --json --web
  operands data
sam logs, ~ list resources, ~ list endpoints, ~ list stack-outputs
  source https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-sam-cli-command-reference.html
  data -n --name --stack-name -s --start-time -e --end-time --filter --output --region
  unknown --profile --config-env
  load --config-file
  flags -t --tail --include-traces
istioctl analyze
  data -n --namespace --output -o --failure-threshold
  flags -A --all-namespaces
  operands read*
`;
