#!/bin/sh
# strip.sh LIBRARIES DEBUG: moves what debuggers need out of the libraries LIBRARIES/linux64/ARCHITECTURE/*.so into files below DEBUG,
# which debuggers find by the build identifier.
set -eu
for library in "$1"/linux64/*/*.so; do
    [ -e "$library" ] || continue
    tools=''
    [ "$(basename "$(dirname "$library")")" != aarch64 ] || [ "$(uname -m)" = aarch64 ] || tools=aarch64-linux-gnu-
    debug=$2${library#"$1"}.debug
    mkdir -p "${debug%/*}"
    "${tools}objcopy" --only-keep-debug "$library" "$debug"
    "${tools}objcopy" --strip-unneeded --add-gnu-debuglink="$debug" "$library"
done
