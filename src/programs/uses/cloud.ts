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
  operands unknown*
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
  load -i --inventory --inventory-file -M --module-path --vault-password-file --vault-pass-file --vault-id
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
  load -i --inventory -m --module-name -M --module-path --playbook-dir --vault-password-file --private-key -c --connection
  code -a --args --ssh-common-args --ssh-extra-args
  flags -vCDKkbo --check --diff --become --list-hosts --one-line --verbose
  texts -m --module-name
  operands load*
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
aws logs filter-log-events, ~ logs tail, ~ logs describe-log-groups, ~ logs describe-log-streams, ~ logs get-log-events
  data@ --log-group-name --log-group-identifier --log-stream-name --log-stream-names --log-stream-name-prefix --filter-pattern
  data@ --start-time
  data@ --end-time --log-group-name-prefix --log-group-name-pattern --since --limit --order-by --next-token --format
  flags --follow --interleaved --no-interleaved --descending --no-descending --start-from-head --no-start-from-head --unmask
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
aws s3api list-objects, ~ s3api list-objects-v2, ~ s3api head-object, ~ s3api list-buckets, ~ s3api get-bucket-location
  data@ --prefix --key --delimiter --max-keys --start-after --version-id
  place --bucket
aws autoscaling describe-auto-scaling-groups, ~ autoscaling describe-scaling-activities, ~ elbv2 describe-target-health,
~ elbv2 describe-load-balancers, ~ elbv2 describe-target-groups, ~ elbv2 describe-listeners, ~ elbv2 describe-rules,
~ kms describe-key, ~ kms list-keys, ~ kms list-aliases, ~ athena get-query-execution, ~ athena list-query-executions,
~ athena list-work-groups, ~ ce get-cost-and-usage, ~ ce get-cost-forecast, ~ apigateway get-rest-api, ~ apigateway get-rest-apis,
~ apigateway get-resources, ~ apigateway get-stages, ~ apigatewayv2 get-apis, ~ apigatewayv2 get-routes, ~ cloudtrail lookup-events,
~ batch describe-jobs, ~ batch describe-job-queues, ~ batch list-jobs, ~ glue get-table, ~ glue get-tables, ~ glue get-databases,
~ glue get-job, ~ glue get-job-runs, ~ dynamodb get-item, ~ dynamodb describe-continuous-backups, ~ cloudfront get-distribution,
~ cloudfront list-distributions, ~ cloudfront list-invalidations, ~ acm describe-certificate, ~ acm list-certificates,
~ elasticache describe-cache-clusters, ~ elasticache describe-replication-groups, ~ opensearch describe-domain,
~ opensearch list-domain-names, ~ kinesis describe-stream, ~ kinesis describe-stream-summary, ~ kinesis list-streams,
~ kafka describe-cluster, ~ kafka list-clusters, ~ redshift describe-clusters, ~ emr describe-cluster, ~ emr list-clusters,
~ emr list-steps, ~ events describe-rule, ~ events list-rules, ~ events list-targets-by-rule, ~ scheduler list-schedules,
~ efs describe-file-systems, ~ wafv2 list-web-acls, ~ guardduty list-findings, ~ inspector2 list-findings,
~ organizations list-accounts, ~ servicequotas list-service-quotas, ~ support describe-cases, ~ backup list-backup-jobs,
~ codebuild list-projects, ~ codedeploy get-deployment, ~ codedeploy list-deployments, ~ amplify list-apps, ~ amplify list-jobs,
~ apprunner list-services, ~ apprunner describe-service, ~ sagemaker describe-training-job, ~ sagemaker list-training-jobs,
~ bedrock list-foundation-models, ~ cognito-idp list-users, ~ cognito-idp describe-user-pool, ~ cognito-idp list-user-pools,
~ cognito-idp admin-get-user, ~ ses get-send-statistics, ~ sesv2 get-account, ~ resourcegroupstaggingapi get-resources,
~ health describe-events, ~ transfer list-servers, ~ lightsail get-instances, ~ config describe-config-rules,
~ eks list-nodegroups, ~ eks describe-nodegroup, ~ ecs describe-task-definition, ~ ecs list-task-definitions, ~ ecr list-images,
~ ec2 describe-nat-gateways, ~ ec2 describe-route-tables, ~ ec2 describe-network-interfaces, ~ ec2 describe-addresses,
~ ec2 describe-launch-templates, ~ ec2 describe-snapshots, ~ ec2 describe-tags, ~ ec2 describe-key-pairs, ~ rds describe-db-snapshots,
~ rds describe-events, ~ rds describe-db-log-files, ~ route53 list-hosted-zones, ~ stepfunctions list-executions,
~ stepfunctions get-execution-history, ~ cloudwatch list-metrics, ~ cloudwatch describe-alarm-history, ~ logs describe-metric-filters
  others data@
aws sts get-caller-identity, ~ configure list, ~ configure list-profiles, ~ configure get, gcloud pubsub topics list,
~ pubsub subscriptions list, ~ pubsub topics describe, ~ pubsub subscriptions describe
  operands data
aws ec2 describe-instances, ~ ec2 describe-vpcs, ~ ec2 describe-subnets, ~ ec2 describe-security-groups, ~ ec2 describe-volumes
  data@ --instance-ids --vpc-ids --subnet-ids --group-ids --group-names --volume-ids --max-results
  data@ --filters
  flags --dry-run
aws ec2 describe-images, ~ ec2 describe-regions, ~ ec2 describe-instance-status, ~ ec2 describe-availability-zones
  data@ --image-ids --owners --instance-ids --region-names
  data@ --filters
aws ec2 start-instances, ~ ec2 stop-instances, ~ ec2 reboot-instances, ~ ec2 terminate-instances
  data@ --instance-ids
  flags --dry-run --force
aws ecs describe-services, ~ ecs list-services, ~ ecs list-tasks, ~ ecs describe-tasks, ~ ecs list-clusters,
~ ecs describe-clusters
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
aws ssm get-parameter, ~ ssm get-parameters-by-path, ~ ssm describe-parameters
  data@ --name --path
  flags --with-decryption --recursive
aws secretsmanager list-secrets, ~ secretsmanager describe-secret
  data@ --secret-id
aws rds describe-db-instances, ~ rds describe-db-clusters, ~ rds describe-events
  data@ --db-instance-identifier --db-cluster-identifier --source-identifier --source-type --duration
aws lambda get-function, ~ lambda list-functions, ~ lambda get-function-configuration, ~ lambda list-aliases,
~ lambda list-versions-by-function
  data@ --function-name --qualifier --function-version
aws lambda invoke
  data@ --function-name --payload --invocation-type --log-type --qualifier --cli-binary-format
  operands write
aws dynamodb describe-table, ~ dynamodb list-tables
  data@ --table-name
aws sqs list-queues, ~ sqs get-queue-attributes, ~ sqs get-queue-url
  data@ --queue-name-prefix --queue-name --attribute-names
  place --queue-url
aws sns list-topics, ~ sns list-subscriptions-by-topic
  data@ --topic-arn
aws cloudwatch get-metric-statistics, ~ cloudwatch describe-alarms, ~ cloudwatch list-metrics
  data@ --namespace --metric-name --start-time --end-time --period --statistics --alarm-names --alarm-name-prefix --state-value --unit
  unknown --dimensions
aws cloudformation describe-stacks, ~ cloudformation list-stacks, ~ cloudformation describe-stack-events
  data@ --stack-name --stack-status-filter
aws cloudformation describe-stack-resources, ~ cloudformation get-template, ~ cloudformation list-stack-resources
  data@ --stack-name --logical-resource-id
aws eks list-clusters, ~ eks describe-cluster, ~ eks list-nodegroups, ~ eks describe-nodegroup
  data@ --name --cluster-name --nodegroup-name
aws ecr describe-repositories, ~ ecr list-images, ~ ecr describe-images
  data@ --repository-name --repository-names --registry-id
  unknown --image-ids --filter
aws iam list-users, ~ iam list-roles, ~ iam get-role, ~ iam get-user, ~ iam list-attached-role-policies, ~ iam list-policies
  data@ --role-name --user-name --path-prefix --scope
aws iam get-policy, ~ iam list-role-policies, ~ iam get-role-policy, ~ iam list-groups
  data@ --policy-arn --role-name --policy-name
aws codepipeline get-pipeline-state, ~ codepipeline list-pipelines, ~ codebuild list-builds-for-project,
~ codebuild batch-get-builds
  data@ --name --project-name --ids
aws cloudtrail lookup-events, ~ ce get-cost-and-usage, ~ route53 list-hosted-zones, ~ route53 list-resource-record-sets
  data@ --start-time --end-time --hosted-zone-id --granularity --metrics
  unknown --lookup-attributes --time-period --group-by --filter
aws stepfunctions list-executions, ~ stepfunctions describe-execution, ~ stepfunctions get-execution-history
  data@ --state-machine-arn --status-filter --execution-arn
aws configure set, ~ configure import, gcloud config set
  operands load load
aws configure set, gcloud config set
  operands load code
  roles value text
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
gcloud run services describe, ~ run services list, ~ run revisions list, ~ run revisions describe, ~ run jobs list
  data --platform --service
  operands data
gcloud compute instances describe, ~ compute instances list, ~ compute disks list, ~ compute networks list
  data --zones --regexp
  operands data*
gcloud compute instances get-serial-port-output, ~ compute firewall-rules list, ~ compute firewall-rules describe,
~ compute zones list
  data --port --start
  operands data
gcloud iam service-accounts describe, ~ artifacts docker images list, ~ artifacts docker tags list, ~ artifacts repositories describe,
~ run jobs describe, ~ run domain-mappings list, ~ scheduler jobs list, ~ scheduler jobs describe, ~ tasks queues describe,
~ tasks list, ~ dns managed-zones list, ~ dns record-sets list, ~ redis instances describe, ~ monitoring dashboards list,
~ kms keys list, ~ spanner databases list, ~ spanner instances list, ~ workflows executions list, ~ workflows list, ~ eventarc triggers list,
~ app versions list, ~ app services list, ~ compute addresses list, ~ compute images list, ~ compute forwarding-rules list,
~ compute backend-services list, ~ compute instance-groups list, ~ firestore databases list, ~ iam service-accounts keys list,
~ projects get-iam-policy, ~ logging metrics list, ~ logging sinks list, ~ organizations list, ~ asset search-all-resources
  others data
gcloud compute ssh, ~ compute scp
  code --command --ssh-flag --scp-flag
  operands unknown*
gcloud compute ssh
  stdin code
gcloud sql instances describe, ~ sql instances list, ~ sql databases list, ~ sql operations list, ~ projects describe
  data -i --instance
  operands data
gcloud projects list, ~ container clusters list, ~ container clusters describe, ~ container node-pools list, ~ builds list
  data --location --cluster
  operands data
gcloud builds describe, ~ builds log, ~ functions describe, ~ functions list, ~ functions logs read
  data --gen2 --min-log-level --execution-id --start-time --end-time
  flags --stream --v2
  operands data
gcloud auth list, ~ config list, ~ config get, ~ config get-value, ~ info, ~ services list, ~ secrets list
  flags --all --enabled --available
  operands data
gcloud iam service-accounts list, ~ iam roles describe, ~ iam roles list, ~ artifacts repositories list
  data --location
  operands data
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
az webapp show, ~ vm show, ~ group show, ~ aks show, ~ sql db show, ~ storage account show, ~ functionapp show, ~ acr show
  data@ -n --name -g --resource-group --ids -s --server
az account show, ~ account list, ~ group list, ~ vm list, ~ webapp list, ~ aks list, ~ resource list, ~ functionapp list,
~ acr list
  data@ -n --name -g --resource-group --tag --resource-type --namespace -l --location
  flags -d --all --show-details --refresh
az resource show, ~ network vnet list, ~ network vnet show, ~ network nsg list, ~ keyvault list, ~ keyvault secret list,
~ keyvault show
  data@ -n --name -g --resource-group --ids --vault-name --resource-type --maxresults
az monitor activity-log list, ~ monitor metrics list, ~ monitor log-analytics query
  data@ -g --resource-group --resource --metric --metrics --start-time --end-time --offset --interval --max-events --aggregation -w
  data@ --workspace
  data@ -t --timespan
  code --analytics-query
  unknown --filter
az sql db list, ~ containerapp logs show, ~ containerapp show, ~ containerapp list, ~ containerapp revision list,
~ deployment group show, ~ deployment group list, ~ deployment operation group list, ~ sql server list, ~ postgres flexible-server show,
~ postgres flexible-server list, ~ cosmosdb show, ~ cosmosdb list, ~ redis show, ~ redis list, ~ servicebus namespace show,
~ servicebus queue show, ~ servicebus queue list, ~ eventhubs eventhub show, ~ aks nodepool list, ~ vmss list, ~ vmss show,
~ disk list, ~ network public-ip list, ~ network public-ip show, ~ network nic show, ~ network lb list, ~ network dns record-set list,
~ network nsg rule list, ~ appservice plan list, ~ appservice plan show, ~ functionapp function list, ~ logicapp show, ~ role assignment list, ~ policy assignment list, ~ ad user show, ~ ad group show,
~ ad app show, ~ tag list, ~ lock list, ~ advisor recommendation list, ~ monitor alert list, ~ monitor app-insights component show,
~ container show, ~ container logs, ~ batch job list, ~ storage container list, ~ storage blob list, ~ apim show,
~ pipelines show, ~ repos list, ~ repos show, ~ devops project list, ~ devops project show
  others data@
az vm start, ~ vm stop, ~ vm restart, ~ vm deallocate, ~ webapp restart, ~ webapp stop, ~ webapp start
  data@ -n --name -g --resource-group --ids -s --slot
  flags --no-wait
az webapp log tail, ~ webapp log show, ~ webapp config appsettings list, ~ acr repository list, ~ acr repository show-tags
  data@ -n --name -g --resource-group -s --slot --repository --top --orderby --provider
az pipelines list, ~ pipelines runs list, ~ pipelines runs show, ~ pipelines build list, ~ repos pr list, ~ repos pr show,
~ boards work-item show
  data@ -p --project --id --name --status --branch --top --pipeline-ids --result -s -t --repository -r --creator --reviewer
  place --org --organization
az vm run-command, ~ vm run-command invoke
  code --scripts --parameters --command-id
doctl
  source https://docs.digitalocean.com/reference/doctl/
  operands unknown*
doctl apps list, ~ apps get, ~ apps logs, ~ compute droplet list, ~ compute droplet get, ~ kubernetes cluster list
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
heroku config:get, ~ releases:info, ~ restart, ~ ps:restart, ~ dyno:restart, ~ maintenance:on, ~ maintenance:off
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
op item list, ~ item get, ~ vault list, ~ vault get, ~ user list, ~ whoami
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
vault read, ~ list, ~ kv get, ~ kv list, ~ kv metadata get, ~ secrets list, ~ auth list, ~ policy read
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
