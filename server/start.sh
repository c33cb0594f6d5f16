#!/bin/sh
# Starts the built shop, for npm start, the container, tests and benchmarks. Figures: docs/performance.md, « Memory and garbage collection ».
# $1: the build folder; « build » by default.

# Arenas of glibc's allocator. By default there are eight for each core, and none reuses memory that was freed in another.
export MALLOC_ARENA_MAX=2

# V8's young generation: each of its three spaces in MB. 64 instead of 16 retains 60 MB more after aborted pages.
set -- "${1:-build}" --max-semi-space-size=16

# Otherwise V8 sometimes allocates a page's data in the old generation, at 1.3 to 1.6 times the processor time.
set -- "$@" --no-allocation-site-pretenuring

# Helper threads for garbage collection. With V8's default of four, a collection uses both cores for 70 ms.
set -- "$@" --v8-pool-size=1

# The least growth of the heap between two collections of the old generation. With V8's default, pages cost up to 1.3 times as much.
set -- "$@" --heap-growing-percent=60

build=$1
shift
exec node "$@" "$build/server/main.js"
