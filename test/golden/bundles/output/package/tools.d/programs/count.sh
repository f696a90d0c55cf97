#!/bin/sh
exec awk -v longest="$1" -v order="$2" '{ words += NF } END { print words, longest, order }' "$3"
