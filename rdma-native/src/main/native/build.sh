#!/bin/sh
# build.sh JAVA_HOME=dir GENERATED=dir OBJECTS=dir OUTPUT=dir: makes one library of each folder here. What cannot be made on
# this machine is left out with one line that says why; the Java part builds all the same. CC is the compiler; a cross compiler
# makes the libraries of another processor.
set -u

architecture=
case ${CC:-gcc} in *-linux-gnu-gcc) architecture=${CC%%-*} ;; esac

leave_out() {
    echo "rdma-native: $1; ${2:-native devices} will be unavailable${architecture:+ on $architecture}" >&2
}

# What a library is for, if it is not for all native devices.
use_of() {
    case $1 in
    efa) echo "the extensions of EFA devices" ;;
    mlx5) echo "the extensions of mlx5 devices" ;;
    esac
}

package_of() {
    case $1 in
    umad) echo libibumad-dev ;;
    verbs | efa | mlx5) echo libibverbs-dev ;;
    cm) echo librdmacm-dev ;;
    esac
}

header_of() {
    case $1 in
    cm) echo rdma/rdma_cma.h ;;
    efa) echo infiniband/efadv.h ;;
    mlx5) echo infiniband/mlx5dv.h ;;
    *) echo "infiniband/$1.h" ;;
    esac
}

# Whether the library of a header can be linked; a cross compiler finds headers of another processor.
has_library() {
    case $1 in
    umad) set -- -libumad ;;
    verbs) set -- -libverbs ;;
    cm) set -- -lrdmacm -libverbs ;;
    efa) set -- -lefa -libverbs ;;
    mlx5) set -- -lmlx5 -libverbs ;;
    esac
    echo | ${CC:-gcc} -shared -o /dev/null -x c - "$@" >/dev/null 2>&1
}

has_header() {
    echo "#include <$1>" | ${CC:-gcc} ${2:+"-I$2" "-I$2/linux"} -E - >/dev/null 2>&1
}

[ "$(uname -s)" = Linux ] || { leave_out "this is not Linux"; exit 0; }
for tool in ${CC:-gcc} make; do
    command -v "$tool" >/dev/null || { leave_out "$tool is missing (apt install gcc${architecture:+-$architecture-linux-gnu} make)"; exit 0; }
done
has_header stdio.h || { leave_out "stdio.h is missing (apt install libc6-dev${architecture:+-arm64-cross})"; exit 0; }
has_header jni.h "${1#JAVA_HOME=}/include" || { leave_out "${1#JAVA_HOME=} has no include/jni.h (a JRE?)"; exit 0; }

libraries=base
for library in umad verbs cm efa mlx5; do
    header=$(header_of $library)
    if ! has_header "$header"; then
        leave_out "$header is missing (apt install $(package_of $library)${architecture:+ for $architecture})" "$(use_of $library)"
    elif has_library $library; then
        libraries="$libraries $library"
    else
        leave_out "lib$library does not link (apt install $(package_of $library)${architecture:+ for $architecture})" "$(use_of $library)"
    fi
done
exec make -s -j2 "$@" CC="${CC:-gcc}" LIBRARIES="$libraries"
