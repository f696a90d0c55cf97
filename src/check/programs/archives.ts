import type { Program } from "./program.js";

/** Archivers, and programs that sign and encrypt. */
export const archives: readonly Program[] = [
  {
    names: ["tar", "gtar"],
    source: "tar(1)",
    text: [
      ...["-I", "--use-compress-program", "--to-command", "--checkpoint-action", "--rsh-command", "--rmt-command", "-F", "--info-script"],
      "--new-volume-script",
    ],
    value: ["-f", "--file", "-C", "--directory", "-b", "--exclude", "-X", "-T", "--files-from", "-g", "-K", "-L", "-N", "-V"],
  },
  { names: ["bsdtar", "bsdcpio"], source: "bsdtar(1)", text: ["--use-compress-program"], value: ["-f", "-C", "-T", "-X"] },
  { names: ["star", "pax", "cpio"], source: "cpio(1)", text: ["--rsh-command", "-compress-program"], value: ["-F", "-I", "-O"] },
  { names: ["zip"], source: "zip(1)", text: ["-TT", "--unzip-command"], value: ["-b", "-i", "-x", "-n", "-t", "-P"], words: true },
  {
    names: ["7z", "7za", "7zr", "unrar", "rar"],
    source: "https://7-zip.opensource.jp/chm/cmdline/switches/index.htm",
    attached: ["-sfx", "-z"],
  },
  { names: ["dar"], source: "dar(1)", text: ["-E", "--execute", "-F", "-~", "--execute-ref", "-="], file: ["-B", "--batch"] },
  { names: ["logrotate"], source: "logrotate(8)", text: ["-m", "--mail"], operands: ["file", "..."] },
  {
    names: ["gpg", "gpg2"],
    source: "gpg(1)",
    text: [
      "--agent-program",
      "--dirmngr-program",
      "--keyboxd-program",
      "--photo-viewer",
      "--gpgconf-program",
      "--passwd-program",
      "--keyserver-program",
    ],
    file: ["--options", "--homedir", "--exec-path"],
    value: ["-o", "--output", "-r", "--recipient", "-u", "--local-user"],
  },
  {
    names: ["openssl"],
    source: "openssl(1), config(5)",
    subcommands: Object.fromEntries(
      [
        "enc",
        "dgst",
        "rsa",
        "pkey",
        "req",
        "x509",
        "s_client",
        "genrsa",
        "genpkey",
        "cms",
        "smime",
        "rand",
        "speed",
        "ca",
        "list",
        "verify",
      ].map((name) => [
        name,
        { file: ["-engine", "-provider", "-provider-path", "-config", "-keyform", "-propquery"], words: true as const },
      ]),
    ),
    operands: ["text"],
    input: true,
    words: true,
  },
  { names: ["p11tool", "pkcs11-tool", "certtool"], source: "p11tool(1)", file: ["--provider", "--module"] },
  {
    names: ["age", "sops"],
    source: "https://getsops.io/docs/",
    text: ["-j"],
    file: ["--config"],
    subcommands: { "exec-env": { operands: ["value", "text"] }, "exec-file": { operands: ["value", "text"] } },
  },
  {
    names: ["op", "vault", "doppler", "chamber", "aws-vault", "dotenvx", "dotenv", "teller", "infisical"],
    source: "https://developer.1password.com/docs/cli/reference/commands/run/",
    file: ["--env-file", "-f", "-e"],
    text: ["--command"],
    dashed: ["program"],
    subcommands: {
      run: { file: ["--env-file", "-f"], text: ["--command"], operands: ["program"], stops: true },
      exec: { operands: ["value", "program"], dashed: ["program"], stops: true },
    },
  },
];
