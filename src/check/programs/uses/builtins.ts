/** Commands of the shell itself. The text that they evaluate is followed in the script. */
export const builtinUses: string = `
:, alias, bg, break, compgen, complete, compopt, continue, declare, dirs, disown, export, fc, fg, getopts, hash, help, jobs, let,
local
  source sh(1p), bash(1)
  others data
  operands data*
  stdin data
logout, mapfile, popd, read, readarray, readonly, return, set, shift, shopt, suspend, times, trap, type, typeset, ulimit, umask,
unalias, unset, wait, bind, caller, history, exit, eval, ., source, [, [[
  others data
  operands data*
  stdin data
cd, pushd
  data -L -P -e
  flags -n
  operands read
  stdin data
`;
