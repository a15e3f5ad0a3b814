# Shared by the commands in tools/. Sourced, never run.
repo="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/sconce"
toolchain_root="$cache/trixie-root"

enter_toolchain() {
  if [[ -n "${SCONCE_IN_TOOLCHAIN:-}" ]]; then
    exec "$@"
  fi
  mkdir -p "$cache/ccache"
  local directory="$PWD"
  [[ "$directory/" == "$repo/"* ]] || directory="$repo"
  exec bwrap --tmpfs / --ro-bind "$toolchain_root/usr" /usr --ro-bind "$toolchain_root/etc" /etc \
    --ro-bind "$toolchain_root/opt" /opt --symlink usr/bin /bin --symlink usr/sbin /sbin \
    --symlink usr/lib /lib --symlink usr/lib64 /lib64 --dev /dev --proc /proc --tmpfs /tmp \
    --bind "$repo" "$repo" --bind "$cache/ccache" "$cache/ccache" --chdir "$directory" --die-with-parent \
    --setenv SCONCE_IN_TOOLCHAIN 1 --setenv HOME /tmp --setenv PATH /usr/bin:/usr/sbin \
    --setenv CCACHE_DIR "$cache/ccache" --setenv CCACHE_BASEDIR "$repo" --unsetenv NODE_EXTRA_CA_CERTS "$@"
}
