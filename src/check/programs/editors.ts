import type { Evaluation, Program } from "./program.js";

const vi: Evaluation = {
  text: ["-c", "--cmd"],
  file: ["-S", "-s", "-u", "-U", "-i", "-q", "--startuptime", "-W", "-w"],
  attached: ["+"],
  value: ["-t", "-T", "--servername"],
  // Without a terminal, the input is what the user would type.
  input: true,
};

/** File names for which Emacs starts a program, by https://www.gnu.org/software/emacs/manual/html_node/tramp/. */
const trampMethods = `
  - adb afp apptainer dav davs distrobox docker dockercp doas fcp flatpak ftp gdrive krlogin ksu kubernetes mtp nc nextcloud nspawn
  plink plinkx podman podmancp pscp psftp rclone rcp remcp remsh rlogin rsh rsync run0 scp scpx sftp sg smb ssh sshfs sshx su sudo
  sudoedit surs telnet toolbox
`
  .trim()
  .split(/\s+/)
  .map((method) => `/${method}:`);

/** Editors, whose commands run programs. */
export const editors: readonly Program[] = [
  {
    names: ["vim", "vi", "view", "gvim", "vimdiff", "rvim", "nvi", "elvis"],
    source: "vim(1)",
    ...vi,
    text: [...(vi.text ?? []), "--remote-send", "--remote-expr"],
  },
  {
    names: ["nvim"],
    source: "nvim(1)",
    ...vi,
    text: [...(vi.text ?? []), "--remote-send", "--remote-expr"],
    file: [...(vi.file ?? []), "-l", "--listen", "--server"],
  },
  { names: ["ex"], source: "ex(1p)", ...vi },
  { names: ["ed", "red"], source: "ed(1)", value: ["-p", "--prompt"], attached: ["!"], operands: ["value"], input: true },
  {
    names: ["emacs", "emacs-nox", "xemacs", "mg"],
    source: "emacs(1)",
    text: ["--eval", "--execute", "-f", "--funcall", "-eval", "-execute", "-funcall", "-e"],
    file: ["-l", "--load", "-load", "--script", "-script", "-L", "--directory", "-x", "--init-directory", "-u", "--user", "--kill"],
    attachedFile: trampMethods,
    words: true,
  },
  {
    names: ["emacsclient"],
    source: "emacsclient(1)",
    attachedFile: trampMethods,
    text: ["-e", "--eval", "-a", "--alternate-editor"],
    file: ["-f", "--server-file", "-s", "--socket-name"],
  },
  { names: ["nano", "pico"], source: "nano(1)", text: ["-s", "--speller"], file: ["-f", "--rcfile"] },
  { names: ["micro", "joe", "kak", "helix", "hx"], source: "kak(1)", text: ["-e", "-E", "-f"], file: ["-c", "--config", "-config-dir"] },
  {
    names: ["code", "codium", "cursor", "subl", "atom"],
    source: "https://code.visualstudio.com/docs/configure/command-line",
    file: ["--install-extension", "--extensionDevelopmentPath", "--extensionTestsPath", "--user-data-dir", "--extensions-dir"],
    text: ["--add-mcp", "--command"],
  },
  {
    names: ["gdb"],
    source: "gdb(1)",
    text: ["-ex", "-iex", "-eval-command", "--eval-command", "-init-eval-command", "--init-eval-command", "-ix"],
    file: ["-x", "-command", "--command", "-init-command", "-s", "-e", "-c", "-d", "-p"],
    program: ["--args", "-args"],
    operands: ["program"],
    input: true,
    words: true,
  },
  {
    names: ["lldb"],
    source: "lldb(1)",
    text: ["-o", "--one-line", "-O", "--one-line-before-file", "-k", "-K"],
    file: ["-s", "--source", "-S", "--source-before-file", "-c"],
    operands: ["program"],
    input: true,
  },
  {
    names: ["dlv", "rr", "cgdb", "ddd"],
    source: "https://github.com/go-delve/delve/tree/master/Documentation/usage",
    file: ["--init"],
    subcommands: {
      debug: { operands: ["file"] },
      exec: { operands: ["program"] },
      test: { operands: ["file"] },
      record: { operands: ["program"] },
    },
  },
  {
    names: ["gimp", "blender", "inkscape", "libreoffice", "soffice"],
    source: "gimp(1)",
    text: ["-b", "--batch", "--python-expr", "--actions"],
    file: ["-P", "--python", "--python-text", "--batch-interpreter", "--session"],
    attached: ["macro:", "vnd.sun.star.script:"],
  },
  {
    names: ["chrome", "chromium", "google-chrome", "chromium-browser"],
    source: "https://peter.sh/experiments/chromium-command-line-switches/",
    text: ["--renderer-cmd-prefix", "--utility-cmd-prefix", "--gpu-launcher", "--browser-subprocess-path", "--ppapi-plugin-launcher"],
    file: ["--load-extension", "--user-data-dir", "--disable-extensions-except"],
  },
  {
    names: ["xterm", "gnome-terminal", "konsole", "alacritty", "kitty", "urxvt", "foot"],
    source: "xterm(1)",
    program: ["-e", "--command", "-x", "--execute"],
    text: ["-xrm", "-o", "--option"],
    operands: ["text", "..."],
    words: true,
  },
];
