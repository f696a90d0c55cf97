(http.cjs)
