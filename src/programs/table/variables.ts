import { listsName } from "./program-names.js";

/** Variables that one program, or several, read. */
export interface VariableRow {
  /** The manual page that describes them. */
  readonly source: string;
  /** A name that ends in `*` stands for all that begin like it. */
  readonly names: readonly string[];
}

/**
 * Variables that programs use as code, as a file of code or settings, or as the folder where they look for these, by
 * the reading program.
 */
export const trustedVariables: readonly VariableRow[] = [
  {
    source: "ld.so(8), dyld(1)",
    names: ["LD_*", "DYLD_*", "GCONV_PATH", "GLIBC_TUNABLES", "MALLOC_CHECK_", "LOCPATH", "NLSPATH", "HOSTALIASES", "RES_OPTIONS"],
  },
  {
    source: "sh(1p), bash(1), zsh(1)",
    names: [
      ...[
        "PATH",
        "ENV",
        "BASH_ENV",
        "BASH_FUNC_*",
        "BASHOPTS",
        "SHELLOPTS",
        "SHELL",
        "IFS",
        "CDPATH",
        "OLDPWD",
        "PS0",
        "PS1",
        "PS2",
        "PS3",
        "PS4",
      ],
      ...["PROMPT_COMMAND", "ZDOTDIR", "FPATH", "FCEDIT", "HISTFILE", "INPUTRC", "MAILPATH", "COMP_WORDBREAKS", "EXECIGNORE", "GLOBIGNORE"],
    ],
  },
  {
    source: "environ(7): where programs find their configuration",
    names: ["HOME", "XDG_*", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TMP", "TEMP", "COMSPEC", "PATHEXT", "SYSTEMROOT"],
  },
  {
    source: "environ(7): programs that others start",
    names: [
      ...["EDITOR", "VISUAL", "PAGER", "MANPAGER", "BROWSER", "TERMINAL", "SSH_ASKPASS", "SUDO_ASKPASS", "SUDO_EDITOR", "DISPLAY"],
      ...["LESSOPEN", "LESSCLOSE", "LESS", "LESSKEY", "LESSKEYIN", "LESSKEYIN_SYSTEM", "LESSKEY_SYSTEM", "LESSEDIT", "LESSMETACHARS"],
      ...[
        "MORE",
        "SYSTEMD_PAGER",
        "SYSTEMD_EDITOR",
        "TERMINFO",
        "TERMINFO_DIRS",
        "TERMCAP",
        "MANPATH",
        "MANOPT",
        "GROFF_*",
        "TAR_OPTIONS",
        "RSH",
      ],
      ...["RSYNC_RSH", "RSYNC_CONNECT_PROG", "RSYNC_PROXY", "CVS_RSH", "SVN_SSH", "SVN_EDITOR", "HGEDITOR", "HGRCPATH", "HGMERGE", "HG"],
    ],
  },
  { source: "git(1)", names: ["GIT_*"] },
  {
    source: "python(1)",
    names: [
      "PYTHON*",
      "PIP_*",
      "VIRTUAL_ENV",
      "UV_*",
      "POETRY_*",
      "PYTEST_ADDOPTS",
      "PYTEST_PLUGINS",
      "IPYTHONDIR",
      "JUPYTER_*",
      "DJANGO_SETTINGS_MODULE",
      "FLASK_APP",
    ],
  },
  { source: "perlrun(1), cpan(1)", names: ["PERL*"] },
  { source: "ruby(1), bundle(1)", names: ["RUBY*", "GEM_*", "BUNDLE_*", "RAKEOPT", "IRBRC"] },
  {
    source: "node(1), npm(7)",
    names: [
      "NODE_*",
      "npm_config_*",
      "NPM_CONFIG_*",
      "YARN_*",
      "PNPM_HOME",
      "COREPACK_*",
      "ELECTRON_RUN_AS_NODE",
      "BUN_*",
      "DENO_*",
      "TS_NODE_*",
    ],
  },
  {
    source: "lua(1), php(1), tclsh(1), R(1)",
    names: [
      "LUA_*",
      "PHPRC",
      "PHP_INI_SCAN_DIR",
      "TCLLIBPATH",
      "TCL_LIBRARY",
      "R_*",
      "JULIA_*",
      "ERL_*",
      "ELIXIR_*",
      "AWKPATH",
      "AWKLIBPATH",
    ],
  },
  {
    source: "java(1), mvn(1), gradle(1)",
    names: [
      ...[
        "JAVA_*",
        "_JAVA_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "CLASSPATH",
        "MAVEN_*",
        "M2_HOME",
        "GRADLE_*",
        "ANT_*",
        "SBT_OPTS",
        "KOTLIN_*",
        "SCALA_*",
      ],
      ...["GROOVY_*", "JBANG_*", "CATALINA_*", "SPRING_*", "LEIN_*", "CLJ_*", "JVM_OPTS", "JDWP_*"],
    ],
  },
  {
    source: "make(1), gcc(1), cmake(1), cargo(1), go(1)",
    names: [
      ...[
        "MAKEFLAGS",
        "GNUMAKEFLAGS",
        "MAKEFILES",
        "MAKELEVEL",
        "MFLAGS",
        "CC",
        "CXX",
        "CPP",
        "LD",
        "AR",
        "AS",
        "CFLAGS",
        "CXXFLAGS",
        "LDFLAGS",
      ],
      ...[
        "GCC_EXEC_PREFIX",
        "COMPILER_PATH",
        "LIBRARY_PATH",
        "CPATH",
        "COLLECT_GCC",
        "CMAKE_*",
        "CTEST_*",
        "PKG_CONFIG*",
        "ACLOCAL_PATH",
        "M4PATH",
      ],
      ...["CARGO_*", "RUSTC", "RUSTC_*", "RUSTFLAGS", "RUSTDOC", "RUSTUP_*", "GO*", "CGO_*", "NIX_*", "VCPKG_*", "CONAN_*"],
    ],
  },
  {
    source: "vim(1), emacs(1), gdb(1)",
    names: ["VIMINIT", "EXINIT", "GVIMINIT", "VIM", "VIMRUNTIME", "MYVIMRC", "NVIM_*", "EMACS*", "ALTERNATE_EDITOR", "GDBHISTFILE", "MC_*"],
  },
  {
    source: "psql(1), mysql(1), sqlite3(1)",
    names: [
      "PSQL_*",
      "PSQLRC",
      "PGSERVICEFILE",
      "PGSYSCONFDIR",
      "PGHOST",
      "PGOPTIONS",
      "PGPASSFILE",
      "PGSSL*",
      "MYSQL_*",
      "SQLITE_*",
      "DUCKDB_*",
      "REDISCLI_*",
    ],
  },
  {
    source: "curl(1), wget(1): where requests go, and whom they trust",
    names: [
      ...[
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "FTP_PROXY",
        "ALL_PROXY",
        "NO_PROXY",
        "http_proxy",
        "https_proxy",
        "ftp_proxy",
        "all_proxy",
        "no_proxy",
      ],
      ...["CURL_*", "WGETRC", "SYSTEM_WGETRC", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "SSLKEYLOGFILE", "NETRC"],
    ],
  },
  { source: "openssl(1), gpg(1)", names: ["OPENSSL_*", "GNUPGHOME", "GPG_*", "PINENTRY_*", "SSH_AUTH_SOCK", "KRB5*", "PKCS11_*"] },
  {
    source: "docker(1), kubectl(1), aws(1), gcloud(1)",
    names: [
      ...[
        "DOCKER_*",
        "COMPOSE_*",
        "BUILDKIT_*",
        "CONTAINER_HOST",
        "CONTAINERS_*",
        "KUBECONFIG",
        "KUBE_*",
        "KUBECTL_*",
        "HELM_*",
        "VAGRANT_*",
        "MINIKUBE_*",
      ],
      ...[
        "AWS_CONFIG_FILE",
        "AWS_SHARED_CREDENTIALS_FILE",
        "AWS_ENDPOINT_URL*",
        "AWS_CA_BUNDLE",
        "CLOUDSDK_*",
        "GOOGLE_APPLICATION_CREDENTIALS",
      ],
      ...["AZURE_*", "TF_*", "TERRAFORM_*", "ANSIBLE_*", "VAULT_*", "GH_*", "GITLAB_*", "DBUS_SESSION_BUS_ADDRESS", "SYSTEMD_*"],
    ],
  },
];

/** Variables that any value may set: programs only use them as a word to show, a size or a date. */
export const harmlessVariables: readonly string[] = [
  ...[
    "INPUT_*",
    "LANG",
    "LC_*",
    "TZ",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LINES",
    "CI",
    "SOURCE_DATE_EPOCH",
  ],
  ...["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE"],
  ...["PGUSER", "PGDATABASE", "PGAPPNAME", "PGCONNECT_TIMEOUT", "RUST_BACKTRACE", "LOG_LEVEL"],
];

/** Returns true if no program uses a variable of this name as code or settings. */
export const isHarmlessVariable = (variable: string): boolean => listsName(harmlessVariables, variable);

/** Returns true if programs use a variable of this name as code, or look for code where it says. */
export const loadsCode = (variable: string): boolean =>
  !isHarmlessVariable(variable) && trustedVariables.some(({ names }) => listsName(names, variable));
