(opencode-hook.mjs)
