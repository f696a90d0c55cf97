import { expect, it } from "vitest";
import { harmlessVariables, loadsCode, trustedVariables } from "../../src/programs/table/variables.js";
import { compiledTool } from "../kit/compiled.js";

const schema = {
  properties: { s: { type: "string" }, e: { enum: ["a", "b"] }, n: { type: "integer" }, b: { type: "boolean" } },
};

async function said(set: Readonly<Record<string, string>>, more: object = {}) {
  const spec = { name: "t", description: "d", kind: "execute", schema, command: ["wc"], env: { set }, ...more };
  const { diagnostics } = await compiledTool(JSON.stringify(spec));
  return diagnostics.filter(({ code }) => code !== "unused-parameter");
}

const known = trustedVariables.flatMap(({ names }) => names).map((name) => name.replace("*", "X"));

/** Variables that load code or settings, or redirect where these are found. 113 of them could be set by a parameter. */
const loading = `
  LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES PATH ENV BASH_ENV SHELL IFS CDPATH PS4 PROMPT_COMMAND ZDOTDIR SHELLOPTS BASHOPTS
  HOME USERPROFILE APPDATA XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS XDG_CACHE_HOME XDG_RUNTIME_DIR TMPDIR
  EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE LESS LESSKEYIN TERMINFO TERMCAP GCONV_PATH SYSTEMD_PAGER SUDO_ASKPASS SSH_ASKPASS
  GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_ASKPASS GIT_PROXY_COMMAND GIT_EXEC_PATH GIT_TEMPLATE_DIR
  GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0 GIT_CONFIG_PARAMETERS GIT_DIR GIT_WORK_TREE
  GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_INDEX_FILE GIT_NAMESPACE GIT_ATTR_SOURCE GIT_SSL_NO_VERIFY GIT_TRACE
  PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONUSERBASE PYTHONBREAKPOINT PYTHONWARNINGS PYTHONINSPECT PYTHONPYCACHEPREFIX PIP_CONFIG_FILE PIP_INDEX_URL
  PERL5LIB PERL5OPT PERL5DB PERLLIB RUBYLIB RUBYOPT GEM_HOME GEM_PATH BUNDLE_GEMFILE BUNDLE_PATH
  NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_REPL_EXTERNAL_MODULE npm_config_userconfig npm_config_registry npm_config_script_shell
  npm_config_node_options NPM_CONFIG_PREFIX YARN_RC_FILENAME COREPACK_HOME LUA_INIT LUA_PATH LUA_CPATH PHPRC PHP_INI_SCAN_DIR TCLLIBPATH R_PROFILE
  R_LIBS JULIA_LOAD_PATH AWKPATH AWKLIBPATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH JAVA_HOME MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS
  GRADLE_USER_HOME ANT_OPTS ANT_ARGS SBT_OPTS MAKEFLAGS GNUMAKEFLAGS MAKEFILES CC CXX CFLAGS LDFLAGS GCC_EXEC_PREFIX COMPILER_PATH CPATH LIBRARY_PATH
  CMAKE_TOOLCHAIN_FILE PKG_CONFIG_PATH CARGO_HOME CARGO_BUILD_RUSTC RUSTC_WRAPPER RUSTFLAGS GOFLAGS GOPROXY GOPATH VIMINIT EXINIT VIM VIMRUNTIME
  EMACSLOADPATH PSQLRC PSQL_PAGER PSQL_EDITOR PGSERVICEFILE PGHOST PGPASSFILE MYSQL_HOME SQLITE_HISTORY HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy
  https_proxy NO_PROXY CURL_HOME CURL_CA_BUNDLE WGETRC SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE SSLKEYLOGFILE OPENSSL_CONF OPENSSL_MODULES
  GNUPGHOME DOCKER_HOST DOCKER_CONFIG COMPOSE_FILE KUBECONFIG HELM_PLUGINS AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE
  AWS_ENDPOINT_URL CLOUDSDK_CONFIG GOOGLE_APPLICATION_CREDENTIALS AZURE_CONFIG_DIR TF_CLI_CONFIG_FILE ANSIBLE_CONFIG TAR_OPTIONS RSYNC_RSH HOSTALIASES
`
  .trim()
  .split(/\s+/);

it("knows more than 137 variables that load code or settings", () => {
  expect(loading.length).toBeGreaterThanOrEqual(137);
  expect(loading.filter((variable) => !loadsCode(variable))).toEqual([]);
});

it("refuses a text of the model's in each of them", async () => {
  const variables = [...new Set([...loading, ...known])];
  for (let start = 0; start < variables.length; start += 100) {
    const some = variables.slice(start, start + 100);
    const problems = await said(Object.fromEntries(some.map((name) => [name, "a {{s}}"])));
    expect(problems.map(({ code }) => code)).toEqual(some.map(() => "env-loads-code"));
  }
});

it("takes there what the author wrote, a number, and what `code` names", async () => {
  const all = Object.fromEntries(known.map((name) => [name, "a {{e}} {{n}}{{#if b}} c{{/if}} {{@workspace}}"]));
  expect(await said(all)).toEqual([]);
  expect(await said({ PAGER: "{{s}}" }, { code: { s: "sh" } })).toEqual([]);
});

it("lets any value set a variable that is known as harmless, or begins with INPUT_", async () => {
  expect(await said(Object.fromEntries(harmlessVariables.map((name) => [name.replace("*", "X"), "{{s}}"])))).toEqual([]);
});

it("asks about a text in a variable that it doesn't know", async () => {
  const spec = { name: "t", description: "d", kind: "read", schema, command: ["wc"], env: { set: { QUERY: "{{s}}", STAGE: "{{e}}" } } };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  expect(diagnostics.filter(({ code }) => code !== "unused-parameter")).toEqual([]);
  const unknown = { class: "unknown", verdict: "asked", because: "class" };
  expect(tool?.values).toEqual([
    { ...unknown, param: "s", where: "the variable QUERY" },
    { param: "e", where: "the variable STAGE", class: "unknown", verdict: "allowed", because: "fixed" },
  ]);
});
