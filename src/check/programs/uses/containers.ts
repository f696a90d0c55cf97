/** The places of values in the clients of containers and clusters. */
export const containersUses = `
docker, podman, nerdctl
  source https://docs.docker.com/reference/cli/docker/
  data -l --log-level
  load -H --host --config -c --context --tlscacert --tlscert --tlskey --root --runroot --runtime --conmon --hooks-dir --url --connection
  load --identity --module --storage-driver --storage-opt --cgroup-manager
  flags -Dv --debug --tls --tlsverify --version
docker ps, podman ps, nerdctl ps, docker container ls, podman container ls, nerdctl container ls, docker container ps, podman container ps
  data -f --filter --format -n --last --sort
  flags -aqlsw --all --latest --no-trunc --quiet --size
  operands data*
nerdctl container ps, docker container list, podman container list, nerdctl container list
  data -f --filter --format -n --last --sort
  flags -aqlsw --all --latest --no-trunc --quiet --size
  operands data*
docker images, podman images, nerdctl images, docker image ls, podman image ls, nerdctl image ls, docker image list, podman image list
  data -f --filter --format --sort
  flags -aqn --all --digests --no-trunc --quiet --tree --noheading
  operands data*
nerdctl image list
  data -f --filter --format --sort
  flags -aqn --all --digests --no-trunc --quiet --tree --noheading
  operands data*
docker volume ls, podman volume ls, nerdctl volume ls, docker network ls, podman network ls, nerdctl network ls, docker volume list
  data -f --filter --format
  flags -q --no-trunc --quiet
podman volume list, nerdctl volume list, docker network list, podman network list, nerdctl network list, docker context ls
  data -f --filter --format
  flags -q --no-trunc --quiet
podman context ls, nerdctl context ls, docker plugin ls, podman plugin ls, nerdctl plugin ls, docker node ls, podman node ls
  data -f --filter --format
  flags -q --no-trunc --quiet
nerdctl node ls
  data -f --filter --format
  flags -q --no-trunc --quiet
docker logs, podman logs, nerdctl logs, docker container logs, podman container logs, nerdctl container logs
  data -n --tail --since --until
  flags -ft --follow --timestamps --details --color --names
  operands data*
docker inspect, podman inspect, nerdctl inspect, docker container inspect, podman container inspect, nerdctl container inspect
  data -f --format --type --platform
  flags -svl --size --verbose --latest
  operands data*
docker image inspect, podman image inspect, nerdctl image inspect, docker volume inspect, podman volume inspect, nerdctl volume inspect
  data -f --format --type --platform
  flags -svl --size --verbose --latest
  operands data*
docker network inspect, podman network inspect, nerdctl network inspect, docker context inspect, podman context inspect
  data -f --format --type --platform
  flags -svl --size --verbose --latest
  operands data*
nerdctl context inspect
  data -f --format --type --platform
  flags -svl --size --verbose --latest
  operands data*
docker top, podman top, nerdctl top, docker container top, podman container top, nerdctl container top
  operands data unknown*
docker port, podman port, nerdctl port, docker diff, podman diff, nerdctl diff, docker wait, podman wait, nerdctl wait
  operands data*
docker container port, podman container port, nerdctl container port, docker container diff, podman container diff, nerdctl container diff
  operands data*
docker container wait, podman container wait, nerdctl container wait
  operands data*
docker stats, podman stats, nerdctl stats, docker container stats, podman container stats, nerdctl container stats
  data --format
  flags -a --all --no-stream --no-trunc
  operands data*
docker restart, podman restart, nerdctl restart, docker stop, podman stop, nerdctl stop, docker kill, podman kill, nerdctl kill
  data -s --signal -t --timeout --time
  flags -a --all
  operands data*
docker pause, podman pause, nerdctl pause, docker unpause, podman unpause, nerdctl unpause, docker container restart
  data -s --signal -t --timeout --time
  flags -a --all
  operands data*
podman container restart, nerdctl container restart, docker container stop, podman container stop, nerdctl container stop
  data -s --signal -t --timeout --time
  flags -a --all
  operands data*
docker container kill, podman container kill, nerdctl container kill
  data -s --signal -t --timeout --time
  flags -a --all
  operands data*
docker start, podman start, nerdctl start, docker container start, podman container start, nerdctl container start
  data --detach-keys --checkpoint
  write --checkpoint-dir
  flags -ai --attach --interactive
  operands data*
  stdin code
docker attach, podman attach, nerdctl attach, docker container attach, podman container attach, nerdctl container attach
  data --detach-keys
  flags --no-stdin --sig-proxy
  operands data
  stdin code
docker rm, podman rm, nerdctl rm, docker container rm, podman container rm, nerdctl container rm, docker rmi, podman rmi, nerdctl rmi
  data --time --filter
  flags -flva --force --link --volumes --no-prune --all
  operands data*
docker image rm, podman image rm, nerdctl image rm, docker volume rm, podman volume rm, nerdctl volume rm, docker network rm
  data --time --filter
  flags -flva --force --link --volumes --no-prune --all
  operands data*
podman network rm, nerdctl network rm, docker rename, podman rename, nerdctl rename, docker tag, podman tag, nerdctl tag, docker image tag
  data --time --filter
  flags -flva --force --link --volumes --no-prune --all
  operands data*
podman image tag, nerdctl image tag
  data --time --filter
  flags -flva --force --link --volumes --no-prune --all
  operands data*
docker history, podman history, nerdctl history, docker image history, podman image history, nerdctl image history
  data --format --platform
  flags -Hq --human --no-trunc --quiet
  operands data
docker search, podman search, nerdctl search
  data -f --filter --format --limit
  flags --no-trunc
  operands data
docker events, podman events, nerdctl events, docker system events, podman system events, nerdctl system events
  data -f --filter --format --since --until
docker info, podman info, nerdctl info, docker version, podman version, nerdctl version, docker system info, podman system info
  data -f --format
  flags -v --verbose
nerdctl system info, docker system df, podman system df, nerdctl system df
  data -f --format
  flags -v --verbose
docker system prune, podman system prune, nerdctl system prune, docker image prune, podman image prune, nerdctl image prune
  data --filter
  flags -af --all --force --volumes
docker container prune, podman container prune, nerdctl container prune, docker volume prune, podman volume prune, nerdctl volume prune
  data --filter
  flags -af --all --force --volumes
docker builder prune, podman builder prune, nerdctl builder prune
  data --filter
  flags -af --all --force --volumes
docker pull, podman pull, nerdctl pull, docker image pull, podman image pull, nerdctl image pull
  data --platform
  flags -aq --all-tags --quiet --disable-content-trust
  operands place
docker push, podman push, nerdctl push, docker image push, podman image push, nerdctl image push, docker login, podman login
  operands place
nerdctl login, docker logout, podman logout, nerdctl logout, docker manifest inspect, podman manifest inspect, nerdctl manifest inspect
  operands place
docker buildx imagetools inspect, podman buildx imagetools inspect, nerdctl buildx imagetools inspect
  operands place
docker exec, podman exec, nerdctl exec, docker container exec, podman container exec, nerdctl container exec
  remote
  data --detach-keys -u --user
  dir -w --workdir
  load --env-file
  unknown -e --env --preserve-fds
  flags -ditl --detach --interactive --tty --privileged --latest
  operands data prog
docker run, podman run, nerdctl run, docker container run, podman container run, nerdctl container run, docker create, podman create
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
nerdctl create, docker container create, podman container create, nerdctl container create
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
docker cp, podman cp, nerdctl cp, docker container cp, podman container cp, nerdctl container cp
  flags -aLq --archive --follow-link --quiet
  operands unknown*
docker build, podman build, nerdctl build, docker image build, podman image build, nerdctl image build, docker buildx build
  data -t --tag --target --platform --progress --label --shm-size -m --memory --network
  load -f --file --build-context --secret --ssh --add-host --cache-from --cache-to --security-opt --allow --builder --annotation
  setting --build-arg unknown *
  write -o --output --iidfile --metadata-file
  flags -q --pull --no-cache --rm --force-rm --squash --load --push --quiet --compress
  operands dir
  stdin code
podman buildx build, nerdctl buildx build, docker builder build, podman builder build, nerdctl builder build
  data -t --tag --target --platform --progress --label --shm-size -m --memory --network
  load -f --file --build-context --secret --ssh --add-host --cache-from --cache-to --security-opt --allow --builder --annotation
  setting --build-arg unknown *
  write -o --output --iidfile --metadata-file
  flags -q --pull --no-cache --rm --force-rm --squash --load --push --quiet --compress
  operands dir
  stdin code
docker compose, podman compose, nerdctl compose
  load -f --file --env-file
  dir --project-directory
  data -p --project-name --profile --ansi --progress --parallel
  flags --compatibility --dry-run --all-resources
docker-compose, podman-compose
  source https://docs.docker.com/reference/cli/docker/compose/
  load -f --file --env-file -H --host --context -c
  dir --project-directory
  data -p --project-name --profile --ansi --progress --parallel
  flags --compatibility --dry-run --verbose --no-ansi
docker compose logs, podman compose logs, nerdctl compose logs, docker-compose logs
  data -n --tail --since --until --index
  flags -ft --no-color --follow --timestamps --no-log-prefix
  operands data*
docker compose ps, podman compose ps, nerdctl compose ps, docker-compose ps
  data --format --filter --status
  flags -aq --all --quiet --services --no-trunc --orphans
  operands data*
docker compose top, podman compose top, nerdctl compose top, docker compose images, podman compose images, nerdctl compose images
  data --format --filter --protocol --index
  flags -qa --quiet --json --all --no-stream --no-trunc
  operands data*
docker compose ls, podman compose ls, nerdctl compose ls, docker compose events, podman compose events, nerdctl compose events
  data --format --filter --protocol --index
  flags -qa --quiet --json --all --no-stream --no-trunc
  operands data*
docker compose port, podman compose port, nerdctl compose port, docker compose stats, podman compose stats, nerdctl compose stats
  data --format --filter --protocol --index
  flags -qa --quiet --json --all --no-stream --no-trunc
  operands data*
docker-compose top, docker-compose images, docker-compose ls, docker-compose events, docker-compose port, docker-compose stats
  data --format --filter --protocol --index
  flags -qa --quiet --json --all --no-stream --no-trunc
  operands data*
docker compose config, podman compose config, nerdctl compose config, docker-compose config
  data --format --hash
  write -o --output --lock-image-digests
  flags -q --quiet --services --volumes --images --profiles --no-interpolate --no-normalize --resolve-image-digests --environment
  operands data*
docker compose restart, podman compose restart, nerdctl compose restart, docker compose stop, podman compose stop, nerdctl compose stop
  data -t --timeout -s --signal --wait-timeout
  flags --no-deps --remove-orphans --wait
  operands data*
docker compose start, podman compose start, nerdctl compose start, docker compose kill, podman compose kill, nerdctl compose kill
  data -t --timeout -s --signal --wait-timeout
  flags --no-deps --remove-orphans --wait
  operands data*
docker compose pause, podman compose pause, nerdctl compose pause, docker compose unpause, podman compose unpause, nerdctl compose unpause
  data -t --timeout -s --signal --wait-timeout
  flags --no-deps --remove-orphans --wait
  operands data*
docker-compose restart, docker-compose stop, docker-compose start, docker-compose kill, docker-compose pause, docker-compose unpause
  data -t --timeout -s --signal --wait-timeout
  flags --no-deps --remove-orphans --wait
  operands data*
docker compose up, podman compose up, nerdctl compose up, docker compose down, podman compose down, nerdctl compose down
  data -t --timeout --scale --pull --rmi --exit-code-from --attach --no-attach --wait-timeout --policy
  flags -dVfsvq --detach --build --no-build --no-deps --force-recreate --no-recreate --remove-orphans --volumes --wait --quiet-pull
  flags --abort-on-container-exit --no-color --no-log-prefix --no-start --timestamps --renew-anon-volumes --always-recreate-deps --quiet
  flags --ignore-pull-failures --include-deps --force --stop
  operands data*
docker compose pull, podman compose pull, nerdctl compose pull, docker compose rm, podman compose rm, nerdctl compose rm
  data -t --timeout --scale --pull --rmi --exit-code-from --attach --no-attach --wait-timeout --policy
  flags -dVfsvq --detach --build --no-build --no-deps --force-recreate --no-recreate --remove-orphans --volumes --wait --quiet-pull
  flags --abort-on-container-exit --no-color --no-log-prefix --no-start --timestamps --renew-anon-volumes --always-recreate-deps --quiet
  flags --ignore-pull-failures --include-deps --force --stop
  operands data*
docker compose create, podman compose create, nerdctl compose create, docker compose wait, podman compose wait, nerdctl compose wait
  data -t --timeout --scale --pull --rmi --exit-code-from --attach --no-attach --wait-timeout --policy
  flags -dVfsvq --detach --build --no-build --no-deps --force-recreate --no-recreate --remove-orphans --volumes --wait --quiet-pull
  flags --abort-on-container-exit --no-color --no-log-prefix --no-start --timestamps --renew-anon-volumes --always-recreate-deps --quiet
  flags --ignore-pull-failures --include-deps --force --stop
  operands data*
docker-compose up, docker-compose down, docker-compose pull, docker-compose rm, docker-compose create, docker-compose wait
  data -t --timeout --scale --pull --rmi --exit-code-from --attach --no-attach --wait-timeout --policy
  flags -dVfsvq --detach --build --no-build --no-deps --force-recreate --no-recreate --remove-orphans --volumes --wait --quiet-pull
  flags --abort-on-container-exit --no-color --no-log-prefix --no-start --timestamps --renew-anon-volumes --always-recreate-deps --quiet
  flags --ignore-pull-failures --include-deps --force --stop
  operands data*
docker compose build, podman compose build, nerdctl compose build, docker-compose build
  setting --build-arg unknown *
  load --ssh --builder
  data -m --memory --progress
  flags -q --no-cache --pull --quiet --push --with-dependencies --check --print
  operands data*
docker compose exec, podman compose exec, nerdctl compose exec, docker-compose exec
  remote
  data --index -u --user
  dir -w --workdir
  unknown -e --env
  flags -dTit --detach --no-TTY --interactive --tty --privileged
  operands data prog
docker compose run, podman compose run, nerdctl compose run, docker-compose run
  remote
  data --name -u --user --pull
  dir -w --workdir
  code --entrypoint
  load -v --volume --env-from-file --cap-add --cap-drop
  unknown -e --env -p --publish -l --label
  flags -dTPiq --rm --no-deps --build --no-TTY --service-ports --use-aliases --quiet-pull --quiet-build --remove-orphans --detach
  operands data prog
kubectl, oc
  source https://kubernetes.io/docs/reference/kubectl/
  data -n --namespace --context --cluster --user --request-timeout -v --v --vmodule --log-flush-frequency
  load --kubeconfig -s --server --as --as-group --as-uid --as-user-extra --certificate-authority --client-certificate --client-key
  unknown --token --username --password --tls-server-name --profile
  write --cache-dir --profile-output --log-file
  flags -h --help --insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression --kuberc
kubectl get, oc get
  data -l --selector --field-selector --chunk-size -L --label-columns --sort-by --subresource
  read -f --filename
  load -k --kustomize
  unknown -o --output --template --raw
  flags -AwR --all-namespaces --watch --watch-only --no-headers --show-labels --show-kind --show-managed-fields --ignore-not-found
  flags --output-watch-events --recursive --server-print --allow-missing-template-keys
  operands data*
kubectl describe, oc describe, kubectl explain, oc explain, kubectl events, oc events, kubectl api-resources, oc api-resources
  data -l --selector --field-selector --chunk-size --sort-by --api-version --for --types --api-group --categories --verbs
  read -f --filename
  load -k --kustomize
  unknown -o --output --template
  flags -ARw --all-namespaces --recursive --show-events --no-headers --containers --sum --watch --cached --namespaced
  operands data*
kubectl api-versions, oc api-versions, kubectl top pod, oc top pod, kubectl top pods, oc top pods
  data -l --selector --field-selector --chunk-size --sort-by --api-version --for --types --api-group --categories --verbs
  read -f --filename
  load -k --kustomize
  unknown -o --output --template
  flags -ARw --all-namespaces --recursive --show-events --no-headers --containers --sum --watch --cached --namespaced
  operands data*
kubectl top node, oc top node, kubectl top nodes, oc top nodes, kubectl auth can-i, oc auth can-i, kubectl auth whoami, oc auth whoami
  data -l --selector --sort-by --subresource
  unknown -o --output
  flags -Aq --all-namespaces --no-headers --list --quiet --client --short --show-capacity
  operands data*
kubectl cluster-info, oc cluster-info, kubectl version, oc version
  data -l --selector --sort-by --subresource
  unknown -o --output
  flags -Aq --all-namespaces --no-headers --list --quiet --client --short --show-capacity
  operands data*
kubectl logs, oc logs
  data -c --container -l --selector --since --since-time --tail --limit-bytes --max-log-requests --pod-running-timeout
  flags -fp --follow --previous --timestamps --prefix --all-containers --all-pods --ignore-errors --insecure-skip-tls-verify-backend
  operands data*
kubectl rollout status, oc rollout status, kubectl rollout history, oc rollout history, kubectl rollout restart, oc rollout restart
  data --revision --to-revision --timeout -l --selector --field-manager
  read -f --filename
  load -k --kustomize
  unknown -o --output --template
  flags -wR --watch --recursive --dry-run --show-managed-fields
  operands data*
kubectl rollout undo, oc rollout undo, kubectl rollout pause, oc rollout pause, kubectl rollout resume, oc rollout resume
  data --revision --to-revision --timeout -l --selector --field-manager
  read -f --filename
  load -k --kustomize
  unknown -o --output --template
  flags -wR --watch --recursive --dry-run --show-managed-fields
  operands data*
kubectl wait, oc wait
  data --for --timeout -l --selector --field-selector
  read -f --filename
  unknown -o --output --template
  flags -AR --all --all-namespaces --local --recursive
  operands data*
kubectl scale, oc scale, kubectl delete, oc delete, kubectl label, oc label, kubectl cordon, oc cordon, kubectl uncordon, oc uncordon
  data --replicas --current-replicas --resource-version --grace-period --timeout -l --selector --field-selector --pod-selector
  data --chunk-size
  data --skip-wait-for-delete-timeout --field-manager
  read -f --filename
  load -k --kustomize
  unknown -o --output --template --raw
  flags -ARi --all --all-namespaces --dry-run --cascade --force --now --wait --ignore-not-found --overwrite --list --local --recursive
  flags --ignore-daemonsets --delete-emptydir-data --disable-eviction --interactive --show-managed-fields
  operands data*
kubectl drain, oc drain, kubectl taint, oc taint
  data --replicas --current-replicas --resource-version --grace-period --timeout -l --selector --field-selector --pod-selector
  data --chunk-size
  data --skip-wait-for-delete-timeout --field-manager
  read -f --filename
  load -k --kustomize
  unknown -o --output --template --raw
  flags -ARi --all --all-namespaces --dry-run --cascade --force --now --wait --ignore-not-found --overwrite --list --local --recursive
  flags --ignore-daemonsets --delete-emptydir-data --disable-eviction --interactive --show-managed-fields
  operands data*
kubectl annotate, oc annotate, kubectl expose, oc expose, kubectl autoscale, oc autoscale, kubectl set, oc set, kubectl edit, oc edit
  code --overrides
  operands unknown*
kubectl certificate, oc certificate, kubectl plugin, oc plugin, kubectl proxy, oc proxy
  code --overrides
  operands unknown*
kubectl set image, oc set image
  flags --all --local --dry-run
  operands data load*
kubectl set env, oc set env, kubectl run, oc run, kubectl debug, oc debug
  load --image --custom --env --from
  code --overrides
  operands unknown*
kubectl apply, oc apply, kubectl replace, oc replace, kubectl create, oc create, kubectl diff, oc diff
  mild --dry-run=server --dry-run=client
  data --field-manager -l --selector --timeout --grace-period --prune-allowlist --concurrency
  load -f --filename -k --kustomize
  unknown -o --output --template --raw --subresource
  flags -R --dry-run --validate --server-side --force-conflicts --force --prune --all --wait --overwrite --recursive --cascade
  flags --save-config --show-managed-fields --edit
  operands unknown*
  stdin code
kubectl create secret generic, oc create secret generic, kubectl create configmap, oc create configmap
  data --from-literal --type --field-manager
  send --from-file --from-env-file
  unknown -o --output --template
  flags --dry-run --append-hash --save-config --validate
  operands data
kubectl create namespace, oc create namespace, kubectl create ns, oc create ns, kubectl create serviceaccount, oc create serviceaccount
  data --field-manager
  unknown -o --output --template
  flags --dry-run --save-config --validate
  operands data
kubectl create sa, oc create sa
  data --field-manager
  unknown -o --output --template
  flags --dry-run --save-config --validate
  operands data
kubectl create job, oc create job, kubectl create cronjob, oc create cronjob, kubectl create deployment, oc create deployment
  load --image --from
  data --schedule --replicas --port -r
  flags --dry-run
  operands data prog
kubectl patch, oc patch
  data --type --subresource --field-manager
  code -p --patch
  load --patch-file -k --kustomize
  read -f --filename
  unknown -o --output --template
  mild --dry-run=server --dry-run=client
  flags -R --dry-run --local
  operands data*
kubectl exec, oc exec
  remote
  data -c --container --pod-running-timeout
  load -f --filename
  flags -itq --stdin --tty --quiet
  operands data prog
kubectl attach, oc attach
  remote
  data -c --container --pod-running-timeout
  flags -itq --stdin --tty --quiet
  operands data
  stdin code
kubectl cp, oc cp
  data -c --container --retries
  flags --no-preserve
  operands unknown*
kubectl port-forward, oc port-forward
  place --address
  data --pod-running-timeout
  operands data*
kubectl config view, oc config view, kubectl config get-contexts, oc config get-contexts, kubectl config current-context
  unknown -o --output --template
  flags --flatten --merge --minify --raw --no-headers
  operands data*
oc config current-context, kubectl config get-clusters, oc config get-clusters, kubectl config get-users, oc config get-users
  unknown -o --output --template
  flags --flatten --merge --minify --raw --no-headers
  operands data*
kubectl config use-context, oc config use-context, kubectl config set-context, oc config set-context, kubectl config set-cluster
  code --exec-command --exec-arg --exec-env
  operands load unknown*
oc config set-cluster, kubectl config set-credentials, oc config set-credentials, kubectl config set, oc config set
  code --exec-command --exec-arg --exec-env
  operands load unknown*
oc projects, kubectl projects, oc project, kubectl project, oc whoami, kubectl whoami, oc status, kubectl status
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
  operands load
helm
  source https://helm.sh/docs/helm/helm/
  data -n --namespace --kube-context --qps --burst-limit
  load --kubeconfig --registry-config --repository-config --repository-cache --kube-apiserver --kube-ca-file --kube-token --kube-as-user
  flags --debug --kube-insecure-skip-tls-verify
helm status, helm history, helm hist, helm get values, helm get manifest, helm get all, helm get notes, helm get hooks, helm get metadata
  data --revision --max -o --output
  code --template
  flags -a --all --show-resources --show-desc
  operands data
helm list, helm ls
  data -f --filter -l --selector -m --max --offset -o --output --time-format
  flags -adqrA --all --all-namespaces --deployed --failed --pending --short --date --reverse --uninstalled --superseded --no-headers
helm repo list, helm plugin list, helm version, helm env, helm search repo, helm search hub
  data --version -o --output --max-col-width
  place --endpoint
  code --template
  flags -lr --versions --devel --regexp --fail-on-no-result --short --list-repo-url
  operands data*
helm show values, helm show chart, helm show readme, helm show all, helm show crds, helm pull
  data --version
  code --jsonpath
  place --repo
  write -d --destination --untardir
  load --ca-file --cert-file --key-file --keyring
  operands place
helm lint
  load -f --values
  code --set --set-string --set-json
  send --set-file
  flags --strict --quiet --with-subcharts
  operands read
helm template, helm install, helm upgrade
  data --version --timeout --description --history-max -l --labels --kube-version -a --api-versions -s --show-only
  place --repo
  code --set --set-string --set-json --set-literal --name-template --post-renderer --post-renderer-args
  load -f --values --ca-file --cert-file --key-file --keyring
  send --set-file
  write --output-dir
  unknown -o --output
  flags -ig --install --create-namespace --wait --wait-for-jobs --atomic --dry-run --force --reuse-values --reset-values --debug
  flags --no-hooks --skip-crds --include-crds --dependency-update --devel --cleanup-on-fail --generate-name --is-upgrade --validate
  flags --verify
  operands data load
helm rollback, helm uninstall, helm delete, helm test
  data --timeout --history-max --description --cascade --filter
  flags --wait --dry-run --force --no-hooks --keep-history --cleanup-on-fail --logs --ignore-not-found
  operands data*
helm repo add, helm plugin install, helm dependency, helm package, helm push, helm create
  operands load*
argocd
  source https://argo-cd.readthedocs.io/en/stable/user-guide/commands/argocd/
  place --server
  load --config --auth-token --client-crt --client-crt-key --server-crt -H --header
  flags --grpc-web --insecure --plaintext --core
argocd app get, argocd app history, argocd app diff, argocd app resources, argocd app logs, argocd app wait
  data -N --app-namespace --revision --tail --since-seconds --container --group --kind --name --namespace --timeout
  unknown -o --output
  load --local --local-repo-root
  flags -f --refresh --hard-refresh --show-operation --follow --health --sync
  operands data
argocd app list
  data -l --selector -p --project -c --cluster -N --app-namespace
  place -r --repo
  unknown -o --output
argocd app sync, argocd app rollback, argocd app terminate-op
  data --revision --timeout -l --selector --resource --retry-limit
  flags --prune --dry-run --force --async
  operands data*
flux
  source https://fluxcd.io/flux/cmd/
  operands unknown*
flux get, flux get kustomizations, flux get helmreleases, flux get sources git, flux logs, flux tree kustomization
  data -n --namespace --context --kind --name --level --since --tail
  load --kubeconfig
  flags -A --all-namespaces --watch --follow --no-header
  operands data
flux reconcile kustomization, flux reconcile helmrelease, flux suspend kustomization, flux resume kustomization
  data -n --namespace --context --timeout
  load --kubeconfig
  flags --with-source --all --wait
  operands data
minikube, kind, colima, limactl, multipass, vagrant
  source https://minikube.sigs.k8s.io/docs/commands/
  operands unknown*
minikube status, minikube ip, kind get clusters, kind get nodes, colima status, limactl list, multipass list, multipass info
  data -p --profile -n --name --format -o --output
  flags -q --json --quiet
  operands data*
vagrant status
  data -p --profile -n --name --format -o --output
  flags -q --json --quiet
  operands data*
skopeo, crane, crictl
  source skopeo(1), buildah(1)
  operands unknown*
skopeo inspect, skopeo list-tags, crane digest, crane manifest, crane config, crane ls
  data --format --override-arch --override-os --platform
  load --authfile --creds --cert-dir --registries-conf
  flags --raw --config --no-tags
  operands place
crictl ps, crictl pods, crictl images, crictl logs, crictl inspect, crictl stats
  data --name --label --state -n --last --tail --since --output -o
  flags -aqft --all --quiet --no-trunc --timestamps
  operands data
adb, nomad
  source toolbox(1), https://apptainer.org/docs/user/latest/cli.html
  operands unknown*
nomad status, nomad job status, nomad alloc status, nomad node status, nomad alloc logs, nomad job history, nomad deployment status
  words
  data -namespace -region -n -task -c
  code -t
  place -address
  flags -f -json -short -verbose -stderr -tail -self
  operands data*
adb devices, adb logcat, adb get-state
  data -s -t -b -v -d -e
  operands unknown*
`;
