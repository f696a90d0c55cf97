import type { Evaluation, Program } from "./program.js";
import { harmlessVariables } from "./variables.js";

/**
 * Options of `docker run` and `docker exec` that take a value. After an unlisted one, the image may be the next
 * argument or the one after.
 */
const containerValues = [
  ...["-w", "--workdir", "-u", "--user", "--name", "-l", "--label", "-p", "--publish", "-h", "--hostname", "-m", "--memory", "--cpus"],
  ...["--network", "--net", "--platform", "--pull", "--restart", "-a", "--attach", "--detach-keys", "-v", "--volume", "--mount"],
];
const containerEnvironment: Evaluation = { setting: ["-e", "--env"], harmless: harmlessVariables, file: ["--env-file"] };
const run: Evaluation = {
  ...containerEnvironment,
  text: ["--entrypoint", "--health-cmd", "--init-path", "--runtime"],
  value: containerValues,
  operands: ["file", "program"],
  input: true,
  location: true,
  stops: true,
};
// The name of a container isn't program text, so its input still is.
const attach: Evaluation = { value: ["--detach-keys"], operands: ["value"], input: true };
const exec: Evaluation = { ...containerEnvironment, value: containerValues, operands: ["value", "program"], stops: true };
const build: Evaluation = {
  file: ["-f", "--file", "--build-context", "--secret", "--ssh"],
  setting: ["--build-arg"],
  value: ["-t", "--tag", "--target", "--platform", "-o", "--output", "--progress"],
  operands: ["file"],
};
const compose: Evaluation = {
  file: ["-f", "--file", "--env-file", "--project-directory"],
  value: ["-p", "--project-name", "--profile"],
  subcommands: {
    exec: { ...exec, value: [...containerValues, "--index"] },
    run: { ...run, operands: ["value", "program"] },
    attach,
    up: {},
    down: {},
    ps: {},
    logs: {},
    build: { setting: ["--build-arg"] },
  },
};

const podValues = ["-c", "--container", "-n", "--namespace"];

/** Containers, clusters and machines: programs that run commands in them, or build them. */
export const containers: readonly Program[] = [
  {
    names: ["docker", "podman", "nerdctl", "finch"],
    source: "https://docs.docker.com/reference/cli/docker/",
    file: ["--config", "-H", "--host", "-c", "--context", "--tlscacert"],
    value: ["-l", "--log-level"],
    subcommands: {
      run,
      create: run,
      exec,
      attach,
      start: attach,
      build,
      buildx: { subcommands: { build, bake: { file: ["-f", "--file"], setting: ["--set"], operands: ["value", "..."] } } },
      compose,
      container: { subcommands: { run, exec, attach, start: attach, create: run } },
      image: { subcommands: { build } },
      import: { text: ["-c", "--change"], operands: ["file"], input: true },
      commit: { text: ["-c", "--change"] },
      load: { file: ["-i", "--input"], input: true },
      machine: { subcommands: { ssh: { operands: ["value", "text", "..."] } } },
      plugin: { subcommands: { install: { operands: ["file"] } } },
      ps: {},
      logs: {},
      inspect: {},
      images: {},
    },
  },
  { names: ["docker-compose", "podman-compose"], source: "https://docs.docker.com/reference/cli/docker/compose/", ...compose },
  {
    names: ["buildah"],
    source: "buildah(1)",
    subcommands: { run: { operands: ["value", "program"], stops: true }, build, bud: build, unshare: { operands: ["program"] } },
  },
  {
    names: ["kubectl", "oc", "k3s", "microk8s"],
    source: "https://kubernetes.io/docs/reference/kubectl/",
    file: ["--kubeconfig", "-s", "--server", "--as", "--certificate-authority"],
    value: ["-n", "--namespace", "-c", "--container", "--context", "-o", "--output", "-l", "--selector"],
    subcommands: {
      // Options may stand behind the pod: `kubectl exec pod -c web -- ls`.
      exec: { value: [...podValues, "-f", "--filename"], operands: ["value", "program"], dashed: ["program"] },
      run: {
        file: ["--image"],
        text: ["--overrides"],
        setting: ["--env"],
        value: podValues,
        operands: ["value", "program"],
        dashed: ["program"],
        input: true,
        location: true,
      },
      debug: {
        file: ["--image", "--custom"],
        setting: ["--env"],
        value: [...podValues, "--target", "--copy-to", "--profile"],
        operands: ["value", "program"],
        dashed: ["program"],
        input: true,
        location: true,
      },
      attach: { value: podValues, operands: ["value"], input: true },
      rsh: { value: podValues, operands: ["value", "program"], input: true, location: true, stops: true },
      create: {
        subcommands: {
          job: { file: ["--image"], operands: ["value", "program"] },
          cronjob: { file: ["--image"], operands: ["value", "program"] },
          deployment: { file: ["--image"], operands: ["value", "program"] },
        },
      },
      // A description of a container says what it runs.
      apply: { file: ["-f", "--filename", "-k", "--kustomize"], value: podValues },
      replace: { file: ["-f", "--filename", "-k", "--kustomize"], value: podValues },
      patch: { text: ["-p", "--patch"], file: ["--patch-file"], value: [...podValues, "--type"] },
      config: { subcommands: { "set-credentials": { text: ["--exec-command"], setting: ["--exec-env"] } } },
      set: { subcommands: { image: { operands: ["value", "file", "..."] }, env: { operands: ["value", "setting", "..."] } } },
      plugin: {},
      get: {},
      logs: {},
      describe: {},
      delete: {},
    },
  },
  {
    names: ["helm"],
    source: "https://helm.sh/docs/helm/helm/",
    text: ["--post-renderer", "--post-renderer-args"],
    file: ["--kubeconfig", "--registry-config", "--repository-config"],
    value: ["-n", "--namespace"],
    subcommands: {
      install: { text: ["--post-renderer"], file: ["-f", "--values"], operands: ["value", "file"] },
      upgrade: { text: ["--post-renderer"], file: ["-f", "--values"], operands: ["value", "file"] },
      template: { text: ["--post-renderer"], file: ["-f", "--values"], operands: ["value", "file"] },
      plugin: { subcommands: { install: { operands: ["file"] } } },
    },
  },
  {
    names: ["minikube", "colima", "limactl", "multipass", "vagrant"],
    source: "https://minikube.sigs.k8s.io/docs/commands/ssh/",
    subcommands: {
      ssh: { text: ["-c", "--command"], operands: ["text", "..."], input: true },
      exec: { operands: ["value", "program"] },
      shell: { operands: ["value", "program"] },
    },
  },
  {
    names: ["toolbox", "distrobox"],
    source: "toolbox(1), https://distrobox.it/usage/distrobox-enter/",
    value: ["-c", "--container", "-n", "--name", "-d", "--distro", "-r", "--release"],
    subcommands: {
      run: { value: ["-c", "--container", "-d", "--distro", "-r", "--release"], operands: ["program"], stops: true },
      enter: {
        text: ["-a", "--additional-flags"],
        value: ["-n", "--name"],
        operands: ["value"],
        dashed: ["program"],
        input: true,
        location: true,
      },
      create: { file: ["-i", "--image"], text: ["--init-hooks", "--pre-init-hooks"] },
    },
  },
  {
    names: ["apptainer", "singularity"],
    source: "https://apptainer.org/docs/user/latest/cli.html",
    subcommands: {
      exec: { setting: ["--env"], file: ["--env-file"], value: ["-B", "--bind", "--pwd"], operands: ["file", "program"], stops: true },
      run: {
        setting: ["--env"],
        file: ["--env-file"],
        value: ["-B", "--bind", "--pwd"],
        operands: ["file"],
        input: true,
        location: true,
        stops: true,
      },
      shell: { file: ["-s", "--shell", "--env-file"], value: ["-B", "--bind"], operands: ["file"], input: true, location: true },
    },
  },
  {
    names: ["wsl"],
    source: "https://learn.microsoft.com/windows/wsl/basic-commands",
    value: ["-d", "--distribution", "-u", "--user", "--cd"],
    operands: ["program"],
    input: true,
    location: true,
    stops: true,
  },
  {
    names: ["adb"],
    source: "https://developer.android.com/tools/adb",
    value: ["-s", "-t", "-H", "-P", "-L"],
    subcommands: {
      shell: { value: ["-e"], line: true, operands: ["text", "..."], input: true, stops: true },
      "exec-out": { operands: ["text", "..."] },
      install: { operands: ["file"] },
    },
  },
  {
    names: ["lxc", "incus", "lxc-attach"],
    source: "lxc(1)",
    subcommands: { exec: { setting: ["--env"], operands: ["value", "program"] } },
  },
  {
    names: ["systemd-nspawn"],
    source: "systemd-nspawn(1)",
    setting: ["-E", "--setenv"],
    file: ["-D", "--directory", "-i", "--image"],
    value: ["-u", "--user", "-M", "--machine"],
    operands: ["program"],
    stops: true,
  },
  {
    names: ["machinectl"],
    source: "machinectl(1)",
    setting: ["-E", "--setenv"],
    value: ["--uid", "-M"],
    subcommands: { shell: { operands: ["value", "program"], stops: true, input: true }, login: {}, start: {} },
  },
  {
    names: ["flatpak"],
    source: "flatpak-run(1)",
    subcommands: {
      run: { text: ["--command"], setting: ["--env"], operands: ["file"], stops: true },
      install: { operands: ["file", "..."] },
    },
  },
  {
    names: ["snap"],
    source: "snap(1)",
    subcommands: { run: { text: ["--command", "--shell"], operands: ["file"], stops: true }, install: { operands: ["file", "..."] } },
  },
  {
    names: ["qemu-x86_64", "qemu-system-x86_64", "qemu-aarch64", "wine", "wine64"],
    source: "qemu(1)",
    text: ["-plugin", "-chardev", "-netdev", "-device"],
    operands: ["program"],
    words: true,
  },
  {
    names: ["terraform", "tofu", "terragrunt"],
    source: "https://developer.hashicorp.com/terraform/cli/commands",
    file: ["-chdir"],
    subcommands: {
      init: { text: ["-backend-config", "-from-module", "-plugin-dir"] },
      apply: { setting: ["-var"], file: ["-var-file"], operands: ["file"] },
      plan: { setting: ["-var"], file: ["-var-file"] },
      console: { input: true },
    },
    words: true,
  },
  {
    names: ["aws"],
    source: "https://docs.aws.amazon.com/cli/latest/reference/",
    file: ["--ca-bundle"],
    subcommands: {
      ssm: { subcommands: { "send-command": { text: ["--parameters", "--document-name"] } } },
      ecs: { subcommands: { "execute-command": { text: ["--command"] } } },
      configure: { subcommands: { set: { operands: ["value", "text"] } } },
      s3: {},
      ec2: {},
    },
  },
  {
    names: ["gcloud"],
    source: "https://cloud.google.com/sdk/gcloud/reference",
    file: ["--flags-file", "--configuration"],
    subcommands: {
      compute: { subcommands: { ssh: { text: ["--command", "--ssh-flag"], input: true }, scp: { text: ["--scp-flag"] } } },
      config: { subcommands: { set: { operands: ["value", "text"] } } },
    },
  },
  {
    names: ["az"],
    source: "https://learn.microsoft.com/cli/azure/",
    subcommands: { vm: { subcommands: { "run-command": { text: ["--scripts"] } } } },
  },
  {
    names: ["heroku", "fly", "flyctl", "railway"],
    source: "https://devcenter.heroku.com/articles/heroku-cli-commands",
    subcommands: {
      run: { operands: ["text", "..."], inputText: /(?:^|\/)(?:ba|da|z)?sh$|^(?:irb|python3?|node|rails)\b/ },
      ssh: { text: ["-C", "--command"], input: true, insteadOfInput: ["-C", "--command"], operands: ["value"] },
      "ps:exec": { operands: ["text", "..."], input: true },
    },
  },
];
