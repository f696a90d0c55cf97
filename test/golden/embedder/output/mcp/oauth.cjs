(oauth.cjs)
