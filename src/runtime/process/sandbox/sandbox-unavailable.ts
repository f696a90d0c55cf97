/** Returns the model's message. The model can only tell the user. */
export const sandboxUnavailable = (reason: string) => `This tool runs in a sandbox, and never without one. ${reason}`;

export const lackingBubblewrap = `bubblewrap isn't installed: install it with the system's package manager (\`apt install bubblewrap\`, \`dnf install bubblewrap\`, \`apk add bubblewrap\`).`;

export const lackingSeatbelt = "/usr/bin/sandbox-exec is missing, which is part of macOS.";

export const noSandboxHere = "toolgen supports no sandbox on this system.";

/** Returns advice about a sandbox that can't be made, by bubblewrap's message. */
export function sandboxAdvice(stderr: string): string {
  const line =
    stderr
      .split("\n")[0]
      ?.replace(/^bwrap: /, "")
      .trim()
      .replace(/\.$/, "") ?? "";
  const forbidden = /namespace|uid map|gid map|Operation not permitted|Permission denied|RTM_NEWADDR|loopback/i.test(line);
  const advice = forbidden
    ? " This system doesn't let users make namespaces. Allow it (`sysctl kernel.unprivileged_userns_clone=1`, `user.max_user_namespaces` above 0, on Ubuntu an AppArmor profile for bwrap; in a container, a seccomp profile that allows it), or install bubblewrap with its setuid bit."
    : "";
  return `It can't be made here: ${line}.${advice}`;
}
