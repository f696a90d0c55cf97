/** Files that a shell, Git or a build runs because of their name. What a value writes there is code. */
const names = new Set([
  ...[".profile", ".bash_profile", ".bash_login", ".bash_logout", ".bashrc", ".zshrc", ".zshenv", ".zprofile", ".envrc", ".inputrc"],
  ...[
    "Makefile",
    "makefile",
    "GNUmakefile",
    "justfile",
    "Justfile",
    "Rakefile",
    "Taskfile.yml",
    "Jenkinsfile",
    "Dockerfile",
    "Vagrantfile",
  ],
  ...["package.json", ".npmrc", ".yarnrc.yml", "conftest.py", "setup.py", "sitecustomize.py", "build.gradle", "build.rs", "CMakeLists.txt"],
  ...[".gitconfig", ".gitattributes", ".gitmodules", ".pre-commit-config.yaml", ".vimrc", ".exrc", ".psqlrc", ".sqliterc", ".gdbinit"],
  ...["authorized_keys", "crontab", ".mcp.json"],
]);

/** Whether a path, as it is written in a script, is that of such a file, or lies below `.git`. */
export const isTrusted = (path: string): boolean =>
  names.has(path.slice(path.lastIndexOf("/") + 1)) || /(?:^|\/)\.(?:git|vscode|gemini|claude|husky)\//.test(path);
