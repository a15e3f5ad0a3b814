# Where the C++ toolchain is, and how to get into it. Sourced by common.sh.
# shellcheck shell=bash disable=SC2154,SC2034
toolchain_packages="$repo/tools/toolchain-packages.txt"
catch2_source="$cache/catch2"

# A change of what goes into the root gives it another name, so that a new one is made.
toolchain_root="$cache/toolchain-$(cat "$toolchain_packages" "$repo/tools/lib/fetch-catch2.sh" | sha256sum | cut -c 1-12)"

at_least() { # at_least MINIMUM VERSION
  [[ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" == "$1" ]]
}

# What a host with its own Emscripten still lacks to build everything; prints nothing when it lacks nothing.
host_toolchain_lacks() {
  local version tool
  version="$(emcc --version 2>/dev/null | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)"
  at_least 3.1.64 "${version:-0}" || echo "Emscripten 3.1.64 or newer (PATH has ${version:-an unknown version})"
  for tool in clang++-19 clang-format-19 clang-tidy-19 cmake ninja; do
    command -v "$tool" >/dev/null || echo "$tool"
  done
  [[ -e /usr/lib/cmake/Catch2/Catch2Config.cmake ]] || echo "Catch2 3"
  [[ -e /usr/include/xtensor/xtensor_config.hpp && -e /usr/include/xtl/xtl_config.hpp ]] || echo "xtensor with xtl"
}

uses_host_toolchain() {
  # Asked often, and emcc takes half a second to tell its version.
  if [[ -z "${host_toolchain:-}" ]]; then
    host_toolchain=no
    if command -v emcc >/dev/null && [[ -z "$(host_toolchain_lacks)" ]]; then
      host_toolchain=yes
    fi
  fi
  [[ "$host_toolchain" == yes ]]
}

enter_toolchain() {
  export CCACHE_DIR="$cache/ccache" CCACHE_BASEDIR="$repo"
  mkdir -p "$CCACHE_DIR"
  local directory="$PWD"
  [[ "$directory/" == "$repo/"* ]] || directory="$repo"
  if [[ -n "${SCONCE_IN_TOOLCHAIN:-}" ]] || uses_host_toolchain; then
    cd "$directory" || exit
    SCONCE_IN_TOOLCHAIN=1 exec "$@"
  fi
  [[ -d "$toolchain_root" ]] || fail "the C++ toolchain is not set up: run tools/setup"
  # Only the repository and the compiler cache can be written; everything else is the root's, read-only.
  exec bwrap --tmpfs / --ro-bind "$toolchain_root/usr" /usr --ro-bind "$toolchain_root/etc" /etc \
    --ro-bind "$toolchain_root/opt" /opt --symlink usr/bin /bin --symlink usr/sbin /sbin \
    --symlink usr/lib /lib --symlink usr/lib64 /lib64 --dev /dev --proc /proc --tmpfs /tmp \
    --bind "$repo" "$repo" --bind "$CCACHE_DIR" "$CCACHE_DIR" --chdir "$directory" --die-with-parent \
    --setenv SCONCE_IN_TOOLCHAIN 1 --setenv HOME /tmp --setenv PATH /usr/bin:/usr/sbin \
    --unsetenv NODE_EXTRA_CA_CERTS "$@"
}
