(validation.cjs)
