(settings.cjs)
