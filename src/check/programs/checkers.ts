import type { Evaluation, Program } from "./program.js";

const pythonLinter: Evaluation = {
  text: ["--init-hook", "--override"],
  file: ["--config-file", "--rcfile", "--load-plugins", "--config", "--python-executable", "-c", "-f", "--noxfile"],
};

/** Bundlers, linters and test runners, whose configuration and plugins are programs. */
export const checkers: readonly Program[] = [
  {
    names: ["tsc", "vite", "webpack", "rollup", "esbuild", "parcel", "next", "nuxt", "turbo", "nx", "lerna", "gulp", "grunt"],
    source: "https://webpack.js.org/api/cli/",
    text: ["--plugin", "-p", "--loader"],
    file: ["-c", "--config", "--configPlugin", "--project", "--gulpfile", "--require", "-r", "--preload"],
    subcommands: { exec: { text: ["-c"], operands: ["program"] }, run: { operands: ["file"], stops: true } },
  },
  {
    names: ["eslint", "prettier", "stylelint", "biome", "oxlint", "standard", "xo"],
    source: "https://eslint.org/docs/latest/use/command-line-interface",
    file: [
      "-c",
      "--config",
      "--plugin",
      "--parser",
      "--resolve-plugins-relative-to",
      "--rulesdir",
      "-f",
      "--format",
      "--custom-formatter",
      "--config-path",
      "--custom-syntax",
    ],
  },
  {
    names: ["jest", "vitest", "mocha", "ava", "playwright", "cypress", "karma", "tap", "c8", "nyc"],
    source: "https://mochajs.org/next/running/cli/",
    text: ["--globals"],
    file: [
      "-c",
      "--config",
      "-r",
      "--require",
      "--import",
      "--setupFiles",
      "--reporter",
      "-R",
      "--transform",
      "--runner",
      "--environment",
      "--testEnvironment",
      "--globalSetup",
      "--ui",
      "-u",
      "--loader",
      "--rootDir",
      "--resolver",
    ],
  },
  {
    names: ["pytest", "py.test"],
    source: "https://docs.pytest.org/en/stable/reference/reference.html#command-line-flags",
    file: ["-p", "-c", "--config-file", "--confcutdir", "--rootdir", "--pyargs"],
    setting: ["-o", "--override-ini"],
    value: ["-k", "-m", "-n", "--maxfail"],
    operands: ["file", "..."],
  },
  {
    names: ["mypy", "pylint", "flake8", "black", "ruff", "isort", "bandit", "pyright", "tox", "nox"],
    source: "https://pylint.readthedocs.io/en/stable/user_guide/usage/run.html",
    ...pythonLinter,
  },
  {
    names: ["coverage"],
    source: "https://coverage.readthedocs.io/en/latest/cmd.html",
    ...pythonLinter,
    subcommands: { run: { operands: ["file"], stops: true } },
  },
  {
    names: ["rspec", "rubocop", "cucumber"],
    source: "https://rspec.info/features/3-13/rspec-core/command-line/",
    file: ["-r", "--require", "-I", "-c", "--config", "-O", "--options", "-f", "--format"],
  },
  {
    names: ["phpunit", "pest", "phpstan", "psalm"],
    source: "https://docs.phpunit.de/en/11.0/textui.html",
    file: ["-c", "--configuration", "--bootstrap", "--autoload-file", "-a", "--extension", "--printer"],
  },
];
