import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { compiledTools } from "../../kit/compiled.js";
import { lacks, missing } from "../../kit/needs.js";
import { isSoak, sampled } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** A command line in which `{{x}}`, or its standard input, runs a program that makes the file `canary`. */
interface Canary {
  readonly command: readonly string[];
  readonly x: string;
  /** `x` is the standard input. */
  readonly isInput?: true;
  /** The arguments of Git before it. */
  readonly before?: readonly string[];
  /** It needs the rights of the administrator. */
  readonly asRoot?: true;
}

const touch = "touch $CANARY";
/** For programs with a meaning of their own for `$`. */
const touchHere = "touch canary";
const script = "./evil.sh";
const at = (line: string, x: string): Canary => ({ command: line.split(" ").map((word) => word.replaceAll("_", " ")), x });
const root = (line: string, x: string): Canary => ({ ...at(line, x), asRoot: true });
const input = (line: string, x: string): Canary => ({ ...at(line, x), isInput: true });

/** The files of the folder in which these command lines run. */
const canaryFiles: Readonly<Record<string, string>> = {
  "a.txt": "a\n",
  "evil.sh": `#!/bin/sh\n${touch}\n`,
  "evil.py": "open('canary', 'w')\n",
  "evil.cjs": "require('fs').writeFileSync('canary', '')\n",
  "evil.mjs": "import fs from 'fs'; fs.writeFileSync('canary', '')\n",
  "evil.php": `<?php system("${touchHere}");\n`,
  "evil.pl": `system '${touch}';\n`,
  "evil.pm": `system '${touch}'; 1;\n`,
  "evil.args": "-Xlog:all=off:file=canary -version\n",
  "evil.awk": `BEGIN { system("${touch}") }\n`,
  "evil.sed": `1e ${touch}\n`,
  "evil.sql": `.shell ${touch}\n`,
  "evil.tcl": "exec touch canary\n",
  "evil.vim": `silent !${touch}\nqa!\n`,
  "evil.gdb": `shell ${touch}\n`,
  "evil.mk": `all:\n\t${touchHere}\n`,
  "evil.ninja": `rule r\n  command = ${touchHere}\nbuild out: r\n`,
  "evil.cmake": "execute_process(COMMAND touch canary)\n",
  "evil.c": "int main(void) { return 0; }\n",
  "evil.ssh": `Host *\n  ProxyCommand ${touch}\n`,
  "evil.wgetrc": "use_askpass = ./evil.sh\n",
  "evil.gitconfig": `[alias]\n\tx = !${touch}\n`,
  "ok.mk": "all:\n\t$(CC)\n",
  // More than `tar -L` and `sort -S` take at once.
  big: "a line of text\n".repeat(60_000),
};

/**
 * Command lines that succeed where a program does what its canaries need: another implementation lacks an option, a
 * user lacks a right, and a container lacks a part of the system.
 */
const trials: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["sed", "find", "split", "sort", "tar", "install", "env", "timeout", "nice", "nohup", "stdbuf", "xargs", "make"].map((program) => [
      program,
      `${program} --version | grep -q GNU`,
    ]),
  ),
  ...Object.fromEntries(
    [
      "chrt -o 0",
      "taskset 1",
      "ionice -c 3",
      "setpriv",
      "strace -o /dev/null",
      "ltrace -o /dev/null",
      "sudo -n",
      "doas -n",
      "numactl",
      "eatmydata",
      "dbus-run-session",
      "xvfb-run",
      "fakeroot",
      "torsocks",
      "chroot /",
      "unshare",
      "bwrap --bind / /",
    ].map((line) => [line.split(" ")[0] ?? "", `${line} true`]),
  ),
  // `-Xlog` is of Java 9.
  java: "java -Xlog:all=off -version",
  runuser: "runuser -u root -- true",
  su: "su -c true",
};

/** Command lines with a hostile value, by what evaluates it. */
const canaries: readonly Canary[] = [
  // Shells and interpreters.
  ...["sh", "dash", "bash", "zsh", "fish", "ksh", "mksh", "busybox sh"].map((shell) => at(`${shell} -c {{x}}`, touch)),
  ...["sh", "dash", "bash", "zsh", "ksh", "mksh", "busybox sh"].map((shell) => at(`${shell} {{x}}`, script)),
  at("sh -ec {{x}}", touch),
  at("sh -c -e {{x}}", touch),
  at("bash -o pipefail {{x}}", script),
  at("node --test {{x}}", "./evil.cjs"),
  at("node --test --test-reporter {{x}} a.txt", "./evil.mjs"),
  at("tar cfI out.tar {{x}} a.txt", script),
  at("tar cIf {{x}} out.tar a.txt", script),
  at("tar xfCI given.tar . {{x}}", script),
  at("strace -o {{x}} true", "|touch $CANARY"),
  at("strace -o{{x}} true", "!touch $CANARY"),
  at("strace --output={{x}} true", "|touch $CANARY"),
  at("psql -o {{x}} -c 1", "|touch $CANARY"),
  at("psql --output={{x}} -c 1", "|touch $CANARY"),
  at("chpst -n 1 {{x}}", script),
  at("bash --rcfile {{x}} -i -c :", script),
  at("bash --init-file {{x}} -i -c :", script),
  at("python3 -c {{x}}", "open('canary', 'w')"),
  at("python3 -Ic{{x}}", "open('canary', 'w')"),
  at("python3 {{x}}", "evil.py"),
  at("python3 -m {{x}}", "evil"),
  at("node -e {{x}}", "require('fs').writeFileSync('canary', '')"),
  at("node --eval={{x}}", "require('fs').writeFileSync('canary', '')"),
  at("node -p {{x}}", "require('fs').writeFileSync('canary', '')"),
  at("node {{x}}", "evil.cjs"),
  at("node -r {{x}} a.txt", "./evil.cjs"),
  at("node --require {{x}} a.txt", "./evil.cjs"),
  at("node --import {{x}} evil.mjs", "./evil.mjs"),
  at("perl -e {{x}}", `system '${touch}'`),
  at("perl -ne {{x}} a.txt", `system '${touch}'`),
  at("perl -0777ne {{x}} a.txt", `system '${touch}'`),
  at("perl -M{{x}} -e 1", `POSIX;system('${touch}')`),
  at("perl -I. -M{{x}} -e 1", "evil"),
  at("perl {{x}}", "./evil.pl"),
  // `<>` opens its files by names that may be commands.
  ...["perl -ne 1", "perl -pe 1", "perl -ane 1", "perl -F: -e 1"].map((perl) => at(`${perl} {{x}}`, `${touch}|`)),
  { command: ["perl", "-e", "while (<>) {}", "{{x}}"], x: `${touch}|` },
  at("perl -ne 1 a.txt {{x}}", `./a.txt; ${touch} |`),
  at("ruby -e {{x}}", `system '${touch}'`),
  at("php -r {{x}}", `system('${touch}');`),
  at("php -d {{x}} a.txt", "auto_prepend_file=evil.php"),
  at("lua -e {{x}}", `os.execute('${touch}')`),
  at("tclsh {{x}}", "evil.tcl"),
  at("java @{{x}}", "evil.args"),
  at("Rscript -e {{x}}", `system('${touch}')`),
  // Text and files.
  at("sed {{x}} a.txt", `1e ${touch}`),
  at("sed -n {{x}} a.txt", `1e ${touch}`),
  at("sed -ne{{x}} a.txt", `1e ${touch}`),
  at("sed --expression={{x}} a.txt", `1e ${touch}`),
  at("sed --expr={{x}} a.txt", `1e ${touch}`),
  at("sed -f {{x}} a.txt", "evil.sed"),
  ...["awk", "mawk", "gawk"].map((awk) => at(`${awk} {{x}} a.txt`, `BEGIN { system("${touch}") }`)),
  at("awk -F , {{x}} a.txt", `BEGIN { system("${touch}") }`),
  at("awk -f {{x}} a.txt", "evil.awk"),
  at("find a.txt -exec {{x}} ;", script),
  at("find a.txt -execdir {{x}} ;", script),
  at("find a.txt -exec sh -c {{x}} ;", touch),
  at("fdfind -x {{x}}", script),
  at("rg --pre {{x}} a a.txt", script),
  at("rg --pre={{x}} a a.txt", script),
  at("split --filter={{x}} a.txt", touch),
  at("split --filt={{x}} a.txt", touch),
  at("sort -S 64k --compress-program={{x}} big", script),
  at("zip -q -T -TT {{x}} o.zip a.txt", `${touch};`),
  at("tar -I {{x}} -cf o.tar a.txt", script),
  at("tar --use-compress-program={{x}} -cf o.tar a.txt", script),
  at("tar --use-compress-prog={{x}} -cf o.tar a.txt", script),
  at("tar -cf o.tar --checkpoint=1 --checkpoint-action={{x}} big a.txt", `exec=${touch}`),
  at("tar -xf given.tar --to-command={{x}}", touch),
  at("tar -cf o.tar -L 20 -F {{x}} big", script),
  at("install --strip-program={{x}} -s evil.c o", script),
  // Programs that start another.
  ...[
    ...["env", "env A=b", "timeout 5", "timeout -k 1 5", "nice", "nice -n 5", "nohup", "setsid -w", "stdbuf -o0", "ionice -c 3"],
    ...["chrt -o 0", "taskset 1", "linux64", "flock a.txt", "prlimit", "choom -n 0 --", "setpriv", "strace -o o", "ltrace -o o"],
    ...["xargs -a a.txt", "sudo -n", "doas", "numactl", "dbus-run-session", "xvfb-run", "fakeroot", "eatmydata", "torsocks"],
  ].map((line) => at(`${line} {{x}}`, script)),
  at("env -S {{x}}", touchHere),
  at("env --split-string={{x}}", touchHere),
  at("timeout 5 env nice sh -c {{x}}", touch),
  at("flock a.txt -c {{x}}", touch),
  at("script -qc {{x}} o", touch),
  at("xargs -I % -a a.txt sh -c {{x}}", touch),
  root("su -c {{x}}", touch),
  root("su root -c {{x}}", touch),
  root("runuser -c {{x}}", touch),
  root("runuser -u root -- {{x}}", script),
  root("chroot / {{x}}", "/bin/sh"),
  root("unshare {{x}}", script),
  at("bwrap --bind / / --dev /dev {{x}}", script),
  { command: ["bwrap", "--bind", "/", "/", "--dev", "/dev", "--setenv", "BASH_ENV", "{{x}}", "bash", "a.txt"], x: script },
  input("bwrap --bind / / --dev /dev --args 0 bash -c :", "--setenv\0BASH_ENV\0./evil.sh\0"),
  // Version control.
  at("git -c {{x}} x", `alias.x=!${touch}`),
  at("git -c alias.x={{x}} x", `!${touch}`),
  at("git -c core.fsmonitor={{x}} status", script),
  at("git -c core.sshCommand={{x}} ls-remote ssh://host/a", touch),
  at("git -c diff.external={{x}} diff HEAD~1", touch),
  at("git -c core.hooksPath={{x}} commit --allow-empty -m a", "hooks"),
  at("git -c gpg.program={{x}} commit -S --allow-empty -m a", script),
  at("git rebase -x {{x}} HEAD~1", touch),
  at("git rebase --exec={{x}} HEAD~1", touch),
  { ...at("git bisect run {{x}}", script), before: ["bisect", "start", "HEAD", "HEAD~2"] },
  at("git filter-branch -f --env-filter {{x}} HEAD", touch),
  at("git filter-branch -f --msg-filter {{x}} HEAD", touch),
  {
    ...at("git submodule foreach {{x}}", touch),
    before: ["-c", "protocol.file.allow=always", "submodule", "add", "-q", "-f", "./good.git", "sub"],
  },
  at("git grep -O{{x}} a", script),
  at("git grep --open-files-in-pager={{x}} a", script),
  at("git difftool -y -x {{x}} HEAD~1", touch),
  at("git ls-remote --upload-pack={{x}} .", touch),
  at("git ls-remote --upload-p={{x}} .", touch),
  at("git clone -u {{x}} . o", touch),
  at("git clone -q --config {{x}} ssh://host/a o", `core.sshCommand=${touch}`),
  at("git clone -q --template={{x}} . o", "template"),
  at("git fetch --upload-pack {{x}} .", touch),
  at("git push --receive-pack={{x}} . HEAD:o", touch),
  at("git archive --remote=. --exec={{x}} HEAD", touch),
  at("git --exec-path={{x}} evil", "commands"),
  at("git --git-dir={{x}} status", "evil.git"),
  // Other machines.
  at("ssh -o {{x}} host", `ProxyCommand=${touch}`),
  at("ssh -oProxyCommand={{x}} host", touch),
  at("ssh -F {{x}} host", "evil.ssh"),
  at("scp -S {{x}} a.txt host:", script),
  at("scp -o {{x}} a.txt host:", `ProxyCommand=${touch}`),
  at("sftp -S {{x}} host", script),
  at("sftp -D {{x}} host", script),
  at("rsync -e {{x}} a.txt host:", script),
  at("wget -q -t 1 --use-askpass={{x}} http://127.0.0.1:9/", script),
  at("wget -q -t 1 -e {{x}} http://127.0.0.1:9/", "use_askpass=./evil.sh"),
  at("wget -q -t 1 --config={{x}} http://127.0.0.1:9/", "evil.wgetrc"),
  // Builds, databases and editors.
  at("make --eval={{x}}", `$(shell ${touchHere})`),
  at("make --eval {{x}}", `$(shell ${touchHere})`),
  at("make -E {{x}}", `$(shell ${touchHere})`),
  at("make -f {{x}}", "evil.mk"),
  at("make --makef={{x}}", "evil.mk"),
  at("make -f ok.mk CC={{x}}", touchHere),
  at("make -f ok.mk {{x}}", `CC=${touchHere}`),
  at("make -f ok.mk SHELL={{x}} CC=true", script),
  at("cmake -P {{x}}", "evil.cmake"),
  at("ninja -f {{x}}", "evil.ninja"),
  at("gcc -wrapper {{x}} -c evil.c", script),
  at("npm exec -c {{x}}", touch),
  at("npx -c {{x}}", touch),
  at("sqlite3 :memory: {{x}}", `.shell ${touch}`),
  at("sqlite3 -cmd {{x}} :memory: .exit", `.shell ${touch}`),
  at("sqlite3 -init {{x}} :memory: .exit", "evil.sql"),
  at("gdb -q -nx -batch -ex {{x}}", `shell ${touch}`),
  at("gdb -q -nx -batch -x {{x}}", "evil.gdb"),
  at("vim -es -u NONE -c {{x}} -c qa!", `silent !${touch}`),
  at("vim -es -u NONE --cmd {{x}} -c qa!", `silent !${touch}`),
  at("vim -es -u NONE +{{x}} +qa!", `silent !${touch}`),
  at("vim -es -u NONE -S {{x}}", "evil.vim"),
  at("emacs --batch --eval {{x}}", `(shell-command "${touch}")`),
  // Programs read from standard input.
  ...["sh", "bash", "zsh", "sh -s", "bash -s a", "bash -", "timeout 5 bash", "xargs -I % sh -c %", "ed"].map((line) =>
    input(line, line === "ed" ? `!${touch}\nq\n` : `${touch}\n`),
  ),
  ...["python3", "python3 -"].map((line) => input(line, "open('canary', 'w')\n")),
  ...["node", "node -"].map((line) => input(line, "require('fs').writeFileSync('canary', '')\n")),
  input("perl", `system '${touch}';\n`),
  input("tclsh", "exec touch canary\n"),
  input("sed -f - a.txt", `1e ${touch}\n`),
  input("awk -f - a.txt", `BEGIN { system("${touch}") }\n`),
  input("make -f -", `all:\n\t${touchHere}\n`),
  input("sqlite3 :memory:", `.shell ${touch}\n`),
  input("gdb -q -nx", `shell ${touch}\n`),
  input("xargs sh", "./evil.sh\n"),
];

const base = temporaryFolder("canary");
/** Where each canary runs: always here, because repositories name the folder from which they were cloned. */
const folder = join(base, "work");
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const programOf = ({ command: [program = ""] }: Canary) => program;

/** True if the program isn't here, or can't do here what its canaries need. */
const cannotRun = (canary: Canary) =>
  process.platform !== "linux" || missing(programOf(canary)) || (canary.asRoot === true && lacksRoot()) || failsTrial(programOf(canary));
const lacksRoot = () => lacks("the rights of root", process.getuid?.() === 0, { remedy: "run them as root" });

const tried = new Map<string, boolean>();
function failsTrial(program: string): boolean {
  const trial = trials[program];
  if (trial === undefined) return false;
  const works = tried.get(program) ?? spawnSync("sh", ["-c", trial], { stdio: "ignore" }).status === 0;
  tried.set(program, works);
  return lacks(`a machine on which \`${trial}\` succeeds`, works, { remedy: "see the program's documentation" });
}

/** Programs that nearly every Linux has. The others are for the soak. */
const usual = new Set(["sh", "sed", "awk", "find", "split", "sort", "env", "timeout", "nice", "nohup", "xargs", "git"]);
const drawn = sampled(isSoak ? canaries : canaries.filter((canary) => usual.has(programOf(canary)) && !canary.asRoot), {
  usual: usual.size,
  kind: programOf,
});

const written = (words: readonly string[]) => words.join(" ");
const cases = drawn.map((canary) => [written(canary.command), canary] as const);

for (const [line, canary] of cases) {
  it.skipIf(cannotRun(canary))(`${line} really runs what ${canary.isInput ? "its input" : "{{x}}"} says`, () => {
    prepareOnce(canary.command[0] === "git" ? ["repository", ...(canary.before ?? [])] : ["files"]);
    const command = canary.command.map((word) => word.replaceAll("{{x}}", canary.x));
    const input = canary.isInput === true ? canary.x : canary.x === "/bin/sh" ? "touch $CANARY" : "";
    const { stdout, stderr } = spawnSync(command[0] ?? "", command.slice(1), {
      cwd: folder,
      input,
      env: { ...environment(folder), TERM: "dumb", npm_config_offline: "true", FILTER_BRANCH_SQUELCH_WARNING: "1" },
      encoding: "utf8",
    });
    expect(existsSync(join(folder, "canary")), `${stdout}${stderr}`).toBe(true);
  });
}

it("refuses each of them without `code`, or asks where it runs what the workspace has", async () => {
  const tools = await compiledTools(
    canaries.map(({ command, isInput }) => ({
      kind: "execute",
      schema: { properties: { x: { type: "string", pattern: "^[^-]" } }, required: ["x"] },
      command,
      ...(isInput ? { stdin: "{{x}}" } : {}),
    })),
  );
  const isRefused = (i: number) =>
    tools[i]?.diagnostics.some(({ code }) => code === "evaluated-argument") ||
    tools[i]?.tool?.values.some((place) => place.class === "runs" && place.verdict === "asked");
  expect(canaries.filter((_, i) => !isRefused(i)).map(({ command }) => written(command))).toEqual([]);
});

const environment = (at: string) => ({
  PATH: process.env.PATH,
  HOME: at,
  CANARY: join(at, "canary"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_EDITOR: ":",
});

/**
 * Fills the folder with what was made in it before for a canary of the same kind. Git starts a dozen programs for a
 * repository.
 */
function prepareOnce(kind: readonly string[]): void {
  const copy = join(base, createHash("sha256").update(kind.join("\0")).digest("hex"));
  if (!existsSync(copy)) {
    mkdirSync(folder);
    prepare(folder);
    const [what, ...before] = kind;
    if (what === "repository") prepareRepository(folder, before);
    renameSync(folder, copy);
  }
  execFileSync("cp", ["-a", copy, folder]);
}

function prepare(at: string): void {
  for (const [name, text] of Object.entries(canaryFiles)) writeFileSync(join(at, name), text);
  chmodSync(join(at, "evil.sh"), 0o755);
  execFileSync("tar", ["-cf", "given.tar", "a.txt"], { cwd: at });
}

/** Makes the folder a repository with three commits, beside a bare one and one with a hostile configuration. */
function prepareRepository(at: string, before: readonly string[] = []): void {
  for (const path of ["hooks/pre-commit", "template/hooks/post-checkout", "commands/git-evil"]) {
    mkdirSync(join(at, path, ".."), { recursive: true });
    writeFileSync(join(at, path), "#!/bin/sh\ntouch $CANARY\n", { mode: 0o755 });
  }
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: at, stdio: "ignore", env: environment(at) });
  git("init", "-q");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b");
  writeFileSync(join(at, ".gitignore"), "*\n!a.txt\n");
  for (const text of ["a\n", "b\n", "a\nb\n"]) {
    writeFileSync(join(at, "a.txt"), text);
    git("add", "a.txt");
    git("commit", "-qm", "a");
  }
  git("clone", "-q", "--bare", ".", "good.git");
  if (before.length > 0) git(...before);
  git("clone", "-q", "--bare", ".", "evil.git");
  git("--git-dir=evil.git", "config", "core.bare", "false");
  git("--git-dir=evil.git", "config", "core.fsmonitor", "./evil.sh");
}
