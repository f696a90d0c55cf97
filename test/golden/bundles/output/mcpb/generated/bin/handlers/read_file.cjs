(read_file.cjs)
