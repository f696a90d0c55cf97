/** The places of values in the clients of clouds, of infrastructure as code, and of hosted services. */
export const cloudUses = `
terraform, tofu
  source https://developer.hashicorp.com/terraform/cli/commands
  words
  dir -chdir
  flags -help -version
terraform plan, tofu plan, terraform refresh, tofu refresh
  data -target -replace -parallelism -lock-timeout
  load -var-file -state -backup
  write -out -state-out -generate-config-out
  setting -var data *
  words
  flags -no-color -json -input -refresh -refresh-only -destroy -compact-warnings -detailed-exitcode -lock
terraform validate, tofu validate
  dir -test-directory
  flags -json -no-color -no-tests
  operands dir
  words
terraform show, tofu show
  flags -no-color -json
  operands read
  words
terraform output, tofu output
  read -state
  flags -no-color -json -raw
  operands data
  words
terraform state list, tofu state list, terraform state show, tofu state show, terraform state rm, tofu state rm, terraform state mv
  data -id -lock-timeout
  read -state
  write -backup -state-out -backup-out
  flags -no-color -dry-run -lock
  operands data*
  words
tofu state mv
  data -id -lock-timeout
  read -state
  write -backup -state-out -backup-out
  flags -no-color -dry-run -lock
  operands data*
  words
terraform workspace list, tofu workspace list, terraform workspace show, tofu workspace show, terraform workspace select
  data -lock-timeout
  flags -force -lock -or-create
  operands data
  words
tofu workspace select, terraform workspace new, tofu workspace new, terraform workspace delete, tofu workspace delete
  data -lock-timeout
  flags -force -lock -or-create
  operands data
  words
terraform taint, tofu taint, terraform untaint, tofu untaint, terraform force-unlock, tofu force-unlock
  data -lock-timeout
  flags -allow-missing -force -lock
  operands data
  words
terraform import, tofu import
  data -lock-timeout
  load -var-file -config -state
  setting -var data *
  flags -no-color -input -lock
  operands data data
  words
terraform fmt, tofu fmt
  flags -list -write -diff -check -no-color -recursive
  operands unknown*
  words
terraform graph, tofu graph, terraform providers, tofu providers, terraform version, tofu version, terraform get, tofu get
  data -type
  load -plan
  words
  flags -json -no-color -draw-cycles -update
terraform init, tofu init, terraform apply, tofu apply, terraform destroy, tofu destroy, terraform test, tofu test, terraform login
  data -target -replace -parallelism -lock-timeout
  load -var-file -state -backend-config -from-module -plugin-dir -lockfile -filter -test-directory
  write -state-out -backup
  setting -var data *
  flags -no-color -json -input -auto-approve -refresh -refresh-only -destroy -compact-warnings -lock -upgrade -reconfigure
  flags -migrate-state
  operands load
  words
tofu login
  data -target -replace -parallelism -lock-timeout
  load -var-file -state -backend-config -from-module -plugin-dir -lockfile -filter -test-directory
  write -state-out -backup
  setting -var data *
  flags -no-color -json -input -auto-approve -refresh -refresh-only -destroy -compact-warnings -lock -upgrade -reconfigure
  flags -migrate-state
  operands load
  words
terraform console, tofu console
  load -var-file -state
  setting -var data *
  stdin code
  words
pulumi, terraform-docs
  source https://terragrunt.gruntwork.io/docs/reference/cli/
  operands unknown*
pulumi stack ls, pulumi stack output, pulumi stack history, pulumi config get
  data -s --stack --page --page-size
  dir -C --cwd
  flags -j --json --full-dates
  operands data
terraform-docs markdown, terraform-docs json
  load -c --config
  operands read
ansible-playbook
  source https://docs.ansible.com/ansible/latest/cli/ansible-playbook.html
  data -t --tags --skip-tags -f --forks --start-at-task -u --user -T --timeout --become-user
  data@ -l --limit
  load -i --inventory --inventory-file -e --extra-vars -M --module-path --vault-password-file --vault-pass-file --vault-id
  load --playbook-dir
  load -c --connection --become-method --private-key --key-file --connection-password-file --become-password-file
  code --ssh-common-args --ssh-extra-args --sftp-extra-args --scp-extra-args
  flags -vCDKkb --check --diff --become --list-tasks --list-hosts --list-tags --syntax-check --step --flush-cache --force-handlers
  flags --verbose
  operands load*
ansible
  source https://docs.ansible.com/ansible/latest/cli/ansible.html
  data -f --forks -u --user -T --timeout
  data@ -l --limit
  load -i --inventory -m --module-name -M --module-path -e --extra-vars --playbook-dir --vault-password-file --private-key -c
  load --connection
  code -a --args --ssh-common-args --ssh-extra-args
  flags -vCDKkbo --check --diff --become --list-hosts --one-line --verbose
  operands unknown*
ansible-inventory
  source https://docs.ansible.com/ansible/latest/cli/ansible-inventory.html
  data --host
  data@ -l --limit
  load -i --inventory -e --extra-vars --playbook-dir --vault-password-file
  write --output
  flags -vy --list --graph --yaml --toml --export --vars
  operands data
salt, salt-call, puppet, chef-client, knife, fab, pssh, parallel-ssh, pdsh, clush, dsh, cap
  source pdsh(1)
  operands code*
aws
  source https://docs.aws.amazon.com/cli/latest/userguide/cli-usage-parameters-file.html (file:// and fileb:// read a file in any parameter)
  data --region --profile --output --query --max-items --page-size --starting-token --color --cli-read-timeout --cli-connect-timeout
  place --endpoint-url
  load --ca-bundle --cli-input-json --cli-input-yaml
  flags --no-cli-pager --no-paginate --debug --no-sign-request --no-verify-ssl --generate-cli-skeleton --no-cli-auto-prompt --v2-debug
aws logs filter-log-events, aws logs tail, aws logs describe-log-groups, aws logs describe-log-streams, aws logs get-log-events
  data@ --log-group-name --log-group-identifier --log-stream-name --log-stream-names --log-stream-name-prefix --filter-pattern
  data@ --start-time
  data@ --end-time --log-group-name-prefix --log-group-name-pattern --since --limit --order-by --next-token --format
  flags --follow --interleaved --no-interleaved --descending --no-descending --start-from-head --no-start-from-head --unmask
  operands data@
aws logs start-query, aws logs get-query-results
  data@ --log-group-name --log-group-names --start-time --end-time --limit --query-id
  code --query-string
aws s3 ls
  data@ --request-payer --bucket-name-prefix --bucket-region
  flags --recursive --human-readable --summarize
  operands place
aws s3 cp, aws s3 sync, aws s3 mv
  data --exclude --include
  flags --recursive --quiet --dryrun --delete --no-progress --only-show-errors --exact-timestamps --size-only
  operands unknown*
aws s3 rm, aws s3 presign
  data --exclude --include --expires-in
  flags --recursive --quiet --dryrun
  operands place
aws s3api list-objects, aws s3api list-objects-v2, aws s3api head-object, aws s3api list-buckets, aws s3api get-bucket-location
  data@ --prefix --key --delimiter --max-keys --start-after --version-id
  place --bucket
aws sts get-caller-identity, aws configure list, aws configure list-profiles, aws configure get
  operands data
aws ec2 describe-instances, aws ec2 describe-vpcs, aws ec2 describe-subnets, aws ec2 describe-security-groups, aws ec2 describe-volumes
  data@ --instance-ids --vpc-ids --subnet-ids --group-ids --group-names --volume-ids --max-results
  unknown --filters
  flags --dry-run
aws ec2 describe-images, aws ec2 describe-regions, aws ec2 describe-instance-status, aws ec2 describe-availability-zones
  data@ --image-ids --owners --instance-ids --region-names
  unknown --filters
aws ec2 start-instances, aws ec2 stop-instances, aws ec2 reboot-instances, aws ec2 terminate-instances
  data@ --instance-ids
  flags --dry-run --force
aws ecs describe-services, aws ecs list-services, aws ecs list-tasks, aws ecs describe-tasks, aws ecs list-clusters
  data@ --cluster --clusters --services --service-name --tasks --family --desired-status --launch-type --include
aws ecs describe-clusters
  data@ --cluster --clusters --services --service-name --tasks --family --desired-status --launch-type --include
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
aws ssm get-parameter, aws ssm get-parameters-by-path, aws ssm describe-parameters
  data@ --name --path
  flags --with-decryption --recursive
aws secretsmanager list-secrets, aws secretsmanager describe-secret
  data@ --secret-id
aws rds describe-db-instances, aws rds describe-db-clusters, aws rds describe-events
  data@ --db-instance-identifier --db-cluster-identifier --source-identifier --source-type --duration
aws lambda get-function, aws lambda list-functions, aws lambda get-function-configuration, aws lambda list-aliases
  data@ --function-name --qualifier --function-version
aws lambda list-versions-by-function
  data@ --function-name --qualifier --function-version
aws lambda invoke
  data@ --function-name --payload --invocation-type --log-type --qualifier --cli-binary-format
  operands write
aws dynamodb describe-table, aws dynamodb list-tables
  data@ --table-name
aws sqs list-queues, aws sqs get-queue-attributes, aws sqs get-queue-url
  data@ --queue-name-prefix --queue-name --attribute-names
  place --queue-url
aws sns list-topics, aws sns list-subscriptions-by-topic
  data@ --topic-arn
aws cloudwatch get-metric-statistics, aws cloudwatch describe-alarms, aws cloudwatch list-metrics
  data@ --namespace --metric-name --start-time --end-time --period --statistics --alarm-names --alarm-name-prefix --state-value --unit
  unknown --dimensions
aws cloudformation describe-stacks, aws cloudformation list-stacks, aws cloudformation describe-stack-events
  data@ --stack-name --stack-status-filter
aws cloudformation describe-stack-resources, aws cloudformation get-template, aws cloudformation list-stack-resources
  data@ --stack-name --logical-resource-id
aws eks list-clusters, aws eks describe-cluster, aws eks list-nodegroups, aws eks describe-nodegroup
  data@ --name --cluster-name --nodegroup-name
aws ecr describe-repositories, aws ecr list-images, aws ecr describe-images
  data@ --repository-name --repository-names --registry-id
  unknown --image-ids --filter
aws iam list-users, aws iam list-roles, aws iam get-role, aws iam get-user, aws iam list-attached-role-policies, aws iam list-policies
  data@ --role-name --user-name --path-prefix --scope
aws iam get-policy, aws iam list-role-policies, aws iam get-role-policy, aws iam list-groups
  data@ --policy-arn --role-name --policy-name
aws codepipeline get-pipeline-state, aws codepipeline list-pipelines, aws codebuild list-builds-for-project
  data@ --name --project-name --ids
aws codebuild batch-get-builds
  data@ --name --project-name --ids
aws cloudtrail lookup-events, aws ce get-cost-and-usage, aws route53 list-hosted-zones, aws route53 list-resource-record-sets
  data@ --start-time --end-time --hosted-zone-id --granularity --metrics
  unknown --lookup-attributes --time-period --group-by --filter
aws stepfunctions list-executions, aws stepfunctions describe-execution, aws stepfunctions get-execution-history
  data@ --state-machine-arn --status-filter --execution-arn
aws configure set, aws configure import
  operands load load
gcloud
  source https://cloud.google.com/sdk/gcloud/reference
  data --project --format --filter --limit --region --zone --sort-by --page-size --billing-project --account --verbosity --flatten
  load --flags-file --configuration --access-token-file
  unknown --impersonate-service-account
  flags -q --quiet --log-http --no-user-output-enabled --uri
gcloud logging read
  data --freshness --order --bucket --location --view --organization --folder
  flags --resource-names
  operands data
gcloud run services describe, gcloud run services list, gcloud run revisions list, gcloud run revisions describe, gcloud run jobs list
  data --platform --service
  operands data
gcloud compute instances describe, gcloud compute instances list, gcloud compute disks list, gcloud compute networks list
  data --zones --regexp
  operands data*
gcloud compute instances get-serial-port-output, gcloud compute firewall-rules list, gcloud compute firewall-rules describe
  data --port --start
  operands data
gcloud compute zones list
  data --port --start
  operands data
gcloud compute ssh, gcloud compute scp
  code --command --ssh-flag --scp-flag
  operands unknown*
gcloud sql instances describe, gcloud sql instances list, gcloud sql databases list, gcloud sql operations list, gcloud projects describe
  data -i --instance
  operands data
gcloud projects list, gcloud container clusters list, gcloud container clusters describe, gcloud container node-pools list
  data --location --cluster
  operands data
gcloud builds list
  data --location --cluster
  operands data
gcloud builds describe, gcloud builds log, gcloud functions describe, gcloud functions list, gcloud functions logs read
  data --gen2 --min-log-level --execution-id --start-time --end-time
  flags --stream --v2
  operands data
gcloud pubsub topics list, gcloud pubsub subscriptions list, gcloud pubsub topics describe, gcloud pubsub subscriptions describe
  operands data
gcloud auth list, gcloud config list, gcloud config get, gcloud config get-value, gcloud info, gcloud services list, gcloud secrets list
  flags --all --enabled --available
  operands data
gcloud iam service-accounts list, gcloud iam roles describe, gcloud iam roles list, gcloud artifacts repositories list
  data --location
  operands data
gcloud storage ls, gcloud storage cat, gcloud storage du
  flags -lrLRash --long --recursive --full --json --all-versions --summarize --readable-sizes
  operands place*
gcloud storage cp, gcloud storage rsync, gcloud storage rm, gcloud storage mv
  operands unknown*
gcloud config set
  operands load load
gsutil
  source https://cloud.google.com/storage/docs/gsutil
  operands unknown*
gsutil ls, gsutil cat, gsutil du, gsutil stat
  flags -lrabLdhsm
  operands place*
az
  source https://learn.microsoft.com/cli/azure/use-azure-cli-successfully-tips (@file reads a file in any parameter)
  data@ -o --output --subscription --query
  flags --debug --verbose --only-show-errors
az webapp show, az vm show, az group show, az aks show, az sql db show, az storage account show, az functionapp show, az acr show
  data@ -n --name -g --resource-group --ids -s --server
az account show, az account list, az group list, az vm list, az webapp list, az aks list, az resource list, az functionapp list
  data@ -n --name -g --resource-group --tag --resource-type --namespace -l --location
  flags -d --all --show-details --refresh
az acr list
  data@ -n --name -g --resource-group --tag --resource-type --namespace -l --location
  flags -d --all --show-details --refresh
az resource show, az network vnet list, az network vnet show, az network nsg list, az keyvault list, az keyvault secret list
  data@ -n --name -g --resource-group --ids --vault-name --resource-type --maxresults
az keyvault show
  data@ -n --name -g --resource-group --ids --vault-name --resource-type --maxresults
az monitor activity-log list, az monitor metrics list, az monitor log-analytics query
  data@ -g --resource-group --resource --metric --metrics --start-time --end-time --offset --interval --max-events --aggregation -w
  data@ --workspace
  data@ -t --timespan
  code --analytics-query
  unknown --filter
az vm start, az vm stop, az vm restart, az vm deallocate, az webapp restart, az webapp stop, az webapp start
  data@ -n --name -g --resource-group --ids -s --slot
  flags --no-wait
az webapp log tail, az webapp config appsettings list, az acr repository list, az acr repository show-tags
  data@ -n --name -g --resource-group -s --slot --repository --top --orderby --provider
az pipelines list, az pipelines runs list, az pipelines runs show, az pipelines build list, az repos pr list, az repos pr show
  data@ -p --project --id --name --status --branch --top --pipeline-ids --result -s -t --repository -r --creator --reviewer
  place --org --organization
az boards work-item show
  data@ -p --project --id --name --status --branch --top --pipeline-ids --result -s -t --repository -r --creator --reviewer
  place --org --organization
az vm run-command, az vm run-command invoke
  code --scripts --parameters --command-id
doctl
  source https://docs.digitalocean.com/reference/doctl/
  operands unknown*
doctl apps list, doctl apps get, doctl apps logs, doctl compute droplet list, doctl compute droplet get, doctl kubernetes cluster list
  data --format --type --tail --tag-name --region
  place -u --api-url
  load -c --config --context
  unknown -t --access-token -o --output
  flags -f --follow --no-header
  operands data*
fly, flyctl
  source https://fly.io/docs/flyctl/
  load -c --config
  unknown -t --access-token
  flags -j --json --verbose --debug
fly status, flyctl status, fly logs, flyctl logs, fly releases, flyctl releases, fly machine list, flyctl machine list, fly machine status
  data -a --app -r --region -i --instance --machine -o --org
  flags -qn --quiet --no-tail --all
  operands data
flyctl machine status, fly apps list, flyctl apps list, fly secrets list, flyctl secrets list, fly volumes list, flyctl volumes list
  data -a --app -r --region -i --instance --machine -o --org
  flags -qn --quiet --no-tail --all
  operands data
fly ips list, flyctl ips list
  data -a --app -r --region -i --instance --machine -o --org
  flags -qn --quiet --no-tail --all
  operands data
fly machine start, flyctl machine start, fly machine stop, flyctl machine stop, fly machine restart, flyctl machine restart
  data -a --app -s --signal --time
  operands data*
fly apps restart, flyctl apps restart, fly scale show, flyctl scale show
  data -a --app -s --signal --time
  operands data*
heroku
  source https://devcenter.heroku.com/articles/heroku-cli-commands
heroku logs, heroku ps, heroku releases, heroku config, heroku info, heroku apps:info, heroku addons, heroku pg:info, heroku domains
  data -a --app -r --remote -n --num -s --source -d --dyno -p --ps --process-type
  flags -tj --tail --json --shell --force-colors
  operands data
heroku config:get, heroku releases:info, heroku restart, heroku ps:restart, heroku dyno:restart, heroku maintenance:on
  data -a --app -r --remote
  flags -j --json --shell
  operands data
heroku maintenance:off
  data -a --app -r --remote
  flags -j --json --shell
  operands data
heroku run, heroku ps:exec
  data -a --app -r --remote -s --size -d --dyno
  operands code*
vercel, vc
  source https://vercel.com/docs/cli
  dir --cwd
  load -A --local-config -Q --global-config
  unknown -t --token
  data -S --scope -T --team
  flags -d --debug --no-color
vercel ls, vc ls, vercel list, vc list, vercel inspect, vc inspect, vercel projects ls, vc projects ls, vercel project ls, vc project ls
  data --next -N -m --meta --environment --timeout
  flags -l --wait --logs --json
  operands data:*
vercel domains ls, vc domains ls, vercel domains inspect, vc domains inspect, vercel env ls, vc env ls, vercel whoami, vc whoami
  data --next -N -m --meta --environment --timeout
  flags -l --wait --logs --json
  operands data:*
vercel logs, vc logs
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
wrangler deployments list, wrangler versions list, wrangler kv namespace list, wrangler kv key list, wrangler secret list
  data --name --namespace-id --binding --prefix -e --env
  load -c --config --env-file
  flags --json --remote --local
wrangler d1 list
  data --name --namespace-id --binding --prefix -e --env
  load -c --config --env-file
  flags --json --remote --local
wrangler kv key get, wrangler d1 info, wrangler r2 bucket list, wrangler pages deployment list, wrangler queues list
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
firebase functions:log, firebase projects:list, firebase apps:list, firebase hosting:sites:list, firebase functions:list
  data --only -n --lines -P --project
  load -c --config
  unknown --token --account
  flags -j --json --debug --non-interactive
netlify status, netlify sites:list, netlify env:list, netlify functions:list
  unknown --auth
  flags --json --verbose
supabase status, supabase projects list, supabase migration list, supabase functions list
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
sentry-cli issues list, sentry-cli events list, sentry-cli releases list, sentry-cli releases info, sentry-cli projects list
  data -i --id -s --status --query --max-rows --pages --tail -V --version
  flags -aRUT --all --raw --show-projects --show-commits --show-tags --show-user
  operands data
sentry-cli monitors list
  data -i --id -s --status --query --max-rows --pages --tail -V --version
  flags -aRUT --all --raw --show-projects --show-commits --show-tags --show-user
  operands data
stripe
  source https://docs.stripe.com/cli
  data -p --project-name --color --device-name --log-level
  load --config
  unknown --api-key
stripe customers list, stripe customers retrieve, stripe charges list, stripe charges retrieve, stripe invoices list
  data -d --data -e --expand -l --limit -a --starting-after -b --ending-before --stripe-account
  flags -s --live --show-headers
  operands data
stripe invoices retrieve
  data -d --data -e --expand -l --limit -a --starting-after -b --ending-before --stripe-account
  flags -s --live --show-headers
  operands data
stripe subscriptions list, stripe subscriptions retrieve, stripe products list, stripe prices list, stripe payment_intents retrieve
  data -d --data -e --expand -l --limit -a --starting-after -b --ending-before --stripe-account
  flags -s --live --show-headers
  operands data
stripe events list
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
jira issue list, jira epic list, jira sprint list
  data -q --jql -s --status -a --assignee -r --reporter -y --priority -l --label -t --type -C --component --created --updated -P
  data --parent
  data --created-after --created-before --updated-after --updated-before --order-by --paginate --columns -R --resolution --state
  flags -w --plain --no-headers --no-truncate --history --watching --reverse --raw --csv --table --current --prev --next
  operands data*
jira issue view
  data --comments
  flags --plain --raw
  operands data
jira issue create, jira issue edit
  data -t --type -s --summary -b --body -y --priority -l --label -a --assignee -C --component --fix-version -P --parent -r --reporter
  unknown --custom
  send -T --template
  flags --web --no-input
  operands data
jira issue comment add, jira issue move, jira issue assign, jira issue link
  data --comment -a --assignee -R --resolution
  send -T --template
  flags --web --no-input --internal
  operands data*
doppler, infisical, chamber, aws-vault, op
  source https://developer.1password.com/docs/cli/reference/
  operands unknown*
op item list, op item get, op vault list, op vault get, op user list, op whoami
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
vault read, vault list, vault kv get, vault kv list, vault kv metadata get, vault secrets list, vault auth list, vault policy read
  operands data
  words
vault policy list, vault token lookup, vault lease lookup, vault status, vault operator members
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
consul members, consul catalog services, consul catalog nodes, consul catalog datacenters, consul info, consul operator raft list-peers
  data -status -service -node -near -filter -node-meta
  flags -detailed -wan -tags
  operands data
  words
consul exec, consul watch, consul lock
  operands code*
  words
promtool, logcli
  source https://prometheus.io/docs/prometheus/latest/command-line/promtool/
  operands unknown*
promtool query instant, promtool query range
  data --start --end --step --time -o --format
  operands place data
promtool check config, promtool check rules
  data --lint -o --format
  operands read*
logcli query, logcli labels, logcli series
  data --limit --since --from --to --batch -o --output --direction --step --tz --stats --interval --max-chunk
  place --addr
  load --cert --key --ca-cert --bearer-token-file --schema-store --config
  unknown --username --password --org-id --bearer-token
  flags -qt --quiet --tail --no-labels --forward --colored-output
  operands data*
`;
