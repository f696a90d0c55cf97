import type { Evaluation, Program } from "./program.js";

const upload: Evaluation = { text: ["-u", "--upload-pack", "--exec"], setting: ["-c", "--config"], file: ["--template"] };
const receive: Evaluation = { text: ["--receive-pack", "--exec"] };

/** Git's settings that neither run anything nor name a file that does. */
const harmlessSettings = [
  ...["user.name", "user.email", "author.*", "committer.*", "color.*", "column.*", "advice.*", "log.date", "log.decorate", "log.follow"],
  ...[
    "core.quotepath",
    "core.quotePath",
    "core.abbrev",
    "core.ignorecase",
    "core.autocrlf",
    "core.eol",
    "core.commentChar",
    "init.defaultBranch",
  ],
  ...["diff.context", "diff.renames", "diff.renameLimit", "diff.algorithm", "diff.noprefix", "diff.mnemonicPrefix", "diff.colorMoved"],
  ...["grep.lineNumber", "grep.patternType", "status.*", "blame.date", "i18n.logOutputEncoding", "http.postBuffer"],
];

/** Version control: Git, related programs and the clients of Git hosts. */
export const versionControl: readonly Program[] = [
  {
    names: ["git"],
    source: "git(1), git-config(1), gitremote-helpers(7)",
    setting: ["-c", "--config-env"],
    harmless: harmlessSettings,
    file: ["--exec-path", "--git-dir", "--work-tree"],
    value: ["-C", "--namespace", "--attr-source"],
    subcommands: {
      rebase: { text: ["-x", "--exec", "-s", "--strategy"] },
      merge: { text: ["-s", "--strategy"] },
      "cherry-pick": { text: ["--strategy"] },
      revert: { text: ["--strategy"] },
      pull: { ...upload, text: ["--upload-pack", "-s", "--strategy"] },
      fetch: upload,
      clone: upload,
      "ls-remote": upload,
      "fetch-pack": upload,
      archive: receive,
      push: receive,
      "send-pack": receive,
      submodule: { stops: true, subcommands: { foreach: { operands: ["text", "..."] }, add: {}, update: {} } },
      bisect: { subcommands: { run: { operands: ["program"], stops: true } } },
      "filter-branch": {
        text: [
          ...["--setup", "--env-filter", "--tree-filter", "--index-filter", "--parent-filter", "--msg-filter", "--commit-filter"],
          ...["--tag-name-filter", "--state-branch"],
        ],
        value: ["--subdirectory-filter", "--original", "-d"],
      },
      config: { file: ["-f", "--file", "--blob"], value: ["-t", "--type", "--default", "--comment"], operands: ["value", "text"] },
      grep: { attached: ["-O", "--open-files-in-pager"], value: ["-e", "-f", "-m", "-A", "-B", "-C", "--max-depth", "--threads"] },
      difftool: { text: ["-x", "--extcmd", "-t", "--tool"] },
      mergetool: { text: ["-t", "--tool"] },
      "send-email": {
        text: ["--to-cmd", "--cc-cmd", "--header-cmd", "--sendmail-cmd", "--smtp-server", "--smtp-server-option", "--in-reply-to-cmd"],
      },
      init: { file: ["--template"] },
      instaweb: { text: ["-d", "--httpd", "-b", "--browser"], file: ["-m", "--module-path"] },
      "web--browse": { text: ["-b", "--browser", "-t", "--tool"], value: ["-c", "--config"] },
      help: {},
      "for-each-repo": { operands: ["text", "..."] },
      daemon: { text: ["--access-hook"] },
      hook: { subcommands: { run: { operands: ["file"] } } },
      remote: {},
      "remote-ext": { operands: ["value", "text"] },
      "difftool--helper": { operands: ["text", "..."] },
      svn: { file: ["--authors-prog"] },
      p4: { text: ["--git-dir"] },
      "interpret-trailers": { text: ["--trailer"] },
      shell: { text: ["-c"] },
    },
  },
  {
    names: ["hg"],
    source: "hg(1)",
    text: ["--config"],
    file: ["--cwd", "-R", "--repository"],
    subcommands: {
      bisect: { text: ["-c", "--command"] },
      clone: { text: ["-e", "--ssh", "--remotecmd"] },
      pull: { text: ["-e", "--ssh", "--remotecmd"] },
      push: { text: ["-e", "--ssh", "--remotecmd"] },
      incoming: { text: ["-e", "--ssh", "--remotecmd"] },
      outgoing: { text: ["-e", "--ssh", "--remotecmd"] },
      extdiff: { text: ["-p", "--program", "-o", "--option"] },
    },
  },
  {
    names: ["svn"],
    source: "https://svnbook.red-bean.com/en/1.7/svn.ref.svn.html",
    text: ["--diff-cmd", "--diff3-cmd", "--editor-cmd", "--config-option"],
    file: ["--config-dir"],
  },
  { names: ["cvs"], source: "cvs(1)", text: ["-e", "-d"], value: ["-z"] },
  {
    names: ["darcs", "fossil", "bzr", "brz"],
    source: "darcs(1)",
    text: ["--posthook", "--prehook", "--test", "--diff-command", "--external-merge"],
  },
  {
    names: ["repo"],
    source: "https://source.android.com/docs/setup/reference/repo",
    subcommands: { forall: { text: ["-c"], joins: true } },
  },
  {
    names: ["gh"],
    source: "https://cli.github.com/manual/",
    subcommands: {
      alias: { subcommands: { set: { operands: ["value", "text"] }, import: { operands: ["file"], input: true } } },
      extension: { subcommands: { install: { operands: ["file"] }, exec: { operands: ["program"] }, create: { operands: ["value"] } } },
      ext: { subcommands: { install: { operands: ["file"] }, exec: { operands: ["program"] } } },
      config: { subcommands: { set: { operands: ["value", "text"] } } },
      codespace: { subcommands: { ssh: { operands: ["text", "..."] } } },
      repo: { subcommands: { clone: { operands: ["value", "value"] } } },
      run: {},
      pr: {},
      issue: {},
      api: {},
    },
  },
  {
    names: ["glab"],
    source: "https://gitlab.com/gitlab-org/cli",
    subcommands: { alias: { subcommands: { set: { operands: ["value", "text"] } } } },
  },
  {
    names: ["pre-commit", "lefthook", "husky"],
    source: "https://pre-commit.com/",
    file: ["-c", "--config"],
    subcommands: { "try-repo": { operands: ["file"] } },
  },
];
