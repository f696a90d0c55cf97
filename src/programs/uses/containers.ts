/** The places of values in the clients of containers and clusters. */
export const containersUses: string = `
docker, podman, nerdctl
  source https://docs.docker.com/reference/cli/docker/
  data -l --log-level
  load -H --host --config -c --context --tlscacert --tlscert --tlskey --root --runroot --runtime --conmon --hooks-dir --url --connection
  load --identity --module --storage-driver --storage-opt --cgroup-manager
  flags -Dv --debug --tls --tlsverify --version
docker/podman/nerdctl ps, ~ container ls, ~ container ps, ~ container list
  data -f --filter --format -n --last --sort
  flags -aqlsw --all --latest --no-trunc --quiet --size
  operands data*
docker/podman/nerdctl images, ~ image ls, ~ image list
  data -f --filter --format --sort
  flags -aqn --all --digests --no-trunc --quiet --tree --noheading
  operands data*
docker/podman/nerdctl volume ls, ~ network ls, ~ volume list, ~ network list, ~ context ls, ~ plugin ls, ~ node ls
  data -f --filter --format
  flags -q --no-trunc --quiet
docker/podman/nerdctl logs, ~ container logs
  data -n --tail --since --until
  flags -ft --follow --timestamps --details --color --names
  operands data*
docker/podman/nerdctl inspect, ~ container inspect, ~ image inspect, ~ volume inspect, ~ network inspect, ~ context inspect
  data -f --format --type --platform
  flags -svl --size --verbose --latest
  operands data*
docker/podman/nerdctl top, ~ container top
  operands data unknown*
docker/podman/nerdctl port, ~ diff, ~ wait, ~ container port, ~ container diff, ~ container wait
  operands data*
docker/podman/nerdctl stats, ~ container stats
  data --format
  flags -a --all --no-stream --no-trunc
  operands data*
docker/podman/nerdctl restart, ~ stop, ~ kill, ~ pause, ~ unpause, ~ container restart, ~ container stop, ~ container kill
  data -s --signal -t --timeout --time
  flags -a --all
  operands data*
docker/podman/nerdctl start, ~ container start
  data --detach-keys --checkpoint
  write --checkpoint-dir
  flags -ai --attach --interactive
  operands data*
  stdin code
docker/podman/nerdctl attach, ~ container attach
  data --detach-keys
  flags --no-stdin --sig-proxy
  operands data
  stdin code
docker/podman/nerdctl rm, ~ container rm, ~ rmi, ~ image rm, ~ volume rm, ~ network rm, ~ rename, ~ tag, ~ image tag
  data --time --filter
  flags -flva --force --link --volumes --no-prune --all
  operands data*
docker/podman/nerdctl history, ~ image history
  data --format --platform
  flags -Hq --human --no-trunc --quiet
  operands data
docker/podman/nerdctl search
  data -f --filter --format --limit
  flags --no-trunc
  operands data
docker/podman/nerdctl events, ~ system events
  data -f --filter --format --since --until
docker/podman/nerdctl info, ~ version, ~ system info, ~ system df
  data -f --format
  flags -v --verbose
docker/podman/nerdctl system prune, ~ image prune, ~ container prune, ~ volume prune, ~ builder prune
  data --filter
  flags -af --all --force --volumes
docker/podman/nerdctl pull, ~ image pull
  data --platform
  flags -aq --all-tags --quiet --disable-content-trust
  operands place
docker/podman/nerdctl push, ~ image push, ~ login, ~ logout, ~ manifest inspect, ~ buildx imagetools inspect
  operands place
docker/podman/nerdctl exec, ~ container exec
  remote
  data --detach-keys -u --user
  dir -w --workdir
  load --env-file
  unknown -e --env --preserve-fds
  flags -ditl --detach --interactive --tty --privileged --latest
  operands data prog
  unknown --name --label -p --publish -h --hostname -m --memory --cpus --network --net --platform --pull --restart -a --attach --volume
  unknown --mount
  settings -e --env
  harmless $variables
  is stops
docker/podman/nerdctl run, ~ container run, ~ create, ~ container create
  remote
  data --name -m --memory --cpus -c --cpu-shares -h --hostname --platform --pull --restart --stop-signal --stop-timeout --memory-swap
  data --shm-size --cpuset-cpus --cpu-quota --cpu-period --pids-limit --oom-score-adj -a --attach --detach-keys
  dir -w --workdir
  code --entrypoint --health-cmd --init-path
  load -v --volume --mount --device --cap-add --security-opt --pid --network --net --env-file --label-file --runtime --volumes-from
  load --ipc
  load --userns --uts --cgroupns --cgroup-parent --gpus --volume-driver --tmpfs --device-cgroup-rule --group-add --ulimit --sysctl
  load --add-host --dns --link --log-opt --storage-opt --annotation --isolation --pod --secret --rootfs --cidfile
  unknown -l --label --log-driver -e --env -p --publish --expose -u --user --ip --ip6 --mac-address --network-alias --health-interval
  flags -ditPq --detach --interactive --tty --rm --init --read-only --publish-all --quiet --no-healthcheck --sig-proxy --privileged
  operands load prog
  texts --runtime
  settings -e --env
  harmless $variables
  stdin code
  is stops location
docker/podman/nerdctl cp, ~ container cp
  flags -aLq --archive --follow-link --quiet
  operands unknown*
docker/podman/nerdctl build, ~ image build, ~ buildx build, ~ builder build
  data -t --tag --target --platform --progress --label --shm-size -m --memory --network
  load -f --file --build-context --secret --ssh --add-host --cache-from --cache-to --security-opt --allow --builder --annotation
  setting --build-arg unknown *
  write -o --output --iidfile --metadata-file
  flags -q --pull --no-cache --rm --force-rm --squash --load --push --quiet --compress
  operands dir
  stdin code
docker/podman/nerdctl build, ~ buildx build, ~ image build
  roles file
  stdin code -
docker/podman/nerdctl compose
  load -f --file --env-file
  dir --project-directory
  data -p --project-name --profile --ansi --progress --parallel
  flags --compatibility --dry-run --all-resources
  trusts --project-directory
docker-compose, podman-compose
  source https://docs.docker.com/reference/cli/docker/compose/
  load -f --file --env-file -H --host --context -c
  dir --project-directory
  data -p --project-name --profile --ansi --progress --parallel
  flags --compatibility --dry-run --verbose --no-ansi
  trusts --project-directory
docker/podman/nerdctl compose logs, docker-compose logs
  data -n --tail --since --until --index
  flags -ft --no-color --follow --timestamps --no-log-prefix
  operands data*
docker/podman/nerdctl compose ps, docker-compose ps
  data --format --filter --status
  flags -aq --all --quiet --services --no-trunc --orphans
  operands data*
docker/podman/nerdctl compose top, ~ compose images, ~ compose ls, ~ compose events, ~ compose port, ~ compose stats,
docker-compose top, ~ images, ~ ls, ~ events, ~ port, ~ stats
  data --format --filter --protocol --index
  flags -qa --quiet --json --all --no-stream --no-trunc
  operands data*
docker/podman/nerdctl compose config, docker-compose config
  data --format --hash
  write -o --output --lock-image-digests
  flags -q --quiet --services --volumes --images --profiles --no-interpolate --no-normalize --resolve-image-digests --environment
  operands data*
docker/podman/nerdctl compose restart, ~ compose stop, ~ compose start, ~ compose kill, ~ compose pause, ~ compose unpause,
docker-compose restart, ~ stop, ~ start, ~ kill, ~ pause, ~ unpause
  data -t --timeout -s --signal --wait-timeout
  flags --no-deps --remove-orphans --wait
  operands data*
docker/podman/nerdctl compose up, ~ compose down, ~ compose pull, ~ compose rm, ~ compose create, ~ compose wait,
docker-compose up, ~ down, ~ pull, ~ rm, ~ create, ~ wait
  data -t --timeout --scale --pull --rmi --exit-code-from --attach --no-attach --wait-timeout --policy
  flags -dVfsvq --detach --build --no-build --no-deps --force-recreate --no-recreate --remove-orphans --volumes --wait --quiet-pull
  flags --abort-on-container-exit --no-color --no-log-prefix --no-start --timestamps --renew-anon-volumes --always-recreate-deps --quiet
  flags --ignore-pull-failures --include-deps --force --stop
  operands data*
docker/podman/nerdctl compose build, docker-compose build
  setting --build-arg unknown *
  load --ssh --builder
  data -m --memory --progress
  flags -q --no-cache --pull --quiet --push --with-dependencies --check --print
  operands data*
docker/podman/nerdctl compose exec, docker-compose exec
  remote
  data --index -u --user
  dir -w --workdir
  unknown -e --env
  flags -dTit --detach --no-TTY --interactive --tty --privileged
  operands data prog
docker/podman/nerdctl compose exec
  unknown --name --label --publish -h --hostname -m --memory --cpus --network --net --platform --pull --restart -a --attach --detach-keys
  unknown --volume --mount
  settings -e --env
  harmless $variables
  is stops
docker-compose exec
  unknown --name -l --label --publish -h --hostname -m --memory --cpus --network --net --platform --pull --restart -a --attach
  unknown --detach-keys -v --volume --mount
  settings -e --env
  harmless $variables
  is stops
docker/podman/nerdctl compose run, docker-compose run
  remote
  data --name -u --user --pull
  dir -w --workdir
  code --entrypoint
  load -v --volume --env-from-file --cap-add --cap-drop
  unknown -e --env -p --publish -l --label
  flags -dTPiq --rm --no-deps --build --no-TTY --service-ports --use-aliases --quiet-pull --quiet-build --remove-orphans --detach
  operands data prog
docker/podman/nerdctl compose run
  code --health-cmd --init-path
  unknown -h --hostname -m --memory --cpus --network --net --platform --restart -a --attach --detach-keys --mount
  texts --runtime
  settings -e --env
  harmless $variables
  stdin code
  is stops location
docker-compose run
  code --health-cmd --init-path --runtime
  unknown -h --hostname -m --memory --cpus --network --net --platform --restart -a --attach --detach-keys --mount
  settings -e --env
  harmless $variables
  stdin code
  is stops location
kubectl, oc
  source https://kubernetes.io/docs/reference/kubectl/
  data -n --namespace --context --cluster --user --request-timeout -v --v --vmodule --log-flush-frequency
  load --kubeconfig -s --server --as --as-group --as-uid --as-user-extra --certificate-authority --client-certificate --client-key
  unknown --token --username --password --tls-server-name --profile
  write --cache-dir --profile-output --log-file
  flags -h --help --insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression --kuberc
  read -o --output
  unknown -c --container -l --selector
kubectl/oc get
  data -l --selector --field-selector --chunk-size -L --label-columns --sort-by --subresource
  read -f --filename
  load -k --kustomize
  read -o --output
  unknown --template --raw
  flags -AwR --all-namespaces --watch --watch-only --no-headers --show-labels --show-kind --show-managed-fields --ignore-not-found
  flags --output-watch-events --recursive --server-print --allow-missing-template-keys
  operands data*
kubectl/oc describe, ~ explain, ~ events, ~ api-resources, ~ api-versions, ~ top pod, ~ top pods
  data -l --selector --field-selector --chunk-size --sort-by --api-version --for --types --api-group --categories --verbs
  read -f --filename
  load -k --kustomize
  unknown -o --output --template
  flags -ARw --all-namespaces --recursive --show-events --no-headers --containers --sum --watch --cached --namespaced
  operands data*
kubectl/oc top node, ~ top nodes, ~ auth can-i, ~ auth whoami, ~ cluster-info, ~ version
  data -l --selector --sort-by --subresource
  unknown -o --output
  flags -Aq --all-namespaces --no-headers --list --quiet --client --short --show-capacity
  operands data*
kubectl/oc logs
  data -c --container -l --selector --since --since-time --tail --limit-bytes --max-log-requests --pod-running-timeout
  flags -fp --follow --previous --timestamps --prefix --all-containers --all-pods --ignore-errors --insecure-skip-tls-verify-backend
  operands data*
kubectl/oc rollout status, ~ rollout history, ~ rollout restart, ~ rollout undo, ~ rollout pause, ~ rollout resume
  data --revision --to-revision --timeout -l --selector --field-manager
  read -f --filename
  load -k --kustomize
  unknown -o --output --template
  flags -wR --watch --recursive --dry-run --show-managed-fields
  operands data*
kubectl/oc wait
  data --for --timeout -l --selector --field-selector
  read -f --filename
  unknown -o --output --template
  flags -AR --all --all-namespaces --local --recursive
  operands data*
kubectl/oc scale, ~ delete, ~ label, ~ cordon, ~ uncordon, ~ drain, ~ taint
  data --replicas --current-replicas --resource-version --grace-period --timeout -l --selector --field-selector --pod-selector
  data --chunk-size
  data --skip-wait-for-delete-timeout --field-manager
  read -f --filename
  load -k --kustomize
  unknown -o --output --template --raw
  flags -ARi --all --all-namespaces --dry-run --cascade --force --now --wait --ignore-not-found --overwrite --list --local --recursive
  flags --ignore-daemonsets --delete-emptydir-data --disable-eviction --interactive --show-managed-fields
  operands data*
kubectl/oc annotate, ~ expose, ~ autoscale, ~ set, ~ edit, ~ certificate, ~ plugin, ~ proxy
  code --overrides
  operands unknown*
kubectl/oc set image
  flags --all --local --dry-run
  operands data load*
kubectl/oc set env, ~ run, ~ debug
  load --image --custom --env --from
  code --overrides
  operands unknown*
kubectl/oc run
  unknown -c --container
  operands unknown prog*
  roles value program
  dashed program
  stdin code
  is location
kubectl/oc debug
  unknown -c --container --target --copy-to
  operands unknown prog*
  roles value program
  dashed program
  stdin code
  is location
kubectl/oc set env
  operands unknown unknown*
  roles value setting*
kubectl/oc apply, ~ replace, ~ create, ~ diff
  mild --dry-run=server --dry-run=client
  data --field-manager -l --selector --timeout --grace-period --prune-allowlist --concurrency
  runs -f --filename -k --kustomize
  trusts -f --filename -k --kustomize
  read -o --output
  unknown --template --raw --subresource
  flags -R --dry-run --validate --server-side --force-conflicts --force --prune --all --wait --overwrite --recursive --cascade
  flags --save-config --show-managed-fields --edit
  operands unknown*
  stdin code
kubectl/oc create
  stdin code -
kubectl/oc apply, ~ replace
  unknown -c --container
  stdin code -
kubectl/oc create secret generic, ~ create configmap
  data --from-literal --type --field-manager
  send --from-file --from-env-file
  unknown -o --output --template
  flags --dry-run --append-hash --save-config --validate
  operands data
kubectl/oc create namespace, ~ create ns, ~ create serviceaccount, ~ create sa
  data --field-manager
  unknown -o --output --template
  flags --dry-run --save-config --validate
  operands data
kubectl/oc create job, ~ create cronjob, ~ create deployment
  load --image --from
  data --schedule --replicas --port -r
  flags --dry-run
  operands data prog
kubectl/oc patch
  data --type --subresource --field-manager
  code -p --patch
  load --patch-file -k --kustomize
  read -f --filename
  unknown -o --output --template
  mild --dry-run=server --dry-run=client
  flags -R --dry-run --local
  operands data*
  unknown -c --container
kubectl/oc exec
  remote
  data -c --container --pod-running-timeout
  load -f --filename
  flags -itq --stdin --tty --quiet
  operands data prog
  dashed program
kubectl/oc attach
  remote
  data -c --container --pod-running-timeout
  flags -itq --stdin --tty --quiet
  operands data
  stdin code
kubectl/oc cp
  data -c --container --retries
  flags --no-preserve
  operands unknown*
kubectl/oc port-forward
  place --address
  data --pod-running-timeout
  operands data*
kubectl/oc config view, ~ config get-contexts, ~ config current-context, ~ config get-clusters, ~ config get-users
  unknown -o --output --template
  flags --flatten --merge --minify --raw --no-headers
  operands data*
kubectl/oc config use-context, ~ config set-context, ~ config set-cluster, ~ config set-credentials, ~ config set
  code --exec-command --exec-arg --exec-env
  operands load unknown*
kubectl/oc config set-credentials
  roles value
oc/kubectl projects, ~ project, ~ whoami, ~ status
  flags -qct --short --show-console --show-server
  operands data
stern
  source https://github.com/stern/stern
  data -n --namespace --context -c --container -l --selector -s --since --tail -e --exclude -i --include --field-selector --exclude-pod
  data --max-log-requests -H --highlight -E --exclude-container --container-state --node --color
  load --kubeconfig --config -T --template-file
  unknown -t --timestamps -o --output --template --timezone -p --prompt --stdin
  flags -A --all-namespaces --no-follow --only-log-lines --diff-container
  operands data
kustomize
  source https://kubectl.docs.kubernetes.io/references/kustomize/cmd/
kustomize build
  load --env --mount --network-name
  write -o --output
  flags --enable-helm --enable-alpha-plugins --enable-exec
  operands runs
helm
  source https://helm.sh/docs/helm/helm/
  data -n --namespace --kube-context --qps --burst-limit
  load --kubeconfig --registry-config --repository-config --repository-cache --kube-apiserver --kube-ca-file --kube-token --kube-as-user
  flags --debug --kube-insecure-skip-tls-verify
  code --post-renderer --post-renderer-args
helm status, ~ history, ~ hist, ~ get values, ~ get manifest, ~ get all, ~ get notes, ~ get hooks, ~ get metadata
  data --revision --max -o --output
  code --template
  flags -a --all --show-resources --show-desc
  operands data
helm list, ~ ls
  data -f --filter -l --selector -m --max --offset -o --output --time-format
  flags -adqrA --all --all-namespaces --deployed --failed --pending --short --date --reverse --uninstalled --superseded --no-headers
helm repo list, ~ plugin list, ~ version, ~ env, ~ search repo, ~ search hub
  data --version -o --output --max-col-width
  place --endpoint
  code --template
  flags -lr --versions --devel --regexp --fail-on-no-result --short --list-repo-url
  operands data*
helm show values, ~ show chart, ~ show readme, ~ show all, ~ show crds, ~ pull
  data --version
  code --jsonpath
  place --repo
  write -d --destination --untardir
  load --ca-file --cert-file --key-file --keyring
  operands place
helm lint, ~ template, ~ install, ~ upgrade
  setting --set code *
  setting --set-string code *
  setting --set-literal code *
helm lint
  load -f --values
  code --set-json
  send --set-file
  flags --strict --quiet --with-subcharts
  operands read
helm template, ~ install, ~ upgrade
  data --version --timeout --description --history-max -l --labels --kube-version -a --api-versions -s --show-only
  place --repo
  code --set-json --name-template --post-renderer --post-renderer-args
  load -f --values --ca-file --cert-file --key-file --keyring
  send --set-file
  write --output-dir
  unknown -o --output
  flags -ig --install --create-namespace --wait --wait-for-jobs --atomic --dry-run --force --reuse-values --reset-values --debug
  flags --no-hooks --skip-crds --include-crds --dependency-update --devel --cleanup-on-fail --generate-name --is-upgrade --validate
  flags --verify
  operands data load
  last load
helm template
  operands runs*
  last runs
helm rollback, ~ uninstall, ~ delete, ~ test
  data --timeout --history-max --description --cascade --filter
  flags --wait --dry-run --force --no-hooks --keep-history --cleanup-on-fail --logs --ignore-not-found
  operands data*
helm repo add, ~ plugin install, ~ dependency, ~ package, ~ push, ~ create
  operands load*
helm plugin install
  roles file
argocd
  source https://argo-cd.readthedocs.io/en/stable/user-guide/commands/argocd/
  place --server
  load --config --auth-token --client-crt --client-crt-key --server-crt -H --header
  flags --grpc-web --insecure --plaintext --core
argocd app get, ~ app history, ~ app diff, ~ app resources, ~ app logs, ~ app wait
  data -N --app-namespace --revision --tail --since-seconds --container --group --kind --name --namespace --timeout
  unknown -o --output
  load --local --local-repo-root
  flags -f --refresh --hard-refresh --show-operation --follow --health --sync
  operands data
argocd app list
  data -l --selector -p --project -c --cluster -N --app-namespace
  place -r --repo
  unknown -o --output
argocd app sync, ~ app rollback, ~ app terminate-op
  data --revision --timeout -l --selector --resource --retry-limit
  flags --prune --dry-run --force --async
  operands data*
flux
  source https://fluxcd.io/flux/cmd/
  operands unknown*
flux get, ~ get kustomizations, ~ get helmreleases, ~ get sources git, ~ logs, ~ tree kustomization
  data -n --namespace --context --kind --name --level --since --tail
  load --kubeconfig
  flags -A --all-namespaces --watch --follow --no-header
  operands data
flux reconcile kustomization, ~ reconcile helmrelease, ~ suspend kustomization, ~ resume kustomization
  data -n --namespace --context --timeout
  load --kubeconfig
  flags --with-source --all --wait
  operands data
minikube, kind, colima, limactl, multipass, vagrant
  source https://minikube.sigs.k8s.io/docs/commands/
  operands unknown*
minikube, colima, limactl, multipass, vagrant
  is plain
minikube status, ~ ip, kind get clusters, ~ get nodes, colima/vagrant status, limactl list, multipass list, ~ info
  data -p --profile -n --name --format -o --output
  flags -q --json --quiet
  operands data*
skopeo, crane, crictl
  source skopeo(1), buildah(1)
  operands unknown*
skopeo inspect, ~ list-tags, crane digest, ~ manifest, ~ config, ~ ls
  data --format --override-arch --override-os --platform
  load --authfile --creds --cert-dir --registries-conf
  flags --raw --config --no-tags
  operands place
crictl ps, ~ pods, ~ images, ~ logs, ~ inspect, ~ stats
  data --name --label --state -n --last --tail --since --output -o
  flags -aqft --all --quiet --no-trunc --timestamps
  operands data
adb, nomad
  source toolbox(1), https://apptainer.org/docs/user/latest/cli.html
  operands unknown*
adb
  unknown -s -t -H -P -L
  language sh
nomad status, ~ job status, ~ alloc status, ~ node status, ~ alloc logs, ~ job history, ~ deployment status
  words
  data -namespace -region -n -task -c
  code -t
  place -address
  flags -f -json -short -verbose -stderr -tail -self
  operands data*
adb devices, ~ logcat, ~ get-state
  data -s -t -b -v -e
  flags -dcSgL
  operands unknown*
adb logcat
  operands data*
docker/podman/nerdctl/finch buildx, ~ container, ~ image, ~ machine, docker/podman/nerdctl/finch/k3s/microk8s/helm plugin,
finch compose up, ~ compose down, ~ compose ps, ~ compose logs, ~ inspect, ~ images, finch/podman-compose ps,
finch/podman-compose/k3s/microk8s logs, podman-compose up, ~ down, kubectl/oc/k3s/microk8s/gcloud config, k3s/microk8s create,
~ set, ~ get, ~ describe, ~ delete, machinectl login, ~ start, aws ssm, ~ ecs, ~ configure, ~ s3, ~ ec2, gcloud compute, az vm
  operands unknown*
docker/podman/nerdctl/finch buildx bake
  load -f --file
  setting --set load *
docker/podman/nerdctl/finch compose attach, finch/docker-compose/podman-compose attach, finch start, ~ container attach,
~ container start
  unknown --detach-keys
  stdin code
docker/podman/nerdctl import
  code --change
  texts -c
  operands load
  stdin code
docker/podman/nerdctl commit
  code --change
  texts -c
docker/podman/nerdctl/finch load
  load -i --input
  stdin code
docker/podman/nerdctl/finch machine ssh
  operands unknown code*
docker/podman/nerdctl/finch plugin install
  operands load
adb install
  flags -rtdgl
  operands runs
finch
  source https://docs.docker.com/reference/cli/docker/
  load --config -H --host -c --context --tlscacert
  unknown -l --log-level
finch run, ~ create, ~ container run, ~ container create
  code --entrypoint --health-cmd --init-path --runtime
  load --env-file
  unknown -w --workdir -u --user --name -l --label -p --publish -h --hostname -m --memory --cpus --network --net --platform --pull
  unknown --restart -a --attach --detach-keys -v --volume --mount
  setting -e load *
  setting --env load *
  operands load prog
  harmless $variables
  stdin code
  is stops location
finch exec, ~ container exec
  load --env-file
  unknown -w --workdir -u --user --name -l --label -p --publish -h --hostname -m --memory --cpus --network --net --platform --pull
  unknown --restart -a --attach --detach-keys -v --volume --mount
  setting -e load *
  setting --env load *
  operands unknown prog
  harmless $variables
  is stops
finch/buildah build, finch buildx build, ~ image build, buildah bud
  load -f --file --build-context --secret --ssh
  unknown -t --tag --target --platform -o --output --progress
  setting --build-arg load *
  operands load
finch compose
  load -f --file --env-file --project-directory
  unknown -p --project-name --profile
finch compose exec
  load --env-file
  unknown -w --workdir -u --user --name -l --label -p --publish -h --hostname -m --memory --cpus --network --net --platform --pull
  unknown --restart -a --attach --detach-keys -v --volume --mount --index
  setting -e load *
  setting --env load *
  operands unknown prog
  harmless $variables
  is stops
finch compose run
  code --entrypoint --health-cmd --init-path --runtime
  load --env-file
  unknown -w --workdir -u --user --name -l --label -p --publish -h --hostname -m --memory --cpus --network --net --platform --pull
  unknown --restart -a --attach --detach-keys -v --volume --mount
  setting -e load *
  setting --env load *
  operands unknown prog
  harmless $variables
  stdin code
  is stops location
finch compose build, podman-compose build
  setting --build-arg load *
finch import
  code -c --change
  operands load
  stdin code
finch commit
  code -c --change
podman-compose exec
  unknown -w --workdir -u --user --name -l --label --publish -h --hostname -m --memory --cpus --network --net --platform --pull --restart
  unknown -a --attach --detach-keys -v --volume --mount --index
  setting -e load *
  setting --env load *
  operands unknown prog
  harmless $variables
  is stops
podman-compose run
  code --entrypoint --health-cmd --init-path --runtime
  unknown -w --workdir -u --user --name -l --label --publish -h --hostname -m --memory --cpus --network --net --platform --pull --restart
  unknown -a --attach --detach-keys -v --volume --mount
  setting -e load *
  setting --env load *
  operands unknown prog
  harmless $variables
  stdin code
  is stops location
buildah
  source buildah(1)
  is plain
buildah run
  operands unknown prog
  is stops
buildah unshare
  operands prog
kubectl/oc rsh
  unknown -c --container
  operands unknown prog
  stdin code
  is stops location
k3s, microk8s
  source https://kubernetes.io/docs/reference/kubectl/
  load --kubeconfig -s --server --as --certificate-authority
  unknown -n --namespace -c --container --context -o --output -l --selector
k3s/microk8s exec
  unknown -c --container -n --namespace -f --filename
  operands unknown prog
  dashed program
k3s/microk8s run
  code --overrides
  load --image
  unknown -c --container -n --namespace
  setting --env load *
  operands unknown prog
  dashed program
  stdin code
  is location
k3s/microk8s debug
  load --image --custom
  unknown -c --container -n --namespace --target --copy-to --profile
  setting --env load *
  operands unknown prog
  dashed program
  stdin code
  is location
k3s/microk8s attach
  unknown -c --container -n --namespace
  stdin code
k3s/microk8s rsh
  unknown -c --container -n --namespace
  operands unknown prog
  stdin code
  is stops location
k3s/microk8s create job, ~ create cronjob, ~ create deployment
  load --image
  operands unknown prog
k3s/microk8s apply, ~ replace
  load -f --filename -k --kustomize
  unknown -c --container -n --namespace
k3s/microk8s patch
  code -p --patch
  load --patch-file
  unknown -c --container -n --namespace --type
k3s/microk8s config set-credentials
  code --exec-command
  setting --exec-env load *
k3s/microk8s set image
  operands unknown load*
k3s/microk8s set env
  operands unknown unknown*
  roles value setting*
minikube/colima/limactl/multipass/vagrant ssh
  code -c --command
  operands code*
  stdin code
minikube/colima/limactl/multipass/vagrant exec, ~ shell
  operands unknown prog
toolbox, distrobox
  source toolbox(1), https://distrobox.it/usage/distrobox-enter/
  unknown -c --container -n --name -d --distro -r --release
toolbox/distrobox run
  unknown -c --container -d --distro -r --release
  operands prog
  is stops
toolbox/distrobox enter
  code -a --additional-flags
  unknown -n --name
  dashed program
  stdin code
  is location
toolbox/distrobox create
  code --init-hooks --pre-init-hooks
  load -i --image
apptainer, singularity
  source https://apptainer.org/docs/user/latest/cli.html
  is plain
apptainer/singularity exec
  load --env-file
  unknown -B --bind --pwd
  setting --env load *
  operands load prog
  is stops
apptainer/singularity run
  load --env-file
  unknown -B --bind --pwd
  setting --env load *
  operands load
  stdin code
  is stops location
apptainer/singularity shell
  load -s --shell --env-file
  unknown -B --bind
  operands load
  stdin code
  is location
wsl
  source https://learn.microsoft.com/windows/wsl/basic-commands
  unknown -d --distribution -u --user --cd
  operands prog
  stdin code
  is stops location
adb shell
  unknown -e
  operands code*
  stdin code
  is stops line
adb exec-out
  operands code*
lxc, incus, lxc-attach
  source lxc(1)
  is plain
lxc/incus/lxc-attach exec
  setting --env load *
  operands unknown prog
systemd-nspawn
  source systemd-nspawn(1)
  load -D --directory -i --image
  unknown -u --user -M --machine
  setting -E load *
  setting --setenv load *
  operands prog
  is stops
machinectl
  source machinectl(1)
  unknown --uid -M
  setting -E load *
  setting --setenv load *
machinectl shell
  operands unknown prog
  stdin code
  is stops
terragrunt
  source https://developer.hashicorp.com/terraform/cli/commands
  load -chdir
  words
terragrunt init
  code -backend-config -from-module -plugin-dir
terragrunt apply
  load -var-file
  setting -var load *
  operands load
terragrunt plan
  load -var-file
  setting -var load *
terragrunt console
  stdin code
heroku/fly/flyctl/railway ssh
  code -C --command
  stdin code
  instead-of-input -C --command
fly/flyctl/railway run
  operands code*
  input-text (?:^|/)(?:ba|da|z)?sh$|^(?:irb|python3?|node|rails)(?![A-Za-z0-9_])
fly/flyctl/railway ps:exec
  operands code*
  stdin code
docker/podman service ls, ~ service ps, ~ service inspect, ~ service logs, ~ node ls, ~ node ps, ~ node inspect, ~ stack ls, ~ stack ps,
~ stack services
  data -f --filter --format -n --tail --since
  flags -q --no-trunc --no-resolve --pretty --timestamps --raw --no-task-ids --details
  operands data*
`;
