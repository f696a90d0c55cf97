/** The places of values in the clients of clouds, of infrastructure as code, and of hosted services. */
export const cloudUses: string = `
terraform, tofu
  source https://developer.hashicorp.com/terraform/cli/commands
  words
  dir -chdir
  flags -help -version
  trusts -chdir
terraform/tofu plan, ~ refresh
  data -target -replace -parallelism -lock-timeout
  load -var-file -state -backup
  write -out -state-out -generate-config-out
  setting -var data *
  words
  flags -no-color -json -input -refresh -refresh-only -destroy -compact-warnings -detailed-exitcode -lock
terraform/tofu validate
  dir -test-directory
  flags -json -no-color -no-tests
  operands dir
  words
terraform/tofu show
  flags -no-color -json
  operands read
  words
terraform/tofu output
  read -state
  flags -no-color -json -raw
  operands data
  words
terraform/tofu state list, ~ state show, ~ state rm, ~ state mv
  data -id -lock-timeout
  read -state
  write -backup -state-out -backup-out
  flags -no-color -dry-run -lock
  operands data*
  words
terraform/tofu workspace list, ~ workspace show, ~ workspace select, ~ workspace new, ~ workspace delete
  data -lock-timeout
  flags -force -lock -or-create
  operands data
  words
terraform/tofu taint, ~ untaint, ~ force-unlock
  data -lock-timeout
  flags -allow-missing -force -lock
  operands data
  words
terraform/tofu import
  data -lock-timeout
  load -var-file -config -state
  setting -var data *
  flags -no-color -input -lock
  operands data data
  words
terraform/tofu fmt
  flags -list -write -diff -check -no-color -recursive
  operands write*
  with -check -write=false : read*
  words
terraform/tofu graph, ~ providers, ~ version, ~ get
  data -type
  load -plan
  words
  flags -json -no-color -draw-cycles -update
terraform/tofu init, ~ apply, ~ destroy, ~ test, ~ login
  data -target -replace -parallelism -lock-timeout
  load -var-file -state -backend-config -from-module -plugin-dir -lockfile -filter -test-directory
  write -state-out -backup
  setting -var data *
  flags -no-color -json -input -auto-approve -refresh -refresh-only -destroy -compact-warnings -lock -upgrade -reconfigure
  flags -migrate-state
  operands load
  words
terraform/tofu init
  texts -backend-config -from-module -plugin-dir
  roles value
terraform/tofu console
  load -var-file -state
  setting -var data *
  stdin code
  words
pulumi, terraform-docs
  source https://terragrunt.gruntwork.io/docs/reference/cli/
  operands unknown*
pulumi preview
  data -s --stack --target -t
  dir -C --cwd
  load --policy-pack --policy-pack-config --config-file
  setting -c data *
  setting --config data *
  flags -j --json --diff --non-interactive --suppress-outputs --refresh
pulumi stack ls, ~ stack output, ~ stack history, ~ config get
  data -s --stack --page --page-size
  dir -C --cwd
  flags -j --json --full-dates
  operands data
terraform-docs markdown, ~ json
  load -c --config
  operands read
ansible-playbook
  source https://docs.ansible.com/ansible/latest/cli/ansible-playbook.html
  data -t --tags --skip-tags -f --forks --start-at-task -u --user -T --timeout --become-user
  data@ -l --limit
  setting -e code *
  setting --extra-vars code *
  runs -i --inventory --inventory-file
  load -M --module-path --vault-password-file --vault-pass-file --vault-id
  load --playbook-dir
  load -c --connection --become-method --private-key --key-file --connection-password-file --become-password-file
  code --ssh-common-args --ssh-extra-args --sftp-extra-args --scp-extra-args
  flags -vCDKkb --check --diff --become --list-tasks --list-hosts --list-tags --syntax-check --step --flush-cache --force-handlers
  flags --verbose
  operands load*
  code -a --args -m --module-name
ansible
  source https://docs.ansible.com/ansible/latest/cli/ansible.html
  data -f --forks -u --user -T --timeout
  data@ -l --limit
  setting -e code *
  setting --extra-vars code *
  runs -i --inventory
  load -m --module-name -M --module-path --playbook-dir --vault-password-file --private-key -c --connection
  code -a --args --ssh-common-args --ssh-extra-args
  flags -vCDKkbo --check --diff --become --list-hosts --one-line --verbose
  texts -m --module-name
  operands load*
ansible-inventory
  source https://docs.ansible.com/ansible/latest/cli/ansible-inventory.html
  data --host
  data@ -l --limit
  runs -i --inventory
  load -e --extra-vars --playbook-dir --vault-password-file
  write --output
  flags -vy --list --graph --yaml --toml --export --vars
  operands data
ansible-doc
  source https://docs.ansible.com/ansible/latest/cli/ansible-doc.html
  data -t --type
  load -M --module-path --playbook-dir
  flags -ljsvF --list --json --snippet --metadata-dump
  operands data*
ansible-galaxy collection list, ~ role list
  load -p --collections-path --roles-path
  data --format
  operands data*
salt, salt-call, puppet, chef-client, knife, fab, pssh, parallel-ssh, pdsh, clush, dsh, cap
  source pdsh(1)
  operands code*
salt, salt-call, fab, pssh, parallel-ssh, pdsh, clush, dsh
  operands code code*
  roles value text*
aws
  source https://docs.aws.amazon.com/cli/latest/userguide/cli-usage-parameters-file.html (file:// and fileb:// read a file in any parameter)
  unknown --profile
  data --region --output --query --max-items --page-size --starting-token --color --cli-read-timeout --cli-connect-timeout
  place --endpoint-url
  load --ca-bundle --cli-input-json --cli-input-yaml
  flags --no-cli-pager --no-paginate --debug --no-sign-request --no-verify-ssl --generate-cli-skeleton --no-cli-auto-prompt --v2-debug
aws ** get-parameter*, ~ ** get-session*, ~ ** glue get-connection*, ~ ** get-random-*
  operands unknown*
aws ** get-object*, ~ ** get-job-output, ~ ** get-export, ~ ** get-sdk, ~ ** get-thing-shadow, ~ ** get-media*, ~ ** get-clip, ~ ** get-tile,
~ ** get-map-*, ~ ** get-configuration, ~ ** get-latest-configuration, ~ ** get-raw-message-content, ~ ** get-snapshot-block,
~ ** get-work-unit-results, ~ ** get-package-version-asset, ~ ** describe-input-device-thumbnail
  data@ --key --version-id --range --if-match --part-number --rest-api-id --stage-name --export-type --accepts --sdk-type --thing-name
  place --bucket
  operands write
aws ** describe-*, ~ ** list-*, ~ ** get-*, ~ ** batch-get-*, ~ ** lookup-*, ~ ** search-*, ~ ** filter-*, ~ ** admin-get-*
  named data@
  operands write*
aws sts get-caller-identity, ~ logs tail
  named data@
  operands data@
aws logs start-query, ~ logs get-query-results
  data@ --log-group-name --log-group-names --start-time --end-time --limit --query-id
  code --query-string
aws s3 ls
  data@ --request-payer --bucket-name-prefix --bucket-region
  flags --recursive --human-readable --summarize
  operands place
aws s3 cp, ~ s3 sync, ~ s3 mv
  data --exclude --include
  flags --recursive --quiet --dryrun --delete --no-progress --only-show-errors --exact-timestamps --size-only
  operands unknown*
aws s3 rm, ~ s3 presign
  data --exclude --include --expires-in
  flags --recursive --quiet --dryrun
  operands place
aws s3api list-objects, ~ s3api list-objects-v2, ~ s3api head-object, ~ s3api get-bucket-location
  named data@
  operands write*
  place --bucket
aws configure list, ~ configure list-profiles
  operands data
aws configure get
  operands unknown
aws ec2 start-instances, ~ ec2 stop-instances, ~ ec2 reboot-instances, ~ ec2 terminate-instances
  data@ --instance-ids
  flags --dry-run --force
aws ecs update-service
  data@ --cluster --service --desired-count
  unknown --task-definition
  flags --force-new-deployment
aws ecs execute-command
  code --command
  data@ --cluster --task --container
aws ssm send-command
  code --parameters --document-name
  data@ --instance-ids --comment
aws lambda invoke
  runs --function-name
  data@ --payload --invocation-type --log-type --qualifier --cli-binary-format
  operands write
aws sqs get-queue-attributes
  named data@
  operands write*
  place --queue-url
aws configure set, ~ configure import, gcloud config set
  operands load load
aws configure set, gcloud config set
  operands load code
  roles value text
gcloud
  source https://cloud.google.com/sdk/gcloud/reference
  data --project --format --filter --limit --region --zone --sort-by --page-size --billing-project --verbosity --flatten
  load --flags-file --configuration --access-token-file
  spelling alpha beta
  unknown --impersonate-service-account --account
  flags -q --quiet --log-http --no-user-output-enabled --uri
gcloud ** list, ~ ** describe, ~ run services list, ~ run services describe, ~ run revisions list, ~ run revisions describe, ~ run jobs list,
~ run jobs describe, ~ run services logs read, ~ ** list-*, ~ ** search-*, ~ ** get-iam-policy, ~ ** get-value, ~ logging read, ~ config get, ~ info,
~ compute instances get-serial-port-output, ~ builds log, ~ functions logs read
  named data
  flags --resource-names --gen2 --stream --v2 --all --enabled --available
  operands data*
gcloud compute ssh, ~ compute scp
  code --command --ssh-flag --scp-flag
  operands unknown*
gcloud compute ssh
  stdin code
gcloud storage ls, ~ storage cat, ~ storage du
  flags -lrLRash --long --recursive --full --json --all-versions --summarize --readable-sizes
  operands place*
gcloud storage cp, ~ storage rsync, ~ storage rm, ~ storage mv
  operands unknown*
gsutil
  source https://cloud.google.com/storage/docs/gsutil
  operands unknown*
gsutil ls, ~ cat, ~ du, ~ stat
  flags -lrabLdhsm
  operands place*
az
  source https://learn.microsoft.com/cli/azure/use-azure-cli-successfully-tips (@file reads a file in any parameter)
  data@ -o --output --subscription --query
  flags --debug --verbose --only-show-errors
  is plain
az ** show, ~ ** list, ~ ** show-*, ~ ** list-*, ~ acr repository show-tags, ~ webapp log tail, ~ containerapp logs show, ~ container logs,
~ keyvault secret list
  data@ -n -g -l -s -c --server --server-name --account-name --registry
  named data@
az pipelines list, ~ pipelines show, ~ pipelines runs list, ~ pipelines runs show, ~ pipelines build list, ~ repos list, ~ repos show,
~ repos pr list, ~ repos pr show, ~ boards work-item show, ~ devops project list, ~ devops project show
  named data@
  place --org --organization
az monitor log-analytics query
  data@ --workspace -w
  data@ -t --timespan
  code --analytics-query
az vm start, ~ vm stop, ~ vm restart, ~ vm deallocate, ~ webapp restart, ~ webapp stop, ~ webapp start
  data@ -n --name -g --resource-group --ids -s --slot
  flags --no-wait
az vm run-command, ~ vm run-command invoke
  code --scripts --parameters --command-id
hcloud/scw/oci/ibmcloud/openstack/civo/linode-cli/upctl/exo/vultr-cli/eb/eksctl/copilot/pscale/neonctl/turso/atlas/confluent/databricks/railway/render/koyeb/ngrok/cloudflared
  source https://github.com/hetznercloud/cli, https://www.scaleway.com/en/cli, https://docs.oracle.com/iaas/tools/oci-cli, and each program's own
  load --config -c --cli-config --config-file
  place --endpoint --api-url --region-url --os-auth-url
  unknown --profile --context --token --os-cloud
  data --region --zone --output --format
  is plain
~ ** list,
~ ** ls, ~ ** show, ~ ** describe, ~ ** get, ~ ** view, ~ ** info, ~ ** status, ~ ** search, ~ ** list-*, ~ ** get-*, ~ ** describe-*
  named data
  data -n --name
  operands data*
doctl
  source https://docs.digitalocean.com/reference/doctl/
  is plain
doctl
  data --format -o --output
  place -u --api-url
  load -c --config --context
  unknown -t --access-token
  flags --no-header
doctl databases user *, ~ databases connection, ~ kubernetes cluster kubeconfig *, ~ registry docker-config
  operands unknown*
doctl ** list, ~ ** get, ~ ** list-*, ~ ** get-*, ~ apps logs
  named data
  data --type
  flags -f --follow
  operands data*
fly, flyctl
  source https://fly.io/docs/flyctl/
  load -c --config
  unknown -t --access-token
  flags -j --json --verbose --debug
  is plain
fly/flyctl status, ~ logs, ~ releases, ~ machine list, ~ machine status, ~ apps list, ~ secrets list, ~ volumes list, ~ ips list
  data -a --app -r --region -i --instance --machine -o --org
  flags -qn --quiet --no-tail --all
  operands data
fly/flyctl machine start, ~ machine stop, ~ machine restart, ~ apps restart, ~ scale show
  data -a --app -s --signal --time
  operands data*
heroku
  source https://devcenter.heroku.com/articles/heroku-cli-commands
  is plain
heroku logs, ~ ps, ~ releases, ~ config, ~ info, ~ apps:info, ~ addons, ~ pg:info, ~ domains
  data -a --app -r --remote -n --num -s --source -d --dyno -p --ps --process-type
  flags -tj --tail --json --shell --force-colors
  operands data
heroku config:get
  data -a --app -r --remote
  flags -j --json --shell
  operands unknown
heroku releases:info, ~ restart, ~ ps:restart, ~ dyno:restart, ~ maintenance:on, ~ maintenance:off
  data -a --app -r --remote
  flags -j --json --shell
  operands data
heroku run, ~ ps:exec
  data -a --app -r --remote -s --size -d --dyno
  operands code*
heroku run
  input-text (?:^|/)(?:ba|da|z)?sh$|^(?:irb|python3?|node|rails)(?![A-Za-z0-9_])
heroku ps:exec
  stdin code
vercel, vc
  source https://vercel.com/docs/cli
  dir --cwd
  load -A --local-config -Q --global-config
  unknown -t --token
  data -S --scope -T --team
  flags -d --debug --no-color
vercel/vc ls, ~ list, ~ inspect, ~ projects ls, ~ project ls, ~ domains ls, ~ domains inspect, ~ env ls, ~ whoami
  data --next -N -m --meta --environment --timeout
  flags -l --wait --logs --json
  operands data:*
vercel/vc logs
  data -n -q --since --until -o --output
  flags -fj --follow --json
  operands data:
netlify, wrangler, firebase, supabase
  source https://developers.cloudflare.com/workers/wrangler/commands/
  operands unknown*
wrangler tail
  data --format --status --header --method --sampling-rate --search --ip -e --env
  load -c --config --env-file
  operands data
wrangler deployments list, ~ versions list, ~ kv namespace list, ~ kv key list, ~ secret list, ~ d1 list
  data --name --namespace-id --binding --prefix -e --env
  load -c --config --env-file
  flags --json --remote --local
wrangler kv key get, ~ d1 info, ~ r2 bucket list, ~ pages deployment list, ~ queues list
  data --namespace-id --binding --project-name -e --env
  load -c --config --env-file
  flags --json --remote --local --text --preview
  operands data
wrangler d1 execute
  code --command
  load --file -c --config --env-file
  data -e --env
  flags -y --json --remote --local --yes
  operands data
firebase functions:log, ~ projects:list, ~ apps:list, ~ hosting:sites:list, ~ functions:list
  data --only -n --lines -P --project
  load -c --config
  unknown --token --account
  flags -j --json --debug --non-interactive
netlify status, ~ sites:list, ~ env:list, ~ functions:list
  unknown --auth
  flags --json --verbose
supabase status, ~ projects list, ~ migration list, ~ functions list
  dir --workdir
  place --db-url
  data --project-ref -o --output
  flags --local --linked --debug
sentry-cli
  source https://docs.sentry.io/cli/
  place --url
  unknown --auth-token --api-key --header --log-level
  data -o --org -p --project
  flags --quiet --silent --allow-failure
sentry-cli issues list, ~ events list, ~ releases list, ~ releases info, ~ projects list, ~ monitors list
  data -i --id -s --status --query --max-rows --pages --tail -V --version
  flags -aRUT --all --raw --show-projects --show-commits --show-tags --show-user
  operands data
stripe
  source https://docs.stripe.com/cli
  data -p --project-name --color --device-name --log-level
  load --config
  unknown --api-key
stripe customers list, ~ customers retrieve, ~ charges list, ~ charges retrieve, ~ invoices list, ~ invoices retrieve,
~ subscriptions list, ~ subscriptions retrieve, ~ products list, ~ prices list, ~ payment_intents retrieve, ~ events list
  data -d --data -e --expand -l --limit -a --starting-after -b --ending-before --stripe-account
  flags -s --live --show-headers
  operands data
stripe logs tail
  data --filter-account --filter-http-method --filter-ip-address --filter-request-path --filter-request-status --filter-source
  data --filter-status-code --filter-status-code-type --format
jira
  source https://github.com/ankitpokhrel/jira-cli
  load -c --config
  data -p --project
  flags --debug
jira issue list, ~ epic list, ~ sprint list
  data -q --jql -s --status -a --assignee -r --reporter -y --priority -l --label -t --type -C --component --created --updated -P
  data --parent
  data --created-after --created-before --updated-after --updated-before --order-by --paginate --columns -R --resolution --state
  flags -w --plain --no-headers --no-truncate --history --watching --reverse --raw --csv --table --current --prev --next
  operands data*
jira issue view
  data --comments
  flags --plain --raw
  operands data
jira issue create, ~ issue edit
  data -t --type -s --summary -b --body -y --priority -l --label -a --assignee -C --component --fix-version -P --parent -r --reporter
  unknown --custom
  send -T --template
  flags --web --no-input
  operands data
jira issue comment add, ~ issue move, ~ issue assign, ~ issue link
  data --comment -a --assignee -R --resolution
  send -T --template
  flags --web --no-input --internal
  operands data*
doppler, infisical, chamber, aws-vault, op
  source https://developer.1password.com/docs/cli/reference/
  operands unknown*
  code --command
  load --env-file -f -e
  dashed program
op item get, ~ read
  data --vault --format --account --session
  flags --reveal
  operands unknown*
op item list, ~ vault list, ~ vault get, ~ user list, ~ whoami
  data --vault --categories --tags --fields --format --account --session
  flags --favorite --include-archive --long --reveal --iso-timestamps --no-color
  operands data
vault
  source https://developer.hashicorp.com/vault/docs/commands
  words
  place -address -agent-address
  load -ca-cert -ca-path -client-cert -client-key -tls-server-name
  data -namespace -ns -format -field -mount -version -wrap-ttl -header
  flags -non-interactive -detailed -tls-skip-verify
  code --command
  load --env-file -f -e
  dashed program
vault read, ~ kv get
  operands unknown
  words
vault list, ~ kv list, ~ kv metadata get, ~ secrets list, ~ auth list, ~ policy read
  operands data
  words
vault policy list, ~ token lookup, ~ lease lookup, ~ status, ~ operator members
  flags -accessor -self
  operands data
  words
consul
  source https://developer.hashicorp.com/consul/commands
  words
  place -http-addr
  load -ca-file -ca-path -client-cert -client-key -token-file -config-file -config-dir
  unknown -token -tls-server-name
  data -datacenter -namespace -partition -stale
consul kv get
  data -separator
  flags -recurse -keys -detailed -base64
  operands data
  words
consul kv put
  data -flags -modify-index
  flags -cas -base64 -acquire
  operands data data@
  words
consul kv delete
  flags -recurse -cas
  operands data
  words
consul members, ~ catalog services, ~ catalog nodes, ~ catalog datacenters, ~ info, ~ operator raft list-peers
  data -status -service -node -near -filter -node-meta
  flags -detailed -wan -tags
  operands data
  words
consul exec, ~ watch, ~ lock
  operands code*
  words
promtool, logcli
  source https://prometheus.io/docs/prometheus/latest/command-line/promtool/
  operands unknown*
promtool query instant, ~ query range
  data --start --end --step --time -o --format
  operands place data
promtool check config, ~ check rules
  data --lint -o --format
  operands read*
logcli query, ~ labels, ~ series
  data --limit --since --from --to --batch -o --output --direction --step --tz --stats --interval --max-chunk
  place --addr
  load --cert --key --ca-cert --bearer-token-file --schema-store --config
  unknown --username --password --org-id --bearer-token
  flags -qt --quiet --tail --no-labels --forward --colored-output
  operands data*
`;
