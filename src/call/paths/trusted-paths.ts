import type { RiskLevel } from "../../contract/risk.js";

/** Files that a program executes or obeys because of their path. */
export interface TrustedPaths {
  /** The lowest level of a call that writes one. */
  readonly level: Exclude<RiskLevel, "safe">;
  /** Who trusts them, and for what: the end of "NAME: …". */
  readonly because: string;
  /**
   * Names, or the ends of paths, in lower case; `*` matches any part of a name. Each also matches everything below it.
   */
  readonly names: readonly string[];
  /** True for names that only look like such files. A call is asked about; a script of an author's may write them. */
  readonly isByRule?: true;
}

/**
 * All trusted paths, in the order in which they are searched. The dangerous ones take effect without a further command
 * of the user: when an agent or an editor starts, a folder is entered, a package is installed, or a commit is made or
 * pushed. Files that run in builds or tests, as all source code does, are moderate. docs/risk.md shows this table.
 */
export const trustedPaths: readonly TrustedPaths[] = [
  {
    level: "dangerous",
    because: "agents obey its instructions",
    names: [
      ...["agents.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "copilot-instructions.md"],
      ...["agent.md", "warp.md", "crush.md", "codex.md", "amp.md", "conventions.md", ".rules", ".github/chatmodes", ".kilocode", ".trae"],
      ...[".cursorrules", ".windsurfrules", ".clinerules", ".goosehints", ".github/instructions", ".github/prompts", ".github/agents"],
    ],
  },
  {
    level: "dangerous",
    because: "agents read servers, hooks, commands and permissions from it",
    names: [
      ...[".mcp.json", "mcp.json", ".gemini", ".claude", ".claude.json", ".cursor", ".codex", ".agents", ".qwen", ".pi", ".windsurf"],
      ...[".continue", ".roo", ".kiro", ".amazonq", ".junie", ".copilot", ".opencode", "opencode.json*", ".aider*", ".goose"],
      ...[".github/hooks", ".github/copilot"],
    ],
  },
  {
    level: "dangerous",
    because: "toolgen compiles it, or decides by it",
    names: [
      "toolgen.yaml",
      "tools.d",
      ".toolgen",
      "generated/bin",
      "generated/mcp",
      "generated/gemini",
      ".config/toolgen",
      "toolgen-[0-9]*",
    ],
  },
  {
    level: "dangerous",
    because: "editors run its tasks and settings when the folder is opened",
    names: [
      ...[".vscode", "*.code-workspace", ".idea", ".zed", ".fleet", ".devcontainer", ".devcontainer.json", ".dir-locals.el"],
      ...[".vimrc", ".vim", ".nvimrc", ".nvim.lua", ".exrc", ".config/nvim", ".emacs", ".emacs.d", ".gdbinit", ".lldbinit"],
    ],
  },
  {
    level: "dangerous",
    because: "shells and their tools run it when they start or enter the folder",
    names: [
      ...[".envrc", ".direnv", ".mise.toml", "mise.toml", ".mise", ".config/mise", ".tool-versions", ".autoenv", ".env.zsh"],
      ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".inputrc", ".xprofile", ".xinitrc"],
      ...[".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".config/fish", ".config/environment.d", ".tmux.conf", ".screenrc"],
      ...[".config/autostart", ".config/systemd", "library/launchagents", "library/launchdaemons", ".local/bin", "cron.d", "crontab"],
    ],
  },
  {
    level: "dangerous",
    because: "programs read keys, hosts and commands from it",
    names: [
      ...[".ssh", ".gnupg", ".netrc", ".aws", ".kube", ".docker", ".config/gh", ".config/gcloud", ".curlrc", ".wgetrc", ".ripgreprc"],
      ...[".psqlrc", ".sqliterc", ".my.cnf", ".irbrc", ".pryrc", ".pythonrc", "sitecustomize.py", "usercustomize.py"],
    ],
  },
  {
    level: "dangerous",
    because: "Git runs or fetches what it names",
    names: [
      ...[".gitconfig", ".config/git", ".gitmodules", ".githooks", ".husky", "lefthook*.y*ml", ".lefthook*", ".overcommit.yml"],
      ...[".pre-commit-config.y*ml", ".pre-commit-hooks.y*ml"],
    ],
  },
  {
    level: "dangerous",
    because: "package managers read registries, programs and plugins from it",
    names: [
      ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".yarn", ".pnpmfile.cjs", ".pnpmfile.mjs", "bunfig.toml", ".pypirc", "pip.conf", "uv.toml"],
      ...[".cargo", ".bundle", ".gemrc", ".mvn", "gradle/wrapper", ".gradle", "nuget.config", ".condarc"],
    ],
  },
  {
    level: "dangerous",
    because: "a build server runs it, with its secrets, once it is pushed",
    names: [
      ...[".github/workflows", ".github/actions", ".github/dependabot.yml", ".gitlab-ci.yml", ".gitlab", ".circleci", ".travis.yml"],
      ...["azure-pipelines.y*ml", "bitbucket-pipelines.yml", "jenkinsfile", ".drone.yml", ".woodpecker*", ".buildkite", "appveyor.yml"],
      ...[".forgejo/workflows", ".gitea/workflows", "cloudbuild.y*ml", "renovate.json*", ".renovaterc*"],
    ],
  },
  {
    level: "moderate",
    because: "builds, tests and installations run it",
    names: [
      ...["package.json", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "pnpm-workspace.yaml", "deno.json*"],
      ...["makefile", "gnumakefile", "*.mk", "justfile", ".justfile", "taskfile*.y*ml", "rakefile", "gemfile*", "*.gemspec"],
      ...["pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "noxfile.py", "conftest.py", "requirements*.txt", "*.pth"],
      ...["cargo.toml", "build.rs", "build.gradle*", "settings.gradle*", "pom.xml", "cmakelists.txt", "configure", "*.csproj", "*.props"],
      ...["*.targets", "dockerfile*", "*compose.y*ml", "vagrantfile", "tsconfig*.json", "*.config.js", "*.config.[cm]js", "*.config.ts"],
      ...[
        "*.config.[cm]ts",
        ".babelrc*",
        ".eslintrc*",
        ".prettierrc*",
        ".mocharc*",
        ".lintstagedrc*",
        "turbo.json",
        "nx.json",
        "lerna.json",
      ],
      ...["gulpfile.*", "gruntfile.*", "binding.gyp", "sconstruct", "meson.build", "configure.ac", "workspace", "module.bazel"],
      ...["build.bazel", "flake.nix", "shell.nix", "default.nix", "devbox.json", "earthfile"],
    ],
  },
  {
    level: "moderate",
    because: "tools of the project read settings, tasks or dependencies from it",
    isByRule: true,
    // Rules first: names that say what they are. The list is for the others.
    names: [
      ...[".*", "[a-z]*file", "*.conf.*", "*.config", "*.config.*", "*.setup.*", "*presets.json"],
      ...["*.toml", "*.ini", "*.cfg", "*.hcl", "*.tf", "*.tfvars", "*.nix", "*.bzl", "*.bazel", "*.cmake", "*.gradle", "*.gradle.kts"],
      ...["*.*proj", "*.sln", "*.sublime-project", "*.podspec", "*.mod", "*.lock", "*.lockb", "*-lock.*", "*.sum", "*.cabal", "*.opam"],
      ...[
        "go.work",
        "mix.exs",
        "rebar.config",
        "build.zig",
        "build.zig.zon",
        "build.sbt",
        "build.xml",
        "build.sc",
        "project.clj",
        "deps.edn",
      ],
      ...[
        "composer.json",
        "bower.json",
        "jsr.json",
        "app.json",
        "angular.json",
        "vercel.json",
        "now.json",
        "firebase.json",
        "manifest.json",
      ],
      ...["package.swift", "makefile.*", "meson*.txt", "conanfile.*", "phpunit.xml*", "ruleset.xml", "webpack.mix.js", "*-spec.json"],
      ...["manage.py", "tasks.py", "wsgi.py", "asgi.py", "artisan", "rakefile.*", "gulpfile*", "brunch-config.*", "ember-cli-build.js"],
      ...["pubspec.y*ml", "stack.y*ml", "shard.yml", "environment.y*ml", "chart.y*ml", "helmfile.y*ml", "skaffold.y*ml", "pulumi*.y*ml"],
      ...["serverless.y*ml", "kustomization.y*ml", "docker-stack*.y*ml", "*compose*.y*ml", "mkdocs.y*ml", "galaxy.yml", "playbook*.y*ml"],
      ...["cloudformation*.y*ml", "template.y*ml", "render.y*ml", "app.y*ml", "fly.*toml", "action.y*ml", "codecov.yml", "netlify.*"],
    ],
  },
  {
    level: "moderate",
    because: "programs of the project load packages from it",
    names: ["node_modules", ".venv", "venv"],
  },
];
